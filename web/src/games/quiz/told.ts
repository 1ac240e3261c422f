import type { Asked, Luck, QuizView, Replies, Reply } from './quiz'

/** What the view does not say and the table remembers: who replied what, and how the last challenge ended. */
export interface Told {
  opponent: number | null
  replies: Replies
  contestants: readonly number[]
  luck: readonly Luck[]
  question: { mode: string | null; text: string } | null
  put: number | null // when the question was put, on the clock of the match
  kind: string | null
  paid: boolean // somebody has put tokens in
  ended: Ended | null
}
export interface Ended {
  kind: 'question' | 'unopposed' | 'unjoined'
  closed: boolean // the tokens have gone where they belong
  asked: Asked | null
  winner: number | null
  amount: number
  from: 'pot' | 'bank' | 'player' // who pays
  unpaid: boolean // the bank does not hold enough
  tied: readonly number[]
  nobody: boolean
  overturned: readonly number[]
  out: readonly number[]
  dice: readonly Luck[] // they had to decide
  byHand: boolean // Luck: somebody named the winner
  put: number | null
  again: boolean // the same player's turn once more
}

export const NOTHING: Told = {
  opponent: null,
  replies: {},
  contestants: [],
  luck: [],
  question: null,
  put: null,
  kind: null,
  paid: false,
  ended: null,
}

type Known = {
  event: string
  seat: number
  opponent: number
  amount: number
  number: number
  mode: string | null
  text: string
  white: number
  black: number
  seats: readonly number[]
}
const REPLY: Readonly<Record<string, Reply>> = {
  accepted: 'accept',
  refused: 'refuse',
  joined: 'join',
  declined: 'decline',
}
const FRESH = new Set(['rolled', 'announced', 'moved', 'start_rolled'])

/** The next memory, from what happened and what is to be seen now. */
export function remember(before: Told, view: QuizView, events: readonly { event: string }[], now = 0): Told {
  let told = before
  const change = (by: Partial<Told>): void => void (told = { ...told, ...by })
  const end = (by: Partial<Ended>): void => {
    change({ ended: { ...(told.ended ?? { ...EMPTY, asked: settled(view, told) }), ...by } }) // after a reload nothing is known of the answer's coming out
  }
  for (const event of events as readonly Known[]) {
    const reply = REPLY[event.event]
    if (reply) change({ replies: { ...told.replies, [event.seat]: reply } })
    else if (FRESH.has(event.event))
      change({ opponent: null, replies: {}, luck: [], question: null, put: null, paid: false, contestants: [] })
    switch (event.event) {
      case 'opponent_chosen':
        change({ opponent: event.opponent })
        break
      case 'paid':
        change({
          paid: true,
          contestants: told.replies[event.seat] === 'refuse' ? told.contestants : [...told.contestants, event.seat],
        })
        break
      case 'question_put':
        change({ question: { mode: event.mode, text: event.text }, put: now })
        break
      case 'luck_rolled':
        change({ luck: [...told.luck, { seat: event.seat, number: event.number }] })
        break
      case 'rolled_off':
        end({
          dice: [
            ...(told.ended?.dice ?? []).filter((one) => one.seat !== event.seat),
            { seat: event.seat, number: event.white + event.black },
          ],
        })
        break
      case 'nobody_accepted':
        change({ ended: { ...EMPTY, kind: 'unopposed', winner: event.seat } })
        break
      case 'nobody_joined':
        change({ ended: { ...EMPTY, kind: 'unjoined', closed: true } })
        break
      case 'revealed':
        change({
          ended: {
            ...EMPTY,
            kind: 'question',
            asked: settled(view, told),
            put: told.put,
            byHand: before.question !== null,
          },
        })
        break
      case 'won':
        end({ winner: event.seat, amount: event.amount, from: payer(told), closed: true })
        break
      case 'not_paid':
        end({ winner: event.seat, amount: 0, from: 'bank', unpaid: true, closed: true })
        break
      case 'tied':
        end({ tied: event.seats, from: payer(told), closed: true })
        break
      case 'nobody_right':
        end({ nobody: true, from: payer(told), closed: true })
        break
      case 'overturned':
        end({ overturned: event.seats })
        break
      case 'eliminated':
        end({ out: event.seats })
        break
      case 'restarted':
        end({ again: true, closed: true })
        break
    }
  }
  if (view.challenge?.contestants.length && view.challenge.contestants !== told.contestants)
    change({ contestants: view.challenge.contestants })
  if (view.challenge)
    change({ kind: view.challenge.kind, paid: told.paid || Object.keys(view.challenge.paid).length > 0 })
  const said = view.challenge?.replies ?? {}
  if (Object.keys(said).some((seat) => told.replies[Number(seat)] === undefined))
    change({ replies: { ...told.replies, ...(said as Replies) } }) // after a reload
  const { ended } = told
  if (ended && ended !== before.ended && ended.asked) {
    end({ asked: { ...ended.asked, winner: ended.closed ? ended.winner : null, tied: ended.tied } })
  }
  return told
}

/** Whether this state ended a challenge: worth a moment before the next one is looked at. */
export function closes(events: readonly { event: string }[]): boolean {
  return events.some(
    ({ event }) =>
      event === 'won' ||
      event === 'tied' ||
      event === 'nobody_right' ||
      event === 'nobody_joined' ||
      event === 'not_paid',
  )
}

const EMPTY: Ended = {
  kind: 'question',
  closed: false,
  asked: null,
  winner: null,
  amount: 0,
  from: 'pot',
  unpaid: false,
  tied: [],
  nobody: false,
  overturned: [],
  out: [],
  dice: [],
  byHand: false,
  put: null,
  again: false,
}

/** A solo of Egomaster goes from hand to hand; where nobody has put anything in, the bank pays. */
const payer = (told: Told): Ended['from'] => (!told.paid ? 'bank' : told.kind === 'solo' ? 'player' : 'pot')

function settled(view: QuizView, told: Told): Asked | null {
  const { challenge, previous } = view
  const found = challenge?.answers
    ? {
        question: challenge.question,
        answers: challenge.answers,
        attempts: challenge.attempts,
        guesses: challenge.guesses,
      }
    : previous
  if (!found?.question) return null
  const players = new Set([
    ...told.contestants,
    ...Object.keys(found.guesses).map(Number),
    ...found.attempts.map((one) => one.seat),
    ...told.luck.map((one) => one.seat),
  ])
  const given = found.attempts.filter((one) => one.at === null && one.verdict === 'right').map((one) => one.text ?? '')
  return {
    ...found.question,
    answers: found.answers,
    attempts: found.attempts,
    guesses: found.guesses,
    given,
    contestants: [...players],
    stillIn: [],
    winner: null,
    tied: [],
    luck: told.luck,
  }
}
