import { api } from '../../store/api'
import type { Figured } from '../../words/catalogue'

export interface Highlight extends Figured {
  seat: number
  seq: number
}

/** A match as the server tells it afterwards. */
export interface Told {
  length: number // in milliseconds
  curve: readonly (readonly [number, readonly number[]])[] // a step, and what everyone owned then
  chapters: readonly (Figured & { seq: number })[]
  highlights: readonly Highlight[] // the best of the table
  own: readonly (readonly Highlight[])[] // by seat
}

export const storyOf = (match: string): Promise<Told> => api<Told>(`/matches/${match}/story`)
