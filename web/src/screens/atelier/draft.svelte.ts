import { ApiError } from '../../store/api'
import { keepPending, pending } from './kept'
import { ask, attach, check, open, type Finding, type Held, type Lid, type Opened, type Put, type Table } from './shelf'

const PAUSE = 300 // ms without a key before what was typed is sent
const LOOK = 500 // ms after it was kept before it is checked
const AGAIN = 3_000 // ms before a server that does not answer is asked again
const TRIES = 4

export interface Clash {
  put: Put
  theirs: Table | null
}
/** What the server has not acknowledged yet, and what it had when this was begun. */
export interface Waiting {
  put: Put
  base: Table | null
}
type Saved = 'saved' | 'saving' | 'offline' | 'refused'
const key = (put: Pick<Put, 'array' | 'id'>): string => `${put.array}/${put.id}`
const same = (one: Table | null, other: Table | null): boolean => JSON.stringify(one) === JSON.stringify(other)

/** A pack that is being written: what is on this device, what the server has acknowledged, and the way back. */
export class Draft {
  lid = $state.raw<Lid>() as Lid
  content = $state.raw<readonly Held[]>([])
  saved = $state<Saved>('saved')
  problem = $state<ApiError | null>(null)
  clashes = $state.raw<readonly Clash[]>([])
  findings = $state.raw<readonly Finding[]>([])
  past = $state.raw<readonly Put[][]>([])
  private waiting = new Map<string, Waiting>()
  private known = new Map<string, Table>() // as the server has it
  private timer: ReturnType<typeof setTimeout> | undefined
  private looking: ReturnType<typeof setTimeout> | undefined
  private sending: Promise<void> | null = null
  private again: string | null = null // the entry that is being typed in: one step back for all of it

  constructor(
    found: Opened,
    readonly language: string,
  ) {
    for (const one of pending<Waiting>(found.id)) this.waiting.set(key(one.put), one)
    this.take(found)
  }

  /** What waited on this device goes out, and the house says what it thinks. */
  begin(): this {
    void this.flush()
    this.look(0)
    return this
  }

  find(id: string): Table | undefined {
    return this.content.find(([array, table]) => array !== 'list' && table.id === id)?.[1]
  }

  /** A change, seen at once and kept as soon as fingers rest. */
  put(put: Put, typing = false): void {
    const where = this.content.findIndex(([array, table]) => array === put.array && table.id === put.id)
    const before = this.content[where]?.[1] ?? null
    const back: Put = { array: put.array, id: put.id, table: before, ...(before && !put.table ? { at: where } : {}) }
    if (!(typing && this.again === key(put))) this.past = [...this.past.slice(-99), [back]]
    this.again = typing ? key(put) : null
    this.lay(put)
    this.later()
  }

  undo(): void {
    const step = this.past.at(-1)
    if (!step) return
    this.past = this.past.slice(0, -1)
    this.again = null
    for (const put of step) this.lay(put)
    this.later()
  }

  /** A picture or a sound, which is kept at once. Raises ApiError. */
  async attach(entry: string, file: File): Promise<void> {
    await this.flush()
    await attach(this.lid, entry, file)
    this.take(await open(this.lid.id))
    this.look()
  }

  /** What everyone reads on the lid. */
  async name(fields: Partial<Pick<Lid, 'title' | 'licence' | 'authors' | 'language' | 'shown'>>): Promise<void> {
    await this.flush()
    await this.send(() => ({ ...fields }))
  }

  /** What is typed is kept now. Ends when it is, or cannot be. */
  async flush(): Promise<void> {
    clearTimeout(this.timer)
    while (this.sending) await this.sending
    if (!this.waiting.size || this.clashes.length) return
    this.sending = this.sendWaiting().finally(() => (this.sending = null))
    await this.sending
  }

  /** The page goes away. What is sent now arrives without it; what is not lies on this device, and is sent next time. */
  leave(): void {
    if (!this.sending) void this.flush()
  }

  /** Somebody else may have written meanwhile. */
  async refresh(): Promise<void> {
    if (this.sending || this.clashes.length) return
    const found = await open(this.lid.id)
    if (found.version !== this.lid.version && !this.sending) {
      this.take(found)
      this.begin()
    }
  }

