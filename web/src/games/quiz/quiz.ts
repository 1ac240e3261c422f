import type { Scene } from '../scene'

/** What Défizz and Egomaster show alike. Their own views have more. */
export interface Question {
  mode: string | null
  text: string
}
export interface Attempt {
  seat: number
  text: string | null
  at: number | null
  verdict: string | null
}
export interface Settled {
  question: Question
  answers: readonly string[]
  attempts: readonly Attempt[]
  guesses: Readonly<Record<number, number | null>>
  winner: number | null
}
export interface QuizChallenge {
  kind: string
  minimum: number
  stake: number
  replies: Readonly<Record<number, string>> // to a raise, so far
  pot: number
  paid: Readonly<Record<number, number>>
  contestants: readonly number[]
  still_in: readonly number[]
  question: Question | null
  attempts: readonly Attempt[]
  guesses: Readonly<Record<number, number | null>>
  given: readonly string[]
  answers: readonly string[] | null
}
export interface QuizView {
  stacks: readonly number[]
  active: number
  reader: number | null
  out: readonly (readonly number[])[]
  bank: number
  challenge: QuizChallenge | null
  previous: Settled | null
}
export type QuizScene = Scene<QuizView, unknown, { event: string }>

/** A question as its stage draws it, being answered or settled. */
export interface Asked {
  mode: string | null
  text: string
  answers: readonly string[] | null
  attempts: readonly Attempt[]
  guesses: Readonly<Record<number, number | null>>
  given: readonly string[]
  contestants: readonly number[]
  stillIn: readonly number[]
  winner: number | null
  tied: readonly number[]
  luck: readonly Luck[]
}
export interface Luck {
  seat: number
  number: number
}
export type Reply = 'accept' | 'refuse' | 'join' | 'decline'
export type Replies = Readonly<Record<number, Reply>>

export const isRace = (mode: string | null | undefined): boolean => mode === 'chrono' || mode === 'speed'
export const isTyped = (scene: QuizScene): boolean => scene.options.answers !== 'spoken'

/** The bank pays: nobody stakes anything. */
export const bankPays = (view: QuizView): boolean => view.bank > 0

export function asked(challenge: QuizChallenge, luck: readonly Luck[] = []): Asked | null {
  if (!challenge.question) return null
  const { question, answers, attempts, guesses, given, contestants, still_in } = challenge
  return {
    ...question,
    answers,
    attempts,
    guesses,
    given,
    contestants,
    stillIn: still_in,
    winner: null,
    tied: [],
    luck,
  }
}

/** What the one asked would pay, by the replies so far; a poorer player who accepts later can only lower it. */
export function costs(
  view: QuizView,
  seat: number,
  replies: Replies,
  aligned: boolean,
): { accept: number; refuse: number } {
  const challenge = view.challenge
  const own = view.stacks[seat] ?? 0
  if (!challenge) return { accept: 0, refuse: 0 }
  const playing = Object.entries(replies)
    .filter(([, reply]) => reply === 'accept')
    .map(([other]) => view.stacks[Number(other)] ?? 0)
  const accept = Math.min(challenge.stake, own, ...playing)
  const least = aligned && playing.length ? Math.min(challenge.minimum, challenge.stake, ...playing) : challenge.minimum
  return { accept, refuse: Math.min(least, own) }
}

/** What will lie in the pot, as announced and answered so far; once it is paid, what lies there. */
export function announced(view: QuizView, replies: Replies): number {
  const challenge = view.challenge
  if (!challenge) return 0
  if (challenge.pot || !challenge.stake) return challenge.pot
  const playing = [
    view.active,
    ...Object.keys(replies)
      .map(Number)
      .filter((seat) => replies[seat] === 'accept'),
  ]
  const share = Math.min(challenge.stake, ...playing.map((seat) => view.stacks[seat] ?? 0))
  const refusing = Object.keys(replies)
    .map(Number)
    .filter((seat) => replies[seat] === 'refuse')
  return (
    share * playing.length +
    refusing.reduce((sum, seat) => sum + Math.min(challenge.minimum, view.stacks[seat] ?? 0), 0)
  )
}

/** Seats that can meet the active player, in the order in which they are asked. */
export function opponents(view: QuizView): number[] {
  const gone = new Set(view.out.flat())
  const count = view.stacks.length
  const round = Array.from({ length: count - 1 }, (_, k) => (view.active + 1 + k) % count)
  return round.filter((seat) => !gone.has(seat) && seat !== view.reader)
}

/** Whom the game waits for just now, standing asks apart. */
export function askedSeats(scene: QuizScene, name?: string): number[] {
  const found = scene.waiting.filter((one) => !one.standing && (name === undefined || one.name === name))
  return [...new Set(found.flatMap((one) => one.actors))].filter((actor): actor is number => typeof actor === 'number')
}

export function untilOf(scene: QuizScene): number | null {
  return scene.waiting.find((one) => !one.standing && one.until !== null)?.until ?? null
}

/** The fairest moment in words: 1.34 → « 1,3 s ». */
export function seconds(ms: number, language: string): string {
  const text = (ms / 1000).toFixed(1)
  return `${language === 'fr' ? text.replace('.', ',') : text}\u202fs`
}
