import { beforeEach, describe, expect, it, vi } from 'vitest'
import { gameAtOnce } from '../../../tests/catalogue'
import { lineFor, place, rows } from './line'
import { ahead, bringsOf, seconds, shown, type Challenge, type QuizView } from './quiz'
import { flights } from './travel.svelte'

beforeEach(() => void gameAtOnce('fr', 'quiz', 'defizz'))

vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))) // jsdom has none

const challenge: Challenge = {
  active: 0,
  reader: 5,
  kind: 'multi',
  minimum: 200,
  prize: null,
  opponents: [1, 2],
  stake: 700,
  raised: true,
  replies: {},
  unheard: [],
  share: null,
  costs: {},
  expected: null,
  unopposed: null,
  short: [],
  pot: 0,
  paid: {},
  contestants: [0, 1, 2],
  still_in: [],
  turn: null,
  judging: null,
  question: null,
  put_at: null,
  attempts: [],
  guesses: {},
  off: {},
  given: [],
  throws: [],
  votes: [],
  along: {},
  claim: [],
  answers: null,
  ending: null,
}
const ending: NonNullable<Challenge['ending']> = {
  how: 'question',
  winner: 2,
  won: 2100,
  payer: 'pot',
  paid: { 0: 700, 1: 700, 2: 700 },
  before: [2600, 1500, 2300],
  change: [-700, -700, 1400],
  after: [1900, 800, 3700],
  tied: [],
  overturned: [],
  upheld: [],
  out: [],
  again: false,
}
const view: QuizView = {
  stacks: [2600, 1500, 2300, 900, 2200, 1900],
  active: 0,
  reader: 5,
  out: [],
  roles: ['leads', 'plays', 'plays', 'waits', 'waits', 'reads'],
  along: {},
  bank: 0,
  bank_pays: false,
  times: 1,
  turns_left: null,
  challenge,
  last: null,
}

describe('what is drawn', () => {
  it('is the challenge, and between two the one that has ended', () => {
    const last = { ...challenge, ending }
    expect(shown({ ...view, last })).toBe(challenge)
    expect(shown({ ...view, challenge: null, last })).toBe(last)
    expect(shown({ ...view, challenge: null })).toBeNull()
  })
  it('has those ahead who win it, or would', () => {
    expect(ahead({ ...challenge, claim: [1] })).toEqual([1])
    expect(ahead({ ...challenge, claim: [1], ending })).toEqual([2])
    expect(ahead({ ...challenge, ending: { ...ending, winner: null, tied: [0, 1] } })).toEqual([0, 1])
  })
  it('takes what an option brings from the ask', () => {
    const cost = { low: 200, high: 200 }
    const opened = { brings: { refuse: { brings: 'refuses', cost, left: cost } } }
    expect(bringsOf(opened, 'refuse', 'refuses')?.cost.low).toBe(200)
    expect(bringsOf(opened, 'refuse', 'plays')).toBeNull()
    expect(bringsOf(opened, 'accept', 'plays')).toBeNull()
  })
})

describe('the number line', () => {
  it('starts at zero for small sums', () => {
    const line = lineFor([30, 60, 95, 120, 88])
    expect(line).toMatchObject({ low: 0, high: 140, step: 20 })
    expect(place(line, 70)).toBe(0.5)
  })
  it('does not for years', () => expect(lineFor([1789, 1815, 1830]).low).toBeGreaterThan(1700))
  it('has room for a single number, and for none', () => {
    expect(lineFor([42]).high).toBeGreaterThan(42)
    expect(lineFor([]).ticks.length).toBeGreaterThan(2)
  })
  it('has room for large and for negative ones', () => {
    const line = lineFor([-40, 3_000_000])
    expect(line.low).toBeLessThanOrEqual(-40)
    expect(line.ticks.length).toBeLessThan(12)
  })
  it('puts neighbours into other rows', () => {
    expect(rows([0.5, 0.52, 0.9], 0.1)).toEqual([0, 1, 0])
    expect(rows([0.5, 0.5, 0.5], 0.1)).toEqual([0, 1, 2])
  })
})

describe('tokens', () => {
  it('go from seats to the pot, and from there to the winner', () => {
    expect(flights([{ event: 'paid', seat: 1, amount: 200 } as never])).toEqual([
      { from: 'seat:1', to: 'pot', amount: 200 },
    ])
    expect(
      flights([{ event: 'paid', seat: 1, amount: 200 } as never, { event: 'won', seat: 0, amount: 200 } as never]),
    ).toEqual([{ from: 'pot', to: 'seat:0', amount: 200 }])
  })
  it('go back where nobody was right', () =>
    expect(flights([{ event: 'refunded', paid: { 0: 100, 2: 100 } } as never])).toHaveLength(2))
})

it('says tenths of seconds', () => {
  gameAtOnce('fr', 'quiz', 'defizz')
  expect(seconds(1340)).toBe('1,3\u202fs')
  gameAtOnce('en', 'quiz', 'defizz')
  expect(seconds(1340)).toBe('1.3\u202fs')
})
