import { settings } from '../../shell/settings.svelte'
import { fill } from '../../words/catalogue'
import { en } from './en'
import { fr, type Word } from './fr'
import type { Trophy } from './sets'

export type { Word }

const COUNTS = {
  fr: ['zéro', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf'],
  en: ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
}

export function w(key: Word, params: Readonly<Record<string, unknown>> = {}): string {
  return fill((settings.language === 'en' ? en : fr)[key], params)
}
/** `w` for one or several: in French 0 and 1 are one. */
export function many(one: Word, several: Word, n: number): string {
  const size = Math.abs(n)
  const words = inWords(size)
  return w(size < 2 && (settings.language === 'fr' || size === 1) ? one : several, {
    n: n < 0 ? `\u2212${size}` : n,
    words: words.charAt(0).toLocaleUpperCase() + words.slice(1),
  })
}
export const dice = (n: number): string => many('die_one', 'dice_many', n)
export const points = (n: number): string => many('point_one', 'point_many', n)
export const inWords = (n: number): string => COUNTS[settings.language === 'en' ? 'en' : 'fr'][n] ?? String(n)
export const trophyName = (trophy: Trophy): string => w(trophy)

export function dieName(die: string, value?: number): string {
  const name = w(die[0] as 'r' | 'g' | 'R' | 'G')
  if (value === undefined) return name
  return value === 0 ? w('die_blank', { die: name }) : w('die_shows', { die: name, value })
}
/** «quatre 4, moins un 1 : trois dés partent.» */
export function stopWords(
  found: { value: number; dice: readonly string[]; leaving: number } | undefined,
  ones: number,
): string {
  if (!found) return w('stop_none')
  const leaving = found.leaving === 1 ? w('leaves_one') : w('leaves_many', { n: inWords(found.leaving) })
  return w('stop_set', {
    size: inWords(found.dice.length),
    value: found.value,
    ones: ones ? w('stop_ones', { ones: inWords(ones) }) : '',
    leaving,
  })
}
export const bothWords = { fr, en }

/** Who does what now, for everyone at the table. */
export function leadWords(ask: string, params: Readonly<Record<string, unknown>>): string {
  const key = `lead_${ask}`
  return w(key in fr ? (key as Word) : 'lead_other', params)
}
