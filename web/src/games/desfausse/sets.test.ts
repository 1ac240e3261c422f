import { describe, expect, it } from 'vitest'
import {
  bearable,
  chances,
  earned,
  freeCells,
  grouped,
  houseOf,
  inBowl,
  isDemon,
  leavingOf,
  likelyReroll,
  masteries,
  nextSeat,
  scores,
  setsOf,
} from './sets'
import type { View } from './types'

const book = houseOf({})
const view = (over: Partial<View> = {}): View =>
  ({
    round: 1,
    active: 0,
    direction: 1,
    turns: 0,
    hands: [[], []],
    values: {},
    rolls: 0,
    announced: null,
    bowl: 0,
    supply: [3, 3],
    reserve: [6, 6],
    board: [{}, {}, {}],
    points: [0, 0],
    ...over,
  }) as View

describe('sets', () => {
  const hand = ['r1a', 'r2a', 'g1a', 'g2a', 'R1a', 'G1a']
  const values = { r1a: 1, r2a: 4, g1a: 4, g2a: 4, R1a: 4, G1a: 5 }

  it('takes one die off for each 1', () => {
    const [found] = setsOf(hand, values, book)
    expect(found).toMatchObject({ value: 4, leaving: 3, points: 3 })
    expect(found?.trophies).toEqual(['discard_3', 'gift'])
  })
  it('offers nothing that the 1s eat up, but by option a die always leaves', () => {
    const pair = { r1a: 1, r2a: 1, g1a: 4, g2a: 4, R1a: 5, G1a: 3 }
    expect(setsOf(hand, pair, book)).toEqual([])
    expect(setsOf(hand, pair, houseOf({ ones_floor: 1 }))[0]).toMatchObject({ value: 4, leaving: 1 })
  })
  it('knows single dice by option, and no blank faces', () => {
    expect(setsOf(['R1a', 'G1a'], { R1a: 0, G1a: 0 }, book)).toEqual([])
    expect(setsOf(['R1a', 'g1a'], { R1a: 0, g1a: 2 }, houseOf({ min_combination: 1 }))[0]).toMatchObject({
      value: 2,
      leaving: 1,
    })
  })
  it('counts what leaves', () => {
    expect([leavingOf(4, 1, book), leavingOf(2, 2, book), leavingOf(1, 0, book)]).toEqual([3, 0, 0])
    expect(leavingOf(2, 3, houseOf({ ones_floor: 1 }))).toBe(1)
  })
  it('only points at cells that are free', () => {
    expect(setsOf(hand, values, book, ['discard_4'])[0]).toMatchObject({ trophies: [], points: 0 })
    expect(freeCells(view({ board: [{ discard_2: 1 }, {}, {}] }), 0)).not.toContain('discard_2')
    expect(freeCells(view({ supply: [0, 3] }), 0)).toEqual(['all'])
  })
})

describe('trophies', () => {
  it('are earned as the book says', () => {
    expect(earned(['r1a', 'R1a'], ['r1a', 'R1a', 'g1a'], null, book)).toEqual(['discard_2', 'demons'])
    expect(earned(['r1a', 'R1a'], ['r1a', 'R1a', 'G1a'], null, book)).toEqual(['discard_2'])
    expect(earned(['r1a', 'r2a'], ['r1a', 'r2a'], 2, book)).toEqual(['discard_2', 'gift', 'all'])
    expect(
      earned(
        Array.from({ length: 6 }, (_, k) => `r${k}a`),
        [],
        null,
        book,
      ),
    ).toContain('discard_5')
  })
  it('follow the options', () => {
    expect(earned(['r1a', 'r2a', 'g1a'], ['g2a'], null, houseOf({ count_trophy: 'at_least' }))).toContain('discard_2')
    expect(earned(['r1a', 'r2a'], ['g1a', 'r1a', 'r2a'], 2, houseOf({ gift_counts_number: false }))).toEqual(['gift'])
    expect(earned(['r1a'], ['r1a', 'g1a'], 1, houseOf({ gift_min: 2 }))).toEqual([])
    expect(earned(['R1a'], ['R1a', 'G1a'], null, houseOf({ demon_trophy: 'any_demon' }))).toEqual(['demons'])
    expect(earned(['R1a'], ['R1a', 'g1a'], null, houseOf({ demon_trophy: 'both_at_once' }))).toEqual([])
  })
  it('make a Master in all three rounds', () => {
    const board: View['board'] = [
      { discard_3: 1, all: 0 },
      { discard_3: 1, all: 0 },
      { discard_3: 1, all: 0 },
    ]
    expect(masteries(view({ board }), 1)).toEqual(['discard_3'])
    expect(masteries(view({ board }), 0)).toEqual([])
    expect(scores(view({ board, points: [36, 9] }))).toEqual([36, 18])
  })
})

describe('dice', () => {
  it('have kinds, groups and chances', () => {
    expect(isDemon('R1a')).toBe(true)
    expect(isDemon('r1a')).toBe(false)
    expect(grouped(['r1a', 'g1a', 'R1a', 'g2a'], { r1a: 4, g1a: 4, R1a: 5, g2a: 1 })).toEqual([
      { value: 5, dice: ['R1a'] },
      { value: 4, dice: ['r1a', 'g1a'] },
    ])
    expect([chances('R1a', 5, book), chances('R1a', 6, book), chances('r1a', 6, book)]).toEqual([2, 0, 1])
    expect([bearable(6), bearable(7), bearable(1)]).toEqual([3, 3, 0])
  })
  it('are likely rolled again outside the largest set', () => {
    expect(likelyReroll(['r1a', 'r2a', 'g1a'], { r1a: 4, r2a: 4, g1a: 2 })).toEqual(['g1a'])
    expect(likelyReroll(['r1a', 'g1a'], { r1a: 4, g1a: 2 })).toEqual(['r1a', 'g1a'])
    expect(likelyReroll(['R1a', 'G1a', 'g1a'], { R1a: 0, G1a: 0, g1a: 2 })).toEqual(['R1a', 'G1a', 'g1a'])
  })
  it('pass on in the direction of play', () => {
    expect([nextSeat(0, 1, 3), nextSeat(0, -1, 3), nextSeat(2, 1, 3)]).toEqual([1, 2, 0])
  })
})

describe('the bowl', () => {
  it('holds the dice that nobody has', () => {
    expect(
      inBowl([
        ['r1a', 'r2a', 'g1a', 'g2a', 'R1a', 'G1b'],
        ['r1b', 'r2b', 'g1b', 'g2b', 'R1b'],
      ]),
    ).toEqual(['G1a'])
    expect(inBowl([['r1a'], ['r1b']])).toHaveLength(10)
  })
})
