/** What this device remembers of tables: never in an address, only in its own storage. */
export interface Kept {
  table: string
  code: string
  token: string
  game: string
  name: string
  when: number
  begins?: boolean // its game is about to begin
}

const PLACE = 'tablee:tables'
const MOST = 12
const AT = 'tablee:at'

export function kept(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]')
    return Array.isArray(found) ? (found as Kept[]) : []
  } catch {
    return []
  }
}

export function keptFor(tableOrCode: string): Kept | undefined {
  return kept().find((one) => one.table === tableOrCode || one.code === tableOrCode)
}

export function keep(one: Kept): void {
  write([one, ...kept().filter((other) => other.table !== one.table && other.code !== one.code)].slice(0, MOST))
}

export function forget(table: string): void {
  write(kept().filter((one) => one.table !== table))
}

/** The table that this device is at; none at home. */
export function stay(table: string | null): void {
  try {
    if (table) localStorage.setItem(AT, table)
    else localStorage.removeItem(AT)
  } catch {
    // Then the app opens at home.
  }
}

/** Where it was when it was closed. */
export function stayed(): Kept | undefined {
  try {
    return keptFor(localStorage.getItem(AT) ?? '')
  } catch {
    return undefined
  }
}

/** What opens our seats, the latest first. */
export const seats = (): string[] => kept().map((one) => one.token)

/** For what asks who we are outside a table: the list of past matches. */
export function bearer(): Record<string, string> {
  const tokens = seats()
  return tokens.length ? { Authorization: `Bearer ${tokens.join(',')}` } : {}
}

function write(all: Kept[]): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(all))
  } catch {
    // A device that keeps nothing can still play.
  }
}
