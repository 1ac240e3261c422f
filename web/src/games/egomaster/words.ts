import { sentences, word } from '../../words/game.svelte'
import { group } from '../../words/numbers'
import type { Word } from './keys'
import type { Landing } from './table'
import type { View } from './types'

export type { Word }

export const w = sentences<Word>()
export const tokens = (n: number): string => group(n)
export const kindName = (kind: string): string => word('kind', kind)
export const modeName = (mode: string): string => word('mode', mode)

/** The number that a cell has for people. */
export const cellNumber = (cell: number): string => word('cell', cell)

export function cellWords(view: Pick<View, 'board'>, cell: number): string {
  const found = view.board[cell]
  return found ? w('cell', { n: cellNumber(cell), kind: word('kind', found.kind), amount: tokens(found.amount) }) : ''
}
/** What waits where a pawn would stop, as the table says it. */
export function waits(found: Landing, names: readonly string[]): string {
  if (found.met.length) return w('goes_on', { n: found.met.length, names: found.met.map((seat) => names[seat] ?? '') })
  return w(`${found.kind}_they`)
}
/** The same, as it is said to the one who goes there. */
export function waitsYou(found: Landing, pawns: View['pawns'], names: readonly string[]): string {
  const what = w('to_cell', { cell: cellNumber(found.cell), what: w(`${found.kind}_you`) })
  const [first] = found.met
  if (first === undefined) return what
  return w(found.met.length > 1 ? 'slide_many' : 'slide', {
    names: found.met.map((seat) => names[seat] ?? ''),
    met: word('cell', pawns[first]),
    cell: cellNumber(found.cell),
  })
}
