import type { Opened } from '../../protocol'
import type { Scene } from '../scene'
import type { Answer, Brings, Card, Contestant, Event, View } from './types'
import { symbolName, w, type Word } from './words'

export type BlitzScene = Scene<View, null, Event>
export type Symbol = NonNullable<Card['symbol']>
export const SIDES = ['left', 'right'] as const
export type Side = (typeof SIDES)[number]

/** What a press at a spoken table sends: a text without words. The ears of the group do the rest. */
export const ALOUD = '…'

/** Seats clockwise: the first rows from left to right, the others back again along the lower edge. */
export function rows(count: number): [number[], number[]] {
  const above = Math.ceil(count / 2)
  const seats = Array.from({ length: count }, (_, k) => k)
  return [seats.slice(0, above), seats.slice(above).reverse()]
}

export const held = (view: View, side: Side): number => view.in_pile[side] ?? 0

export const contestants = (view: View): readonly Contestant[] => view.face_off?.contestants ?? []
export function contestant(view: View, seat: number | null): Contestant | null {
  return contestants(view).find((one) => one.seat === seat) ?? null
}
/** One card for each of the two, instead of one for all. */
export const crossed = (view: View): boolean => contestants(view).some((one) => one.owner !== null)

/** How wide the display face writes this, beside its height. */
function wide(text: string): number {
  let sum = 0
  for (const letter of text)
    sum += /[mwMW]/.test(letter)
      ? 0.92
      : /[iljtfr1’'.,\-( )]/.test(letter)
        ? 0.38
        : /[A-ZÀ-Ý]/.test(letter)
          ? 0.72
          : 0.6
  return sum
}

/** How wide the longest word of this is, beside its height. */
export const widest = (text: string): number => Math.max(...text.split(' ').map(wide))

/** How large a theme can be written into this room: no word is ever cut. */
export function fit(text: string, width: number, height: number, most: number): number {
  const words = text.split(' ').map(wide)
  for (let size = most; size > 1; size -= 0.1) {
    const room = width / size
    if (words.some((word) => word > room)) continue
    let used = 1
    let line = 0
    for (const word of words) {
      if (line && line + 0.3 + word > room) {
        used++
        line = word
      } else line += (line ? 0.3 : 0) + word
    }
    if (used * size <= height) return Math.round(size * 10) / 10
  }
  return 1
}

const JUDGING: ReadonlySet<View['stage']> = new Set(['challenge', 'valid', 'first', 'is_abuse'])
/** An answer, or a message, is before the group. */
export const judging = (view: View): boolean => JUDGING.has(view.stage)
/** A third player turns a card for the two, or puts it back: the old themes are done with. */
export const settling = (view: View): boolean => view.stage === 'tie_break' || view.stage === 'put_back'

const WAITED_FOR: ReadonlySet<View['roles'][number]> = new Set(['draws', 'answers', 'shows', 'judges'])
export const isWaitedFor = (view: View, seat: number): boolean => WAITED_FOR.has(view.roles[seat] ?? 'watches')

/** When what the table waits for is over, if it has a limit. */
export function limit(scene: BlitzScene): number | null {
  const asked = scene.waiting.find((one) => !one.standing && one.actors.some((actor) => typeof actor === 'number'))
  return asked?.until ?? null
}

/** What somebody said, in quotation marks. */
export const quoted = (answer: Pick<Answer, 'text' | 'aloud'>): string =>
  answer.aloud ? w('said_aloud') : w('quoted', { text: answer.text })

const FATES: Readonly<Partial<Record<Answer['fate'], Word>>> = {
  refused: 'was_refused',
  burned: 'was_burned',
  locked_out: 'was_locked',
  late: 'was_late',
}
/** How a contestant's latest answer fared, if it fell. */
export function fared(one: Contestant): string {
  if (one.stuck) return w('is_stuck')
  const word = one.answer && FATES[one.answer.fate]
  if (!one.answer || !word) return ''
  return one.answer.aloud ? w('was_refused_aloud') : w(word, { text: one.answer.text })
}

/** What this option brings, as the game says. */
export function brings(opened: Opened | null, option: string | number): Brings | undefined {
  return opened?.brings?.[option] as Brings | undefined
}

export interface Lead {
  title: string
  sub: string
}
/** The one sentence that leads the table, outside face-offs. */
export function lead(scene: BlitzScene): Lead {
  const { view } = scene
  const { latest, settled } = view
  const name = (seat: number | null): string => (seat === null ? '' : (scene.names[seat] ?? ''))
  const duel = view.active_duel
    ? w('duel_on', pair(view.active_duel))
    : w(scene.options.detection === 'players' ? 'eyes_open' : 'duel_none')
  if (scene.result) return { title: w('lead_over'), sub: '' }
  if (view.stage === 'is_abuse') return { title: w('lead_abuse'), sub: w('abuse_rule') }
  if (latest.what === 'won' && settled) {
    const gain = w('lead_won', { name: name(settled.winner), loser: name(settled.loser) })
    if (settled.by === 'coin') return { title: w('lead_coin', { name: name(settled.winner) }), sub: gain }
    const ahead = settled.ahead && settled.ahead > 0 ? `, ${w('ahead', { n: settled.ahead })}` : ''
    return { title: gain, sub: w('won_with', { text: quoted(settled), theme: settled.theme }) + ahead }
  }
  if (latest.what === 'false_alarm')
    return { title: w('lead_false', { name: name(latest.seat) }), sub: w('lead_false_sub') }
  if (latest.what === 'duel') return { title: w('lead_duel', { name: name(latest.seat) }), sub: duel }
  if (latest.what === 'started') return { title: w('lead_start', { name: name(latest.seat) }), sub: duel }
  return { title: w('lead_draw', { name: name(view.drawer) }), sub: duel }
}

/** A face-off was won just now, and everybody looks at that. */
export const taken = (scene: BlitzScene): boolean =>
  scene.beat !== null && !scene.result && scene.view.latest.what === 'won' && scene.view.face_off === null

/** Whom the table still waits for in a vote. */
export function missing(scene: BlitzScene): string {
  return scene.words.wording.enumerate(scene.names.filter((_, seat) => scene.view.roles[seat] === 'judges'))
}

export function pair(symbols: readonly string[]): { a: string; b: string } {
  const [a = 'circle', b = a] = symbols
  return { a: symbolName(a), b: symbolName(b) }
}

/** The sentence over a face-off: why these two. */
export function why(view: View): string {
  const { why, symbols } = view.face_off ?? { why: 'same', symbols: [] }
  if (why === 'tie_break') return w('by_tie')
  if (why === 'showdown') return w('by_show')
  const said = w(why === 'same' ? 'same' : 'by_die', pair(symbols))
  return said.charAt(0).toLocaleUpperCase() + said.slice(1)
}

export function asked(scene: BlitzScene, ...names: string[]): Opened[] {
  return scene.asks.filter((opened) => names.includes(opened.ask.name))
}
