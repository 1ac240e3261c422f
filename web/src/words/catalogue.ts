import { once } from '../store/api'
import { load, spoken } from './spoken.svelte'
import type { Params, Wording } from './wording'

type Table = Record<string, string>
export interface Tables {
  labels: Table
  page: Table
  asks: Table
  values: Record<string, Table>
  events: Table
  refusals: Table
  ends: Table
  learn: Table
  trial: Table
  hints: Table
  options: Record<string, { help?: string; name?: string; values?: Table }>
  seat_fields: Record<string, string[]>
  shelf: Record<string, { pitch?: string }>
  highlights: Record<string, { title: string; value: string; text: string }>
  chapters: Table
}

/** Something that the story of a match tells, by name and figures. */
export interface Figured {
  name: string
  params?: Params
}

export type Names = readonly string[]

/** The words of a game in one language: the same rules as the engine's own catalogue. */
export class GameWords {
  private readonly tables: Omit<Tables, 'page'>

  constructor(
    tables: Partial<Tables>,
    readonly wording: Wording = spoken().wording,
  ) {
    const none = {
      asks: {},
      values: {},
      events: {},
      refusals: {},
      ends: {},
      options: {},
      shelf: {},
      highlights: {},
      chapters: {},
    }
    const taught = { learn: {}, trial: {}, hints: {} }
    const labels = { ...tables.labels, ...tables.page }
    const seat_fields = { away: ['seat'], back: ['seat'], ...tables.seat_fields }
    this.tables = { ...none, ...taught, ...tables, labels, seat_fields }
  }

  ask(name: string): string {
    return this.tables.asks[name] ?? name
  }

  knows(event: string): boolean {
    return event in this.tables.events
  }

  value(name: string, value: unknown, names: Names = []): string {
    return this.wording.text(this.told(name, value, names))
  }

  /** The same as it goes into a sentence: a list is still a list of words, a number still a number. */
  private told(name: string, value: unknown, names: Names): unknown {
    const known = this.tables.values[name] ?? {}
    if (Array.isArray(value)) {
      return value.length ? value.map((part) => this.told(name, part, names)) : this.label('nothing')
    }
    if (value !== null && typeof value === 'object') {
      const pairs = Object.entries(value).map(([key, held]) => {
        const seat = /^\d+$/.test(key) ? Number(key) : key
        return this.label('pair', { key: this.told(name, seat, names), value: this.told(name, held, names) })
      })
      return pairs.join(', ') || this.label('nothing')
    }
    const said = typeof value === 'boolean' ? (value ? 'True' : 'False') : value === null ? 'None' : String(value)
    const exact = known[said]
    if (exact !== undefined) return exact
    for (const [key, word] of Object.entries(known)) {
      if (key.length < 2 || !key.endsWith('*') || !said.startsWith(key.slice(0, -1))) continue
      const rest = said.slice(key.length - 1) // a field in its sentence is what follows, as a value of that name
      const fields = [...word.matchAll(/\{(\w+)/g)].map(([, field = '']) => [field, this.told(field, rest, names)])
      return this.wording.fill(word, Object.fromEntries(fields))
    }
    const others = known['*']
    if (others === 'seat' && typeof value === 'number' && names[value] !== undefined) return names[value]
    if (others === 'from_one' && typeof value === 'number') return value + 1
    if (others && others !== 'seat' && others !== 'from_one') return this.told(others, value, names)
    if (value === null || value === undefined) return this.label('nothing')
    return typeof value === 'number' ? value : said
  }

  event(event: { event: string } & Params, names: Names): string {
    const template = this.tables.events[event.event]
    if (template === undefined) return event.event
    const seats = this.tables.seat_fields[event.event] ?? []
    const fields: Record<string, unknown> = {}
    for (const [field, held] of Object.entries(event)) {
      fields[field] = seats.includes(field) ? (names[held as number] ?? held) : this.told(field, held, names)
    }
    return this.wording.fill(template, fields)
  }

  refusal(code: string, params: Params, names: Names = []): string {
    const template = this.tables.refusals[code] ?? code
    const actor = params.actor
    const known = typeof actor === 'number' && names[actor] !== undefined ? { ...params, actor: names[actor] } : params
    return this.wording.fill(template, known)
  }

  hasRefusal(code: string): boolean {
    return code in this.tables.refusals
  }

  /** What an option does. */
  option(name: string): string {
    return this.tables.options[name]?.help ?? name
  }

  /** The same, short enough to stand before its value. */
  optionName(name: string): string {
    return this.tables.options[name]?.name ?? this.option(name).replace(/\.$/, '')
  }

  /** What a game is about, in a sentence. */
  pitch(game: string): string | null {
    return this.tables.shelf[game]?.pitch ?? null
  }

  optionValue(name: string, value: unknown): string {
    const word = typeof value === 'boolean' ? (value ? 'on' : 'off') : value === null ? 'default' : String(value)
    return this.tables.options[name]?.values?.[word] ?? this.value(name, word)
  }

  end(why: string): string {
    return this.tables.ends[why] ?? why
  }

  /** A moment worth another look: what it is called, how much it was, and a few words more. */
  highlight({ name, params = {} }: Figured): { title: string; value: string; text: string } {
    const { title = name, value = '', text = '' } = this.tables.highlights[name] ?? {}
    const figures = this.figures(params)
    const say = (sentence: string): string => this.wording.fill(sentence, figures)
    return { title: say(title), value: say(value), text: say(text) }
  }

  chapter({ name, params = {} }: Figured): string {
    return this.wording.fill(this.tables.chapters[name] ?? name, this.figures(params))
  }

  private figures(params: Params): Params {
    return Object.fromEntries(Object.entries(params).map(([field, held]) => [field, this.told(field, held, [])]))
  }

  /** How a game goes, in a few words: its title, what wins, what a turn is, what hurts. */
  learn(part: 'title' | 'win' | 'turn' | 'hurt'): string {
    return this.tables.learn[part] ?? ''
  }

  /** Why the trial game advises this. */
  trial(say: string, params: Params): string {
    return this.wording.fill(this.tables.trial[say] ?? '', params)
  }

  /** What to know when this is asked for the first time: at most three things. */
  hints(ask: string): { key: string; text: string }[] {
    return [ask, `${ask}_2`, `${ask}_3`].flatMap((key) => {
      const text = this.tables.hints[key]
      return text === undefined ? [] : [{ key, text }]
    })
  }

  has(name: string): boolean {
    return name in this.tables.labels
  }

  label(name: string, params: Params = {}): string {
    return this.wording.fill(this.tables.labels[name] ?? name, params)
  }
}

const made = new Map<string, Promise<GameWords>>()

export function gameWords(language: string, game: string | null): Promise<GameWords> {
  const path = game ? `/words/${language}/${game}` : `/words/${language}`
  let found = made.get(path)
  if (!found) {
    found = Promise.all([once<Partial<Tables>>(path), load(language)]).then(
      ([tables, { wording }]) => new GameWords(tables, wording),
    )
    found.catch(() => made.delete(path))
    made.set(path, found)
  }
  return found
}
