import type { Highlight, Story } from '../scene'
import type { Step } from '../../store/api'
import type { Trophy } from './dice'
import type { Event, View } from './types'
import { dice, trophyName, w } from './words'

/** The best moments: the largest discard, the most generous, the unluckiest, who emptied a hand, masters and slams. */
export function highlights(steps: readonly Step[], names: readonly string[]): Highlight[] {
  const events = steps.flatMap((step) => step.events as unknown as readonly Event[])
  const found: Highlight[] = []
  const largest = { seat: -1, count: 0 }
  const given = tallyOf(names)
  const ones = tallyOf(names)
  const outs = tallyOf(names)
  let inARow = { seat: -1, count: 0 } // gifts of one turn come one by one

  for (const event of events) {
    if (event.event === 'gave') {
      given[event.seat] = (given[event.seat] ?? 0) + 1
      inARow = { seat: event.seat, count: inARow.seat === event.seat ? inARow.count + 1 : 1 }
    } else if (event.event === 'rolled') inARow = { seat: -1, count: 0 }
    const now = event.event === 'discarded' ? { seat: event.seat, count: event.dice.length } : inARow
    if (now.count > largest.count) Object.assign(largest, now)
    if (event.event === 'too_many_ones') ones[event.seat] = (ones[event.seat] ?? 0) + 1
    if (event.event === 'went_out') outs[event.seat] = (outs[event.seat] ?? 0) + 1
    if (event.event === 'grand_slam')
      found.push({
        seat: event.seat,
        title: w('high_slam'),
        value: w('high_slam_value'),
        text: w('high_slam_text', { name: names[event.seat] }),
      })
    if (event.event === 'mastered') {
      const title = w('high_master', { trophy: trophyName(event.trophy as Trophy) })
      found.push({
        seat: event.seat,
        title,
        value: `+${event.bonus}`,
        text: w('high_master_text', { name: names[event.seat] }),
      })
    }
  }
  if (largest.count > 1)
    found.push({
      seat: largest.seat,
      title: w('high_discard'),
      value: dice(largest.count),
      text: w('high_discard_text', { name: names[largest.seat] }),
    })
  const most = [
    [ones, 'high_ones', times, 1],
    [given, 'high_gift', dice, 1],
    [outs, 'high_out', times, 2], // once is what somebody does in every round
  ] as const
  for (const [counts, key, say, least] of most) {
    const best = Math.max(...counts)
    const seat = counts.indexOf(best)
    if (best >= least)
      found.push({ seat, title: w(key), value: say(best), text: w(`${key}_text`, { name: names[seat] }) })
  }
  return found
}
const tallyOf = (names: readonly string[]): number[] => names.map(() => 0)
const times = (n: number): string => w('times', { n })

const story: Story<View> = { tally: (view) => view.scores, unit: 'unit_points', highlights }
export default story
