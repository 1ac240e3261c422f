import { has, sentences, word } from '../../words/game.svelte'
import type { Params } from '../../words/wording'
import type { Word } from './keys'
import type { Trophy } from './sets'

export type { Word }

export const w = sentences<Word>()
export const dice = (n: number): string => w('dice', { n })
export const points = (n: number): string => w('points', { n })
export const trophyName = (trophy: Trophy): string => word('trophy', trophy)
export const dieName = (die: string, value?: number): string =>
  value === undefined ? word('die', die) : word('dice', { [die]: value })

/** «quatre 4, moins un 1 : trois dés partent.» */
export function stopWords(
  found: { value: number; dice: readonly string[]; leaving: number } | undefined,
  ones: number,
): string {
  if (!found) return w('stop_none')
  const { value, leaving } = found
  return w('stop_set', { size: found.dice.length, value, ones: ones ? w('stop_ones', { ones }) : '', leaving })
}

/** Who does what now, for everyone at the table. */
export function leadWords(ask: string, params: Params): string {
  const key = `lead_${ask}`
  return w(has(key) ? (key as Word) : 'lead_other', params)
}
