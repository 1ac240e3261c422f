import { languages } from 'virtual:words'
import { spoken } from '../../words/spoken.svelte'
import type { Params } from '../../words/wording'
import type { Word } from './keys'

/** The atelier's own words: a chunk a language, which nobody loads who does not come here. */
let said = $state.raw<Readonly<Record<Word, string>> | null>(null)

export async function prepare(language: string): Promise<void> {
  said = ((await languages[language]?.atelier())?.default ?? null) as Readonly<Record<Word, string>> | null
}

export const a = (key: Word, params: Params = {}): string => (said ? spoken().wording.fill(said[key], params) : '')
export const ready = (): boolean => said !== null
