import { spoken } from './spoken.svelte'

/** Digits in threes, as the language sets them apart. */
export const group = (value: number, digits?: number): string => spoken().wording.number(value, digits)

/** In one piece, as it is best read aloud. */
export const whole = (value: number): string => spoken().wording.text(value)

/** What somebody gains or loses: never without its sign. */
export const signed = (value: number): string => `${value < 0 ? '' : '+'}${group(value)}`

/** `1600` -> `['1', '600']`; the sign stays with the first. */
export function parts(value: number): string[] {
  const { thousands } = spoken().wording.forms
  return thousands ? group(value).split(thousands) : [group(value)]
}

/** What a person types in a number field, in any language; null when it is no number. */
export function read(text: string): number | null {
  const plain = text
    .replace(/[\s\u202f\u00a0']/g, '')
    .replace(',', '.')
    .replace('\u2212', '-')
  if (!/^-?\d+(\.\d+)?$/.test(plain)) return null
  return Number(plain)
}
