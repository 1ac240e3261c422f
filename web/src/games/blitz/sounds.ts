import type { Sound } from '../../shell/sound'

/** The frame sounds cards and gains; these are Blitz's own. The first that fits is heard. */
const HEARD: readonly (readonly [Sound, RegExp])[] = [
  ['bell', /^(face_off_started|showdown)$/],
  ['win', /^showdown_won$/],
  ['dice', /^(duel_rolled|coin_tossed)$/],
  ['buzzer', /^(burned|refused|locked_out|false_alarm|challenged)$/],
  ['chip', /^answered$/],
  ['turn', /^(voted|dead_heat|stalled)$/],
  ['card', /^(tie_break_drawn|put_back|passed)$/],
]

export function soundFor(events: readonly { event: string }[]): Sound | null {
  return HEARD.find(([, kind]) => events.some((one) => kind.test(one.event)))?.[0] ?? null
}
