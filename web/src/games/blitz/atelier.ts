import type { Workshop } from '../workshop'
import EntryForm from './EntryForm.svelte'
import Proof from './Proof.svelte'

export const SYMBOLS = ['circle', 'square', 'triangle', 'diamond', 'star', 'moon', 'wave', 'cross'] as const

const workshop: Workshop = {
  array: 'theme',
  faces: ['screen'],
  fresh: (content) => {
    const count = (symbol: string): number => content.filter(([, table]) => table.symbol === symbol).length
    const symbol = SYMBOLS.toSorted((a, b) => count(a) - count(b))[0] ?? SYMBOLS[0]
    return { symbol, text: '', tag: '', examples: [], difficulty: 3, borderline: [] }
  },
  quick: null,
  title: (table) => String(table.text ?? ''),
  note: (table, words) => words.value('symbol', String(table.symbol), []),
  form: EntryForm,
  proof: Proof,
}
export default workshop
