import { withPot } from '../quiz/quiz'
import { roleLine } from '../quiz/say'
import type { Highlight, Story } from '../scene'
import type { Step } from '../../store/api'
import type { Event, View } from './types'
import { group } from '../../words/numbers'
import { tokens, w, type Word } from './words'

interface Best {
  seat: number
  value: number
}

/** The best moments, from what happened in the order in which it happened. */
export function highlights(
  steps: readonly Pick<Step, 'events' | 'view' | 'now'>[],
  names: readonly string[],
): Highlight[] {
  const better = (now: Best | null, seat: number, value: number): Best =>
    now && now.value >= value ? now : { seat, value }
  let pot: Best | null = null
  let bluff: Best | null = null
  let fast: Best | null = null
  let walk: Best | null = null
  const luck = new Map<number, number>()
  const gifts = new Map<number, number>()
  let put = 0
  let designee: number | null = null
  let unopposed: number | null = null
  let raised = 0
  let rolled = false
  let pressed = new Map<number, number>()
  for (const step of steps) {
    for (const event of step.events as unknown as readonly Event[]) {
      switch (event.event) {
        case 'announced':
          designee = unopposed = null
          raised = 0
          rolled = false
          break
        case 'moved':
          if (event.pushed) walk = better(walk, event.seat, event.pushed)
          break
        case 'designated':
          designee = event.designee
          break
        case 'raised':
          raised = event.amount
          break
        case 'nobody_accepted':
          unopposed = event.seat
          if (raised) bluff = better(bluff, event.seat, raised)
          break
        case 'question_put':
          put = step.now
          pressed = new Map()
          break
        case 'attempted':
          if (event.at !== null) pressed.set(event.seat, event.at)
          break
        case 'judged': {
          const at = pressed.get(event.seat)
          if (event.verdict === 'right' && at !== undefined && at > put && (!fast || at - put < fast.value))
            fast = { seat: event.seat, value: at - put }
          break
        }
        case 'rolled_off':
          rolled = true
          break
        case 'won':
          if (unopposed === null) pot = better(pot, event.seat, event.amount)
          if (rolled) luck.set(event.seat, (luck.get(event.seat) ?? 0) + 1)
          if (designee === event.seat) gifts.set(event.seat, (gifts.get(event.seat) ?? 0) + event.amount)
          break
      }
    }
  }
  const most = (all: ReadonlyMap<number, number>): Best | null =>
    [...all].reduce<Best | null>((found, [seat, value]) => better(found, seat, value), null)
  const lucky = most(luck)
  const spoilt = most(gifts)
  const seconds = (ms: number): string => group(ms / 1000, 1)
  const made = (
    best: Best | null,
    key: 'pot' | 'bluff' | 'fast' | 'luck' | 'gift' | 'walk',
    value: (n: number) => string,
  ): Highlight[] =>
    best
      ? [
          {
            seat: best.seat,
            title: w(`high_${key}`),
            value: value(best.value),
            text: w(`high_${key}_text` as Word, { name: names[best.seat] }),
          },
        ]
      : []
  return [
    ...made(pot, 'pot', tokens),
    ...made(bluff, 'bluff', tokens),
    ...made(fast, 'fast', (ms) => w('high_seconds', { n: seconds(ms) })),
    ...made(lucky && lucky.value > 1 ? lucky : null, 'luck', (n) => w('high_luck_value', { n })),
    ...made(spoilt, 'gift', tokens),
    ...made(walk && walk.value > 1 ? walk : null, 'walk', (n) => w('high_walk_value', { n })),
  ]
}

const story: Story<View> = {
  tally: (view) => view.stacks,
  worth: withPot,
  unit: 'unit_tokens',
  out: (view) => view.out.flat(),
  role: roleLine,
  highlights,
}
export default story
