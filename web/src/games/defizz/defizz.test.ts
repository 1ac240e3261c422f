import { beforeEach, describe, expect, it, vi } from 'vitest'
import { gameAtOnce } from '../../../tests/catalogue'
import type { Step } from '../../store/api'
import { best } from './story'

beforeEach(() => void gameAtOnce('fr', 'quiz', 'defizz'))

vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))) // jsdom has none

describe('highlights', () => {
  const step = (now: number, ...events: Record<string, unknown>[]): Step => ({
    seq: now,
    now,
    view: null,
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
