import { describe, expect, it, vi } from 'vitest'
import { ALOUD, isAloud, normal } from './said'
import { soundFor } from './sounds'
import { best } from './story'
import { contestants, fit, held, lead, meeting, pair, rows, voters, why, type BlitzScene } from './table'
import { Told } from './told.svelte'
import type { Card, Event, View } from './types'
import { bothWords } from './words'

vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))) // jsdom has none

const card = (id: string, symbol: Card['symbol'], theme: string): Card => ({ id, symbol, theme })
const STAR = card('a1', 'star', 'Dessert')
const CROSS = card('a2', 'cross', 'Oiseau')
const TWIN = card('a3', 'star', 'Fleur')

function view(change: Partial<View> = {}): View {
  return {
    pack: 'A',
    drawer: 0,
    piles: { left: { unseen: 14, beneath: [] }, right: { unseen: 10, beneath: ['a9'] } },
    tops: [STAR, CROSS, TWIN],
    heights: [1, 2, 1],
    won: [1, 0, 2],
    won_cards: null,
    duels: 0,
    face: null,
    active_duel: null,
    removed: [],
    themes: null,
    tie_break: null,
    on_trial: null,
    burned: [],
    chat: [],
    ...change,
  }
}
function scene(change: Partial<BlitzScene> = {}): BlitzScene {
  return {
    view: view(),
    names: ['Camille', 'Lou', 'Noé'],
    seats: [{}, {}, {}],
    seq: 1,
    events: [],
    waiting: [],
    asks: [],
    options: {},
    result: null,
    now: () => 1_000,
    ...change,
  } as unknown as BlitzScene
}

describe('words', () => {
  it('are compared as the rules do', () => {
    expect(normal('Les  Kiwis !')).toBe('kiwi')
    expect(normal('l’Été')).toBe('ete')
    expect(normal('The Rocks')).toBe('rock')
    expect(normal('Œuf à la coque')).toBe('oeuf a la coque')
  })
  it('said aloud leave nothing to compare', () => {
    expect(isAloud(ALOUD)).toBe(true)
    expect(isAloud('la')).toBe(false)
  })
  it('have the same fields in both languages, and French spaces', () => {
    const fields = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
    for (const [key, text] of Object.entries(bothWords.fr)) {
      expect(fields(text), key).toEqual(fields(bothWords.en[key as keyof typeof bothWords.fr]))
      expect(text, key).not.toMatch(/[^\u202f][;:!?»]|«[^\u202f]/)
    }
  })
})

describe('the table', () => {
  it('seats people clockwise, three at most in a row', () => {
    expect(rows(3)).toEqual([[0, 1], [2]])
    expect(rows(5)).toEqual([
      [0, 1, 2],
      [4, 3],
    ])
    expect(rows(6)).toEqual([
      [0, 1, 2],
      [5, 4, 3],
    ])
  })
  it('counts cards put back with the unseen', () => {
    expect(held(view(), 'right')).toBe(11)
    expect(held(view({ piles: {} }), 'left')).toBe(0)
  })
  it('knows why two meet', () => {
    const twice = view({ themes: { 0: 'Fleur', 2: 'Dessert' } })
    expect(contestants(twice)).toEqual([0, 2])
    expect(meeting(twice)).toBe('same')
    expect(meeting(view({ themes: { 0: 'Oiseau', 1: 'Dessert' } }))).toBe('die')
    expect(meeting(view({ themes: { 0: 'Métier', 1: 'Métier' }, tie_break: card('a8', 'moon', 'Métier') }))).toBe('tie')
    expect(meeting(view({ themes: { 0: 'Métier', 1: 'Métier', 2: 'Métier' } }))).toBe('show')
    expect(why(twice)).toContain(pair(['star']).a)
  })
  it('lets bystanders vote alone where the option says so', () => {
    const bystanders = scene({
      view: view({ themes: { 0: 'Fleur', 2: 'Dessert' } }),
      options: { voters: 'bystanders' },
    })
    expect(voters(bystanders, 'valid')).toEqual([1])
    expect(voters(bystanders, 'challenge')).toEqual([0, 1, 2])
    expect(voters(scene(), 'valid')).toEqual([0, 1, 2])
  })
  it('is led by what just happened, else by whose turn it is', () => {
    expect(lead(scene()).title).toContain('Camille')
    const won = lead(scene({ events: [{ event: 'won', seat: 1, loser: 2 }] }))
    expect(won.title).toMatch(/Lou.*Noé/)
    expect(won.sub).toContain('Camille')
  })
  it('writes a theme as large as it fits, never cutting a word', () => {
    expect(fit('Fruit', 19, 10, 3.9)).toBe(3.9)
    const size = fit('Mot d’informatique', 18.6, 10, 3.9)
    expect(size).toBeLessThan(3)
    expect(fit('Monument célèbre', 18.6, 10, 3.9)).toBeLessThan(3.9)
    expect(fit('Métier où l’on porte une tenue spéciale', 19, 10, 3.9)).toBeLessThan(fit('Métier', 19, 10, 3.9))
  })
})

