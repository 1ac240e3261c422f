import type { Component } from 'svelte'
import type { Draft } from '../screens/atelier/draft.svelte'
import type { Finding, Held, Stock, Table } from '../screens/atelier/shelf'
import type { GameWords } from '../words/catalogue'

export interface FormProps {
  draft: Draft
  table: Table
  stock: Stock
  words: GameWords
  findings: readonly Finding[]
  put: (fields: Readonly<Record<string, unknown>>, typing?: boolean) => void
}
export type Face = 'screen' | 'hand' | 'reader'
export interface ProofProps {
  table: Table
  items: readonly string[] // of the closed list that it names
  words: GameWords
  face: Face
}

/** How a game's entries are written. Default export of `games/<id>/atelier.ts`; found by name, a chunk of its own. */
export interface Workshop {
  array: string
  faces: readonly Face[]
  /** A new entry, where there is room for it; `like`: what is probably the same. */
  fresh: (content: readonly Held[], like?: Table) => Record<string, unknown>
  /** The shortest question there is: text, answer, and the rest by itself; null: there are none. */
  quick: ((content: readonly Held[], text: string, answer: string, hint: string) => Record<string, unknown>) | null
  title: (table: Table) => string
  note: (table: Table, words: GameWords) => string
  form: Component<FormProps>
  proof: Component<ProofProps>
}

const found = import.meta.glob<{ default: Workshop }>('./*/atelier.ts')

export const workshop = async (game: string): Promise<Workshop | null> =>
  (await found[`./${game}/atelier.ts`]?.())?.default ?? null

/** Ids are made on the device, so that what is typed is kept even before it is sent. */
export const newId = (): string =>
  `q-${Array.from(crypto.getRandomValues(new Uint8Array(6)), (one) => one.toString(36).padStart(2, '0')).join('')}`
