import type { DieColour } from '../../look/dice'
import type { Opened } from '../../protocol'
import type { Brings, View } from './types'

/** How dice are drawn and laid out. What they come to is the game's business: it is in the view, and in what an option brings. */
export type Trophy = keyof View['worth']
export type Hand = readonly string[]
export type Values = Readonly<Record<string, number>>

/** Small letters are small dice, capitals demons. */
export const isDemon = (die: string): boolean => die[0] === die[0]?.toUpperCase()
export const colourOf = (die: string): DieColour => (die[0]?.toLowerCase() === 'r' ? 'red' : 'green')
export const kindOf = (die: string): 'r' | 'g' | 'R' | 'G' => die[0] as 'r' | 'g' | 'R' | 'G'

/** What an unrolled die lies on the table with, so that its pips tell its colour. */
export const restingFace = (die: string): number => (isDemon(die) ? 1 : 5)

/** Dice in the order in which people look for sets: by value, and red before green. */
export function grouped(hand: Hand, values: Values): { value: number; dice: string[] }[] {
  const free = hand.filter((die) => values[die] !== undefined && values[die] !== 1)
  const kinds = [...new Set(free.map((die) => values[die] ?? 0))].sort((a, b) => b - a)
  return kinds.map((value) => ({ value, dice: free.filter((die) => values[die] === value).sort(byKind) }))
}
const ORDER = 'rgRG'
export const byKind = (a: string, b: string): number => ORDER.indexOf(a[0] ?? '') - ORDER.indexOf(b[0] ?? '')

/** What an option of this ask brings; of several that are chosen, what so many of them bring. */
export function broughtBy<K extends Brings['brings']>(
  opened: Opened,
  option: string | number,
  kind: K,
): Extract<Brings, { brings: K }> | undefined {
  const told = opened.brings?.[option] as Brings | undefined
  return told?.brings === kind ? (told as Extract<Brings, { brings: K }>) : undefined
}
export const trophiesOf = (view: View): Trophy[] => Object.keys(view.worth) as Trophy[]

/** The sign of each trophy, in the sprite. */
export const SYMBOL: Record<Trophy, string> = {
  discard_2: 'd2',
  discard_3: 'd3',
  discard_4: 'd4',
  discard_5: 'd5',
  gift: 'gift',
  demons: 'demons',
  ones: 'ones',
  all: 'all',
}
