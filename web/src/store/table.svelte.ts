import type { ChatLine, Lobby, News, Notice, Opened, Pressed, Reaction, Readied, Sent, State } from '../protocol'
import { MatchClock } from './clock'
import { Connection, type Draft, type Outcome, type Socket } from './connection'
import { openSocket } from './dial'
import { partIn } from './dice'
import { random } from './ids'
import { forget, keep, keptFor } from './keep'
import { room } from '../shell/face.svelte'

export type Event = { event: string } & Record<string, unknown>
/** How an answer to one ask fares. */
export type Standing =
  | { is: 'open' }
  | { is: 'sending' }
  | { is: 'done' }
  | { is: 'refused'; code: string; params: Readonly<Record<string, unknown>>; rule: string | null }

export interface Telling {
  key: number
  event: Event
}
/** An answer that came when the question was no longer open, and by how much, where that is known. */
export interface Late {
  key: number
  seat: number
  ms: number | null
}
export interface Wave {
  key: number
  seat: number
  what: Reaction
}

const REMEMBERED = 80
export const FAREWELLS: readonly string[] = ['kicked', 'moved', 'closed', 'unknown_table']
/** The name under which a close race is told; the page has its own sentence for it. */
export const MARGIN = 'margin'
const OPEN: Standing = { is: 'open' }

/** Everything known of one table. Components read it and never change it; they send orders. */
export class TableStore {
  online = $state(false)
  lobby = $state.raw<Lobby | null>(null)
  state = $state.raw<State | null>(null)
  events = $state.raw<readonly Event[]>([]) // of the last state
  told = $state.raw<readonly Telling[]>([]) // the last few of the match
  chat = $state.raw<readonly ChatLine[]>([])
  waves = $state.raw<readonly Wave[]>([])
  pressed = $state.raw<Pressed | null>(null)
  notice = $state.raw<Notice | null>(null)
  late = $state.raw<Late | null>(null)
  version = $state('')
  private standings = $state.raw<Readonly<Record<string, Standing>>>({})

  readonly clock = new MatchClock()
  private readonly line: Connection
  private readonly held: State[] = [] // waiting for their moment
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly closed = new Map<string, number>() // when asks that this device had went away
  private keys = 0
  private seeded = '' // the match in whose dice this device has its part
  private token: string | null

  constructor(
    readonly table: string,
    open: () => Socket = openSocket,
    private readonly renewed: () => void = () => location.reload(), // the server speaks another version now
  ) {
    this.token = keptFor(table)?.token ?? null
    this.line = new Connection({
      open,
      hello: () => ({
        type: 'hello',
        table: this.table,
        ...(room.wide ? { screen: true } : {}),
        ...(this.token ? { token: this.token } : {}),
        ...(this.state ? { match: this.state.match, seq: this.state.seq } : {}),
      }),
      news: (news) => this.hear(news),
      online: (is) => (this.online = is),
    })
  }

  readonly now = (): number => this.clock.now()

  send(draft: Draft): Promise<Outcome> {
    return this.line.send(draft)
  }

  /** Answer an ask once: a second tap joins the first. `began`: when the answer was begun, where speed counts. */
  answer(opened: Opened, value: Sent, began: number | null = null): Promise<Outcome> {
    const key = keyOf(opened)
    const standing = this.standings[key]
    if (standing?.is === 'sending' || (standing?.is === 'done' && !opened.ask.standing)) {
      return Promise.resolve({ ok: true, told: {} })
    }
    this.stand(key, { is: 'sending' })
    const at = this.now()
    const { seat } = opened
    const order: Draft = { type: 'answer', seat, ask: opened.ask.name, opened: opened.opened, value, at }
    if (began !== null) order.began = began
    return this.line.send(order).then((outcome) => {
      if (outcome.ok) this.stand(key, { is: 'done' })
      else {
        this.stand(key, { is: 'refused', code: outcome.code, params: outcome.params, rule: outcome.rule })
        if (outcome.code === 'stale') this.missed(opened, began ?? at)
      }
      return outcome
    })
  }

  /** The press of a buzzer, or the first key of an answer for which speed counts. Gives the moment. */
  began(opened: Opened): number {
    const at = this.now()
    const { seat } = opened
    void this.line.send({ type: 'began', seat, ask: opened.ask.name, opened: opened.opened, at })
    return at
  }

  standing(opened: Opened): Standing {
    return this.standings[keyOf(opened)] ?? OPEN
  }

  sit(name: string, sign: number | null, seat: number | null = null, days: number | null = null): Promise<Outcome> {
    return this.send({ type: 'sit', name, sign, seat, days })
  }

  close(): void {
    clearTimeout(this.timer)
    this.line.close()
  }

