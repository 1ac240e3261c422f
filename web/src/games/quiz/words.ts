import { sentences } from '../../words/game.svelte'
import { group } from '../../words/numbers'
import { spoken } from '../../words/spoken.svelte'
import type { Word } from './keys'

export type { Word }

/** The sentences of both quiz tables. */
export const q = sentences<Word>()

export const n = (value: number): string => group(value)
/** With its sign: what is gained or lost. */
export const signed = (value: number): string => (value > 0 ? q('plus', { n: n(value) }) : n(value))

export const both = (words: readonly string[]): string => spoken().wording.enumerate(words)

/** An answer as it is shown: a number with its thousands apart, words as they are. */
export function figured(answer: string): string {
  const value = Number(answer)
  return /^-?\d{5,}$/.test(answer) || /^-?\d+\.\d+$/.test(answer) ? n(value) : answer
}
