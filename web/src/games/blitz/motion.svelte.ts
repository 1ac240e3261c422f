import { untrack } from 'svelte'
import { moves } from '../../shell/settings.svelte'
import { held, SIDES, type BlitzScene, type Side } from './table'
import type { View } from './types'

/** Cards travel because something happened. Where one can start or end stands a `data-spot`:
 *  card:ID, pile:left, pile:right, won:SEAT. Of two with one name the last in the page counts: the face-off lies on top. */
interface Spot {
  rect: DOMRect
  node: HTMLElement
}
type Seen = ReadonlyMap<string, Spot>

const TRAVEL = 420
const EASE = 'cubic-bezier(.2,.9,.25,1)'

export function cardsTravel(root: () => HTMLElement | undefined, scene: () => BlitzScene): void {
  let before: Seen = new Map()
  let last: { seq: number; view: View } | null = null
  $effect.pre(() => {
    void scene().seq
    const here = untrack(root)
    before = here && moves() ? look(here) : new Map()
  })
  $effect(() => {
    const now = scene()
    const here = untrack(root)
    if (last && last.seq !== now.seq && here && before.size) fly(here, before, last.view, now)
    last = { seq: now.seq, view: now.view }
  })
}

function look(root: HTMLElement): Seen {
  const seen = new Map<string, Spot>()
  for (const node of root.querySelectorAll<HTMLElement>('[data-spot]')) {
    if (!node.closest('[data-ghost]')) seen.set(node.dataset.spot ?? '', { rect: node.getBoundingClientRect(), node })
  }
  return seen
}

function fly(root: HTMLElement, before: Seen, was: View, scene: BlitzScene): void {
  for (const ghost of root.querySelectorAll('[data-ghost]')) ghost.remove()
  const after = look(root)
  const box = root.getBoundingClientRect()
  const scale = box.width / root.offsetWidth || 1 // the stage is drawn smaller or larger than it is
  const shift = (to: DOMRect, from: DOMRect): string => {
    const x = (to.left + to.width / 2 - from.left - from.width / 2) / scale
    const y = (to.top + to.height / 2 - from.top - from.height / 2) / scale
    return `translate(${x}px, ${y}px)`
  }
  const ghost = (from: Spot | undefined, to: Spot | undefined): void => {
    if (!from || !to) return
    const copy = from.node.cloneNode(true) as HTMLElement
    delete copy.dataset.spot
    copy.dataset.ghost = ''
    copy.setAttribute('aria-hidden', 'true')
    const [left, top] = [(from.rect.left - box.left) / scale, (from.rect.top - box.top) / scale]
    Object.assign(copy.style, {
      position: 'absolute',
      left: `${left}px`,
      top: `${top}px`,
      margin: '0',
      zIndex: '9',
      pointerEvents: 'none',
      fontSize: `${from.rect.width / scale / 32.5}px`,
    })
    root.append(copy)
    const end = `${shift(to.rect, from.rect)} scale(.2)`
    const motion = copy.animate([{ transform: 'none' }, { transform: end, opacity: 0.4 }], {
      duration: TRAVEL,
      easing: 'ease-in-out',
    })
    motion.onfinish = motion.oncancel = () => copy.remove()
  }
  const slide = (spot: Spot, from: Spot, turn: boolean): void => {
    const size = from.rect.width / spot.rect.width || 1
    const start = `${shift(from.rect, spot.rect)} scale(${size})`
    const half = `${shift(from.rect, spot.rect)} perspective(900px) rotateY(85deg) scale(${size})`
    spot.node.animate([{ transform: turn ? half : start }, { transform: 'none' }], { duration: TRAVEL, easing: EASE })
  }

  const source: Side = SIDES.find((side) => held(scene.view, side) < held(was, side)) ?? 'left'
  for (const event of scene.events) {
    if (event.event === 'won') {
      const lost = was.tops[event.loser]
      if (lost) ghost(before.get(`card:${lost.id}`), after.get(`won:${event.seat}`))
    } else if (event.event === 'put_back') ghost(before.get(`card:${event.card}`), after.get(`pile:${event.side}`))
  }
  for (const [name, spot] of after) {
    if (!name.startsWith('card:')) continue
    const from = before.get(name)
    const pile = before.get(`pile:${source}`)
    if (from) {
      if (Math.abs(from.rect.left - spot.rect.left) + Math.abs(from.rect.top - spot.rect.top) > 4)
        slide(spot, from, false)
    } else if (pile && scene.events.some((event) => 'card' in event && `card:${event.card}` === name))
      slide(spot, pile, true)
  }
}
