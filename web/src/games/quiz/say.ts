import { askedSeats, isRace, seconds, type QuizScene } from './quiz'
import type { Ended } from './told'
import { settings } from '../../shell/settings.svelte'
import { both, n, q } from './words'

export interface Line {
  title: string
  sub: string
}

const TAKES = { pot: 'takes', bank: 'takes_bank', player: 'takes_player' } as const

/** How the last challenge ended, in a sentence and a half. */
export function endLine(scene: QuizScene, ended: Ended): Line {
  const name = ended.winner === null ? '' : (scene.names[ended.winner] ?? '')
  const amount = n(ended.amount)
  const out = ended.out.length
    ? ` ${q('eliminated', { names: both(ended.out.map((seat) => scene.names[seat] ?? '')) })}.`
    : ''
  const dice = ended.dice.length
    ? `${q('dice_were', { list: ended.dice.map((one) => `${scene.names[one.seat] ?? ''} ${one.number}`).join(', ') })}. `
    : ''
  if (ended.kind === 'unjoined') return { title: q('nobody_joined'), sub: q('no_payment') }
  if (ended.kind === 'unopposed')
    return { title: q('wins_unopposed', { name }), sub: `${q('takes_unopposed', { n: amount })}.${out}` }
  if (ended.winner !== null)
    return {
      title: winLine(ended, name),
      sub: `${dice}${q(ended.unpaid ? 'takes_nothing' : TAKES[ended.from], { n: amount })}.${out}`,
    }
  const active = scene.names[scene.view.active] ?? ''
  const back = q(ended.from === 'bank' ? 'bank_keeps' : 'refunded')
  const sub = `${back.charAt(0).toUpperCase()}${back.slice(1)}${ended.again ? `, ${q('again', { name: active })}` : ''}.`
  const tied = ended.tied.map((seat) => scene.names[seat] ?? '')
  return {
    title: tied.length
      ? `${q('tied')}\u00a0: ${both(tied)}`.replace('\u00a0:', settings.language === 'fr' ? '\u202f:' : ':')
      : q('nobody'),
    sub,
  }
}

function winLine(ended: Ended, name: string): string {
  if (ended.dice.length) return q('wins_dice', { name })
  const asked = ended.asked
  const truth = Number(asked?.answers?.[0])
  const guess = ended.winner === null ? null : asked?.guesses[ended.winner]
  if (asked?.mode === 'target' && typeof guess === 'number' && Number.isFinite(truth)) {
    return guess === truth ? q('wins_exact', { name }) : q('wins_by', { name, n: n(apart(guess, truth)) })
  }
  if (isRace(asked?.mode) && ended.put !== null) {
    const at = asked?.attempts.find((one) => one.seat === ended.winner && one.verdict === 'right')?.at
    if (typeof at === 'number' && at > ended.put)
      return q('wins_in', { name, n: seconds(at - ended.put, settings.language) })
  }
  return q('wins', { name })
}

/** The one sentence that leads the table while it waits. */
export function waitLine(scene: QuizScene): string {
  const ask = scene.waiting.find((one) => !one.standing && one.actors.some((actor) => typeof actor === 'number'))
  if (!ask) return q('wait_house')
  const seats = askedSeats(scene, ask.name)
  const name = both(seats.map((seat) => scene.names[seat] ?? ''))
  const mode = scene.view.challenge?.question?.mode
  const judged = scene.view.challenge?.attempts.find((one) => one.verdict === null)
  switch (ask.name) {
    case 'answer':
      return isRace(mode) ? q('wait_answer') : q('wait_turn', { name })
    case 'verdict':
      return judged ? q('wait_verdict', { name, other: scene.names[judged.seat] }) : q('wait_verdict_plain', { name })
    case 'guess':
    case 'stake':
    case 'raise':
    case 'opponent':
    case 'vote':
    case 'contest':
    case 'overturn':
    case 'declare':
    case 'winner':
      return q(`wait_${ask.name}`, { name })
  }
  return q('wait_other', { name })
}

/** The distance between two numbers, without the dust of binary fractions. */
export function apart(one: number, other: number): number {
  return Number(Math.abs(one - other).toPrecision(12))
}
