import { askedSeats, isRace, seconds, type Challenge, type QuizScene, type Span } from './quiz'
import { both, n, q } from './words'

export interface Line {
  title: string
  sub: string
}

const TAKES: Readonly<Record<string, 'takes' | 'takes_bank' | 'takes_player'>> = {
  pot: 'takes',
  bank: 'takes_bank',
  player: 'takes_player',
}

/** How a challenge ended, in a sentence and a half. */
export function endLine(scene: QuizScene, challenge: Challenge): Line {
  const { ending, throws } = challenge
  if (!ending) return { title: '', sub: '' }
  const names = (seats: readonly number[]): string => both(seats.map((seat) => scene.names[seat] ?? ''))
  const amount = n(ending.won)
  const out = ending.out.length ? ` ${q('eliminated', { names: names(ending.out) })}.` : ''
  const dice = throws.length
    ? `${q('dice_were', { list: throws.map((one) => `${scene.names[one.seat] ?? ''} ${one.sum}`).join(', ') })}. `
    : ''
  if (ending.how === 'unjoined') return { title: q('nobody_joined'), sub: q('no_payment') }
  if (ending.winner !== null) {
    const name = scene.names[ending.winner] ?? ''
    if (ending.how === 'unopposed')
      return { title: q('wins_unopposed', { name }), sub: `${q('takes_unopposed', { n: amount })}.${out}` }
    const paid = ending.won ? TAKES[ending.payer ?? 'pot'] : undefined
    return { title: winLine(challenge, name), sub: `${dice}${q(paid ?? 'takes_nothing', { n: amount })}.${out}` }
  }
  const back = q(challenge.prize === null ? 'refunded' : 'bank_keeps')
  const active = scene.names[challenge.active] ?? ''
  const sub = `${back.charAt(0).toUpperCase()}${back.slice(1)}${ending.again ? `, ${q('again', { name: active })}` : ''}.`
  return { title: ending.tied.length ? q('tied_are', { names: names(ending.tied) }) : q('nobody'), sub }
}

function winLine(challenge: Challenge, name: string): string {
  const { question, throws, ending, off, attempts } = challenge
  const winner = ending?.winner ?? null
  if (throws.length) return q('wins_dice', { name })
  const by = winner === null ? undefined : off[winner]
  if (question?.mode === 'target' && by !== undefined)
    return by ? q('wins_by', { name, n: n(by) }) : q('wins_exact', { name })
  const after = attempts.find((one) => one.seat === winner && one.verdict === 'right')?.after
  if (isRace(question?.mode) && typeof after === 'number') return q('wins_in', { name, n: seconds(after) })
  return q('wins', { name })
}

/** The one sentence that leads the table while it waits. */
export function waitLine(scene: QuizScene): string {
  const ask = scene.waiting.find((one) => !one.standing && one.actors.some((actor) => typeof actor === 'number'))
  if (!ask) return q('wait_house')
  const seats = askedSeats(scene, ask.name)
  const name = seats.map((seat) => scene.names[seat] ?? '')
  const challenge = scene.view.challenge
  const judged = challenge?.judging ?? null
  switch (ask.name) {
    case 'answer':
      return isRace(challenge?.question?.mode) ? q('wait_answer') : q('wait_turn', { name })
    case 'verdict':
      return judged === null
        ? q('wait_verdict_plain', { name })
        : q('wait_verdict', { name, other: scene.names[judged] })
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

/** A figure that others' replies may still change. */
export function figure(span: Span): string {
  return span.low === span.high ? n(span.low) : q('from_to', { low: n(span.low), high: n(span.high) })
}

/** Why all play for less than was announced: somebody cannot pay as much. */
export function shortLine(scene: QuizScene, short: readonly number[], share: Span | null): string {
  if (!short.length || !share) return ''
  const has = short.map((seat) => q('only_has', { name: scene.names[seat], n: n(scene.view.stacks[seat] ?? 0) }))
  return q('all_play_for', { who: both(has), n: figure(share) })
}
