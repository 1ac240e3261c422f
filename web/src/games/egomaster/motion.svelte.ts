import { untrack } from 'svelte'
import { moves } from '../../shell/settings.svelte'
import type { EgoScene } from './table'

/** Tokens travel because somebody paid or won. Where they start or end stands a `data-spot`: seat:2, bank, pot. */
const TRAVEL = 420

interface Trip {
  from: string
  to: string
  amount: number
}

/** Who gave tokens to whom: what is paid goes to the centre, what is won comes from there, or from the bank. */
export function trips(scene: Pick<EgoScene, 'events'>, bank: boolean): Trip[] {
  const paid = scene.events.filter((event) => event.event === 'paid')
  const found: Trip[] = paid.map((event) => ({ from: `seat:${event.seat}`, to: 'pot', amount: event.amount }))
  for (const event of scene.events) {
    if (event.event === 'won') {
      const [only] = paid
      // In solo one pays the other, across the table.
      if (only && paid.length === 1 && only.amount === event.amount && !scene.events.some((one) => one.event === 'nobody_accepted')) return [{ from: `seat:${only.seat}`, to: `seat:${event.seat}`, amount: event.amount }]
      found.push({ from: bank ? 'bank' : 'pot', to: `seat:${event.seat}`, amount: event.amount })
    } else if (event.event === 'refunded') {
      for (const [seat, amount] of Object.entries(event.paid)) found.push({ from: 'pot', to: `seat:${seat}`, amount })
    }
  }
  return found
}

export function tokensTravel(root: () => HTMLElement | undefined, scene: () => EgoScene): void {
  let spots = new Map<string, DOMRect>()
  let last: { seq: number; bank: number } | null = null
  $effect.pre(() => {
    void scene().seq
    const here = untrack(root)
    spots = here && moves() ? look(here) : new Map()
  })
  $effect(() => {
    const now = scene()
    const here = untrack(root)
    if (here && last && last.seq !== now.seq && moves()) {
      for (const ghost of here.querySelectorAll('[data-ghost]')) ghost.remove()
      const after = look(here)
      const before = spots
      const place = (name: string): DOMRect | undefined => before.get(name) ?? after.get(name) ?? after.get('middle')
      for (const trip of trips(now, last.bank > 0)) fly(here, place(trip.from), after.get(trip.to) ?? place(trip.to), trip.amount)
    }
    last = { seq: now.seq, bank: now.view.bank }
  })
}

function look(root: HTMLElement): Map<string, DOMRect> {
  return new Map([...root.querySelectorAll<HTMLElement>('[data-spot]')].map((node) => [node.dataset.spot ?? '', node.getBoundingClientRect()]))
}

function fly(root: HTMLElement, from: DOMRect | undefined, to: DOMRect | undefined, amount: number): void {
  if (!from || !to || !amount) return
  const box = root.getBoundingClientRect()
  const scale = box.width / root.offsetWidth || 1 // the stage is drawn smaller or larger than it is
  const [x, y] = [(to.left + to.width / 2 - from.left - from.width / 2) / scale, (to.top + to.height / 2 - from.top - from.height / 2) / scale]
  const kind = amount >= 500 ? 500 : amount >= 200 ? 200 : 100
  for (const late of [0, 80, 160]) {
    const token = document.createElement('div')
    token.dataset.ghost = ''
    token.setAttribute('aria-hidden', 'true')
    token.innerHTML = `<svg width="64" height="64" viewBox="0 0 100 100"><use href="#token-${kind}" /></svg>`
    const [left, top] = [(from.left + from.width / 2 - box.left) / scale - 32, (from.top + from.height / 2 - box.top) / scale - 32]
    Object.assign(token.style, { position: 'absolute', left: `${left}px`, top: `${top}px`, zIndex: '9', pointerEvents: 'none' })
    root.append(token)
    const motion = token.animate(
      [{ transform: 'none' }, { transform: `translate(${x * 0.5}px, ${y * 0.5 - 60}px) rotate(140deg)`, offset: 0.5 }, { transform: `translate(${x}px, ${y}px) rotate(260deg)` }],
      { duration: TRAVEL, delay: late, easing: 'ease-in-out', fill: 'backwards' },
    )
    motion.onfinish = motion.oncancel = () => token.remove()
  }
}
