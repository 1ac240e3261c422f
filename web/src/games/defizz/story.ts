import type { Step } from '../../store/api'
import { seconds, withPot } from '../quiz/quiz'
import { roleLine } from '../quiz/say'
import { n } from '../quiz/words'
import type { Highlight, Story } from '../scene'
import type { Event, View } from './types'
import { w } from './words'

interface Best {
  score: number
  seat: number | null
  value: string
  text: string
}
type Name = 'best_pot' | 'best_bluff' | 'fastest' | 'nearest' | 'longest'
const ORDER: readonly Name[] = ['best_pot', 'best_bluff', 'fastest', 'nearest', 'longest']

/** The best moments: the biggest pot, a raise that nobody took up, the quickest, the nearest, the longest rally. */
export function best(steps: readonly Step[]): Partial<Record<Name, Best>> {
  const found: Partial<Record<Name, Best>> = {}
  const better = (name: Name, one: Best): void => {
    if (one.score > (found[name]?.score ?? -Infinity)) found[name] = one
  }
  let question: { mode: string | null; text: string; put: number } | null = null
  let raise = 0
  let bluff = false
  let guesses: { seat: number; number: number }[] = []
  let rally = 0
  const right = new Map<number, number>() // seat -> when
  let judged: { seat: number; at: number | null } | null = null
  for (const step of steps) {
    for (const event of step.events as unknown as readonly Event[]) {
      switch (event.event) {
        case 'rolled':
          question = null
          raise = rally = 0
          bluff = false
          guesses = []
          right.clear()
          break
        case 'raised':
          raise = event.amount
          break
        case 'nobody_accepted':
          bluff = true
          better('best_bluff', { score: raise, seat: event.seat, value: n(raise), text: w('best_bluff_text') })
          break
        case 'question_put':
          question = { mode: event.mode, text: event.text, put: step.now }
          break
        case 'attempted':
          judged = { seat: event.seat, at: event.at }
          break
        case 'judged':
          if (event.verdict !== 'right') break
          if (question?.mode === 'ping_pong') rally++
          else if (judged?.seat === event.seat && judged.at !== null) right.set(event.seat, judged.at)
          break
        case 'guessed':
          guesses.push({ seat: event.seat, number: event.number })
          break
        case 'revealed': {
          const truth = Number(event.answers[0])
          if (question?.mode !== 'target' || !truth) break
          for (const { seat, number } of guesses) {
            const off = Number(Math.abs(number - truth).toPrecision(12))
            const value = off ? w('nearest_by', { n: n(off) }) : w('nearest_exact')
            better('nearest', {
              score: -off / Math.abs(truth),
              seat,
              value,
              text: w('nearest_text', { text: question.text }),
            })
          }
          break
        }
        case 'won': {
          if (!bluff)
            better('best_pot', {
              score: event.amount,
              seat: event.seat,
              value: n(event.amount),
              text: w('best_pot_text'),
            })
          const at = right.get(event.seat)
          if (question?.mode === 'chrono' && at !== undefined && at > question.put) {
            better('fastest', {
              score: question.put - at,
              seat: event.seat,
              value: seconds(at - question.put),
              text: w('fastest_text', { text: question.text }),
            })
          }
          if (question?.mode === 'ping_pong' && rally > 2) {
            better('longest', {
              score: rally,
              seat: event.seat,
              value: w('longest_value', { n: rally }),
              text: w('longest_text', { text: question.text }),
            })
          }
          break
        }
      }
    }
  }
  return found
}

const story: Story<View> = {
  tally: (view) => view.stacks,
  worth: withPot,
  unit: 'unit_tokens',
  out: (view) => view.out.flat(),
  role: roleLine,
  highlights: (steps): Highlight[] => {
    const found = best(steps)
    return ORDER.flatMap((name) => {
      const one = found[name]
      return one ? [{ seat: one.seat, title: w(name), value: one.value, text: one.text }] : []
    })
  },
}
export default story
