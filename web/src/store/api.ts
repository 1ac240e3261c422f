import type { BeatView } from '../protocol'
import { bearer } from './keep'

export interface OptionSchema {
  name: string
  kind: 'toggle' | 'choice' | 'number' | 'text'
  values: (string | number | boolean | null)[]
  default: unknown
  least?: number
  most?: number
}
export interface GameInfo {
  id: string
  name: string
  minutes: [number, number] // as the box says
  lengths: Record<string, Record<string, number>> // as the lab measured: by preset and number of players
  age: number
  players: [number, number]
  speed: Record<string, 'press' | 'send'>
  seats: number // a good table
  key_options: string[] // what every table wants to decide
  presets: Record<string, Record<string, unknown>>
  alone: Record<string, unknown> // options for a lone person
  box: boolean // whether its dice and cards may be real ones
  trial: boolean // whether there is a game to try out
  secret: boolean // whether a seat ever sees what others may not
  drawing: string | null // the module of a game from elsewhere that draws itself
  colours: { cloth: string; light: string; dark: string }
  bots: string[]
  options: OptionSchema[]
  packs: { id: string; title: string; language: string }[]
}
export interface PastMatch {
  id: string
  game: string
  name?: string
  seats: readonly string[]
  started: number | string | null
  finished: number | string | null
  result: { ranking: readonly (readonly number[])[]; scores: readonly number[] } | null
  host: boolean
}
export interface Step {
  seq: number
  now: number
  view: unknown
  mine?: unknown
  events: readonly ({ event: string } & Record<string, unknown>)[]
  waiting: readonly { name: string; actors: readonly (number | string)[] }[]
  beat?: BeatView | null // it was held
  result?: { ranking: readonly (readonly number[])[]; scores: readonly number[]; why: string } | null
}
export interface RuleChapter {
  title: string
  rules: { id: string; text: string }[]
}

/** What the server said no to; `code` and `params` make a sentence with the catalogue. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly params: Record<string, unknown>,
  ) {
    super(code)
  }
}

export async function api<T>(path: string, init: RequestInit = {}, who = bearer()): Promise<T> {
  let response: Response
  try {
    response = await fetch(`/api${path}`, { ...init, headers: { ...who, ...init.headers } })
  } catch {
    throw new ApiError(0, 'offline', {})
  }
  const text = await response.text()
  const body: unknown = text ? parse(text) : null
  if (response.ok) return body as T
  const said = (body ?? {}) as { code?: string; params?: Record<string, unknown> }
  throw new ApiError(response.status, said.code ?? 'failed', said.params ?? {})
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const seen = new Map<string, Promise<unknown>>()

/** A request whose answer is the same for everyone and does not change while the page is open. */
export function once<T>(path: string): Promise<T> {
  const found = seen.get(path)
  if (found) return found as Promise<T>
  const asked = api<T>(path, {}, {})
  seen.set(path, asked)
  asked.catch(() => seen.delete(path))
  return asked
}

let shelf: readonly GameInfo[] = []

/** The shelf. An option without a list of values comes without the field. */
export async function games(): Promise<readonly GameInfo[]> {
  const found = await once<GameInfo[]>('/games')
  if (!shelf.length)
    shelf = found.map((game) => ({
      ...game,
      options: game.options.map((option) => ({ ...option, values: option.values ?? [] })),
    }))
  return shelf
}

/** The same if it has come already, else nothing. */
export const gamesNow = (): readonly GameInfo[] => shelf

export interface NewTable {
  game: string
  name?: string
  sign?: number
  bots?: string[]
  options?: Record<string, unknown>
  pace?: string
  start?: boolean
  trial?: boolean
  packs?: string[]
}

export function openTable(order: NewTable): Promise<{ table: string; code: string; token: string }> {
  const headers = { 'Content-Type': 'application/json' }
  return api('/tables', { method: 'POST', headers, body: JSON.stringify(order) })
}
