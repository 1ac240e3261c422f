import { untrack } from 'svelte'
import { moves } from '../../shell/settings.svelte'
import type { Scene } from '../scene'
import type { Event, View } from './types'

/** Things travel because something happened: dice to the bowl and to other hands, tokens to the board.
 *  Every place that something starts from or goes to has a `data-spot`: die:r1a, mini:r1a, seat:2, bowl, token:1:gift. */
type Table = Scene<View, null, Event>
interface Spot {
  rect: DOMRect
  node: HTMLElement
}
type Seen = ReadonlyMap<string, Spot>

const TRAVEL = 420
const HOP = 340
const EASE = 'cubic-bezier(.2,.9,.25,1)'

export function movesWith(root: () => HTMLElement | undefined, scene: () => Table): void {
  let before: Seen = new Map()
  let last: number | null = null
  $effect.pre(() => {
    void scene().seq
    const here = untrack(root)
    before = here && moves() ? look(here) : new Map()
  })
  $effect(() => {
    const now = scene()
    const here = untrack(root)
    if (last !== null && last !== now.seq && here && before.size) fly(here, before, now)
    last = now.seq
  })
}

function look(root: HTMLElement): Seen {
  const seen = new Map<string, Spot>()
  for (const node of root.querySelectorAll<HTMLElement>('[data-spot]')) {
    seen.set(node.dataset.spot ?? '', { rect: node.getBoundingClientRect(), node })
  }
  return seen
}

function fly(root: HTMLElement, before: Seen, scene: Table): void {
  for (const ghost of root.querySelectorAll('[data-ghost]')) ghost.remove()
  for (const { node } of before.values()) for (const old of node.getAnimations()) old.cancel()
  const after = look(root)
  const box = root.getBoundingClientRect()
  const scale = box.width / root.offsetWidth || 1 // the stage is drawn smaller or larger than it is
  const rolled = new Map<string, number>()
  let late = 0

  const ghost = (from: Spot | undefined, to: Spot | undefined): void => {
    if (!from || !to) return
    const copy = from.node.cloneNode(true) as HTMLElement
    delete copy.dataset.spot
    copy.dataset.ghost = ''
    copy.setAttribute('aria-hidden', 'true')
    const left = (from.rect.left - box.left) / scale
    const top = (from.rect.top - box.top) / scale
    Object.assign(copy.style, {
      position: 'absolute',
      left: `${left}px`,
      top: `${top}px`,
      margin: '0',
      zIndex: '9',
      pointerEvents: 'none',
    })
    root.append(copy)
    const [x, y] = apart(to.rect, from.rect, scale)
    const motion = copy.animate(
      [
        { transform: 'none' },
        { transform: `translate(${x * 0.5}px, ${y * 0.5 - 60}px) scale(1.1) rotate(12deg)`, offset: 0.5 },
        { transform: `translate(${x}px, ${y}px) scale(.45)`, opacity: 0.5 },
      ],
      { duration: TRAVEL, delay: late, easing: 'ease-in-out', fill: 'backwards' },
    )
    motion.onfinish = motion.oncancel = () => copy.remove()
    late = Math.min(180, late + 60)
  }
  const slide = (spot: Spot | undefined, from: DOMRect | undefined, hop = false): void => {
    if (!spot || !from) return
    const [x, y] = apart(from, spot.rect, scale)
    if (Math.hypot(x, y) < 4) return
    const start = { transform: `translate(${x}px, ${y}px)` }
    const over = { transform: `translate(${x / 2}px, ${y / 2 - 40}px)`, offset: 0.5 }
    spot.node.animate(hop ? [start, over, { transform: 'none' }] : [start, { transform: 'none' }], {
      duration: hop ? HOP : TRAVEL,
      delay: hop ? 600 - HOP : 0,
      easing: EASE,
      fill: 'backwards',
    })
  }
  const dieAt = (die: string): Spot | undefined => before.get(`die:${die}`) ?? before.get(`mini:${die}`)

  for (const event of scene.events) {
    switch (event.event) {
      case 'rolled':
        for (const [die, value] of Object.entries(event.dice)) rolled.set(die, value)
        break
      case 'discarded':
        for (const die of event.dice) ghost(dieAt(die) ?? before.get(`seat:${event.seat}`), after.get('bowl'))
        break
      case 'gave':
      case 'handed':
        ghost(dieAt(event.die), after.get(`seat:${event.to}`))
        break
      case 'overflowed':
        ghost(dieAt(event.die), after.get('bowl'))
        break
      case 'placed':
        slide(after.get(`token:${event.round}:${event.trophy}`), before.get(`seat:${event.seat}`)?.rect)
        break
      case 'moved':
        slide(
          after.get(`token:${event.round}:${event.trophy}`),
          before.get(`token:${event.from_round}:${event.from_trophy}`)?.rect,
        )
        break
      case 'bumped':
        ghost(before.get(`token:${event.round}:${event.trophy}`), after.get(`seat:${event.seat}`))
        break
    }
  }
  for (const [name, spot] of after) {
    if (!name.startsWith('die:')) continue
    const die = name.slice(4)
    slide(spot, dieAt(die)?.rect, rolled.get(die) === 1 && before.has(name))
  }
}

/** From the middle of one to the middle of the other, in the units of the stage. */
function apart(to: DOMRect, from: DOMRect, scale: number): [number, number] {
  return [
    (to.left + to.width / 2 - from.left - from.width / 2) / scale,
    (to.top + to.height / 2 - from.top - from.height / 2) / scale,
  ]
}
