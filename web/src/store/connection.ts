import type { AnyOrder, Hello, News } from '../protocol'
import { random } from './ids'

export type Told = Readonly<Record<string, unknown>>
export type Outcome = { ok: true; told: Told } | { ok: false; code: string; params: Told; rule: string | null }

type Without<T> = T extends unknown ? Omit<T, 'id'> : never
/** An order before it has its id. */
export type Draft = Without<AnyOrder>

const OPEN = 1

export interface Socket {
  readonly readyState?: number
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: string }) => void) | null
  onclose: (() => void) | null
}

export interface Ends {
  open(): Socket
  hello(): Hello
  news(news: News): void
  online(is: boolean): void
}

const FIRST_WAIT = 250
const LONGEST_WAIT = 8_000
const PING_EVERY = 20_000
const PATIENCE = 6_000 // no word for so long, though one was asked for: the line is dead, and another may not be
const SILENCE = 45_000 // no word for so long, pongs included: the line is dead though nobody said so
const BURST = [0, 150, 400, 900, 1_800]

interface Pending {
  order: AnyOrder
  done(outcome: Outcome): void
}

/** One line to the server: always trying, never sending an order twice under two ids, never losing one. */
export class Connection {
  private socket: Socket | null = null
  private readonly pending = new Map<string, Pending>()
  private readonly timers = new Set<ReturnType<typeof setTimeout>>()
  private retry: ReturnType<typeof setTimeout> | undefined
  private beat: ReturnType<typeof setInterval> | undefined
  private watch: ReturnType<typeof setInterval> | undefined
  private tries = 0
  private heard = 0
  private asked = 0
  private welcome = false
  private closed = false

  constructor(private readonly ends: Ends) {
    addEventListener('online', this.wake)
    document.addEventListener('visibilitychange', this.wake)
    this.dial()
  }

  /** Send an order; the promise is kept when the server has said yes or no, however long the network is away. */
  send(draft: Draft): Promise<Outcome> {
    const order = { ...draft, id: random(16) } as AnyOrder
    if (!this.pending.size) this.asked = performance.now()
    return new Promise((done) => {
      this.pending.set(order.id, { order, done })
      if (this.welcome) this.post(order)
    })
  }

  /** Ask for the time, several times in a row. */
  align(): void {
    for (const wait of BURST) this.later(() => this.ping(), wait)
  }

  close(): void {
    this.closed = true
    removeEventListener('online', this.wake)
    document.removeEventListener('visibilitychange', this.wake)
    clearTimeout(this.retry)
    this.drop()
    for (const { done } of this.pending.values()) done({ ok: false, code: 'gone', params: {}, rule: null })
    this.pending.clear()
  }

  private readonly wake = (): void => {
    if (this.closed || document.visibilityState === 'hidden') return
    this.tries = 0
    if (!this.socket) this.dial()
    else if (this.welcome && performance.now() - this.heard > PING_EVERY + 5_000) this.lost()
    else this.align()
  }

  private dial(): void {
    clearTimeout(this.retry)
    this.drop()
    const socket = this.ends.open()
    this.socket = socket
    this.heard = performance.now()
    const greet = (): void => socket.send(JSON.stringify(this.ends.hello()))
    if (socket.readyState === OPEN) greet()
    else socket.onopen = greet
    socket.onmessage = (event) => this.hear(JSON.parse(event.data) as News)
    socket.onclose = () => this.socket === socket && this.lost()
    this.watch = setInterval(() => this.look(), PATIENCE / 4)
  }

  /** Whoever waits for a welcome or an answer asks once more whether anybody is there. */
  private look(): void {
    if (this.welcome && !this.pending.size) return
    const silence = performance.now() - Math.max(this.heard, this.asked)
    if (silence > PATIENCE) this.lost()
    else if (silence > PATIENCE / 2) this.ping()
  }

  private hear(news: News): void {
    this.heard = performance.now()
    if (news.type === 'welcome') {
      this.welcome = true
      this.tries = 0
      this.ends.online(true)
      this.ends.news(news)
      for (const { order } of this.pending.values()) this.post(order)
      this.align()
      this.beat = setInterval(() => this.pulse(), PING_EVERY)
      return
    }
    if (news.type === 'done') this.settle(news.id, { ok: true, told: news.told ?? {} })
    else if (news.type === 'refusal') {
      this.settle(news.id, { ok: false, code: news.code, params: news.params ?? {}, rule: news.rule ?? null })
    }
    this.ends.news(news)
  }

  private settle(id: string, outcome: Outcome): void {
    const found = this.pending.get(id)
    this.pending.delete(id)
    found?.done(outcome)
  }

  private pulse(): void {
    if (performance.now() - this.heard > SILENCE) this.lost()
    else this.ping()
  }

  private ping(): void {
    if (this.welcome) this.post({ type: 'ping', id: random(16), at: performance.now() })
  }

  private post(order: AnyOrder): void {
    // On a line that is closing it would be lost; what waits for an answer is sent again on the next one.
    if (this.socket && (this.socket.readyState ?? OPEN) === OPEN) this.socket.send(JSON.stringify(order))
  }

  private lost(): void {
    this.drop()
    this.ends.online(false)
    const most = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries++)
    this.retry = setTimeout(() => this.dial(), most * (0.5 + Math.random() / 2))
  }

  private drop(): void {
    clearInterval(this.beat)
    clearInterval(this.watch)
    for (const timer of this.timers) clearTimeout(timer)
    this.timers.clear()
    this.welcome = false
    const socket = this.socket
    this.socket = null
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null
      socket.close()
    }
  }

  private later(what: () => void, wait: number): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      what()
    }, wait)
    this.timers.add(timer)
  }
}
