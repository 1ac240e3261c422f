/** What this device has shown of the games: never told to anyone, forgotten with its storage. */
interface Learned {
  games: string[] // whose pictures were understood
  played: string[] // against bots alone
  hints: string[] // `<game>/<key>`, tapped away
  quiet: boolean // no hints at all
}

const PLACE = 'tablee:learned'

function read(): Learned {
  const plain: Learned = { games: [], played: [], hints: [], quiet: false }
  try {
    return { ...plain, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Learned>) }
  } catch {
    return plain
  }
}

export const learned: Learned = $state(read())

function write(): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(learned))
  } catch {
    // Then it holds until the page is closed.
  }
}

export function remember(what: 'games' | 'played' | 'hints', one: string): void {
  if (learned[what].includes(one)) return
  learned[what] = [...learned[what], one]
  write()
}

export function hush(): void {
  learned.quiet = true
  write()
}
