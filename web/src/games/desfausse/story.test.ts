import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Step } from '../../store/api'
import { highlights } from './story'
import { recapOf } from './told'
import type { Event, View } from './types'
import { dice, dieName, stopWords } from './words'
import { gameAtOnce } from '../../../tests/catalogue'

vi.hoisted(() => (window.matchMedia = () => ({ matches: false, addEventListener: () => undefined }) as never)) // jsdom has none

const step = (events: Event[]): Step => ({ seq: 1, now: 0, view: null, events: events as never, waiting: [] })
const names = ['Camille', 'Noé']

beforeEach(() => void gameAtOnce('fr', 'desfausse'))

describe('highlights', () => {
  it('find the largest discard, gifts of one turn counted together', () => {
    const found = highlights(
      [
        step([{ event: 'discarded', seat: 0, dice: ['r1a', 'r2a'] }]),
        step([{ event: 'gave', seat: 1, to: 0, die: 'g1b' }]),
        step([{ event: 'gave', seat: 1, to: 0, die: 'g2b' }]),
        step([{ event: 'gave', seat: 1, to: 0, die: 'G1b' }]),
      ],
      names,
    )
    expect(found.map(({ seat, value }) => [seat, value])).toEqual([
      [1, dice(3)],
      [1, dice(3)],
    ])
  })
  it('do not add gifts of different turns', () => {
    const gift: Event = { event: 'gave', seat: 1, to: 0, die: 'g1b' }
    const found = highlights(
      [step([gift]), step([{ event: 'rolled', seat: 0, roll: 1, dice: {} }]), step([gift])],
      names,
    )
    expect(found).toHaveLength(1) // two gifts in all, but no discard worth a word
  })
  it('tell of masters, slams, empty hands and 1s', () => {
    const found = highlights(
      [
        step([
          { event: 'too_many_ones', seat: 0 },
          { event: 'went_out', seat: 1 },
          { event: 'went_out', seat: 1 },
          { event: 'mastered', seat: 1, trophy: 'gift', bonus: 9 },
          { event: 'grand_slam', seat: 1 },
        ]),
      ],
      names,
    )
    expect(found.map((one) => one.value)).toContain('+9')
    expect(found).toHaveLength(4)
  })
  it('are none in a game without events', () => expect(highlights([], names)).toEqual([]))
})

describe('recap', () => {
  const before = { active: 0, values: { r1a: 4, g1a: 3 } } as unknown as View
  const mine: Event = { event: 'rolled', seat: 0, roll: 3, dice: { g1a: 6 } }
  const theirs: Event = { event: 'rolled', seat: 1, roll: 1, dice: { r1b: 2 } }
  it('shows a last roll that the next one hides', () => {
    const nothing: Event = { event: 'nothing_discarded', seat: 0 }
    expect(recapOf(before, [mine, nothing, theirs], false)).toEqual({
      seat: 0,
      values: { r1a: 4, g1a: 6 },
      text: nothing,
    })
  })
  it('is not needed while the roll is still on the table', () => expect(recapOf(before, [mine], false)).toBeNull())
  it('shows the very last roll at the end', () =>
    expect(recapOf(before, [mine], true)?.values).toEqual({ r1a: 4, g1a: 6 }))
  it('says nothing about a turn it has not seen', () => expect(recapOf(null, [mine, theirs], false)).toBeNull())
})

describe('words', () => {
  it('make sentences', () => {
    gameAtOnce('fr', 'desfausse')
    expect(stopWords({ value: 4, dice: ['a', 'b', 'c', 'd'], leaving: 3 }, 1)).toBe(
      'quatre 4, moins un 1\u202f: trois dés partent',
    )
    expect(dieName('R1a', 0)).toBe('démon rouge\u202f: face vierge')
    gameAtOnce('en', 'desfausse')
    expect(stopWords(undefined, 1)).toBe('nothing to discard')
    expect(dice(1)).toBe('1 die')
  })
})