  settle(clash: Clash, mine: boolean): void {
    this.clashes = this.clashes.filter((one) => one !== clash)
    const name = key(clash.put)
    if (mine) this.waiting.set(name, { put: this.waiting.get(name)?.put ?? clash.put, base: clash.theirs })
    else {
      this.waiting.delete(name)
      this.apply({ ...clash.put, table: clash.theirs })
    }
    this.keep()
    if (!this.clashes.length) void this.flush()
  }

  private lay(put: Put): void {
    this.apply(put)
    const name = key(put)
    const before = this.waiting.get(name)
    this.waiting.set(name, { put, base: before ? before.base : (this.known.get(name) ?? null) })
    this.keep()
  }

  private keep(): void {
    keepPending(this.lid.id, [...this.waiting.values()])
  }

  private apply(put: Put): void {
    const where = this.content.findIndex(([array, table]) => array === put.array && table.id === put.id)
    const rest = this.content.filter((_, k) => k !== where)
    if (put.table) rest.splice(where >= 0 ? where : (put.at ?? rest.length), 0, [put.array, put.table])
    this.content = rest
  }

  private later(): void {
    this.saved = 'saving'
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.flush(), PAUSE)
  }

  private look(after = LOOK): void {
    clearTimeout(this.looking)
    this.looking = setTimeout(() => {
      const { id, version } = this.lid
      check(id, this.language).then(
        (told) => version === this.lid.version && (this.findings = told.findings),
        () => undefined,
      )
    }, after)
  }

  /** As the server has it, with what waits here laid over it. What another device has changed as well, people decide.
   *  An answer that comes after a newer one says nothing any more. */
  private take(found: Opened): void {
    if (found.version < (this.lid?.version ?? 0)) return
    this.lid = found
    this.content = found.content
    this.known = new Map(found.content.map(([array, table]) => [key({ array, id: table.id }), table]))
    const clashes: Clash[] = []
    for (const [name, { put, base }] of this.waiting) {
      const theirs = this.known.get(name) ?? null
      if (same(theirs, put.table))
        this.waiting.delete(name) // it had arrived
      else if (!same(theirs, base)) clashes.push({ put, theirs })
    }
    for (const { put } of this.waiting.values()) this.apply(put)
    this.clashes = clashes
    if (clashes.length) this.saved = 'refused'
    this.keep()
  }

  private async sendWaiting(): Promise<void> {
    let sent: readonly Put[] = []
    this.saved = 'saving'
    const kept = await this.send(() => ({ put: (sent = [...this.waiting.values()].map(({ put }) => put)) }))
    if (!kept) return
    for (const put of sent) {
      const name = key(put)
      const now = this.waiting.get(name)
      if (put.table) this.known.set(name, put.table)
      else this.known.delete(name)
      if (now?.put === put) this.waiting.delete(name)
      else if (now) this.waiting.set(name, { put: now.put, base: put.table }) // typed on meanwhile
    }
    this.keep()
    if (this.waiting.size) this.later()
    else this.saved = 'saved'
    this.look()
  }

  /** Whether it is kept. Another device may have written: then ours is laid over its version, and sent again. */
  private async send(change: () => Record<string, unknown>): Promise<boolean> {
    try {
      for (let tries = 1; ; tries++) {
        try {
          const body = { version: this.lid.version, ...change() }
          this.lid = { ...this.lid, ...(await ask<Lid>(`/${this.lid.id}`, 'PATCH', body, this.lid.id)) }
          this.problem = null
          return true
        } catch (problem) {
          if (!(problem instanceof ApiError) || problem.code !== 'pack_changed' || tries > TRIES) throw problem
        }
        this.take(await open(this.lid.id))
        this.problem = null
        if (this.clashes.length) return false
      }
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      this.problem = problem
      this.saved = problem.status ? 'refused' : 'offline'
      if (!problem.status || problem.status >= 500 || problem.status === 429) {
        this.timer = setTimeout(() => void this.flush(), AGAIN)
      }
      return false
    }
  }
}
