import { describe, expect, it, vi } from 'vitest'
import type { Step } from '../../store/api'
import { chosen, dieOf } from './board'
import { best } from './story'
import type { View } from './types'

vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))) // jsdom has none

const view: View = {
  stacks: [1900, 1900, 1900],
  help: [0, 1, 2],
  active: 0,
  reader: 2,
  out: [],
  left: { duel: 105, multi: 106 },
  bank: 0,
  lost: 0,
  teams: false,
  team_answer: 'first_submitted',
  previous: null,
  last: null,
  roles: ['leads', 'waits', 'reads'],
  bank_pays: false,
  challenge: {
    active: 0,
    reader: 2,
    kind: 'duel',
    minimum: 200,
    prize: null,
    opponents: [],
    stake: 0,
    raised: false,
    replies: {},
    unheard: [],
    share: null,
    costs: {},
    expected: null,
    unopposed: null,
    short: [],
    turn: null,
    judging: null,
    put_at: null,
    off: {},
    throws: [],
    votes: [],
    claim: [],
    ending: null,
    face: 200,
    helped: false,
    number: 2,
    pot: 0,
    paid: {},
    contestants: [],
    still_in: [],
    question: null,
    attempts: [],
    guesses: {},
    given: [],
    answers: null,
    card: { clues: ['a', 'b'] },
    clue: 'b',
  },
}

describe('the card and the die', () => {
  it('counts questions from one', () => expect(chosen(view)).toBe(2))
  it('knows the die by the minimum, doubled when an elimination has left two', () => {
    expect(dieOf(view)).toBe(200)
    expect(dieOf({ ...view, out: [[2]] })).toBe(100)
  })
})

describe('highlights', () => {
  const step = (now: number, ...events: Record<string, unknown>[]): Step => ({
    seq: now,
    now,
    view,
    events: events as never,
    waiting: [],
  })
  const steps = [
    step(0, { event: 'rolled' }, { event: 'raised', seat: 0, amount: 900 }),
    step(1, { event: 'nobody_accepted', seat: 0 }, { event: 'won', seat: 0, amount: 200 }, { event: 'rolled' }),
    step(1000, { event: 'question_put', mode: 'chrono', text: 'Qui ?' }),
    step(
      2500,
      { event: 'attempted', seat: 1, text: null, at: 2300 },
      { event: 'judged', seat: 1, verdict: 'right' },
      { event: 'won', seat: 1, amount: 600 },
      { event: 'rolled' },
    ),
    step(4000, { event: 'question_put', mode: 'target', text: 'Combien ?' }),
    step(
      5000,
      { event: 'guessed', seat: 0, number: 95 },
      { event: 'guessed', seat: 2, number: 30 },
      { event: 'revealed', answers: ['88'] },
      { event: 'won', seat: 0, amount: 400 },
    ),
  ]
  it('finds the bluff, the pot, the quickest and the nearest', () => {
    const found = best(steps)
    expect(found.best_bluff).toMatchObject({ seat: 0, score: 900 })
    expect(found.best_pot).toMatchObject({ seat: 1, score: 600 })
    expect(found.fastest).toMatchObject({ seat: 1, score: -1300 })
    expect(found.nearest?.seat).toBe(0)
    expect(found.longest).toBeUndefined()
  })
})
