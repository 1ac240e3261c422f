/** The forms of a language: the table `[language]` of the engine's words. */
export interface Language {
  name: string
  plurals: readonly string[]
  vowels: string
  thousands: string
  decimal: string
  quotes: readonly [string, string]
  inner_quotes: readonly [string, string]
  counts: readonly string[]
  lists: Readonly<Record<string, readonly [string, string]>>
  joins?: Readonly<Record<string, { plain: string; elided: string; contracted?: Readonly<Record<string, string>> }>>
}
export type Params = Readonly<Record<string, unknown>>

const FIELD = /\{\{|\}\}|\{(\w+)(?::([^{}]*))?\}/g

/** Fills sentences in as docs/words.md says: the same as `tablee.engine.wording`, and the same cases test both. */
export class Wording {
  constructor(readonly forms: Language) {}

  fill(template: string, params: Params = {}): string {
    return template.replace(FIELD, (whole: string, field?: string, ways?: string) => {
      if (field === undefined) return whole[0] ?? ''
      if (!(field in params)) return whole
      let value = params[field]
      if (ways?.includes('|')) return this.form(value, ways.split('|'))
      for (const way of ways ? ways.split(':') : []) value = this.write(value, way)
      return this.text(value)
    })
  }

  text(value: unknown): string {
    if (Array.isArray(value)) return this.enumerate(value)
    if (typeof value !== 'number') return String(value)
    return String(value).replace('-', '\u2212').replace('.', this.forms.decimal)
  }

  form(value: unknown, forms: readonly string[]): string {
    const digits = String(Math.abs(count(value)))
    const found = this.forms.plurals.findIndex((pattern) => new RegExp(`^(?:${pattern})$`).test(digits))
    return (found < 0 ? forms.at(-1) : (forms[found] ?? forms.at(-1))) ?? ''
  }

  /** With separators between thousands, and so many digits after the point; by itself, as many as it has. */
  number(value: number, digits?: number): string {
    const [whole = '0', decimals] = (digits === undefined ? String(value) : value.toFixed(digits)).split('.')
    const apart = whole.replace(/\B(?=(\d{3})+$)/g, this.forms.thousands).replace('-', '\u2212')
    return decimals ? `${apart}${this.forms.decimal}${decimals}` : apart
  }

  enumerate(parts: readonly unknown[], kind = 'and'): string {
    const said = parts.map((part) => this.text(part))
    const [between, last] = this.forms.lists[kind] ?? [', ', ', ']
    return said.length < 2 ? (said[0] ?? '') : `${said.slice(0, -1).join(between)}${last}${said.at(-1)}`
  }

  quoted(text: string): string {
    const [opening, closing] = this.forms.quotes
    const said = text.trim()
    if (said.startsWith(opening) && said.endsWith(closing) && said.split(opening).length === 2) return said
    const [from, to] = this.forms.inner_quotes
    return opening + said.replaceAll(opening, from).replaceAll(closing, to) + closing
  }

  private joined(way: string, text: string): string | null {
    const join = this.forms.joins?.[way]
    if (!join) return null
    for (const [start, instead] of Object.entries(join.contracted ?? {}))
      if (text.startsWith(start)) return instead + text.slice(start.length)
    const plain = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
    return (new RegExp(`^(?:${this.forms.vowels})`).test(plain) ? join.elided : join.plain) + text
  }

  private write(value: unknown, way: string): unknown {
    if (way === 'n' && typeof value === 'number') return this.number(value)
    if (way === 'words' && typeof value === 'number') return this.forms.counts[value] ?? value
    if (way === 'capital') return capital(this.text(value))
    if (way === 'quoted') return this.quoted(this.text(value))
    if (way in this.forms.lists && Array.isArray(value)) return this.enumerate(value, way)
    return this.joined(way, this.text(value)) ?? value
  }
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function count(value: unknown): number {
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return value.length === 1 ? count(value[0]) : value.length
  return String(value).split(' & ').length
}
