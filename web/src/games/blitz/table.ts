import type { Opened, WaitingFor } from '../../protocol'
import type { Scene } from '../scene'
import { w, type Word } from './words'
import type { Card, Event, View } from './types'

export type BlitzScene = Scene<View, null, Event>
export type Symbol = NonNullable<Card['symbol']>
export const SIDES = ['left', 'right'] as const
export type Side = (typeof SIDES)[number]

/** Seats clockwise: the first rows from left to right, the others back again along the lower edge. */
export function rows(count: number): [number[], number[]] {
  const above = Math.ceil(count / 2)
  const seats = Array.from({ length: count }, (_, k) => k)
  return [seats.slice(0, above), seats.slice(above).reverse()]
}

export function held(view: View, side: Side): number {
  const pile = view.piles[side]
  return pile ? pile.unseen + pile.beneath.length : 0
}
export const left = (view: View): number => held(view, 'left') + held(view, 'right')

export function contestants(view: View): number[] {
  return Object.keys(view.themes ?? {}).map(Number)
}
export const themeOf = (view: View, seat: number): string => view.themes?.[seat] ?? ''

/** How wide the display face writes this, beside its height. */
function wide(text: string): number {
  let sum = 0
  for (const letter of text)
    sum += /[mwMW]/.test(letter)
      ? 0.92
      : /[iljtfr1’'.,\-( )]/.test(letter)
        ? 0.38
        : /[A-ZÀ-Ý]/.test(letter)
          ? 0.72
          : 0.6
  return sum
}

/** How wide the longest word of this is, beside its height. */
export const widest = (text: string): number => Math.max(...text.split(' ').map(wide))

/** How large a theme can be written into this room: no word is ever cut. */
export function fit(text: string, width: number, height: number, most: number): number {
  const words = text.split(' ').map(wide)
  for (let size = most; size > 1; size -= 0.1) {
    const room = width / size
    if (words.some((word) => word > room)) continue
    let used = 1
    let line = 0
    for (const word of words) {
      if (line && line + 0.3 + word > room) {
        used++
        line = word
      } else line += (line ? 0.3 : 0) + word
    }
    if (used * size <= height) return Math.round(size * 10) / 10
  }
  return 1
}

/** Why these two meet: the same symbol, the two of the die, or a card for all. */
export type Meeting = 'same' | 'die' | 'tie' | 'show'
export function meeting(view: View): Meeting {
  const [a, b, ...more] = contestants(view)
  const tops = [a, b].map((seat) => (seat === undefined ? null : (view.tops[seat] ?? null)))
  const crossed =
    a !== undefined &&
    b !== undefined &&
    !more.length &&
    themeOf(view, a) === tops[1]?.theme &&
    themeOf(view, b) === tops[0]?.theme
  if (view.tie_break?.symbol) return 'tie'
  if (!crossed) return 'show'
  return tops[0]?.symbol === tops[1]?.symbol ? 'same' : 'die'
}

/** What the table waits for, apart from what may be said at any time. */
export function pending(scene: BlitzScene): WaitingFor | null {
  return scene.waiting.find((one) => !one.standing && one.actors.some((actor) => typeof actor === 'number')) ?? null
}
export function seatsOf(waiting: WaitingFor | null): number[] {
  return (waiting?.actors ?? []).filter((actor): actor is number => typeof actor === 'number')
}

/** Everyone who votes here (BL-52), whether or not the ballot is in. */
export function voters(scene: BlitzScene, name: string): number[] {
  const inside = new Set(contestants(scene.view))
  const bystanders = scene.options.voters === 'bystanders' && name !== 'challenge' && name !== 'is_abuse'
  return scene.seats.map((_, seat) => seat).filter((seat) => !bystanders || !inside.has(seat))
}

export interface Lead {
  title: string
  sub: string
}
/** The one sentence that leads the table, outside face-offs. */
export function lead(scene: BlitzScene): Lead {
  const { view, names } = scene
  const name = (seat: number): string => names[seat] ?? ''
  const duel = view.active_duel
    ? w('duel_on', pair(view.active_duel))
    : w(scene.options.detection === 'players' ? 'eyes_open' : 'duel_none')
  if (scene.result) return { title: w('lead_over'), sub: '' }
  const now = pending(scene)
  if (now?.name === 'is_abuse') return { title: w('lead_abuse'), sub: w('abuse_rule') }
  const next = w('lead_draw', { name: name(view.drawer) })
  for (const event of scene.events.toReversed()) {
    if (event.event === 'won') {
      const gain = w('lead_won', { name: name(event.seat), loser: name(event.loser) })
      const tossed = scene.events.some((one) => one.event === 'coin_tossed')
      return tossed ? { title: w('lead_coin', { name: name(event.seat) }), sub: gain } : { title: gain, sub: next }
    }
    if (event.event === 'false_alarm')
      return { title: w('lead_false', { name: name(event.seat) }), sub: w('lead_false_sub') }
    if (event.event === 'duel_rolled') return { title: w('lead_duel', { name: name(event.seat) }), sub: duel }
    if (event.event === 'started') return { title: w('lead_start', { name: name(event.seat) }), sub: duel }
  }
  return { title: next, sub: duel }
}

export function pair(symbols: readonly string[]): { a: string; b: string } {
  const [a = 'circle', b = a] = symbols
  return { a: w(a as Word), b: w(b as Word) }
}

/** The sentence over a face-off: why these two. */
export function why(view: View): string {
  const how = meeting(view)
  const tops = contestants(view).map((seat) => view.tops[seat]?.symbol ?? 'circle')
  if (how === 'tie') return w('by_tie')
  if (how === 'show') return w('by_show')
  const said = how === 'same' ? w('same', pair(tops)) : w('by_die', pair(tops))
  return said.charAt(0).toLocaleUpperCase() + said.slice(1)
}

export function asked(scene: BlitzScene, ...names: string[]): Opened[] {
  return scene.asks.filter((opened) => names.includes(opened.ask.name))
}
