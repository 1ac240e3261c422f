import { has, sentences, word } from '../../words/game.svelte'
import { signed } from '../../words/numbers'
import { t } from '../../words/t'
import type { Params } from '../../words/wording'
import type { Word } from './keys'
import type { Trophy } from './dice'
import type { Discard, RoundView, Turn, View } from './types'

export type { Word }

export const w = sentences<Word>()
export const dice = (n: number): string => w('dice', { n })
export const points = (n: number): string => w('points', { n })
export const trophyName = (trophy: Trophy): string => word('trophy', trophy)
export const dieName = (die: string, value?: number): string =>
  value === undefined ? word('die', die) : word('dice', { [die]: value })

export const gain = (n: number): string => (n > 0 ? w('gain', { n }) : points(n))

/** « trois 5 − un 1 = deux dés » */
export function sumWords(sum: Pick<Discard, 'value' | 'size' | 'ones' | 'leaves'>): string {
  const { value, size, ones = 0, leaves = 0 } = sum
  return w(leaves ? (ones ? 'sum_ones' : 'sum') : 'sum_nothing', { value, size, ones, leaves })
}
/** What stopping now would discard. */
export function stopWords(view: View): string {
  const best = view.sets[0]
  if (!best) return w('stop_none')
  return sumWords(best) + (best.points ? w('to_take', { points: points(best.points) }) : '')
}
const CAME: Partial<Record<Turn['came'], Word>> = {
  bowl: 'came_out', // without a set: the last die
  declined: 'came_declined',
  no_set: 'came_no_set',
  too_many_ones: 'came_too_many_ones',
  kept: 'came_kept',
}
/** What came of a turn: its sum, its dice, its token. */
export function cameWords(turn: Turn): string {
  const { came, value, announced, token, passed } = turn
  const what =
    value !== null
      ? sumWords({ value, size: turn.size, ones: turn.ones, leaves: turn.left.length })
      : came === 'too_many_ones' && !passed.length
        ? w('came_ones_now') // the others are still to give
        : w(CAME[came] ?? 'came_no_set', { n: passed.length, value: announced ?? 0 })
  const gift = came === 'gift' ? w('as_gift') : ''
  return what + gift + (token ? w('came_token', { trophy: trophyName(token), points: gain(turn.points) }) : '')
}

/** Who does what now, for everyone at the table. */
export function leadWords(ask: string, params: Params): string {
  const key = `lead_${ask}`
  return has(key) ? w(key as Word, params) : t('pass_to', params)
}

/** What a turn came to, as a title: who, what, and what it brought. */
export function beatWords(turn: Turn, names: readonly string[]): string {
  const { came, token, out } = turn
  const name = names[turn.seat] ?? ''
  const gain = signed(turn.points)
  if (out === turn.seat) return token ? w('beat_out_token', { name, gain }) : w('beat_out', { name })
  if (came === 'too_many_ones') return w('beat_ones', { name })
  if (token) return w('beat_token', { name, trophy: trophyName(token), gain })
  if (came === 'kept') return w('beat_kept', { name })
  const n = turn.left.length
  if (!n) return w('beat_none', { name })
  return w(came === 'gift' ? 'beat_gift' : 'beat_left', { name, n })
}
/** Why: the sum of its dice, and whom others' dice went to. */
export function reasonWords(turn: Turn, names: readonly string[]): string {
  const why = cameWords({ ...turn, token: null })
  const other = turn.out !== null && turn.out !== turn.seat ? ` ${w('beat_other_out', { name: names[turn.out] })}` : ''
  return why.charAt(0).toLocaleUpperCase() + why.slice(1) + other
}

/** Who leads after a round, and whether that is new. */
export function roundWords(ended: RoundView, names: readonly string[]): string {
  const same = ended.leads.length === ended.led.length && ended.leads.every((seat) => ended.led.includes(seat))
  const key = !ended.led.length ? 'round_first' : same ? 'round_same' : 'round_new'
  return w(key, { names: ended.leads.map((seat) => names[seat] ?? '') })
}
