import { sentences } from '../../words/game.svelte'
import type { Word } from './keys'

export type { Word }

export const w = sentences<Word>()
