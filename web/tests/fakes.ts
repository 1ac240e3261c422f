import type { News, Opened, State } from '../src/protocol'
import type { Socket } from '../src/store/connection'

/** A socket in the hands of the test. */
export class FakeSocket implements Socket {
  static all: FakeSocket[] = []
  sent: Record<string, unknown>[] = []
  closed = false
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null

  constructor() {
    FakeSocket.all.push(this)
  }
  static get last(): FakeSocket {
    const last = FakeSocket.all.at(-1)
    if (!last) throw new Error('nobody has dialled')
    return last
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close(): void {
    this.closed = true
  }
  hear(news: News): void {
    this.onmessage?.({ data: JSON.stringify(news) })
  }
  open(token = 'a'.repeat(22)): void {
    this.onopen?.()
    this.hear({ type: 'welcome', table: 'T1', token, version: '1', languages: ['fr', 'en'] })
  }
  of(type: string): Record<string, unknown>[] {
    return this.sent.filter((order) => order.type === type)
  }
}

export function state(seq: number, more: Partial<State> = {}): State {
  return { type: 'state', match: 'M1', seq, now: 0, view: { seq }, events: [], waiting: [], ...more }
}

export function opened(more: Partial<Opened> = {}): Opened {
  const form = { type: 'choice' as const, options: ['yes', 'no'], weights: null }
  return { seat: 0, opened: 3, ask: { name: 'again', actors: [0], form }, ...more }
}
