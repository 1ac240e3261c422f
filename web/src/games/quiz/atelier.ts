import type { Held, Table } from '../../screens/atelier/shelf'
import type { Workshop } from '../workshop'
import EntryForm from './EntryForm.svelte'
import Proof from './Proof.svelte'

/** What differs between the two quiz games when a question is written. */
export interface Kinds {
  part: string // the field that says which deck or booklet
  parts: readonly string[]
  modes: (part: string) => readonly (string | null)[]
  typed: string // the mode of questions that are answered in words
  hint: string
  hintMost: number
  room: (content: readonly Held[], part: string) => Record<string, unknown> // where the next one stands
}

const kindsOf = new Map<string, Kinds>()
export const kindsOfGame = (game: string): Kinds | undefined => kindsOf.get(game)

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const carried = (like?: Table): Record<string, unknown> => (like?.source ? { source: like.source } : {})

export function quizWorkshop(game: string, kinds: Kinds): Workshop {
  kindsOf.set(game, kinds)
  const least = (content: readonly Held[]): string => {
    const count = (part: string): number => content.filter(([, table]) => table[kinds.part] === part).length
    return kinds.parts.toSorted((a, b) => count(a) - count(b))[0] ?? ''
  }
  const begin = (content: readonly Held[], part: string): Record<string, unknown> => ({
    ...kinds.room(content, part),
    ...(kinds.modes(part).includes(kinds.typed) ? { mode: kinds.typed } : {}),
  })
  return {
    array: 'question',
    faces: ['screen', 'hand', 'reader'],
    fresh: (content, like) => {
      const part = text(like?.[kinds.part]) || least(content)
      return { ...begin(content, part), [kinds.hint]: '', text: '', ...carried(like) }
    },
    quick: (content, asked, answer, hint) => {
      const number = /^-?\d+([.,]\d+)?$/.test(answer) ? Number(answer.replace(',', '.')) : null
      const part =
        number === null ? least(content) : (kinds.parts.find((one) => kinds.modes(one).includes('target')) ?? '')
      const mode = number === null ? {} : { mode: 'target' }
      return {
        ...begin(content, part),
        ...mode,
        [kinds.hint]: hint,
        text: asked,
        answer: number ?? answer,
        difficulty: 2,
      }
    },
    title: (table) => text(table[kinds.hint]) || text(table.text),
    note: (table, words) => {
      const part = text(table[kinds.part])
      const mode = typeof table.mode === 'string' ? words.value('mode', table.mode, []) : ''
      return [mode, words.value('kind', part, [])].filter((one) => one).join(', ')
    },
    form: EntryForm,
    proof: Proof,
  }
}
