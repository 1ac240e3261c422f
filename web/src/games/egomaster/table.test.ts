import { beforeEach, describe, expect, it, vi } from 'vitest'
import { gameAtOnce } from '../../../tests/catalogue'
import { throwsAfter } from './dice.svelte'
import { leftIsClockwise, makeLoop, readable } from './loop'
import { along, columns, type Landing } from './table'
import { waits, waitsYou } from './words'

beforeEach(() => void gameAtOnce('fr', 'quiz', 'egomaster'))

vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))) // jsdom has none

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
  it('passes over every cell between', () => {
    expect(along(30, 27, 1, 'clockwise')).toEqual([27, 28, 29, 0, 1])
    expect(along(30, 1, 29, 'counterclockwise')).toEqual([1, 0, 29])
    expect(along(30, 4, 4, 'clockwise')).toEqual([4])
  })
  it('is told in words', () => {
    const names = ['Inès', 'Lou', 'Maud', 'Noé']
    const to: Landing = { brings: 'lands', way: 'clockwise', cell: 18, met: [1, 2], kind: 'duo', amount: 300 }
    expect(waits(to, names)).toContain('Lou')
    expect(waitsYou(to, [13, 16, 17, 10], names)).toContain('19')
    expect(waitsYou({ ...to, cell: 16, met: [] }, [13], names)).toContain('17')
  })
})

it.each([2, 3, 4, 5, 6])('%i seats go round the table', (count) => {
  const { left, right } = columns(count)
  expect([...right, ...left.slice(1).toReversed()]).toEqual(Array.from({ length: count - 1 }, (_, k) => k + 1))
  expect(left[0]).toBe(0)
})

it('the dice tumble when they were thrown', () => {
  const none = { move: 0, question: 0 }
  expect(throwsAfter(none, [], true)).toEqual({ move: 1, question: 0 })
  const found = throwsAfter(none, [{ event: 'start_rolled', seat: 0, white: 3, black: 4 }], false)
  expect(found).toEqual({ move: 0, question: 1 })
})
