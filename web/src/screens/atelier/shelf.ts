import { api, once } from '../../store/api'
import { seats } from '../../store/keep'
import { authority, keepToken, linked } from './kept'

export type Table = Readonly<Record<string, unknown>> & { readonly id: string }
export type Held = readonly [array: string, table: Table]

/** What stands on the lid of a pack. */
export interface Lid {
  id: string
  version: number
  game: string
  title: string
  language: string
  authors: readonly string[]
  licence: string
  entries: number
  shown: boolean
  updated: number
  may_write: boolean
  mine: boolean
  linked: { edit: boolean; read: boolean } | null
  used_at: readonly { code: string; phase: string }[]
  marks?: number
}
export interface Opened extends Lid {
  content: readonly Held[]
}
export interface Stock {
  games: readonly string[]
  packs: readonly { id: string; game: string; title: string; language: string; entries: number }[]
  lists: readonly { id: string; title: string; items: readonly string[] }[]
}
export interface Shelf {
  packs: readonly Lid[]
  shown: readonly Lid[]
  limits: { packs: number; bytes: number; entries: number }
}
export interface Finding {
  id: string
  code: string
  advice: boolean
  message: string
}
export interface Brought {
  document: { pack: Readonly<Record<string, unknown>> & { title: string }; tables: readonly Held[] }
  left: readonly Finding[]
}
export interface Ruled {
  verdict: 'right' | 'unsure' | 'wrong'
  why: string
  item: string | null
}
export interface Put {
  array: string
  id: string
  table: Table | null
  at?: number
}
export interface Mark {
  id: string
  entry: string
  text: string
  made: number
  answers: readonly (readonly [text: string, verdict: string])[]
}

const JSON_TYPE = { 'Content-Type': 'application/json' }
const OUTLIVES = 20_000 // characters of what is sent even if the page goes away; browsers take 64 kB in all

export function ask<T>(path: string, method = 'GET', body?: unknown, ...packs: string[]): Promise<T> {
  const held = authority(packs, method === 'GET' ? seats() : [])
  const init: RequestInit = { method, headers: { ...JSON_TYPE, Authorization: '', ...held } }
  if (body !== undefined) {
    const text = JSON.stringify(body)
    init.body = text
    init.keepalive = method === 'PATCH' && text.length < OUTLIVES
  }
  return api<T>(`/packs${path}`, init)
}

export const stock = (): Promise<Stock> => once<Stock>('/atelier')
export function shelf(): Promise<Shelf> {
  const also = linked()
  return ask<Shelf>(also.length ? `?also=${also.join(',')}` : '', 'GET', undefined, ...also)
}
export const open = (pack: string): Promise<Opened> => ask<Opened>(`/${pack}`, 'GET', undefined, pack)
export const remove = (pack: string): Promise<void> => ask(`/${pack}`, 'DELETE', undefined, pack)
export const check = (pack: string, language: string): Promise<{ findings: readonly Finding[] }> =>
  ask(`/${pack}/check?lang=${language}`, 'POST', {}, pack)
export const rule = (pack: string, entry: string, text: string, language: string): Promise<Ruled> =>
  ask(`/${pack}/try?lang=${language}`, 'POST', { entry, text }, pack)
export const link = (pack: string, kind: 'edit' | 'read'): Promise<Lid & { secret: string }> =>
  ask(`/${pack}/link`, 'POST', { kind }, pack)
export const qr = (pack: string, path: string): Promise<{ svg: string; url: string }> =>
  ask(`/${pack}/qr`, 'POST', { path }, pack)
export const marks = (pack: string): Promise<readonly Mark[]> => ask(`/${pack}/marks`, 'GET', undefined, pack)
export const dropMarks = (pack: string, ids: readonly string[]): Promise<void> =>
  ask(`/${pack}/marks`, 'DELETE', { ids }, pack)

export interface Media {
  file: string
  about: string
}
/** A picture or a sound for an entry. */
export async function attach(pack: Lid, entry: string, file: File): Promise<Lid & { media: Media }> {
  const query = new URLSearchParams({ entry, version: String(pack.version) })
  return api(`/packs/${pack.id}/media?${query.toString()}`, {
    method: 'POST',
    body: file,
    headers: authority([pack.id]),
  })
}

/** A `.tablee` file, pictures and sounds included. */
export async function unpack(file: File, game: string): Promise<Lid> {
  const query = new URLSearchParams({ game })
  const init = { method: 'POST', body: file, headers: { Authorization: '', ...authority() } }
  const made = await api<Lid & { token: string | null }>(`/packs/bundle?${query.toString()}`, init)
  if (made.token) keepToken(made.token)
  return made
}

export interface Wanted {
  game: string
  title: string
  language: string
  author?: string
  copy?: string
  document?: unknown
}
export async function create(wanted: Wanted): Promise<Lid> {
  const made = await ask<Lid & { token: string | null }>('', 'POST', wanted, ...(wanted.copy ? [wanted.copy] : []))
  if (made.token) keepToken(made.token)
  return made
}

export function bring(file: File, game: string, language: string): Promise<Brought> {
  const query = new URLSearchParams({ game, name: file.name, lang: language })
  return api(`/packs/import?${query.toString()}`, { method: 'POST', body: file })
}

/** A file of it, put among the downloads. */
export async function download(pack: Lid, format: string, language: string): Promise<void> {
  const headers = authority([pack.id])
  const reply = await fetch(`/api/packs/${pack.id}/file?format=${format}&lang=${language}`, { headers })
  if (!reply.ok) throw new Error(String(reply.status))
  const name = /filename="([^"]+)"/.exec(reply.headers.get('Content-Disposition') ?? '')?.[1] ?? 'paquet'
  const place = URL.createObjectURL(await reply.blob())
  const anchor = Object.assign(document.createElement('a'), { href: place, download: name })
  anchor.click()
  setTimeout(() => URL.revokeObjectURL(place), 10_000)
}
