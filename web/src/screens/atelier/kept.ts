/** What this device remembers of the atelier: the token that owns its packs, and the secrets of links. */
interface Kept {
  token: string | null
  keys: Record<string, Record<string, string>> // by pack: what kind of link, and its secret
  author: string
}

const PLACE = 'tablee:atelier'
const MOST = 10 // links that are shown on the shelf: the server takes twelve keys at once
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
/** Packs that somebody sent a link to, the latest first. */
export const linked = (): string[] => Object.keys(read().keys).reverse().slice(0, MOST)
export function forgetKeys(pack: string): void {
  const kept = read()
  write({ ...kept, keys: Object.fromEntries(Object.entries(kept.keys).filter(([id]) => id !== pack)) })
}

/** All that opens these packs from here: never in an address. With our seats, we are told at which of them they lie. */
export function authority(packs: readonly string[] = [], seats: readonly string[] = []): Record<string, string> {
  const { token, keys } = read()
  const held = [token, ...packs.map((pack) => keys[pack]?.edit ?? keys[pack]?.read), ...seats].filter((one) => one)
  return held.length ? { Authorization: `Bearer ${held.join(',')}` } : {}
}

/** The key with which a table may play it. */
export function keyFor(pack: string, mine: boolean): string {
  const { token, keys } = read()
  return (mine ? token : (keys[pack]?.edit ?? keys[pack]?.read)) ?? ''
}

// What was typed and not yet acknowledged: a reload in the middle of a word loses nothing.
const pendingPlace = (pack: string): string => `${PLACE}:${pack}`
export function keepPending(pack: string, all: readonly unknown[]): void {
  try {
    if (all.length) localStorage.setItem(pendingPlace(pack), JSON.stringify(all))
    else localStorage.removeItem(pendingPlace(pack))
  } catch {
    // As above.
  }
}
export function pending<One>(pack: string): One[] {
  try {
    return JSON.parse(localStorage.getItem(pendingPlace(pack)) ?? '[]') as One[]
  } catch {
    return []
  }
}
/** Packs of which something still waits on this device. */
export function unsent(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((place) => place.startsWith(`${PLACE}:`))
      .map((place) => place.slice(PLACE.length + 1))
  } catch {
    return []
  }
}
