import { expect, it } from 'vitest'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parse } from 'smol-toml'
import { FOLDERS, type Folders, languages, wordsPlugin } from '../build/words'
import { GameWords } from '../src/words/catalogue'
import { suggest } from '../src/words/names'
import { group, parts, read, signed } from '../src/words/numbers'
import { spoken } from '../src/words/spoken.svelte'
import { t } from '../src/words/t'
import { speakAtOnce } from './catalogue'

const NARROW = '\u202f'
const words = new GameWords({
  labels: { nothing: 'rien', pair: '{key} : {value}' },
  values: {
    die: { 'r*': 'petit rouge' },
    dice: { '0': 'face vierge', '*': 'die' },
    to: { '*': 'seat' },
    cell: { '*': 'from_one' },
    place: { '*': 'cell' },
    verdict: { right: 'juste', None: '…' },
  },
  events: { gave: '{seat} donne {die} à {to}.', paid: '{seat} mise {amount:n}.', odd: '{{{seat}}}' },
  refusals: { not_asked: 'Personne n’a demandé « {name} » à {actor}.' },
  options: { keep: { help: 'Ce qu’on garde.', values: { on: 'oui', default: 'au choix' } } },
  seat_fields: { gave: ['seat'], paid: ['seat'], odd: ['seat'] },
})
const names = ['Ana', 'Bo']

it('speaks of events, seats and values as the engine does', () => {
  expect(words.event({ event: 'gave', seat: 0, die: 'r1a', to: 1 }, names)).toBe('Ana donne petit rouge à Bo.')
  expect(words.event({ event: 'odd', seat: 1 }, names)).toBe('{Bo}')
  expect([words.value('cell', 0), words.value('place', 29)]).toEqual(['1', '30'])
  expect(words.event({ event: 'unheard', seat: 1 }, names)).toBe('unheard')
  expect(words.event({ event: 'away', seat: 1 }, names)).toBe('away')
  expect(words.value('dice', { r1a: 0, r2a: 3 })).toBe('petit rouge : face vierge, petit rouge : 3')
  expect(words.value('verdict', null)).toBe('…')
  expect(words.value('unheard', null)).toBe('rien')
  expect(words.value('unheard', [])).toBe('rien')
  expect(words.value('to', [0, 1], names)).toBe('Ana et Bo')
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
})

it('fills sentences in as the engine does', () => {
  type Case = { says: string; with: Record<string, unknown>; gives: string }
  const cases = parse(readFileSync('../tests/wording.toml', 'utf8')) as unknown as Record<string, Case[]>
  for (const [language, all] of Object.entries(cases)) {
    speakAtOnce(language)
    const { wording } = spoken()
    expect(all.map((one) => wording.fill(one.says, one.with))).toEqual(all.map((one) => one.gives))
  }
})

it('speaks a language that nobody has heard of, from its files alone', async () => {
  const folder = mkdtempSync(`${tmpdir()}/words-`)
  const folders = Object.fromEntries(Object.keys(FOLDERS).map((name) => [name, `${folder}/${name}`])) as Folders
  for (const [name, from] of Object.entries(FOLDERS)) {
    mkdirSync(`${folder}/${name}`)
    for (const language of ['fr', 'en'])
      copyFileSync(`${from}/words.${language}.toml`, `${folder}/${name}/words.${language}.toml`)
    const text = readFileSync(`${from}/words.en.toml`, 'utf8')
    const turned = text
      .replaceAll(/^(\w+ = ")(?!")/gm, '$1~')
      .replace('name = "~English"', 'name = "Tildan"')
      .replace('thousands = "~,"', 'thousands = "_"')
    writeFileSync(`${folder}/${name}/words.xt.toml`, turned)
  }
  expect(languages(folders)).toEqual(['fr', 'en', 'xt'])
  speakAtOnce('xt', folders)
  expect(t('menu')).toBe('~Menu')
  expect(t('seconds_left', { n: 1 })).toBe('~1 second')
  expect(t('pace_quick')).toBe('~quick')
  expect(group(1600)).toBe('1_600')
  const plugin = wordsPlugin(folders) as unknown as { load: (id: string) => string }
  const made = plugin.load('\0virtual:words')
  expect(made).toContain('xt: { name: "Tildan"')
})

it('chooses the words for one by a number, in each language', () => {
  expect(t('missing_players', { n: 1 })).toBe('Il manque encore 1 personne.')
  expect(t('rules_of', { game: 'Egomaster' })).toBe('Les règles d’Egomaster')
  expect(t('wins', { names: ['Ana', 'Bo', 'Cy'] })).toBe(`Ana, Bo et Cy gagnent ensemble${NARROW}!`)
  speakAtOnce('en')
  expect(t('wins', { names: ['Ana'] })).toBe('Ana wins!')
})

it('writes and reads numbers', () => {
  expect(group(1600)).toBe(`1${NARROW}600`)
  expect(parts(-1600)).toEqual(['\u22121', '600'])
  expect(parts(900)).toEqual(['900'])
  expect([3, 0, -1600].map(signed)).toEqual(['+3', '+0', `\u22121${NARROW}600`])
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