  private hear(news: News): void {
    switch (news.type) {
      case 'welcome':
        this.token = news.token
        if (this.version && this.version !== news.version) this.renewed()
        this.version = news.version
        this.remember({ table: news.table })
        this.clock.forget() // a server that was started again counts from the last answer that it has kept
        break
      case 'pong':
        this.clock.sample(news.at, news.now, news.running)
        if (this.held.length) this.release()
        break
      case 'lobby':
        this.enter(news)
        break
      case 'state':
        this.receive(news)
        break
      case 'pressed':
        this.pressed = news
        break
      case 'readied':
        this.readied(news)
        break
      case 'said':
        this.chat = [...this.chat.filter((line) => line.line !== news.line.line), news.line].slice(-REMEMBERED)
        break
      case 'erased':
        this.chat = this.chat.filter((line) => line.line !== news.line)
        break
      case 'reacted':
        this.wave(news.seat, news.what)
        break
      case 'notice':
        this.notice = news
        if (news.code === 'kicked' && this.lobby) forget(this.lobby.table)
        if (FAREWELLS.includes(news.code)) this.line.close() // to dial again would be of no use
        break
    }
  }

  private enter(lobby: Lobby): void {
    const before = this.lobby
    this.lobby = lobby
    if (lobby.next && lobby.next !== this.seeded && (lobby.mine.length || lobby.host)) this.giveSeed(lobby.next)
    if (before && (before.match ?? null) !== (lobby.match ?? null)) this.clock.restart()
    if (this.state && this.state.match !== lobby.match) this.state = null // of another game: its drawing is not this one’s
    if (before && (before.paused !== lobby.paused || before.phase !== lobby.phase)) {
      this.clock.forget()
      this.line.align()
    }
    this.remember({})
  }

  /** This device's part in the dice of the next match, now that it has seen what the server commits itself to. */
  private giveSeed(match: string): void {
    const { seed } = partIn(match, this.lobby?.commitment ?? '', () => random(22))
    this.seeded = match
    void this.send({ type: 'seed', match, seed }).then(({ ok }) => {
      if (!ok && this.seeded === match) this.seeded = '' // with the next news of the table, if it still lacks one
    })
  }

  private receive(state: State): void {
    const last = this.held.at(-1) ?? this.state
    if (last && last.match === state.match && state.seq < last.seq) return // stale
    if (last && last.match !== state.match) this.clock.restart()
    this.clock.hint(state.now)
    this.held.push(state)
    this.release()
  }

  /** Show what is due, in order: a race begins for everyone at the same moment. */
  private release(): void {
    clearTimeout(this.timer)
    for (let next = this.held[0]; next; next = this.held[0]) {
      const wait = (next.show_at ?? 0) - this.now()
      if (wait > 0) {
        this.timer = setTimeout(() => this.release(), wait)
        return
      }
      this.held.shift()
      this.show(next)
    }
  }

  private show(state: State): void {
    const before = this.state
    const other = before?.match !== state.match
    const events = before && !other && before.seq === state.seq ? [] : (state.events as readonly Event[])
    if (other) {
      this.told = []
      this.standings = {}
      this.closed.clear()
    } else {
      const open = new Set((state.asks ?? []).map(keyOf))
      for (const gone of (before?.asks ?? []).map(keyOf)) if (!open.has(gone)) this.closed.set(gone, state.now)
    }
    this.state = state
    this.pressed = null
    if (events.length || other || before?.seq !== state.seq) this.events = events
    if (events.length) {
      const close = state.margin ? [{ event: MARGIN, ...state.margin }] : []
      const tellings = [...events, ...close].map((event) => ({ key: ++this.keys, event }))
      this.told = [...this.told, ...tellings].slice(-REMEMBERED)
    }
  }

  /** Somebody has seen enough of the moment that is held. */
  private readied({ beat, seats }: Readied): void {
    const { state } = this
    if (state?.beat?.seq === beat) this.state = { ...state, beat: { ...state.beat, ready: seats } }
  }

  /** Too late: what closed the question says by how much. It may still be on its way. */
  private missed(opened: Opened, at: number): void {
    const key = keyOf(opened)
    if (this.state?.asks?.some((one) => keyOf(one) === key))
      return void setTimeout(() => this.tellLate(opened.seat, key, at), 400)
    this.tellLate(opened.seat, key, at)
  }

  private tellLate(seat: number, key: string, at: number): void {
    const closed = this.closed.get(key)
    this.late = { key: ++this.keys, seat, ms: closed !== undefined && at > closed ? at - closed : null }
  }

  private wave(seat: number, what: Reaction): void {
    const key = ++this.keys
    this.waves = [...this.waves, { key, seat, what }]
    setTimeout(() => (this.waves = this.waves.filter((wave) => wave.key !== key)), 2_500)
  }

  private stand(key: string, standing: Standing): void {
    this.standings = { ...this.standings, [key]: standing }
  }

  private remember(known: { table?: string }): void {
    if (!this.token) return
    const { lobby } = this
    const old = keptFor(known.table ?? this.table) ?? keptFor(this.table)
    const mine = lobby?.mine[0]
    keep({
      table: lobby?.table ?? known.table ?? old?.table ?? this.table,
      code: lobby?.code ?? old?.code ?? this.table,
      token: this.token,
      game: lobby?.game ?? old?.game ?? '',
      name: (mine === undefined ? undefined : lobby?.seats[mine]?.name) ?? old?.name ?? '',
      when: Date.now(),
    })
  }
}

function keyOf(opened: Opened): string {
  return `${opened.seat}/${opened.ask.name}/${opened.opened}`
}
