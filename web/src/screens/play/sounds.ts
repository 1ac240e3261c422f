import type { Sound } from '../../shell/sound'

type Told = Readonly<Record<string, unknown>> & { event: string }

/** What is heard when this happens; the weightiest wins. Games play finer sounds themselves. */
const HEARD: readonly (readonly [Sound, RegExp, ((event: Told) => boolean)?])[] = [
  ['out', /^(eliminated|went_out)$/],
  ['round', /^(round_ended|phase_changed)$/],
  ['pot', /^won$/],
  ['right', /^judged$/, (event) => event.verdict === 'right'],
  ['wrong', /^(judged|nobody_right)$/, (event) => event.verdict !== 'unsure'],
  ['bell', /^(time_up|match_found|question_put)$/],
  ['chip', /^(paid|raised|refunded|banked|placed|tail_paid)$/],
  ['dice', /^(rolled|first_roll|luck_rolled|busted|moved)$/],
  ['card', /^(drew|drawn|clues_read|turned_up|revealed)$/],
]

export function soundOf(events: readonly Told[]): Sound | null {
  const heard = HEARD.find(([, kind, fits]) => events.some((one) => kind.test(one.event) && (fits?.(one) ?? true)))
  return heard?.[0] ?? null
}
