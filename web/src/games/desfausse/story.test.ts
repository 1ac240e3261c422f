import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Step } from '../../store/api'
import { highlights } from './story'
import type { Discard, Event, Turn, View } from './types'
import { cameWords, dice, dieName, stopWords } from './words'
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

describe('words', () => {
  const turn: Turn = {
    seat: 0,
    came: 'bowl',
    announced: null,
    shown: {},
    ones: 1,
    value: 5,
    size: 3,
    left: ['r1a', 'r2a'],
    passed: [],
    earned: ['discard_2'],
    token: 'discard_2',
    points: 2,
  }
  const view = (sets: View['sets']): View => ({ sets }) as View
  it('say what stopping now would discard, and why nothing', () => {
    const found: Discard = { brings: 'discard', value: 4, size: 4, ones: 1, leaves: 3, points: 3 }
    expect(stopWords(view([found]))).toBe('quatre 4 − un 1 = trois dés, 3 points à prendre')
    expect(stopWords(view([{ brings: 'discard', value: 5, size: 3, ones: 3 }]))).toBe('trois 5 − trois 1 = rien')
    expect(stopWords(view([]))).toBe('rien à défausser')
    gameAtOnce('en', 'desfausse')
    expect(stopWords(view([found]))).toBe('four 4s − one 1 = three dice, 3 points to take')
  })
  it('say what came of a turn', () => {
    expect(cameWords(turn)).toBe('trois 5 − un 1 = deux dés, +2 points (Défausser 2 dés)')
    expect(cameWords({ ...turn, came: 'held_back', ones: 3, left: [], token: null })).toBe('trois 5 − trois 1 = rien')
    expect(cameWords({ ...turn, came: 'no_set', value: null, token: null })).toBe('pas de combinaison')
    expect(cameWords({ ...turn, came: 'bowl', value: null, announced: 4, token: null })).toBe('dernier dé parti\u202f!')
  })
  it('name dice', () => {
    expect(dieName('R1a', 0)).toContain('vierge')
    gameAtOnce('en', 'desfausse')
    expect(dice(1)).toBe('1 die')
  })
})
