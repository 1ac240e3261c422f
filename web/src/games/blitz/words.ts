import { sentences, word } from '../../words/game.svelte'
import type { Word } from './keys'

export type { Word }

export const w = sentences<Word>()
export const cards = (n: number): string => w('cards', { n })
export const symbolName = (symbol: string): string => word('symbol', symbol)
