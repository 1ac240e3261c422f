import type { GameWords, Names } from './catalogue'
import type { Params } from './wording'

/** The words of the game at the table, which its own components speak. */
let held = $state.raw<GameWords | null>(null)

export function hold(words: GameWords): GameWords {
  held = words
  return words
}

function at(): GameWords {
  if (!held) throw new Error('no game is at the table')
  return held
}

/** A game's own sentences: `const w = sentences<Word>()` in its words.ts, with the keys that were made from its files. */
export const sentences =
  <Word extends string>() =>
  (key: Word, params: Params = {}): string =>
    at().label(key, params)

/** Whether the game has such a sentence. */
export const has = (key: string): boolean => at().has(key)

/** The word for a value, as everywhere else. */
export const word = (name: string, value: unknown, names: Names = []): string => at().value(name, value, names)
