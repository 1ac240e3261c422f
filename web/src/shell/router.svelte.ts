import { app } from './app.svelte'

export type Place =
  | { page: 'home' | 'wake' | 'privacy' | 'guide' | 'missing' }
  | { page: 'table'; code: string }
  | { page: 'rules'; game: string | null; rule: string | null }
  | { page: 'atelier'; pack: string | null; view: string | null; link: string | null }
  | { page: 'replay'; id: string; step: number | null; seat: number | null }

export function placeOf(path: string, search = '', hash = ''): Place {
  const parts = path.split('/').filter(Boolean)
  const [head = '', next] = parts
  if (parts.length === 0) return { page: 'home' }
  if (head === 'app' && !next) return { page: 'wake' }
  if (head === 'privacy' || head === 'guide') return { page: head }
  if (head === 'atelier')
    return { page: 'atelier', pack: next ?? null, view: parts[2] ?? null, link: next ? null : hash.slice(1) || null }
  if (head === 'rules') return { page: 'rules', game: next ?? null, rule: hash.slice(1) || null }
  if (head === 'replay' && next) {
    const query = new URLSearchParams(search)
    return { page: 'replay', id: next, step: whole(query.get('step')), seat: whole(query.get('seat')) }
  }
  if (parts.length === 1 && /^[A-Za-z]{4}(?:[A-Za-z]{2})?$/.test(head))
    return { page: 'table', code: head.toUpperCase() }
  return { page: 'missing' }
}

function whole(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null
}

const here = (): Place => placeOf(location.pathname, location.search, location.hash)

/** `from`: where one has gone on from, if not back. */
export const router = $state<{ place: Place; from: Place | null }>({ place: here(), from: null })

/** Where a newer version waits, the next step loads it: nobody is left with half of the old one. */
export function go(path: string, replace = false): void {
  if (app.renewed) return replace ? location.replace(path) : location.assign(path)
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  router.from = router.place
  router.place = here()
  if (!location.hash) scrollTo(0, 0)
}

/** Plain links inside the page change the place without loading it anew. */
export function follow(): void {
  addEventListener('popstate', () => {
    router.from = null
    router.place = here()
  })
  addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest('a')
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return
    if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return
    if (link.pathname.startsWith('/api/')) return
    if (link.hash && link.pathname === location.pathname) return
    event.preventDefault()
    go(link.pathname + link.search + link.hash)
  })
}
