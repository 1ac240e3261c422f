import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Draft } from '../src/screens/atelier/draft.svelte'
import { pending } from '../src/screens/atelier/kept'
import type { Opened, Put, Table } from '../src/screens/atelier/shelf'

/** A server that keeps one pack, and refuses whoever saw another version. */
const kept = { version: 1, tables: [] as Table[] }
const asked: { method: string; keepalive: boolean }[] = []
const lid = (): Opened =>
  ({ id: 'p', version: kept.version, content: kept.tables.map((table) => ['question', table]) }) as unknown as Opened
const q = (id: string, text: string): Table => ({ id, text })
const put = (id: string, text: string): Put => ({ array: 'question', id, table: q(id, text) })
const reply = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status })
function elsewhere(...tables: Table[]): void {
  kept.tables = tables
  kept.version++
}

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  asked.length = 0
  Object.assign(kept, { version: 1, tables: [q('a', 'un'), q('b', 'deux')] })
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    const method = init.method ?? 'GET'
    asked.push({ method, keepalive: init.keepalive ?? false })
    if (method !== 'PATCH') return Promise.resolve(reply(method === 'GET' ? lid() : { findings: [] }))
    const change = JSON.parse(init.body as string) as { version: number; put: Put[] }
    if (change.version !== kept.version) return Promise.resolve(reply({ code: 'pack_changed', params: {} }, 409))
    for (const { id, table } of change.put) {
      const rest = kept.tables.filter((one) => one.id !== id)
      kept.tables = table ? [...rest, table] : rest
    }
    kept.version++
    return Promise.resolve(reply(lid()))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const texts = (): Record<string, unknown> => Object.fromEntries(kept.tables.map((one) => [one.id, one.text]))

test('what is sent as the page goes away outlives it', async () => {
  const draft = new Draft(lid(), 'fr')
  draft.put(put('a', 'un et'), true)
  draft.leave()
  await vi.waitFor(() => expect(texts()).toEqual({ a: 'un et', b: 'deux' }))
  expect(asked[0]).toEqual({ method: 'PATCH', keepalive: true })
  await vi.waitFor(() => expect(pending('p')).toEqual([]))
})

test('what each device alone has changed is kept from each', async () => {
  const draft = new Draft(lid(), 'fr')
  draft.put(put('a', 'à moi'))
  elsewhere(q('a', 'un'), q('b', 'à l’autre'))
  await draft.flush()
  expect(texts()).toEqual({ a: 'à moi', b: 'à l’autre' })
  expect(draft.clashes).toEqual([])
})

test('what waited on a device asks before it overwrites, and had it arrived, says nothing', async () => {
  const draft = new Draft(lid(), 'fr')
  draft.put(put('a', 'à moi'))
  draft.put(put('b', 'arrivé'))
  elsewhere(q('a', 'à l’autre'), q('b', 'arrivé')) // the page is closed before it hears anything
  const again = new Draft(lid(), 'fr')
  expect(again.clashes.map((clash) => [clash.put.id, clash.theirs?.text])).toEqual([['a', 'à l’autre']])
  await again.flush()
  expect(texts().a).toBe('à l’autre')
  const [clash] = again.clashes
  if (clash) again.settle(clash, true)
  await vi.waitFor(() => expect(texts()).toEqual({ a: 'à moi', b: 'arrivé' }))
})

test('what is typed while something is sent goes out after it', async () => {
  const draft = new Draft(lid(), 'fr')
  draft.put(put('a', 'u'), true)
  const sent = draft.flush()
  draft.put(put('a', 'un mot'), true)
  await sent
  await draft.flush()
  expect(texts().a).toBe('un mot')
  expect(pending('p')).toEqual([])
})

test('an answer that comes late takes nothing back', async () => {
  const draft = new Draft(lid(), 'fr')
  elsewhere(q('a', 'un'), q('b', 'à l’autre'))
  const old = lid()
  let late: (found: Response) => void = () => undefined
  const prompt = fetch
  vi.stubGlobal('fetch', () => new Promise<Response>((done) => (late = done)))
  const looked = draft.refresh()
  vi.stubGlobal('fetch', prompt)
  draft.put(put('a', 'à moi'))
  await draft.flush()
  late(reply(old))
  await looked
  expect(Object.fromEntries(draft.content.map(([, one]) => [one.id, one.text]))).toEqual({ a: 'à moi', b: 'à l’autre' })
})
