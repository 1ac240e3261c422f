import { languages } from 'virtual:words'
import type { Key } from './keys'
import { Wording, type Language } from './wording'

export interface PageWords {
  language: Language
  words: Readonly<Record<Key, string>>
}
interface Spoken {
  language: string
  wording: Wording
  words: Readonly<Record<Key, string>>
}

let now = $state.raw<Spoken | null>(null)
const known = new Map<string, Promise<Spoken>>()

/** The words of a language, loaded once. */
export function load(language: string): Promise<Spoken> {
  let found = known.get(language)
  if (!found) {
    const chunk = languages[language]?.words() ?? Promise.reject(new Error(language))
    found = chunk.then(({ default: said }) => made(language, said))
    found.catch(() => known.delete(language))
    known.set(language, found)
  }
  return found
}

/** Speak it from now on; what is shown follows. */
export async function speak(language: string): Promise<void> {
  now = await load(language)
}

/** Speak what is at hand already: for tests. */
export function speakThese(language: string, said: PageWords): void {
  now = made(language, said)
  known.set(language, Promise.resolve(now))
}

export function spoken(): Spoken {
  if (!now) throw new Error('no language is spoken yet')
  return now
}

const made = (language: string, said: PageWords): Spoken => ({
  language,
  wording: new Wording(said.language),
  words: said.words,
})
