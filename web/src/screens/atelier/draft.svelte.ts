import { ApiError } from '../../store/api'
import { keepPending, pending } from './kept'
import { ask, attach, check, open, type Finding, type Held, type Lid, type Opened, type Put, type Table } from './shelf'

const PAUSE = 300 // ms without a key before what was typed is sent
const LOOK = 500 // ms after it was kept before it is checked

export interface Clash {
  put: Put
  theirs: Table | null
}
type Saved = 'saved' | 'saving' | 'offline' | 'refused'
const key = (put: Pick<Put, 'array' | 'id'>): string => `${put.array}/${put.id}`

/** A pack that is being written: what is on this device, what the server has acknowledged, and the way back. */
export class Draft {
  lid = $state.raw<Lid>() as Lid
  content = $state.raw<readonly Held[]>([])
  saved = $state<Saved>('saved')
  problem = $state<ApiError | null>(null)
  clashes = $state.raw<readonly Clash[]>([])
  findings = $state.raw<readonly Finding[]>([])
  past = $state.raw<readonly Put[][]>([])
  private waiting = new Map<string, Put>()
  private known: readonly Held[] = [] // as the server has it
  private timer: ReturnType<typeof setTimeout> | undefined
  private looking: ReturnType<typeof setTimeout> | undefined
  private sending: Promise<void> | null = null
  private again: string | null = null // the entry that is being typed in: one step back for all of it

  constructor(
    found: Opened,
    readonly language: string,
  ) {
    this.take(found)
    for (const put of pending<Put>(found.id)) this.lay(put)
    if (this.waiting.size) void this.flush()
    this.look(0)
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
    await this.send({ ...fields })
  }

  /** What is typed is kept now. Ends when it is, or cannot be. */
  async flush(): Promise<void> {
    clearTimeout(this.timer)
    while (this.sending) await this.sending
    if (!this.waiting.size || this.clashes.length) return
    this.sending = this.sendWaiting().finally(() => (this.sending = null))
    await this.sending
  }

  /** The page goes away: the browser sends it after us. */
  leave(): void {
    if (this.waiting.size && !this.clashes.length) void this.flush()
  }

  /** Somebody else may have written meanwhile. */
  async refresh(): Promise<void> {
    if (this.waiting.size || this.sending) return
    const found = await open(this.lid.id)
    if (found.version !== this.lid.version && !this.waiting.size) {
      this.take(found)
      this.look(0)
    }
  }

  settle(clash: Clash, mine: boolean): void {
    this.clashes = this.clashes.filter((one) => one !== clash)
    if (!mine) {
      this.waiting.delete(key(clash.put))
      this.apply({ ...clash.put, table: clash.theirs })
      keepPending(this.lid.id, [...this.waiting.values()])
    }
    if (!this.clashes.length) void this.flush()
  }

  private lay(put: Put): void {
    this.apply(put)
    this.waiting.set(key(put), put)
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

  private take(found: Opened): void {
    this.lid = found
    this.known = this.content = found.content
    for (const put of this.waiting.values()) this.apply(put)
  }

  private async sendWaiting(): Promise<void> {
    const puts = [...this.waiting.values()]
    this.saved = 'saving'
    if (!(await this.send({ put: puts }))) return
    for (const put of puts) if (this.waiting.get(key(put)) === put) this.waiting.delete(key(put))
    keepPending(this.lid.id, [...this.waiting.values()])
    this.known = this.content
    if (this.waiting.size) this.later()
    else this.saved = 'saved'
    this.look()
  }

  private async send(change: Record<string, unknown>, tries = 4): Promise<boolean> {
    try {
      const body = { version: this.lid.version, ...change }
      this.lid = { ...this.lid, ...(await ask<Lid>(`/${this.lid.id}`, 'PATCH', body, this.lid.id)) }
      this.problem = null
      return true
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      if (problem.code === 'pack_changed' && tries && (await this.merge())) return this.send(change, tries - 1)
      this.problem = problem.code === 'pack_changed' ? null : problem
      this.saved = problem.status ? 'refused' : 'offline'
      if (!problem.status || problem.status >= 500 || problem.status === 429) {
        this.timer = setTimeout(() => void this.flush(), 3_000)
      }
      return false
    }
  }

  /** Another device has written. What it left alone is laid over its version; what both changed, people decide. */
  private async merge(): Promise<boolean> {
    const before = new Map(this.known.map((held) => [`${held[0]}/${held[1].id}`, JSON.stringify(held[1])]))
    const found = await open(this.lid.id)
    const now = new Map(found.content.map((held) => [`${held[0]}/${held[1].id}`, held[1]]))
    const clashes: Clash[] = []
    for (const [name, put] of this.waiting) {
      const theirs = now.get(name) ?? null
      const same = (theirs ? JSON.stringify(theirs) : undefined) === before.get(name)
      if (!same && JSON.stringify(theirs) !== JSON.stringify(put.table)) clashes.push({ put, theirs })
    }
    this.take(found)
    this.clashes = clashes
    return !clashes.length
  }
}
