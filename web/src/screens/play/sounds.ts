import type { Sound } from '../../shell/sound'

/** What is heard when this happens; the loudest wins. Games play finer sounds themselves. */
const HEARD: readonly (readonly [Sound, RegExp])[] = [
  ['bell', /^(time_up|match_found|question_put)$/],
  ['chip', /^(paid|won|raised|refunded|banked|placed|tail_paid)$/],
  ['dice', /^(rolled|first_roll|luck_rolled|busted|moved)$/],
  ['card', /^(drew|drawn|clues_read|turned_up|revealed)$/],
]

export function soundOf(events: readonly { event: string }[]): Sound | null {
  return HEARD.find(([, kind]) => events.some((one) => kind.test(one.event)))?.[0] ?? null
}
