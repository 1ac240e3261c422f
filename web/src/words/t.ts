import type { Key } from './keys'
import { spoken } from './spoken.svelte'
import type { Params } from './wording'

export type { Key } from './keys'

/** The page's own words. Reading it in a component follows a change of language. */
export function t(key: Key, params: Params = {}): string {
  const { wording, words } = spoken()
  return wording.fill(words[key], params)
}
