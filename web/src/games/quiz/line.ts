/** A number line for the answers of a Target question: where it begins and ends, its ticks, and who stands where. */
export interface Line {
  low: number
  high: number
  step: number
  ticks: readonly number[]
}

const NICE = [1, 2, 2.5, 5, 10]

/** Round numbers around all that must be seen. Years do not start at zero, small amounts do. */
export function lineFor(values: readonly number[], most = 8): Line {
  if (!values.length) return { low: 0, high: 100, step: 20, ticks: range(0, 100, 20) }
  const [least, largest] = [Math.min(...values), Math.max(...values)]
  const spread = largest - least || Math.max(1, Math.abs(largest) * 0.2)
  const nearZero = least >= 0 && least <= spread * 0.8
  const from = nearZero ? 0 : least - spread * 0.15
  const to = largest + spread * 0.15
  const rough = nice((to - from) / (most - 1))
  const step = values.every(Number.isInteger) ? Math.max(1, Math.ceil(rough)) : rough // nobody counts in halves
  const low = Math.floor(from / step) * step
  const high = Math.ceil(to / step) * step
  return { low, high, step, ticks: range(low, high, step) }
}

/** Where on the line, 0 to 1. */
export function place(line: Line, value: number): number {
  return (value - line.low) / (line.high - line.low)
}

/** Which row each pin stands in, so that neighbours do not cover each other; `width` as a share of the line. */
export function rows(places: readonly number[], width: number): number[] {
  const ends: number[] = [] // of each row, where its last pin ends
  const found = places.map(() => 0)
  const order = places.map((at, k) => ({ at, k })).sort((a, b) => a.at - b.at)
  for (const { at, k } of order) {
    const free = ends.findIndex((end) => at - width / 2 >= end)
    const row = free < 0 ? ends.length : free
    ends[row] = at + width / 2
    found[k] = row
  }
  return found
}

function nice(rough: number): number {
  const size = 10 ** Math.floor(Math.log10(rough))
  return (NICE.find((one) => one * size >= rough) ?? 10) * size
}

function range(low: number, high: number, step: number): number[] {
  const count = Math.round((high - low) / step)
  return Array.from({ length: count + 1 }, (_, k) => tidy(low + k * step))
}

/** Without the dust of binary fractions. */
export function tidy(value: number): number {
  return Number(value.toPrecision(12))
}
