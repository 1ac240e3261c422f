import { settings } from '../../shell/settings.svelte'
import type { Step } from '../../store/api'
import type { Highlight, Story } from '../scene'
import { isAloud } from './said'
import type { Event, View } from './types'
import { w } from './words'

interface Bout {
  opened: number // when the theme in force was shown
  themes: [string, string]
  answers: { seat: number; text: string; at: number }[]
}
interface Best {
  fast: { seat: number; text: string; ms: number } | null
  cascade: { seat: number; length: number } | null
  streak: { seat: number; length: number } | null
  hard: { themes: [string, string]; answers: number } | null
  burned: number[]
}

/** The best moments of a match, told by its events alone. */
export function best(steps: readonly Pick<Step, 'now' | 'events'>[], seats: number): Best {
  const found: Best = {
    fast: null,
    cascade: null,
    streak: null,
    hard: null,
    burned: Array.from({ length: seats }, () => 0),
  }
  const runs = Array.from({ length: seats }, () => 0)
  let bout: Bout | null = null
  let drawer = 0
  let chain = 0
  for (const step of steps) {
    for (const event of step.events as unknown as readonly Event[]) {
      switch (event.event) {
        case 'turned_up':
        case 'duel_rolled':
          drawer = event.seat
          chain = 0
          break
        case 'face_off_started':
          bout = { opened: step.now, themes: [event.theme, event.opponents_theme], answers: [] }
          break
        case 'tie_break_drawn':
          if (bout) bout.opened = step.now
          break
        case 'answered':
          bout?.answers.push(event)
          break
        case 'burned':
          found.burned[event.seat] = (found.burned[event.seat] ?? 0) + 1
          break
        case 'won': {
          const last = bout?.answers.findLast((one) => one.seat === event.seat)
          if (bout && last && last.at >= bout.opened) {
            const ms = last.at - bout.opened
            if (!found.fast || ms < found.fast.ms) found.fast = { seat: event.seat, text: last.text, ms }
          }
          if (bout && bout.answers.length > (found.hard?.answers ?? 2))
            found.hard = { themes: bout.themes, answers: bout.answers.length }
          if (++chain > (found.cascade?.length ?? 1)) found.cascade = { seat: drawer, length: chain }
          runs[event.loser] = 0
          const run = (runs[event.seat] = (runs[event.seat] ?? 0) + 1)
          if (run > (found.streak?.length ?? 2)) found.streak = { seat: event.seat, length: run }
          bout = null
          break
        }
      }
    }
  }
  return found
}

function highlights(steps: readonly Step[], names: readonly string[]): readonly Highlight[] {
  const { fast, cascade, streak, hard, burned } = best(steps, names.length)
  const name = (seat: number): string => names[seat] ?? ''
  const told: Highlight[] = []
  if (fast) {
    const n = (fast.ms / 1000).toLocaleString(settings.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    const text = isAloud(fast.text)
      ? w('high_fast_aloud', { name: name(fast.seat) })
      : w('high_fast_text', { name: name(fast.seat), text: fast.text })
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
