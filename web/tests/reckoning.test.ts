import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** The page draws what the view and what an option brings say; sums on dice, points and stakes are the rules' business. */
const GAMES = 'src/games'
const FOLDERS = ['defizz', 'desfausse', 'egomaster', 'quiz']
const ASIDE = /^(types|keys)\.ts$|\.test\.ts$|^motion\./ // made by others, trying things out, moving things about

const HELD = String.raw`\b(?:view|turn|told|best|brings|mine)(?:\??\.\w+|\[[^\]]*\])+`
const WAYS: Readonly<Record<string, RegExp>> = {
  'a sum on what the view holds': new RegExp(String.raw`${HELD}\s*(?:\?\?\s*\d+\)?\s*)?[-+*/%]\s*[\w(]`),
  'a sum with what the view holds': new RegExp(String.raw`[\w)\]]\s*[-+*/%]\s*\(?${HELD}(?!\s*\?\s|\w)`),
  'adding up': /\.reduce\(\s*\(\s*(?:sum|total|count)\b[^)]*\)\s*=>\s*\w+\s*\+\s*(?!\(?\s*is)/,
  'the options of the rules': /\bscene\.options\b/,
}

/** Where a source reckons, and how. */
export function reckonings(source: string): string[] {
  const code = source
    .replace(/<style>[\s\S]*?<\/style>/g, '')
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$|<!--[\s\S]*?-->/gm, '')
    .replace(/'[^'\n]*'/g, "''")
  const lines = code.split('\n')
  return Object.entries(WAYS).flatMap(([what, way]) =>
    lines.filter((line) => way.test(line)).map((line) => `${what}: ${line.trim()}`),
  )
}

describe('the page reckons nothing', () => {
  for (const game of FOLDERS)
    it(`in ${game}`, () => {
      const found = readdirSync(`${GAMES}/${game}`)
        .filter((file) => /\.(ts|svelte)$/.test(file) && !ASIDE.test(file))
        .flatMap((file) => reckonings(readFileSync(`${GAMES}/${game}/${file}`, 'utf8')).map((one) => `${file}: ${one}`))
      expect(found).toEqual([])
    })
  it('and this search finds those who do', () => {
    for (const line of [
      'const left = view.supply[seat] - 1',
      'const pot = told.stake * names.length',
      'const due = least - (view.stacks[k] ?? 0)',
      'const all = stakes.reduce((sum, one) => sum + one, 0)',
      'const floor = Number(scene.options.ones_floor ?? 0)',
    ])
      expect(reckonings(line), line).not.toEqual([])
    for (const line of [
      "w('dice', { n: view.bowl })",
      'view.scores[k] ?? 0',
      '// view.a - 1',
      'view.hands.map((h) => h)',
    ])
      expect(reckonings(line), line).toEqual([])
  })
})
