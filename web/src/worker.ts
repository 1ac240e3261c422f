/** Keeps the shell of the page, so that it opens without a network: document, scripts, styles, fonts, words. Never the
 *  game: what is not named here goes to the server as if there were no worker. */
interface Shell {
  version: string
  entry: string
  files: readonly string[]
}
interface Lifetime {
  waitUntil(work: Promise<unknown>): void
}
interface Asked extends Lifetime {
  request: Request
  respondWith(reply: Promise<Response>): void
}
interface Worker {
  location: Location
  clients: { claim(): Promise<void>; matchAll(): Promise<readonly { postMessage(said: string): void }[]> }
  skipWaiting(): Promise<void>
  addEventListener(what: 'install' | 'activate', then: (event: Lifetime) => void): void
  addEventListener(what: 'fetch', then: (event: Asked) => void): void
}
declare const __SHELL__: Shell // build/app.ts

const worker = self as unknown as Worker
const shell = __SHELL__
const OURS = 'tablee-'
const PLACE = OURS + shell.version
const PATIENCE = 3_000 // ms for the document: then the kept one, which goes on asking by itself

worker.addEventListener('install', (event) => event.waitUntil(keep()))
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(asset(event))
  else if (request.mode === 'navigate' && !/^\/(api|games|healthz|metrics)(\/|$)/.test(pathname))
    event.respondWith(page(request))
})

/** All of one version, or nothing: the document must be the one that loads these files. */
async function keep(): Promise<void> {
  const served = await fetch('/', { cache: 'reload' })
  if (!served.ok || !(await served.clone().text()).includes(shell.entry)) throw new Error('another version is served')
  const place = await caches.open(PLACE)
  await place.addAll([...shell.files])
  await place.put('/', served)
  await worker.skipWaiting()
}

/** What older versions kept goes; pages that are open learn which version they would be now. */
async function takeOver(): Promise<void> {
  for (const place of await caches.keys()) if (place.startsWith(OURS) && place !== PLACE) await caches.delete(place)
  await worker.clients.claim()
  for (const client of await worker.clients.matchAll()) client.postMessage(shell.entry)
}

/** Named after their content, so that what is kept is never old. */
async function asset(event: Asked): Promise<Response> {
  const { request } = event
  const place = await caches.open(PLACE)
  const kept = await place.match(request)
  if (kept) return kept
  const reply = await fetch(request)
  if (reply.ok) event.waitUntil(place.put(request, reply.clone()))
  return reply
}

/** The server's own whenever it answers, so that nobody stays with an old page. */
async function page(request: Request): Promise<Response> {
  const kept = (): Promise<Response | undefined> => caches.match('/', { cacheName: PLACE })
  const fresh = fetch(request)
  const late = new Promise<undefined>((done) => setTimeout(done, PATIENCE))
  const reply = await Promise.race([fresh, late]).catch(() => undefined)
  if (reply && reply.status < 500) return reply
  return (await kept()) ?? fresh
}
