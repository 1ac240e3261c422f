import { askedSeats, opponents, type QuizScene } from '../quiz/quiz'
import { waitLine } from '../quiz/say'
import type { Scene } from '../scene'
import type { Event, Mine, View } from './types'
import { w } from './words'

export type DefizzScene = Scene<View, Mine, Event>

/** What the die shows: the event says it; after a reload the minimum does, unless the bank pays. */
export interface Thrown {
  kind: string
  amount: number
  seq: number
}

export function thrown(before: Thrown | null, scene: DefizzScene): Thrown | null {
  const event = scene.events.findLast((one) => one.event === 'rolled')
  if (event) return { kind: event.kind, amount: event.amount, seq: scene.seq }
  const challenge = scene.view.challenge
  if (!challenge || (before && before.kind === challenge.kind)) return before
  return { kind: challenge.kind, amount: dieOf(scene.view), seq: 0 }
}

export function dieOf(view: View): number {
  const minimum = view.challenge?.minimum ?? 100
  const out = new Set(view.out.flat())
  const doubled = out.size > 0 && view.stacks.length - out.size === 2
  return Math.min(300, doubled ? minimum / 2 : minimum)
}

/** The sentence that leads the table: Défizz's own asks, else those of every quiz. */
export function leading(scene: DefizzScene, helped: boolean): string {
  const quiz = scene as unknown as QuizScene
  const seat = askedSeats(quiz, 'question')[0]
  if (seat !== undefined) {
    const name = scene.names[seat]
    return w(seat === scene.view.reader ? 'choosing_reader' : helped ? 'helped' : 'choosing', { name })
  }
  const joining = askedSeats(quiz, 'join')[0]
  if (joining !== undefined) return w('joining', { name: scene.names[joining] })
  if (!scene.view.challenge && !scene.result) return w('starting')
  return waitLine(quiz)
}

/** Who replies after this one, in order. */
export function still(scene: DefizzScene, replied: ReadonlySet<number>): number[] {
  return opponents(scene.view).filter((seat) => !replied.has(seat))
}

/** The number of the chosen question on its card, counted from one. */
export function chosen(view: View): number | null {
  const challenge = view.challenge
  if (!challenge || challenge.clue === null) return null
  const at = challenge.card.clues.indexOf(challenge.clue)
  return at < 0 ? null : at + 1
}
