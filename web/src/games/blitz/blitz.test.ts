import { beforeEach, describe, expect, it, vi } from 'vitest'
import { soundFor } from './sounds'
import { contestant, fared, fit, held, isWaitedFor, lead, limit, pair, rows, why, type BlitzScene } from './table'
import { Typing } from './typing.svelte'
import type { Answer, Card, Contestant, View } from './types'
import { gameAtOnce } from '../../../tests/catalogue'

vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))) // jsdom has none

beforeEach(() => void gameAtOnce('fr', 'blitz'))

const card = (id: string, symbol: Card['symbol'], theme: string): Card => ({ id, symbol, theme, origin: '' })
const STAR = card('a1', 'star', 'Dessert')
const CROSS = card('a2', 'cross', 'Oiseau')
const TWIN = card('a3', 'star', 'Fleur')

function view(change: Partial<View> = {}): View {
  return {
    pack: 'A',
    stage: 'draw',
    roles: ['draws', 'watches', 'watches'],
    latest: { what: 'turned_up', seat: 2 },
    settled: null,
    drawer: 0,
    in_pile: { left: 14, right: 11 },
    to_turn: 25,
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
    face_off: null,
    poll: null,
    burned: [],
    said: [],
    chat: [],
    ...change,
  }
}
const answer = (seat: number, text: string, fate: Answer['fate'], aloud = false): Answer => ({
  seat,
  text,
  aloud,
  fate,
})
const meets = (seat: number, theme: string, change: Partial<Contestant> = {}): Contestant => ({
  seat,
  theme,
  owner: null,
  symbol: null,
  answer: null,
  stuck: false,
  pause: null,
  ...change,
})
const FACE_OFF: View['face_off'] = {
  why: 'same',
  contestants: [meets(0, 'Fleur', { owner: 2 }), meets(2, 'Dessert', { owner: 0 })],
  symbols: ['star', 'star'],
  undecided: null,
  third: null,
  answers: [],
  objection: null,
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
  it('says how many cards a pile holds', () => {
    expect(held(view(), 'right')).toBe(11)
    expect(held(view({ in_pile: {} }), 'left')).toBe(0)
  })
  it('says why two meet', () => {
    expect(why(view({ face_off: FACE_OFF }))).toContain(pair(['star']).a)
    const by = (how: 'die' | 'tie_break' | 'showdown'): string => why(view({ face_off: { ...FACE_OFF, why: how } }))
    expect(new Set([by('die'), by('tie_break'), by('showdown')]).size).toBe(3)
  })
  it('shows whom it waits for, and until when', () => {
    const judged = view({ stage: 'valid', roles: ['has_judged', 'judges', 'watches'] })
    expect([0, 1, 2].map((seat) => isWaitedFor(judged, seat))).toEqual([false, true, false])
    const waiting = [
      { name: 'chat', actors: [0], standing: true, until: 5 },
      { name: 'valid', actors: [1], standing: false, until: 9_000 },
    ]
    expect(limit(scene({ waiting }))).toBe(9_000)
  })
  it('is led by what happened last, else by whose turn it is', () => {
    expect(lead(scene()).title).toContain('Camille')
    const settled = {
      winner: 1,
      loser: 2,
      by: 'answer',
      theme: 'Oiseau',
      text: 'pie',
      aloud: false,
      ahead: 84,
    } as const
    const won = lead(scene({ view: view({ latest: { what: 'won', seat: 1 }, settled }) }))
    expect(won.title).toMatch(/Lou.*Noé/)
    expect(won.sub).toMatch(/pie.*Oiseau.*84/)
    const coin = lead(scene({ view: view({ latest: { what: 'won', seat: 1 }, settled: { ...settled, by: 'coin' } }) }))
    expect(coin.title).toContain('Lou')
    expect(coin.sub).not.toContain('pie')
  })
  it('tells how the latest answer of a contestant fared', () => {
    expect(fared(meets(0, 'Fleur'))).toBe('')
    expect(fared(meets(0, 'Fleur', { stuck: true }))).not.toBe('')
    const fates = (['refused', 'burned', 'locked_out', 'late'] as const).map((fate) =>
      fared(meets(0, 'Fleur', { answer: answer(0, 'lune', fate) })),
    )
    expect(new Set(fates).size).toBe(4)
    for (const said of fates) expect(said).toContain('lune')
    expect(fared(meets(0, 'Fleur', { answer: answer(0, '…', 'refused', true) }))).not.toContain('…')
    expect(fared(meets(0, 'Fleur', { answer: answer(0, 'lis', 'on_trial') }))).toBe('')
  })
  it('writes a theme as large as it fits, never cutting a word', () => {
    expect(fit('Fruit', 19, 10, 3.9)).toBe(3.9)
    const size = fit('Mot d’informatique', 18.6, 10, 3.9)
    expect(size).toBeLessThan(3)
    expect(fit('Monument célèbre', 18.6, 10, 3.9)).toBeLessThan(3.9)
    expect(fit('Métier où l’on porte une tenue spéciale', 19, 10, 3.9)).toBeLessThan(fit('Métier', 19, 10, 3.9))
  })
})

describe('who is writing', () => {
  it('has written once the answer is there, and is forgotten with the face-off', () => {
    const typing = new Typing()
    const off = scene({ view: view({ face_off: FACE_OFF }) })
    typing.press(off, 2)
    expect(typing.has(off, 2)).toBe(true)
    expect(typing.has(off, 0)).toBe(false)
    const answered = { ...FACE_OFF, answers: [answer(2, 'flan', 'on_trial')] }
    expect(typing.has(scene({ view: view({ face_off: answered }) }), 2)).toBe(false)
    expect(typing.has(scene(), 2)).toBe(false)
    typing.press(scene(), 1) // nobody to answer
    expect(typing.has(scene(), 1)).toBe(false)
    expect(contestant(off.view, 1)).toBeNull()
  })
})

it('sounds the bell for a face-off and the buzzer for a refusal', () => {
  expect(soundFor([{ event: 'turned_up' }, { event: 'face_off_started' }])).toBe('bell')
  expect(soundFor([{ event: 'refused' }])).toBe('buzzer')
  expect(soundFor([{ event: 'away' }])).toBeNull()
})
