import type { DieColour } from '../../look/dice'
import type { View } from './types'

/** What the dice on the table are worth: the same reckoning as the rules, to tell people before they choose. */
export type Trophy = keyof View['board'][number]
export type Hand = readonly string[]
export type Values = Readonly<Record<string, number>>

export const TROPHIES: readonly Trophy[] = [
  'discard_2',
  'discard_3',
  'discard_4',
  'discard_5',
  'gift',
  'demons',
  'ones',
  'all',
]
export const POINTS: Readonly<Record<Trophy, number>> = {
  discard_2: 2,
  discard_3: 3,
  discard_4: 5,
  discard_5: 7,
  gift: 3,
  demons: 2,
  ones: -1,
  all: 12,
}
export const MOST_DICE = 9
const NUMBERS: readonly (readonly [number, Trophy])[] = [
  [2, 'discard_2'],
  [3, 'discard_3'],
  [4, 'discard_4'],
  [5, 'discard_5'],
]

/** Small letters are small dice, capitals demons. */
export const isDemon = (die: string): boolean => die[0] === die[0]?.toUpperCase()
export const colourOf = (die: string): DieColour => (die[0]?.toLowerCase() === 'r' ? 'red' : 'green')
export const kindOf = (die: string): 'r' | 'g' | 'R' | 'G' => die[0] as 'r' | 'g' | 'R' | 'G'

const START = ['r1', 'g1', 'R1', 'g2', 'r2', 'G1']
/** The dice in no hand, those of one player together: the third letter says with whom a die began. */
export function inBowl(hands: readonly Hand[]): string[] {
  const held = new Set(hands.flat())
  return hands.flatMap((_, seat) => START.map((die) => die + 'abcde'.charAt(seat))).filter((die) => !held.has(die))
}

/** What an unrolled die lies on the table with, so that its pips tell its colour. */
export const restingFace = (die: string): number => (isDemon(die) ? 1 : 5)

/** The options that matter here, with the book's rules where nothing was chosen. */
export interface House {
  least: number
  floor: number
  atLeast: boolean
  giftMin: number
  giftCounts: boolean
  demons: string
  demonFaces: readonly number[]
}
export function houseOf(options: Readonly<Record<string, unknown>>): House {
  const faces = String(options.demon_faces ?? '1,1,3,4,5,5')
  return {
    least: Number(options.min_combination ?? 2),
    floor: Number(options.ones_floor ?? 0),
    atLeast: options.count_trophy === 'at_least',
    giftMin: Number(options.gift_min ?? 1),
    giftCounts: options.gift_counts_number !== false,
    demons: String(options.demon_trophy ?? 'last_demon'),
    demonFaces: faces.split(',').map((face) => (face === 'blank' ? 0 : Number(face))),
  }
}

export function countOnes(values: Values): number {
  return Object.values(values).filter((value) => value === 1).length
}

/** How many 1s a hand bears: one more is too many. */
export const bearable = (dice: number): number => Math.floor(dice / 2)

/** How many dice of such a set leave. */
export function leavingOf(size: number, ones: number, house: House): number {
  return size < house.least ? 0 : Math.max(size - ones, house.floor, 0)
}

/** The trophies that a discard earns. `received`: dice that opponents got; null: it went to the bowl. */
export function earned(leaving: Hand, hand: Hand, received: number | null, house: House): Trophy[] {
  const count = house.giftCounts ? leaving.length : leaving.length - (received ?? 0)
  const found = NUMBERS.filter(([n]) => count === n || (count > n && (house.atLeast || n === 5))).map(
    ([, trophy]) => trophy,
  )
  if (received !== null && received >= house.giftMin) found.push('gift')
  const left = hand.filter((die) => !leaving.includes(die))
  const gone = leaving.filter(isDemon).length
  const none = !left.some(isDemon)
  if (house.demons === 'any_demon' ? gone > 0 : none && gone > (house.demons === 'both_at_once' ? 1 : 0))
    found.push('demons')
  if (leaving.length && !left.length) found.push('all')
  return found
}

export interface Found {
  value: number
  dice: readonly string[]
  leaving: number
  trophies: readonly Trophy[] // if all of it goes: to the bowl, or, of one colour, to opponents
  points: number // of the richest of them
}

/** Every set that could be discarded now, the largest discard first. */
export function setsOf(hand: Hand, values: Values, house: House, free: readonly Trophy[] = TROPHIES): Found[] {
  const ones = countOnes(values)
  const found: Found[] = []
  for (const value of [6, 5, 4, 3, 2]) {
    const dice = hand.filter((die) => values[die] === value)
    const leaving = leavingOf(dice.length, ones, house)
    if (leaving < 1) continue
    const going = [...dice].sort((a, b) => Number(isDemon(b)) - Number(isDemon(a))).slice(0, leaving)
    const able = earned(going, hand, null, house)
    for (const colour of ['red', 'green']) {
      const own = dice.filter((die) => colourOf(die) === colour)
      const given = leavingOf(own.length, ones, house)
      if (given >= house.giftMin && !able.includes('gift')) able.push('gift')
    }
    const trophies = able.filter((trophy) => free.includes(trophy))
    found.push({ value, dice, leaving, trophies, points: Math.max(0, ...trophies.map((trophy) => POINTS[trophy])) })
  }
  return found.sort((a, b) => b.leaving - a.leaving || b.points - a.points)
}

/** The cells of this round that this seat could still take. */
export function freeCells(view: View, seat: number): Trophy[] {
  const row = view.board[view.round - 1] ?? {}
  if (!view.supply[seat]) return row.all === undefined ? ['all'] : []
  return TROPHIES.filter((trophy) => row[trophy] === undefined)
}

/** Dice in the order in which people look for sets: by value, and red before green. */
export function grouped(hand: Hand, values: Values): { value: number; dice: string[] }[] {
  const free = hand.filter((die) => values[die] !== undefined && values[die] !== 1)
  const kinds = [...new Set(free.map((die) => values[die] ?? 0))].sort((a, b) => b - a)
  return kinds.map((value) => ({ value, dice: free.filter((die) => values[die] === value).sort(byKind) }))
}
const ORDER = 'rgRG'
export const byKind = (a: string, b: string): number => ORDER.indexOf(a[0] ?? '') - ORDER.indexOf(b[0] ?? '')

/** What people will most likely roll again: everything outside the largest set. */
export function likelyReroll(free: Hand, values: Values): string[] {
  const sizes = new Map<number, number>()
  for (const die of free) sizes.set(values[die] ?? 0, (sizes.get(values[die] ?? 0) ?? 0) + (values[die] ? 1 : 0))
  const [keep, size] = [...sizes].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0]
  return size < 2 ? [...free] : free.filter((die) => values[die] !== keep)
}

export function nextSeat(seat: number, direction: number, count: number): number {
  return (seat + direction + count) % count
}

/** The trophies that a seat holds in all three rounds. */
export function masteries(view: View, seat: number): Trophy[] {
  return TROPHIES.filter(
    (trophy) =>
      trophy !== 'ones' &&
      trophy !== 'all' &&
      view.board.length === 3 &&
      view.board.every((row) => row[trophy] === seat),
  )
}

/** The points on the board with the Master bonus, as it would be counted now. */
export function scores(view: View): number[] {
  return view.points.map(
    (points, seat) => points + masteries(view, seat).reduce((sum, trophy) => sum + 3 * POINTS[trophy], 0),
  )
}

/** How often a value is on a die: of six. */
export function chances(die: string, value: number, house: House): number {
  return isDemon(die) ? house.demonFaces.filter((face) => face === value).length : 1
}
