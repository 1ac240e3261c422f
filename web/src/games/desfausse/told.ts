import type { Scene } from '../scene'
import type { Sound } from '../../shell/sound'
import type { Values } from './sets'
import type { Event, View } from './types'
import { w, type Word } from './words'

type Table = Scene<View, null, Event>

/** The number of the state in which this die was thrown, or 0. */
export function thrown(scene: Table, die: string): number {
  return scene.events.some((event) => event.event === 'rolled' && die in event.dice) ? scene.seq : 0
}

/** A last roll that the view no longer shows, because the next player has rolled already. */
export interface Recap {
  seat: number
  values: Values
  text: Event | null // what came of it
}
export function recapOf(before: View | null, events: readonly Event[], over: boolean): Recap | null {
  const rolls = events.flatMap((event, k) => (event.event === 'rolled' ? [{ event, k }] : []))
  const shown = over ? rolls.at(-1) : rolls.at(-2)
  if (!shown) return null
  const { event, k } = shown
  if (event.roll > 1 && before?.active !== event.seat) return null // came in the middle
  const kept = event.roll > 1 ? (before?.values ?? {}) : {}
  const came = events
    .slice(k + 1)
    .find((one) => ['too_many_ones', 'nothing_discarded', 'kept_last_die', 'discarded', 'went_out'].includes(one.event))
  return { seat: event.seat, values: { ...kept, ...event.dice }, text: came ?? null }
}

const SHOUTS: readonly (readonly [Event['event'], Word])[] = [
  ['grand_slam', 'shout_slam'],
  ['mastered', 'shout_master'],
  ['went_out', 'shout_out'],
  ['too_many_ones', 'shout_ones'],
  ['kept_last_die', 'shout_kept'],
]

/** One large word for what just happened, if it is worth one. */
export function shoutOf(scene: Table): string | null {
  const found = SHOUTS.find(([name]) => scene.events.some((event) => event.event === name))
  if (found) return w(found[1])
  const began = scene.events.find((event) => event.event === 'round_started')
  return began?.event === 'round_started' && began.round > 1 ? w('shout_round', { n: began.round }) : null
}

/** What is heard besides dice and tokens, which the table plays for every game. */
const HEARD: readonly (readonly [Sound, readonly Event['event'][]])[] = [
  ['win', ['grand_slam', 'mastered', 'went_out']],
  ['buzzer', ['too_many_ones', 'kept_last_die']],
  ['bell', ['skipped', 'reversed', 'round_started']],
  ['card', ['gave', 'handed', 'discarded', 'bumped', 'overflowed']],
]
export function soundOf(events: readonly Event[]): Sound | null {
  return HEARD.find(([, names]) => events.some((event) => names.includes(event.event)))?.[0] ?? null
}

/** Whom the game waits for, and for what. */
export function asked(scene: Table): { name: string; seat: number; until: number | null } | null {
  for (const one of scene.waiting) {
    const seat = one.actors.find((actor) => typeof actor === 'number')
    if (!one.standing && typeof seat === 'number')
      return { name: one.name, seat, until: scene.replay ? null : one.until }
  }
  return null
}
