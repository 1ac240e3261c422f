import { settings } from '../shell/settings.svelte'
import { fill } from './catalogue'
import { en } from './en'
import { fr, type Key } from './fr'

export type { Key } from './fr'

/** The page's own words. Reading it in a component follows a change of language. */
export function t(key: Key, params: Readonly<Record<string, unknown>> = {}): string {
  return fill((settings.language === 'en' ? en : fr)[key], params)
}

/** A sentence for one, or for several. */
export function count(one: Key, many: Key, n: number): string {
  return t(n < 2 && (settings.language === 'fr' || n === 1) ? one : many, { n })
}
