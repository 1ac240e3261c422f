import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Discard, Turn, View } from './types'
import { cameWords, dice, dieName, stopWords } from './words'
import { gameAtOnce } from '../../../tests/catalogue'

vi.hoisted(() => (window.matchMedia = () => ({ matches: false, addEventListener: () => undefined }) as never)) // jsdom has none

beforeEach(() => void gameAtOnce('fr', 'desfausse'))

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
    out: null,
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
