import { once } from '../store/api'
import { group } from './numbers'

type Table = Record<string, string>
export interface Tables {
  labels: Table
  asks: Table
  values: Record<string, Table>
  events: Table
  refusals: Table
  ends: Table
  options: Record<string, { help?: string; values?: Table }>
  seat_fields: Record<string, string[]>
}

export type Names = readonly string[]
type Params = Readonly<Record<string, unknown>>

const TOKENS = /^(amount|minimum|stake|pot|bank|prize|total)$/ // counted in tokens, never years

/** The words of a game in one language: the same rules as the engine's own catalogue. */
export class GameWords {
  private readonly tables: Tables

  constructor(
    readonly language: string,
    tables: Partial<Tables>,
  ) {
    const none = { labels: {}, asks: {}, values: {}, events: {}, refusals: {}, ends: {}, options: {}, seat_fields: {} }
    this.tables = { ...none, ...tables, seat_fields: { away: ['seat'], back: ['seat'], ...tables.seat_fields } }
  }

  ask(name: string): string {
    return this.tables.asks[name] ?? name
  }

  knows(event: string): boolean {
    return event in this.tables.events
  }

  value(name: string, value: unknown, names: Names = []): string {
    const known = this.tables.values[name] ?? {}
    if (Array.isArray(value)) {
      return value.map((part) => this.value(name, part, names)).join(', ') || this.label('nothing')
    }
    if (value !== null && typeof value === 'object') {
      const pairs = Object.entries(value).map(([key, held]) => {
        const seat = /^\d+$/.test(key) ? Number(key) : key
        return this.label('pair', { key: this.value(name, seat, names), value: this.value(name, held, names) })
      })
      return pairs.join(', ') || this.label('nothing')
    }
    const said = typeof value === 'boolean' ? (value ? 'True' : 'False') : value === null ? 'None' : String(value)
    const exact = known[said]
    if (exact !== undefined) return exact
    for (const [key, word] of Object.entries(known)) {
      if (key.length > 1 && key.endsWith('*') && said.startsWith(key.slice(0, -1))) return word
    }
    const others = known['*']
    if (others === 'seat' && typeof value === 'number' && names[value] !== undefined) return names[value]
    if (others && others !== 'seat') return this.value(others, value, names)
    if (value === null || value === undefined) return this.label('nothing')
    if (typeof value === 'number' && TOKENS.test(name)) return group(value, this.language)
    return said
  }

  event(event: { event: string } & Params, names: Names): string {
    const template = this.tables.events[event.event]
    if (template === undefined) return event.event
    const seats = this.tables.seat_fields[event.event] ?? []
    const fields: Record<string, unknown> = {}
    for (const [field, held] of Object.entries(event)) {
      fields[field] = seats.includes(field) ? (names[held as number] ?? held) : this.value(field, held, names)
    }
    return fill(template, fields)
  }

  refusal(code: string, params: Params, names: Names = []): string {
    const template = this.tables.refusals[code] ?? code
    const actor = params.actor
    const known = typeof actor === 'number' && names[actor] !== undefined ? { ...params, actor: names[actor] } : params
    return fill(template, known)
  }

  hasRefusal(code: string): boolean {
    return code in this.tables.refusals
  }

  option(name: string): string {
    return this.tables.options[name]?.help ?? name
  }

  optionValue(name: string, value: unknown): string {
    const word = typeof value === 'boolean' ? (value ? 'on' : 'off') : value === null ? 'default' : String(value)
    return this.tables.options[name]?.values?.[word] ?? word
  }

  end(why: string): string {
    return this.tables.ends[why] ?? why
  }

  label(name: string, params: Params = {}): string {
    return fill(this.tables.labels[name] ?? name, params)
  }
}

/** `str.format`: a field that is not given stays as it is written. */
export function fill(template: string, params: Params): string {
  return template.replace(/\{\{|\}\}|\{(\w+)(?:![rsa])?(?::[^}]*)?\}/g, (whole, field?: string) => {
    if (field === undefined) return whole[0] ?? ''
    return field in params ? String(params[field]) : whole
  })
}

const made = new Map<string, Promise<GameWords>>()

export function gameWords(language: string, game: string | null): Promise<GameWords> {
  const path = game ? `/words/${language}/${game}` : `/words/${language}`
  let found = made.get(path)
  if (!found) {
    found = once<Partial<Tables>>(path).then((tables) => new GameWords(language, tables))
    found.catch(() => made.delete(path))
    made.set(path, found)
  }
  return found
}
