import { vi } from 'vitest'
import type { Scene } from '../src/games/scene'
import { GameWords } from '../src/words/catalogue'

/** A table for one test. */
export function scene(more: Partial<Scene> = {}): Scene {
  const words = new GameWords({
    labels: { nothing: 'rien' },
    asks: { again: 'Relancer ?', stake: 'Combien miser ?', answer: 'Votre réponse ?', guess: 'Votre nombre ?' },
    values: { again: { yes: 'relancer', no: 'garder' } },
    refusals: { stale: 'Trop tard.' },
  })
  return {
    game: 'pig',
    view: {},
    mine: null,
    me: 0,
    seats: [
      { name: 'Ana', sign: 0 },
      { name: 'Bo', sign: 1 },
    ],
    names: ['Ana', 'Bo'],
    seq: 1,
    events: [],
    waiting: [],
    beat: null,
    asks: [],
    answer: vi.fn(() => Promise.resolve({ ok: true as const, told: {} })),
    began: vi.fn(() => 77),
    standing: () => ({ is: 'open' }),
    at: 0,
    now: () => 0,
    pressed: null,
    words,
    speed: {},
    options: {},
    result: null,
    face: 'hand',
    replay: false,
    ...more,
  }
}
