import { askedSeats, isOut, seconds, stageOf, type Challenge, type QuizScene, type QuizView, type Span } from './quiz'
import { both, n, q, signed } from './words'

export interface Line {
  title: string
  sub: string
}

/** How a challenge ended, and why, in a sentence and a half. */
export function endLine(scene: QuizScene, challenge: Challenge): Line {
  const { ending } = challenge
  if (!ending) return { title: '', sub: '' }
  const names = (seats: readonly number[]): string => both(seats.map((seat) => scene.names[seat] ?? ''))
  const gone = ending.out.filter((seat) => seat !== scene.me) // one’s own hand says it apart
  const out = gone.length ? [q('eliminated', { names: names(gone) })] : []
  const apart = alongLine(scene)
  const table = [
    ...(ending.upheld.length ? [q('upheld', { names: names(ending.upheld) })] : []),
    ...(ending.overturned.length ? [q('overturned_line', { names: names(ending.overturned) })] : []),
  ]
  const told = (...parts: string[]): string =>
    [...table, ...parts, ...out, ...(apart ? [apart] : [])]
      .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`)
      .join(' ')
  if (ending.how === 'unjoined') return { title: q('nobody_joined'), sub: q('no_payment') }
  if (ending.winner !== null) {
    const name = scene.names[ending.winner] ?? ''
    const takes = q('takes_title', { name, n: n(ending.won) })
    if (ending.how === 'unopposed') return { title: takes, sub: told(q('how_unopposed')) }
    const paid = ending.payer === 'bank' ? [q(ending.won ? 'how_bank' : 'takes_nothing')] : []
    return { title: ending.won ? takes : q('wins', { name }), sub: told(howLine(scene, challenge), ...paid) }
  }
  const back = q(challenge.prize === null ? 'refunded' : 'bank_keeps')
  const again = ending.again ? [q('again', { name: scene.names[challenge.active] ?? '' })] : []
  return {
    title: ending.tied.length ? q('tied_are', { names: names(ending.tied) }) : q('nobody'),
    sub: told([back, ...again].join(', ')),
  }
}

function howLine(scene: QuizScene, challenge: Challenge): string {
  const { question, throws, ending, off, attempts, active } = challenge
  const winner = ending?.winner ?? -1
  if (throws.length)
    return q('dice_were', { list: throws.map((one) => `${scene.names[one.seat] ?? ''} ${one.sum}`).join(', ') })
  switch (question?.stage) {
    case 'line':
      return off[winner] ? q('how_off', { n: n(off[winner]) }) : q('how_exact')
    case 'rally':
      return q('how_last')
    case 'luck':
      return q('how_luck')
  }
  if (question?.stage === 'alone')
    return winner === active ? q('how_right') : q('how_wrong', { name: scene.names[active] })
  const after = attempts.find((one) => one.seat === winner && one.verdict === 'right')?.after
  return typeof after === 'number' ? q('how_first', { n: seconds(after) }) : q('how_right')
}

/** The ranking apart of those who are out and guess along. */
export function alongLine(scene: QuizScene): string {
  const ranked = Object.entries(scene.view.along).sort(([, a], [, b]) => b - a)
  const list = ranked.map(([seat, points]) => q('along_one', { name: scene.names[Number(seat)], n: points }))
  return list.length ? q('along_score', { list: list.join(', ') }) : ''
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
      return stageOf(challenge) === 'race' ? q('wait_answer') : q('wait_turn', { name })
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
    case 'spoken':
    case 'appeal':
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

/** What a challenge brought this seat, as its coaster says it. */
export function changeLine(view: QuizView, challenge: Challenge, seat: number): string {
  const change = challenge.ending?.change[seat] ?? 0
  if (change) return challenge.replies[seat] === 'refuse' ? q('change_refused', { n: signed(change) }) : signed(change)
  if (isOut(view, seat)) return q('out')
  return challenge.reader === seat ? q('has_read') : ''
}

/** Why this seat has more or less than before. */
export function whyLine(scene: QuizScene, challenge: Challenge, seat: number): string {
  const { ending, replies, prize } = challenge
  if (!ending) return ''
  const { winner, payer, paid } = ending
  const name = winner === null ? '' : scene.names[winner]
  if (winner === seat) {
    if (ending.how === 'unopposed') return q('why_unopposed')
    if (!ending.won) return q('takes_nothing')
    if (payer === 'bank') return q('why_bank')
    if (payer === 'player')
      return q('why_player', { name: Object.keys(paid).map((other) => scene.names[Number(other)]) })
    return q('why_pot')
  }
  if (seat in paid) {
    if (payer === null) return q('why_back')
    if (payer === 'player') return q('why_pay', { name })
    return replies[seat] === 'refuse' ? q('why_refused', { name }) : q('why_lost', { name })
  }
  if (challenge.reader === seat) return q('why_read')
  return q(prize !== null && challenge.contestants.includes(seat) ? 'why_bank_free' : 'why_none')
}

/** What comes after a challenge that is over, and the part one plays in it. */
export function nextLine(scene: QuizScene): { happens: string; you: string } | null {
  const { view, me } = scene
  if (view.challenge || me === null) return null
  const role = view.roles[me]
  const happens = role === 'leads' ? q('next_you_roll') : q('next_rolls', { name: scene.names[view.active] })
  return { happens, you: role === 'reads' ? q('next_you_read') : role === 'out' ? q('next_you_out') : '' }
}

/** The part that this hand plays now, in a few words. */
export function roleLine(scene: QuizScene): string {
  const { view, me, names } = scene
  if (me === null) return ''
  const role = view.roles[me]
  const { challenge } = view
  const out = isOut(view, me)
  if (role === 'reads') return q(out ? 'role_out_reads' : 'role_reads')
  if (role === 'out') return q('role_out')
  if (challenge) {
    const order = challenge.unheard.length ? challenge.unheard : challenge.turn === null ? [] : challenge.still_in
    const answer = scene.asks.find((opened) => opened.seat === me && opened.ask.name === 'answer')
    const aloud = scene.asks.some(
      (opened) => opened.seat === me && (opened.ask.name === 'declare' || opened.ask.name === 'spoken'),
    )
    if (aloud) return q('role_speak')
    if (challenge.turn === me)
      return q(!answer ? 'role_turn' : answer.ask.form.type === 'text' ? 'role_write' : 'role_speak')
    if (order[1] === me) return q('role_after', { name: names[order[0] ?? 0] })
  }
  switch (role) {
    case 'leads':
      return q('role_leads')
    case 'challenged':
      return q('role_challenged', { name: names[view.active] })
    case 'designated':
      return q('role_designated', { name: names[view.active] })
    case 'refuses':
      return q('role_refuses')
    case 'missed':
      return q('role_missed')
    case 'plays':
      return q('role_plays')
  }
  return q('role_waits', { name: names[view.active] })
}
