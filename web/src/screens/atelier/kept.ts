/** What this device remembers of the atelier: the token that owns its packs, and the secrets of links. */
interface Kept {
  token: string | null
  keys: Record<string, Record<string, string>> // by pack: what kind of link, and its secret
  author: string
}

const PLACE = 'tablee:atelier'
const nothing = (): Kept => ({ token: null, keys: {}, author: '' })

function read(): Kept {
  try {
    return { ...nothing(), ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Kept>) }
  } catch {
    return nothing()
  }
}

function write(kept: Kept): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept))
  } catch {
    // A device that keeps nothing can still write, until the page is closed.
  }
}

export const token = (): string | null => read().token
export const keepToken = (token: string): void => write({ ...read(), token })
export const author = (): string => read().author
export const keepAuthor = (author: string): void => write({ ...read(), author })

export function keepKey(pack: string, kind: string, secret: string): void {
  const kept = read()
  write({ ...kept, keys: { ...kept.keys, [pack]: { ...kept.keys[pack], [kind]: secret } } })
}
export const keysOf = (pack: string): Record<string, string> => read().keys[pack] ?? {}
export const strangers = (): string[] => Object.keys(read().keys)

/** All that opens a pack from here: never in an address. */
export function authority(pack?: string): Record<string, string> {
  const { token, keys } = read()
  const held = [token, ...Object.values(pack ? (keys[pack] ?? {}) : {})].filter((one) => one)
  return held.length ? { Authorization: `Bearer ${held.join(',')}` } : {}
}

/** The key with which a table may play it. */
export function keyFor(pack: string, mine: boolean): string {
  const { token, keys } = read()
  return (mine ? token : (keys[pack]?.read ?? keys[pack]?.edit)) ?? ''
}

// What was typed and not yet acknowledged: a reload in the middle of a word loses nothing.
const pendingPlace = (pack: string): string => `tablee:atelier:${pack}`
export function keepPending(pack: string, puts: readonly unknown[]): void {
  try {
    if (puts.length) localStorage.setItem(pendingPlace(pack), JSON.stringify(puts))
    else localStorage.removeItem(pendingPlace(pack))
  } catch {
    // As above.
  }
}
export function pending<Put>(pack: string): Put[] {
  try {
    return JSON.parse(localStorage.getItem(pendingPlace(pack)) ?? '[]') as Put[]
  } catch {
    return []
  }
}
