import { expect, it } from 'vitest'
import { fill, GameWords } from '../src/words/catalogue'
import { en } from '../src/words/en'
import { fr, type Key } from '../src/words/fr'
import { suggest } from '../src/words/names'
import { group, parts, read } from '../src/words/numbers'

const NARROW = '\u202f'
const words = new GameWords('fr', {
  labels: { nothing: 'rien', pair: '{key} : {value}' },
  values: {
    die: { 'r*': 'petit rouge' },
    dice: { '0': 'face vierge', '*': 'die' },
    to: { '*': 'seat' },
    verdict: { right: 'juste', None: '…' },
  },
  events: { gave: '{seat} donne {die} à {to}.', paid: '{seat} mise {amount}.', odd: '{{{seat}}}' },
  refusals: { not_asked: 'Personne n’a demandé « {name} » à {actor}.' },
  options: { keep: { help: 'Ce qu’on garde.', values: { on: 'oui', default: 'au choix' } } },
  seat_fields: { gave: ['seat'], paid: ['seat'], odd: ['seat'] },
})
const names = ['Ana', 'Bo']

it('speaks of events, seats and values as the engine does', () => {
  expect(words.event({ event: 'gave', seat: 0, die: 'r1a', to: 1 }, names)).toBe('Ana donne petit rouge à Bo.')
  expect(words.event({ event: 'odd', seat: 1 }, names)).toBe('{Bo}')
  expect(words.event({ event: 'unheard', seat: 1 }, names)).toBe('unheard')
  expect(words.event({ event: 'away', seat: 1 }, names)).toBe('away')
  expect(words.value('dice', { r1a: 0, r2a: 3 })).toBe('petit rouge : face vierge, petit rouge : 3')
  expect(words.value('verdict', null)).toBe('…')
  expect(words.value('unheard', null)).toBe('rien')
  expect(words.value('unheard', [])).toBe('rien')
  expect(words.value('to', [0, 1], names)).toBe('Ana, Bo')
})

it('sets thousands apart in amounts, never in years', () => {
  expect(words.event({ event: 'paid', seat: 0, amount: 1600 }, names)).toBe(`Ana mise 1${NARROW}600.`)
  expect(words.value('number', 1998)).toBe('1998')
})

it('says why not', () => {
  expect(words.refusal('not_asked', { name: 'roll', actor: 1 }, names)).toBe('Personne n’a demandé « roll » à Bo.')
  expect(words.refusal('unheard', {})).toBe('unheard')
  expect(words.optionValue('keep', true)).toBe('oui')
  expect(words.optionValue('keep', null)).toBe('au choix')
  expect(fill('{a} {b}', { a: 1 })).toBe('1 {b}')
})

it('has the same words in both languages, with the same fields', () => {
  expect(Object.keys(en).sort()).toEqual(Object.keys(fr).sort())
  const fields = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()
  for (const key of Object.keys(fr) as Key[]) expect([key, fields(en[key])]).toEqual([key, fields(fr[key])])
})

it('sets French as the French do', () => {
  for (const [key, text] of Object.entries(fr)) {
    expect([key, text]).toEqual([key, expect.not.stringMatching(/[^\u202f][;!?»]|«[^\u202f]|[^\u202f\d]:(?!\/)|'/)])
  }
})

it('writes and reads numbers', () => {
  expect(group(1600, 'fr')).toBe(`1${NARROW}600`)
  expect(group(1234567, 'en')).toBe('1,234,567')
  expect(parts(-1600)).toEqual(['\u22121', '600'])
  expect(parts(900)).toEqual(['900'])
  expect(read(`1${NARROW}600`)).toBe(1600)
  expect(read('-3,5')).toBe(-3.5)
  expect(read('deux')).toBeNull()
})

it('suggests a name that nobody has', () => {
  const taken: string[] = []
  for (let k = 0; k < 60; k++) {
    const name = suggest(taken)
    expect(taken).not.toContain(name)
    taken.push(name)
  }
})
