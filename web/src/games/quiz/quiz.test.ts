import { describe, expect, it, vi } from 'vitest'
import { lineFor, place, rows } from './line'
import { announced, costs, opponents, seconds, type QuizChallenge, type QuizView } from './quiz'
import { NOTHING, closes, remember } from './told'
import { flights } from './travel.svelte'

vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))) // jsdom has none

const challenge: QuizChallenge = {
  kind: 'multi',
  minimum: 200,
  stake: 700,
  replies: {},
  pot: 0,
  paid: {},
  contestants: [],
  still_in: [],
  question: null,
  attempts: [],
  guesses: {},
  given: [],
  answers: null,
}
const view: QuizView = {
  stacks: [2600, 1500, 2300, 900, 2200, 1900],
  active: 0,
  reader: 5,
  out: [],
  bank: 0,
  challenge,
  previous: null,
}

describe('what a raise costs', () => {
  it('says both sums', () => expect(costs(view, 3, {}, false)).toEqual({ accept: 700, refuse: 200 }))
  it('never more than one has', () =>
    expect(costs({ ...view, stacks: [2600, 100] }, 1, {}, false)).toEqual({ accept: 100, refuse: 100 }))
  it('is lowered by the poorest who has accepted', () =>
    expect(costs({ ...view, stacks: [2600, 300, 2300] }, 2, { 1: 'accept' }, false).accept).toBe(300))
  it('lowers the price of a refusal only where the option says so', () => {
    const poor = { ...view, stacks: [2600, 100, 2300] }
    expect(costs(poor, 2, { 1: 'accept' }, false).refuse).toBe(200)
    expect(costs(poor, 2, { 1: 'accept' }, true).refuse).toBe(100)
  })
  it('adds up the announced pot', () => expect(announced(view, { 1: 'accept', 2: 'refuse' })).toBe(1600))
  it('shows what lies there once it is paid', () =>
    expect(announced({ ...view, challenge: { ...challenge, pot: 3000 } }, {})).toBe(3000))
})

describe('the order of replies', () => {
  it('goes round from the left of the active player, without the reader', () =>
    expect(opponents({ ...view, active: 2, reader: 1 })).toEqual([3, 4, 5, 0]))
  it('skips who is out', () =>
    expect(opponents({ ...view, active: 2, reader: null, out: [[3], [0]] })).toEqual([4, 5, 1]))
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

describe('what the table remembers', () => {
  const after = (...events: { event: string }[]) => remember(NOTHING, view, events)
  it('keeps the replies to a raise', () =>
    expect(
      after({ event: 'raised' }, { event: 'accepted', seat: 1 } as never, { event: 'refused', seat: 2 } as never)
        .replies,
    ).toEqual({ 1: 'accept', 2: 'refuse' }))
  it('has them from the view after a reload', () =>
    expect(remember(NOTHING, { ...view, challenge: { ...challenge, replies: { 1: 'accept' } } }, []).replies).toEqual({
      1: 'accept',
    }))
  it('forgets them with the next roll, and keeps how it ended', () => {
    const told = after(
      { event: 'refused', seat: 1 } as never,
      { event: 'nobody_accepted', seat: 0 } as never,
      { event: 'won', seat: 0, amount: 200 } as never,
      { event: 'rolled', seat: 1 } as never,
    )
    expect(told.replies).toEqual({})
    expect(told.ended).toMatchObject({ kind: 'unopposed', winner: 0, amount: 200, closed: true })
  })
  it('takes the settled question from the view', () => {
    const previous = {
      question: { mode: 'target', text: 'Combien ?' },
      answers: ['88'],
      attempts: [],
      guesses: { 0: 120, 3: 95 },
      winner: 3,
    }
    const told = remember(NOTHING, { ...view, challenge: null, previous }, [
      { event: 'revealed' },
      { event: 'won', seat: 3, amount: 3000 } as never,
    ])
    expect(told.ended?.asked).toMatchObject({ mode: 'target', answers: ['88'], winner: 3, contestants: [0, 3] })
  })
  it('knows when a challenge is over', () => {
    expect(closes([{ event: 'revealed' }])).toBe(false)
    expect(closes([{ event: 'revealed' }, { event: 'won' }])).toBe(true)
    expect(closes([{ event: 'revealed' }, { event: 'not_paid' }])).toBe(true)
  })
  it('knows who pays', () => {
    const solved = [{ event: 'revealed' }, { event: 'won', seat: 3, amount: 300 } as never]
    const empty = { ...view, challenge: null }
    const from = (kind: string, ...events: { event: string }[]) =>
      remember(remember(NOTHING, { ...view, challenge: { ...challenge, kind } }, []), empty, [...events, ...solved])
        .ended?.from
    const paid = { event: 'paid', seat: 0, amount: 300 } as never
    expect([from('duo'), from('duo', paid), from('solo', paid)]).toEqual(['bank', 'pot', 'player'])
    expect(
      remember(NOTHING, empty, [{ event: 'revealed' }, { event: 'not_paid', seat: 3, amount: 300 } as never]).ended,
    ).toMatchObject({ unpaid: true, winner: 3, amount: 0 })
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
  expect(seconds(1340, 'fr')).toBe('1,3\u202fs')
  expect(seconds(1340, 'en')).toBe('1.3\u202fs')
})
