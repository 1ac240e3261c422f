import { describe, expect, it, vi } from 'vitest'
import { diceAfter, NO_DICE } from './dice.svelte'
import { leftIsClockwise, makeLoop, readable } from './loop'
import { highlights } from './story'
import { columns, duoShare, landing, prizeOf, soloWager, walked, type EgoScene, type Kind } from './table'
import { bothWords, waits, waitsYou } from './words'

vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))) // jsdom has none

const board = Array.from({ length: 30 }, (_, k) => ({
  kind: (['solo', 'duo', 'multi'] as Kind[])[k % 3] as Kind,
  amount: 100 * (1 + ((2 * k) % 5)),
}))

describe('the loop', () => {
  it.each([12, 30, 100])('has %i cells of one width, clockwise from the top', (count) => {
    const loop = makeLoop(count, 1144, 1012, 118, 42)
    expect(loop.cells).toHaveLength(count)
    const [first, second] = loop.cells
    expect(first && second && second.middle.x > first.middle.x).toBe(true)
    const steps = loop.cells.map((cell, k) => {
      const next = loop.cells[(k + 1) % count]
      return next ? Math.hypot(next.middle.x - cell.middle.x, next.middle.y - cell.middle.y) : 0
    })
    expect(Math.max(...steps) / Math.min(...steps)).toBeLessThan(1.12) // a chord is a little shorter than its bow
    for (const { middle } of loop.cells) {
      expect(middle.x).toBeGreaterThan(42)
      expect(middle.x).toBeLessThan(1144 - 42)
      expect(middle.y).toBeGreaterThan(42)
      expect(middle.y).toBeLessThan(1012 - 42)
    }
  })
  it('is read from the left', () => {
    expect(readable(180)).toBe(0)
    expect(readable(90)).toBe(90)
    expect(readable(-135)).toBe(45)
  })
  it('goes left below and right above', () => {
    expect(leftIsClockwise(15, 30)).toBe(true)
    expect(leftIsClockwise(0, 30)).toBe(false)
    expect(leftIsClockwise(29, 30)).toBe(false)
  })
})

describe('a walk', () => {
  it('ends on the cell of the die', () => {
    expect(landing({ board, pawns: [28, 5] }, 0, 3, 'clockwise')).toMatchObject({
      cell: 1,
      kind: 'duo',
      amount: 300,
      met: [],
    })
    expect(landing({ board, pawns: [1, 5] }, 0, 3, 'counterclockwise')).toMatchObject({ cell: 28 })
  })
  it('is pushed on by pawns, all in the same direction', () => {
    const pawns = [13, 16, 17, 10]
    expect(landing({ board, pawns }, 0, 3, 'clockwise')).toMatchObject({ cell: 18, met: [1, 2] })
    expect(landing({ board, pawns }, 0, 3, 'counterclockwise')).toMatchObject({ cell: 9, met: [3] })
  })
  it('needs a pawn', () => expect(landing({ board, pawns: [null] }, 0, 3, 'clockwise')).toBeNull())
  it('passes over every cell between', () => {
    expect(walked(30, 3, 1, 'clockwise', 1)).toEqual([27, 28, 29, 0, 1])
    expect(walked(30, 2, 0, 'counterclockwise', 29)).toEqual([1, 0, 29])
  })
  it('is told in words', () => {
    const pushed = landing({ board, pawns: [13, 16, 17, 10] }, 0, 3, 'clockwise')
    const free = landing({ board, pawns: [13] }, 0, 3, 'clockwise')
    const names = ['Inès', 'Lou', 'Maud', 'Noé']
    expect(pushed && waits(pushed, names)).toContain('Lou')
    expect(pushed && waitsYou(pushed, [13, 16, 17, 10], names)).toContain('18')
    expect(free && waitsYou(free, [13], names)).toContain('16')
  })
})