describe('what was told', () => {
  const off = view({ themes: { 0: 'Fleur', 2: 'Dessert' } })
  const hear = (told: Told, seq: number, events: Event[], change: Partial<BlitzScene> = {}): void =>
    told.hear(scene({ seq, events, view: off, ...change }))

  it('keeps words as people said them, the newest first', () => {
    const told = new Told()
    hear(told, 1, [{ event: 'answered', seat: 0, text: 'Les Roses', at: 5 }])
    expect(told.burned(['tarte', '', 'rose', 'rose'])).toEqual(['Les Roses', 'tarte'])
  })
  it('remembers the last attempt of each, until the next face-off', () => {
    const told = new Told()
    told.press(0)
    hear(told, 1, [
      { event: 'answered', seat: 0, text: 'rose', at: 5 },
      { event: 'burned', seat: 0, text: 'rose' },
    ])
    expect(told.last(0)?.how).toBe('burned')
    expect(told.typing).toEqual([])
    hear(told, 2, [{ event: 'face_off_started', seat: 0, opponent: 2, theme: 'Fleur', opponents_theme: 'Dessert' }])
    expect(told.last(0)).toBeNull()
  })
  it('counts the pause after a refusal', () => {
    const told = new Told()
    hear(told, 1, [{ event: 'refused', seat: 2, text: 'lune' }], { options: { lockout_ms: 1_500 } })
    expect(told.pausedUntil[2]).toBe(2_500)
  })
  it('forgets what a replay jumps back over', () => {
    const told = new Told()
    hear(told, 9, [{ event: 'passed', seat: 2 }])
    hear(told, 3, [])
    expect(told.last(2)).toBeNull()
  })
})

describe('the story', () => {
  it('finds the fastest answer, cascades, runs and burned tongues', () => {
    const off = { event: 'face_off_started', seat: 0, opponent: 1, theme: 'Fleur', opponents_theme: 'Dessert' }
    const steps = [
      { now: 1_000, events: [{ event: 'turned_up', seat: 2, card: 'a1', symbol: 'star', theme: 'Fleur' }, off] },
      {
        now: 2_000,
        events: [
          { event: 'answered', seat: 1, text: 'tarte', at: 2_000 },
          { event: 'burned', seat: 1, text: 'tarte' },
        ],
      },
      {
        now: 3_500,
        events: [{ event: 'answered', seat: 0, text: 'rose', at: 3_400 }, { event: 'won', seat: 0, loser: 1 }, off],
      },
      {
        now: 5_000,
        events: [
          { event: 'answered', seat: 0, text: 'lis', at: 4_200 },
          { event: 'won', seat: 0, loser: 1 },
        ],
      },
      { now: 6_000, events: [{ event: 'turned_up', seat: 0, card: 'a2', symbol: 'star', theme: 'Roi' }, off] },
      {
        now: 9_000,
        events: [
          { event: 'answered', seat: 0, text: 'iris', at: 8_900 },
          { event: 'won', seat: 0, loser: 1 },
        ],
      },
    ]
    const found = best(steps, 3)
    expect(found.fast).toEqual({ seat: 0, text: 'lis', ms: 700 })
    expect(found.cascade).toEqual({ seat: 2, length: 2 })
    expect(found.streak).toEqual({ seat: 0, length: 3 })
    expect(found.burned).toEqual([0, 1, 0])
    expect(found.hard).toBeNull()
  })
})

it('sounds the bell for a face-off and the buzzer for a refusal', () => {
  expect(soundFor([{ event: 'turned_up' }, { event: 'face_off_started' }])).toBe('bell')
  expect(soundFor([{ event: 'refused' }])).toBe('buzzer')
  expect(soundFor([{ event: 'away' }])).toBeNull()
})
