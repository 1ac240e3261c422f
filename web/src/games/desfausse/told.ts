import type { Scene } from '../scene'
import type { Sound } from '../../shell/sound'
import type { Event, View } from './types'
import { w, type Word } from './words'

type Table = Scene<View, null, Event>

/** The number of the state in which this die was thrown, or 0. */
export function thrown(scene: Table, die: string): number {
  return scene.events.some((event) => event.event === 'rolled' && die in event.dice) ? scene.seq : 0
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
export function asked(
  scene: Pick<Table, 'waiting' | 'replay'>,
): { name: string; seat: number; until: number | null } | null {
  for (const one of scene.waiting) {
    const seat = one.actors.find((actor) => typeof actor === 'number')
    if (!one.standing && typeof seat === 'number')
      return { name: one.name, seat, until: scene.replay ? null : one.until }
  }
  return null
}
