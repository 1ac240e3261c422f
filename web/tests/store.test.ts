import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keptFor } from '../src/store/keep'
import type { Lobby } from '../src/protocol'
import { TableStore } from '../src/store/table.svelte'
import { FakeSocket, opened, state } from './fakes'

vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))) // jsdom has none

let store: TableStore

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  localStorage.clear()
  FakeSocket.all = []
  store = new TableStore('BXJD', () => new FakeSocket())
  FakeSocket.last.open()
})
afterEach(() => {
  store.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const flush = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)

describe('the line', () => {
  it('says hello without a token, then keeps the one it is given, by code and by id', () => {
    expect(FakeSocket.last.sent[0]).toEqual({ type: 'hello', table: 'BXJD' })
    expect(keptFor('BXJD')?.token).toBe('a'.repeat(22))
    expect(keptFor('T1')?.token).toBe('a'.repeat(22))
  })

  it('says it at once where the line was dialled ahead and is open already', () => {
    class OpenSocket extends FakeSocket {
      readonly readyState = 1
    }
    new TableStore('KIWI', () => new OpenSocket())
    expect(FakeSocket.last.of('hello')).toHaveLength(1)
  })

  it('comes back by itself, with its token and the last state it has seen', async () => {
    FakeSocket.last.hear(state(7))
    FakeSocket.last.onclose?.()
    expect(store.online).toBe(false)
    await vi.advanceTimersByTimeAsync(300)
    expect(FakeSocket.all).toHaveLength(2)
    FakeSocket.last.open()
    expect(FakeSocket.last.sent[0]).toEqual({
      type: 'hello',
      table: 'BXJD',
      token: 'a'.repeat(22),
      match: 'M1',
      seq: 7,
    })
    expect(store.online).toBe(true)
  })

  it('waits longer each time, but dials at once when the network is back', async () => {
    for (let k = 0; k < 5; k++) {
      FakeSocket.last.onclose?.()
      await vi.advanceTimersByTimeAsync(250 * 2 ** k)
    }
    expect(FakeSocket.all).toHaveLength(6)
    FakeSocket.last.onclose?.()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(FakeSocket.all).toHaveLength(6)
    dispatchEvent(new Event('online'))
    expect(FakeSocket.all).toHaveLength(7)
  })

  it('is loaded anew when the server speaks another version', async () => {
    const renewed = vi.fn()
    const other = new TableStore('WXYZ', () => new FakeSocket(), renewed)
    FakeSocket.last.open()
    FakeSocket.last.onclose?.()
    await vi.advanceTimersByTimeAsync(300)
    FakeSocket.last.hear({ type: 'welcome', table: 'T2', token: 'a'.repeat(22), version: '2', languages: [] })
    expect(renewed).toHaveBeenCalledTimes(1)
    other.close()
  })

  it('takes the time from the new line: a server that was started again is behind the old one', async () => {
    const pong = (now: number): void =>
      FakeSocket.last.hear({ type: 'pong', id: 'p', at: performance.now(), now, running: true })
    pong(90_000)
    FakeSocket.last.hear(state(7, { now: 90_000 }))
    FakeSocket.last.onclose?.()
    await vi.advanceTimersByTimeAsync(300)
    FakeSocket.last.open()
    FakeSocket.last.hear(state(7, { now: 12_000 }))
    expect(store.now()).toBe(12_000)
    pong(12_040)
    expect(store.now()).toBe(12_040)
  })

  it('notices a line that died without a word', async () => {
    await vi.advanceTimersByTimeAsync(70_000)
    expect(FakeSocket.all.length).toBeGreaterThan(1)
  })
})

describe('the next game of an evening', () => {
  it('is never shown with the last state of the one before', () => {
    const table = (match: string): Lobby => ({ type: 'lobby', match, seats: [], mine: [] }) as unknown as Lobby
    FakeSocket.last.hear(table('M1'))
    FakeSocket.last.hear(state(9))
    FakeSocket.last.hear(table('M1')) // whoever comes or goes changes nothing
    expect(store.state?.seq).toBe(9)
    FakeSocket.last.hear(table('M2'))
    expect(store.state).toBeNull()
    FakeSocket.last.hear(state(0, { match: 'M2' }))
    expect(store.state?.match).toBe('M2')
  })
})

describe('a part in the dice', () => {
  it('is given once, and again when it could not be kept', async () => {
    const table = { type: 'lobby', next: 'M1', seats: [], mine: [0] } as unknown as Lobby
    FakeSocket.last.hear(table)
    FakeSocket.last.hear(table)
    const [first, ...more] = FakeSocket.last.of('seed')
    expect(more).toEqual([])
    FakeSocket.last.hear({ type: 'refusal', id: String(first?.id), code: 'not_stored' })
    await flush()
    FakeSocket.last.hear(table)
    expect(FakeSocket.last.of('seed').map(({ match, seed }) => ({ match, seed }))).toEqual([
      { match: 'M1', seed: first?.seed },
      { match: 'M1', seed: first?.seed },
    ])
  })
})

describe('a moment that is held', () => {
  const beat = { seq: 4, weight: 'result', since: 0, until: 2_500 } as const
  it('counts those who have seen enough, and is over with the next state', () => {
    FakeSocket.last.hear(state(4, { beat }))
    FakeSocket.last.hear({ type: 'readied', beat: 4, seats: [0, 2] })
    expect(store.state?.beat?.ready).toEqual([0, 2])
    FakeSocket.last.hear(state(4))
    expect(store.state?.beat ?? null).toBeNull()
  })
  it('is not taken for another', () => {
    FakeSocket.last.hear(state(4, { beat }))
    FakeSocket.last.hear({ type: 'readied', beat: 3, seats: [1] })
    expect(store.state?.beat?.ready ?? []).toEqual([])
  })
})

describe('a farewell', () => {
  it('ends the line for good; a server that restarts does not', async () => {
    FakeSocket.last.hear({ type: 'notice', code: 'closing' })
    FakeSocket.last.onclose?.()
    await vi.advanceTimersByTimeAsync(300)
    expect(FakeSocket.all).toHaveLength(2)
    FakeSocket.last.open()
    FakeSocket.last.hear({ type: 'notice', code: 'kicked' })
    await vi.advanceTimersByTimeAsync(60_000)
    dispatchEvent(new Event('online'))
    expect(FakeSocket.all).toHaveLength(2)
    expect(store.notice?.code).toBe('kicked')
  })
})

describe('an answer', () => {
  it('is sent again after a loss, under the same id, and only then counts', async () => {
    const outcome = store.answer(opened(), 'yes')
    const [first] = FakeSocket.last.of('answer')
    expect(first).toMatchObject({ seat: 0, ask: 'again', opened: 3, value: 'yes' })
    expect(store.standing(opened())).toEqual({ is: 'sending' })
    FakeSocket.last.onclose?.()
    await vi.advanceTimersByTimeAsync(300)
    FakeSocket.last.open()
    const [second] = FakeSocket.last.of('answer')
    expect(second).toEqual(first)
    FakeSocket.last.hear({ type: 'done', id: first?.id as string })
    expect(await outcome).toEqual({ ok: true, told: {} })
    await flush()
    expect(store.standing(opened())).toEqual({ is: 'done' })
  })

  it('is not sent twice by a double tap', () => {
    void store.answer(opened(), 'yes')
    void store.answer(opened(), 'yes')
    expect(FakeSocket.last.of('answer')).toHaveLength(1)
  })

  it('that is refused says why, and can be given again', async () => {
    void store.answer(opened(), 'yes')
    const id = FakeSocket.last.of('answer')[0]?.id as string
    FakeSocket.last.hear({ type: 'refusal', id, code: 'stale', params: { by: 3 }, rule: 'DZ-10' })
    await flush()
    expect(store.standing(opened())).toEqual({ is: 'refused', code: 'stale', params: { by: 3 }, rule: 'DZ-10' })
    void store.answer(opened(), 'no')
    expect(FakeSocket.last.of('answer')).toHaveLength(2)
  })

  it('to what stands beside the game can be given again and again', async () => {
    const talk = opened({ ask: { ...opened().ask, standing: true } })
    for (const value of ['yes', 'no']) {
      void store.answer(talk, value)
      FakeSocket.last.hear({ type: 'done', id: FakeSocket.last.of('answer').at(-1)?.id as string })
      await flush()
    }
    expect(FakeSocket.last.of('answer')).toHaveLength(2)
  })

  it('to the next question is another one', async () => {
    void store.answer(opened(), 'yes')
    void store.answer(opened({ opened: 5 }), 'yes')
    expect(FakeSocket.last.of('answer').map((order) => order.opened)).toEqual([3, 5])
  })
})

describe('states', () => {
  it('are shown as they come; an older one is not', () => {
    FakeSocket.last.hear(state(4))
    FakeSocket.last.hear(state(3))
    expect(store.state?.seq).toBe(4)
  })

  it('tell what happened once, also when the same one comes again for another seat', () => {
    const events = [{ event: 'banked', seat: 0 }]
    FakeSocket.last.hear(state(4, { events }))
    FakeSocket.last.hear(state(4, { events, look: 1, mine: { card: 1 } }))
    expect(store.told).toHaveLength(1)
    expect(store.state?.look).toBe(1)
    expect(store.events).toEqual(events)
  })

  it('of a race wait for their moment, and those behind them too', async () => {
    await flush()
    const at = FakeSocket.last.of('ping')[0]?.at as number
    FakeSocket.last.hear({ type: 'pong', id: 'x', at, now: 1_000, running: true })
    FakeSocket.last.hear(state(4, { now: 1_000, show_at: 1_500 }))
    FakeSocket.last.hear(state(5, { now: 1_000 }))
    expect(store.state).toBeNull()
    await vi.advanceTimersByTimeAsync(499)
    expect(store.state).toBeNull()
    await vi.advanceTimersByTimeAsync(2)
    expect(store.state?.seq).toBe(5)
  })

  it('of another match begin anew', () => {
    FakeSocket.last.hear(state(9, { events: [{ event: 'won' }] }))
    FakeSocket.last.hear(state(0, { match: 'M2', events: [{ event: 'started' }] }))
    expect(store.state?.match).toBe('M2')
    expect(store.told.map((one) => one.event.event)).toEqual(['started'])
  })
})

describe('table talk', () => {
  it('keeps lines and removes erased ones; reactions pass', async () => {
    FakeSocket.last.hear({ type: 'said', line: { line: 1, seat: 0, name: 'Ana', text: 'salut' } })
    FakeSocket.last.hear({ type: 'said', line: { line: 2, seat: 1, name: 'Bo', text: 'oh' } })
    FakeSocket.last.hear({ type: 'erased', line: 1 })
    expect(store.chat.map((line) => line.text)).toEqual(['oh'])
    FakeSocket.last.hear({ type: 'reacted', seat: 1, what: 'bravo' })
    expect(store.waves).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(store.waves).toHaveLength(0)
  })
})
