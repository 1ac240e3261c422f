import { group } from '../../words/numbers'
import { q } from './words'
import { consequences, type Scene } from '../scene'
import type { Brings, ChallengeView, QuestionView, QuizView } from './types'

/** What Défizz and Egomaster show alike; the views of both have more. */
export type QuizScene = Scene<QuizView, unknown, { event: string }>
export type { Brings, ChallengeView as Challenge, QuizView, Span } from './types'

/** How a question is drawn, and so what kind of question it is. */
export type Stage = QuestionView['stage']
export const stageOf = (challenge: ChallengeView | null): Stage | null => challenge?.question?.stage ?? null
export const isOut = (view: Pick<QuizView, 'out'>, seat: number): boolean =>
  view.out.some((group) => group.includes(seat))

/** What is to be seen: the challenge being played; between two of them how the last one ended. */
export const shown = (view: QuizView): ChallengeView | null => view.challenge ?? view.last

export const bringsOf = consequences<Brings>()

/** What of the list of a rally has been found. */
export const foundOf = (challenge: ChallengeView | null): ReadonlySet<string | null> =>
  new Set(challenge?.attempts.filter((one) => one.verdict === 'right').map((one) => one.item))

/** Who wins it, as far as that is said. */
export function ahead(challenge: ChallengeView): readonly number[] {
  const { ending, claim } = challenge
  if (!ending) return claim
  return ending.winner === null ? ending.tied : [ending.winner]
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
export const seconds = (ms: number): string => q('seconds', { n: group(ms / 1000, 1) })
