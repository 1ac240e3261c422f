import { untrack } from 'svelte'
import { moves } from '../../shell/settings.svelte'
import type { QuizScene } from './quiz'

/** Tokens travel because somebody paid or won. Where they start and end stands a `data-spot`: seat:2, pot, bank. */
const TRAVEL = 420
const COLOURS = {
  500: ['--tok-500', '--tok-500-d'],
  200: ['--tok-200', '--tok-200-d'],
  100: ['--tok-100', '--tok-100-d'],
} as const
interface Flight {
  from: string
  to: string
  amount: number
}

export function tokensTravel(root: () => HTMLElement | undefined, scene: () => QuizScene): void {
  let before = new Map<string, DOMRect>()
  let last: number | null = null
  $effect.pre(() => {
    void scene().seq
    const here = untrack(root)
    before = here && moves() ? look(here) : new Map()
  })
  $effect(() => {
    const now = scene()
    const here = untrack(root)
    if (last !== null && last !== now.seq && here && before.size) fly(here, before, flights(now.events))
    last = now.seq
  })
}

/** Who gives how much to whom, from what happened. */
export function flights(events: readonly { event: string }[]): Flight[] {
  const found: Flight[] = []
  let paid = false
  for (const event of events as readonly {
    event: string
    seat: number
    amount: number
    paid: Record<number, number>
  }[]) {
    if (event.event === 'paid') {
      paid = true
      found.push({ from: `seat:${event.seat}`, to: 'pot', amount: event.amount })
    } else if (event.event === 'won') found.push({ from: 'pot', to: `seat:${event.seat}`, amount: event.amount })
    else if (event.event === 'tail_paid') found.push({ from: 'bank', to: `seat:${event.seat}`, amount: event.amount })
    else if (event.event === 'refunded')
      for (const [seat, amount] of Object.entries(event.paid)) found.push({ from: 'pot', to: `seat:${seat}`, amount })
  }
  // What came and went in one breath is shown as it ends.
  return paid && found.some((one) => one.from === 'pot') ? found.filter((one) => one.to !== 'pot') : found
}

function look(root: HTMLElement): Map<string, DOMRect> {
  const seen = new Map<string, DOMRect>()
  for (const node of root.querySelectorAll<HTMLElement>('[data-spot]'))
    seen.set(node.dataset.spot ?? '', node.getBoundingClientRect())
  return seen
}

function fly(root: HTMLElement, before: Map<string, DOMRect>, all: readonly Flight[]): void {
  for (const ghost of root.querySelectorAll('[data-ghost]')) ghost.remove()
  const after = look(root)
  const box = root.getBoundingClientRect()
  const scale = box.width / root.offsetWidth || 1 // the stage is drawn smaller or larger than it is
  const middle = (rect: DOMRect): [number, number] => [
    (rect.left + rect.width / 2 - box.left) / scale,
    (rect.top + rect.height / 2 - box.top) / scale,
  ]
  for (const { from, to, amount } of all) {
    const start =
      before.get(from) ?? after.get(from) ?? (from === 'pot' ? (before.get('bank') ?? after.get('bank')) : undefined)
    const end = after.get(to) ?? before.get(to)
    if (!start || !end) continue
    const [x1, y1] = middle(start)
    const [x2, y2] = middle(end)
    for (const [k, kind] of tokens(amount).entries()) {
      const [face, edge] = COLOURS[kind]
      const token = document.createElement('span')
      token.dataset.ghost = ''
      token.setAttribute('aria-hidden', 'true')
      token.style.cssText = `position:absolute;left:${x1 - 24}px;top:${y1 - 18}px;width:48px;height:30px;border-radius:50%;background:var(${face});border:2px solid #1b120c;box-shadow:0 8px 0 var(${edge}),0 10px 0 1px #1b120c;z-index:9;pointer-events:none`
      root.append(token)
      const [dx, dy] = [x2 - x1 + (k - 1) * 14, y2 - y1]
      const motion = token.animate(
        [
          { transform: 'none' },
          { transform: `translate(${dx / 2}px, ${dy / 2 - 70}px) scale(1.15)`, offset: 0.5 },
          { transform: `translate(${dx}px, ${dy}px)`, opacity: 0.9 },
        ],
        { duration: TRAVEL, delay: k * 55, easing: 'ease-in-out', fill: 'backwards' },
      )
      motion.onfinish = motion.oncancel = () => token.remove()
    }
  }
}

function tokens(amount: number): (500 | 200 | 100)[] {
  return amount >= 800 ? [500, 200, 100, 500] : amount >= 500 ? [500, 200, 100] : amount >= 200 ? [200, 100] : [100]
}
