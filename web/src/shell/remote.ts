const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A remote, or arrow keys: the focus goes to the nearest thing that way. Where arrows mean something else, nothing. */
export function steer(event: KeyboardEvent): void {
  const way = ARROWS[event.key]
  const from = document.activeElement
  if (!way || event.defaultPrevented || from?.closest('input, select, textarea, dialog, [role=radiogroup]')) return
  const all = [...document.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), input, select')]
  const seen = all.filter((one) => one !== from && one.checkVisibility())
  const start = from && from !== document.body ? centre(from) : { x: 0, y: 0 }
  let best: { one: HTMLElement; far: number } | null = null
  for (const one of seen) {
    const { x, y } = centre(one)
    const ahead = (x - start.x) * way[0] + (y - start.y) * way[1]
    const aside = Math.abs((x - start.x) * way[1]) + Math.abs((y - start.y) * way[0])
    const far = ahead + 2 * aside
    if (ahead > 4 && (!best || far < best.far)) best = { one, far }
  }
  if (!best) return
  best.one.focus()
  event.preventDefault()
}

function centre(of: Element): { x: number; y: number } {
  const { left, top, width, height } = of.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
