import type { Step } from '../../store/api'

export const SPEEDS = [1, 4, 16]
const STEP = 1_100 // milliseconds
const BRIEF = 150
const BEFORE = 6 // steps before a highlight

/** A reel that runs, stops, and is wound to any step. Made while a component is set up: it runs as long as that lives. */
export class Film {
  at = $state(0)
  playing = $state(false)
  speed = $state(1)
  best = $state(false) // only what is worth another look
  readonly last = $derived.by(() => Math.max(0, this.steps().length - 1))
  // Around each highlight: a few steps before it, and what came of it.
  private readonly moments = $derived.by(() =>
    this.highlights()
      .map(({ seq }) => ({ from: Math.max(0, seq - BEFORE), until: Math.min(this.last, seq + 1) }))
      .sort((one, other) => one.from - other.from),
  )

  constructor(
    at: number,
    private readonly steps: () => readonly Step[],
    private readonly highlights: () => readonly { seq: number }[],
  ) {
    this.at = at
    $effect(() => {
      if (!this.playing) return
      const timer = setTimeout(() => this.advance(), this.lasts(this.steps()[this.at]))
      return () => clearTimeout(timer)
    })
  }

  /** Run or stop: the whole, or the highlights only. */
  start(only: boolean): void {
    if (only === this.best && this.playing) return void (this.playing = false)
    this.best = only
    if (this.after(this.at) === null) this.at = only ? (this.moments[0]?.from ?? 0) : 0
    this.playing = true
  }

  /** Stop, or run the whole from here. */
  toggle(): void {
    this.start(this.playing && this.best)
  }

  jump(step: number): void {
    this.at = Math.max(0, Math.min(this.last, step))
    if (this.best) this.best = this.playing = false
  }

  private advance(): void {
    const next = this.after(this.at)
    if (next === null) this.playing = false
    else this.at = next
  }

  private after(step: number): number | null {
    if (!this.best) return step < this.last ? step + 1 : null
    const now = this.moments.find(({ from, until }) => step >= from && step < until)
    return now ? step + 1 : (this.moments.find(({ from }) => from > step)?.from ?? null)
  }

  /** What was held is held here, too; a step that tells nothing, like one die of many, passes quickly. */
  private lasts(step: Step | undefined): number {
    const held = step?.beat ? step.beat.until - step.beat.since : 0
    return Math.max(step?.events.length ? STEP : BRIEF, held) / this.speed
  }
}