describe('what is played for', () => {
  const rich = { stacks: [400, 0], bank: 300, phase: 'enrichment' as const }
  it('is what the bank can pay', () => {
    expect(prizeOf(rich, {}, 200)).toBe(200)
    expect(prizeOf(rich, {}, 500)).toBe(300)
    expect(prizeOf(rich, { bank_short: 'unpaid' }, 500)).toBe(0)
    expect(prizeOf(rich, { bank_short: 'unpaid' }, 500, 400)).toBe(300) // it could not pay any cell
    expect(soloWager(rich, {}, 200, 0, 1)).toEqual({ win: 200, lose: 200, bank: true })
  })
  it('is what both of a solo own, or by option the payer', () => {
    const poor = { stacks: [400, 100], bank: 0, phase: 'elimination' as const }
    expect(soloWager(poor, {}, 300, 0, 1)).toEqual({ win: 100, lose: 100, bank: false })
    expect(soloWager(poor, { solo_short: 'payer_only' }, 300, 0, 1)).toEqual({ win: 100, lose: 300, bank: false })
    expect(duoShare(poor.stacks, 300, 0, 1)).toBe(100)
  })
})

it.each([2, 3, 4, 5, 6])('%i seats go round the table', (count) => {
  const { left, right } = columns(count)
  expect([...right, ...left.slice(1).toReversed()]).toEqual(Array.from({ length: count - 1 }, (_, k) => k + 1))
  expect(left[0]).toBe(0)
})

describe('the dice', () => {
  const scene = (events: unknown[], more: object = {}): EgoScene =>
    ({
      view: { active: 1, pawns: [1, 2], stacks: [0, 0], challenge: null },
      events,
      asks: [],
      waiting: [],
      ...more,
    }) as unknown as EgoScene
  it('remember who rolled what, until the first move', () => {
    const begun = diceAfter(
      NO_DICE,
      scene([
        { event: 'start_rolled', seat: 0, white: 3, black: 4 },
        { event: 'start_rolled', seat: 0, white: 9, black: 4 },
      ]),
    )
    expect(begun.starts).toEqual([{ seat: 0, white: 9, black: 4 }])
    const moved = diceAfter(
      begun,
      scene([
        { event: 'moved', seat: 1, roll: 5, direction: 'clockwise', cell: 7, pushed: 0 },
        { event: 'announced', page: 14, number: 7 },
      ]),
    )
    expect(moved).toMatchObject({ starts: [], move: 5, page: 14, number: 7, thrown: 1 })
  })
  it('are thrown once a turn', () => {
    const waiting = [{ name: 'direction', actors: [1], standing: false, until: null }]
    const first = diceAfter(NO_DICE, scene([], { waiting }))
    expect(first.thrown).toBe(1)
    expect(diceAfter(first, scene([], { waiting })).thrown).toBe(1)
    expect(diceAfter(first, scene([{ event: 'rolled_off', seat: 0, white: 1, black: 2 }])).offs).toHaveLength(1)
  })
})

it('highlights tell the best of the game', () => {
  const step = (now: number, ...events: object[]): never => ({ now, view: null, events }) as never
  const told = highlights(
    [
      step(
        0,
        { event: 'moved', seat: 1, pushed: 2 },
        { event: 'announced' },
        { event: 'designated', seat: 1, designee: 0 },
        { event: 'won', seat: 0, amount: 300 },
      ),
      step(
        1_000,
        { event: 'announced' },
        { event: 'raised', seat: 0, amount: 900 },
        { event: 'nobody_accepted', seat: 0 },
        { event: 'won', seat: 0, amount: 1_200 },
      ),
      step(2_000, { event: 'announced' }, { event: 'question_put' }),
      step(
        4_000,
        { event: 'attempted', seat: 1, at: 3_500 },
        { event: 'judged', seat: 1, verdict: 'right' },
        { event: 'won', seat: 1, amount: 800 },
      ),
    ],
    ['Inès', 'Lou'],
  )
  expect(told.map((one) => [one.seat, one.value])).toEqual([
    [1, '800'],
    [0, '900'],
    [1, expect.stringMatching(/^1[.,]5/)],
    [0, '300'],
    [1, expect.stringContaining('2')],
  ])
})

it('French keeps its narrow spaces', () => {
  for (const [key, text] of Object.entries(bothWords.fr))
    expect(text, key).not.toMatch(/[^\u202f\s][!?;:](\s|$)| [!?;:]/)
  expect(Object.keys(bothWords.en)).toEqual(Object.keys(bothWords.fr))
})
