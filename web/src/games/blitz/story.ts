import { group } from '../../words/numbers'
import type { Step } from '../../store/api'
import type { Highlight, Story } from '../scene'
import type { Event, View } from './types'
import { w } from './words'

interface Best {
  fast: { seat: number; text: string; ms: number } | null
  cascade: { seat: number; length: number } | null
  streak: { seat: number; length: number } | null
  hard: { themes: [string, string]; answers: number } | null
  burned: number[]
}

/** The best moments of a match, told by its events alone. */
export function best(steps: readonly Pick<Step, 'events'>[], seats: number): Best {
  const burned = Array.from({ length: seats }, () => 0)
  const found: Best = { fast: null, cascade: null, streak: null, hard: null, burned }
  let themes: [string, string] = ['', '']
  let drawer = 0
  for (const event of steps.flatMap((step) => step.events as unknown as readonly Event[])) {
    if (event.event === 'turned_up' || event.event === 'duel_rolled') drawer = event.seat
    else if (event.event === 'face_off_started') themes = [event.theme, event.opponents_theme]
    else if (event.event === 'burned') burned[event.seat] = (burned[event.seat] ?? 0) + 1
    else if (event.event === 'won') {
      const { seat, text, after, answers, chain, run } = event
      if (after !== null && after < (found.fast?.ms ?? Infinity)) found.fast = { seat, text, ms: after }
      if (answers > (found.hard?.answers ?? 2)) found.hard = { themes, answers }
      if (chain > (found.cascade?.length ?? 1)) found.cascade = { seat: drawer, length: chain }
      if (run > (found.streak?.length ?? 2)) found.streak = { seat, length: run }
    }
  }
  return found
}

function highlights(steps: readonly Step[], names: readonly string[]): readonly Highlight[] {
  const { fast, cascade, streak, hard, burned } = best(steps, names.length)
  const name = (seat: number): string => names[seat] ?? ''
  const told: Highlight[] = []
  if (fast) {
    const n = group(fast.ms / 1000, 1)
    const text = fast.text
      ? w('high_fast_text', { name: name(fast.seat), text: fast.text })
      : w('high_fast_aloud', { name: name(fast.seat) })
    told.push({ seat: fast.seat, title: w('high_fast'), value: w('high_seconds', { n }), text })
  }
  if (cascade)
    told.push({
      seat: cascade.seat,
      title: w('high_cascade'),
      value: w('high_cascade_value', { n: cascade.length }),
      text: w('high_cascade_text', { name: name(cascade.seat) }),
    })
  if (streak)
    told.push({
      seat: streak.seat,
      title: w('high_streak'),
      value: w('high_streak_value', { n: streak.length }),
      text: w('high_streak_text', { name: name(streak.seat) }),
    })
  if (hard)
    told.push({
      seat: null,
      title: w('high_hard'),
      value: w('high_hard_value', { n: hard.answers }),
      text: w('high_hard_text', { a: hard.themes[0], b: hard.themes[1] }),
    })
  const most = Math.max(0, ...burned)
  const tongue = burned.indexOf(most)
  if (most > 1)
    told.push({
      seat: tongue,
      title: w('high_burned'),
      value: w('high_burned_value', { n: most }),
      text: w('high_burned_text', { name: name(tongue) }),
    })
  return told
}

const story: Story<View> = { tally: (view) => view.won, unit: 'unit_cards', highlights }
export default story
