import type { Scene } from '../scene'
import type { Event, Mine, View } from './types'

export type EgoScene = Scene<View, Mine, Event>
export type Kind = 'solo' | 'duo' | 'multi'
export type Way = 'clockwise' | 'counterclockwise'
export const KINDS: readonly Kind[] = ['solo', 'duo', 'multi']
export const WAYS: readonly Way[] = ['clockwise', 'counterclockwise']

export interface Landing {
  way: Way
  cell: number
  kind: Kind
  amount: number
  met: readonly number[] // seats whose pawns stood in the way, in order
}

/** Where a pawn stops: on the next free cell, in the direction it goes. */
export function landing(view: Pick<View, 'board' | 'pawns'>, seat: number, roll: number, way: Way): Landing | null {
  const here = view.pawns[seat]
  if (here === null || here === undefined) return null
  const size = view.board.length
  const step = way === 'clockwise' ? 1 : -1
  const round = (cell: number): number => ((cell % size) + size) % size
  let cell = round(here + step * roll)
  const met: number[] = []
  while (cell !== here && view.pawns.includes(cell)) {
    met.push(view.pawns.indexOf(cell))
    cell = round(cell + step)
  }
  const found = view.board[cell]
  return found ? { way, cell, kind: found.kind, amount: found.amount, met } : null
}

/** The cells a pawn walked over, with the first and the last. */
export function walked(size: number, roll: number, pushed: number, way: string, to: number): number[] {
  const step = way === 'clockwise' ? 1 : -1
  const steps = roll + pushed
  return Array.from({ length: steps + 1 }, (_, k) => (((to - step * (steps - k)) % size) + size) % size)
}

/** What the six-sided die shows while the way is chosen: everyone may know it, who chooses is told. */
export function rolledNow(scene: EgoScene): number | null {
  const known = (scene.view as View & { rolled?: number | null }).rolled
  if (typeof known === 'number') return known
  const told = scene.asks.find((opened) => opened.ask.name === 'direction')?.ask.about?.cells
  return typeof told === 'number' ? told : null
}

export interface Asked {
  name: string
  seats: readonly number[]
  until: number | null
}

/** What the table waits for, if it waits for people. */
export function asked(scene: EgoScene): Asked | null {
  const pressing = scene.waiting.filter((one) => !one.standing)
  const found = pressing.find((one) => one.actors.some((actor) => typeof actor === 'number')) ?? pressing[0]
  if (!found) return null
  return { name: found.name, seats: found.actors.filter((actor) => typeof actor === 'number'), until: found.until }
}

export function isOut(view: Pick<View, 'out'>, seat: number): boolean {
  return view.out.some((group) => group.includes(seat))
}

export interface Wager {
  win: number // what comes in if the answer is right
  lose: number // what goes to the other one if it is wrong
  bank: boolean // the bank pays
}

/** What a solo against this seat is about: the bank's amount, or what the two can pay each other. */
export function soloWager(
  view: Pick<View, 'stacks' | 'bank' | 'phase'>,
  options: Readonly<Record<string, unknown>>,
  amount: number,
  me: number,
  other: number,
  least = 100,
): Wager {
  if (view.phase === 'enrichment') {
    const prize = prizeOf(view, options, amount, least)
    return { win: prize, lose: prize, bank: true }
  }
  const [mine, theirs] = [view.stacks[me] ?? 0, view.stacks[other] ?? 0]
  if (options.solo_short === 'payer_only')
    return { win: Math.min(amount, theirs), lose: Math.min(amount, mine), bank: false }
  const sum = Math.min(amount, mine, theirs)
  return { win: sum, lose: sum, bank: false }
}

/** What the bank pays for this amount; when it is short, what is left, or as an option nothing. */
export function prizeOf(
  view: Pick<View, 'bank'>,
  options: Readonly<Record<string, unknown>>,
  amount: number,
  least = 100,
): number {
  if (amount <= view.bank) return amount
  return options.bank_short === 'unpaid' && view.bank >= least ? 0 : view.bank
}

/** What each of two puts in when nobody raises. */
export function duoShare(stacks: readonly number[], amount: number, me: number, other: number): number {
  return Math.min(amount, stacks[me] ?? 0, stacks[other] ?? 0)
}

/** Where seats sit: left column from the top, right column from the top, so that they go round clockwise. */
export function columns(count: number): { left: number[]; right: number[] } {
  const right = Math.floor(count / 2)
  const all = Array.from({ length: count }, (_, k) => k)
  const turned = all.slice(1, right + 1)
  return { left: [0, ...all.slice(right + 1).toReversed()], right: turned }
}
