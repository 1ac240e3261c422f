import { untrack } from 'svelte'
import { isAloud, normal } from './said'
import { contestants, pending, type BlitzScene } from './table'
import type { Event } from './types'

export interface Attempt {
  seat: number
  text: string
  how: 'sent' | 'burned' | 'refused' | 'locked' | 'stuck'
}

/** What was heard since this page looks on: the view keeps burned words, but neither how they were said nor who tried what. */
export class Told {
  attempts = $state.raw<readonly Attempt[]>([]) // of this face-off
  typing = $state.raw<readonly number[]>([])
  objection = $state.raw<Extract<Event, { event: 'challenged' }> | null>(null) // what is voted on, and who wanted it
  pausedUntil = $state.raw<Readonly<Record<number, number>>>({})
  private words = $state.raw<ReadonlyMap<string, string>>(new Map())
  private seq = -1

  hear(scene: BlitzScene): void {
    if (scene.seq === this.seq) return
    const back = scene.seq < this.seq // a replay that jumps
    this.seq = scene.seq
    const words = new Map(back ? [] : this.words)
    let attempts = back || !scene.view.themes ? [] : [...this.attempts]
    let typing = scene.view.themes && !back ? this.typing : []
    let objection = back || !['valid', 'first'].includes(pending(scene)?.name ?? '') ? null : this.objection
    for (const event of scene.events) {
      if (event.event === 'challenged') objection = event
      if (
        event.event === 'face_off_started' ||
        event.event === 'showdown' ||
        (event.event === 'tie_break_drawn' && pending(scene)?.name !== 'under')
      )
        attempts = typing = []
      if ('text' in event && !isAloud(event.text)) words.set(normal(event.text), event.text)
      const attempt = attemptOf(event)
      if (!attempt) continue
      if (event.event === 'refused' && scene.options.lockout_ms) {
        this.pausedUntil = { ...this.pausedUntil, [attempt.seat]: scene.now() + Number(scene.options.lockout_ms) }
      }
      attempts = [...attempts.filter((one) => one.seat !== attempt.seat || one.text !== attempt.text), attempt]
      typing = typing.filter((seat) => seat !== attempt.seat)
    }
    if (words.size !== this.words.size || back) this.words = words
    this.attempts = attempts
    this.objection = objection
    this.typing = typing
  }

  press(seat: number): void {
    if (!this.typing.includes(seat)) this.typing = [...this.typing, seat]
  }

  last(seat: number): Attempt | null {
    return this.attempts.findLast((one) => one.seat === seat) ?? null
  }

  /** Burned words, the newest first, as people said them. */
  burned(list: readonly string[]): string[] {
    return [...new Set(list.toReversed())].filter(Boolean).map((word) => this.words.get(word) ?? word)
  }
}

function attemptOf(event: Event): Attempt | null {
  switch (event.event) {
    case 'answered':
      return { seat: event.seat, text: event.text, how: 'sent' }
    case 'burned':
      return { seat: event.seat, text: event.text, how: 'burned' }
    case 'refused':
      return { seat: event.seat, text: event.text, how: 'refused' }
    case 'locked_out':
      return { seat: event.seat, text: event.text, how: 'locked' }
    case 'passed':
      return { seat: event.seat, text: '', how: 'stuck' }
    default:
      return null
  }
}

/** A memory that follows the scene of a component. */
export function listen(scene: () => BlitzScene): Told {
  const told = new Told()
  $effect.pre(() => {
    const now = scene()
    untrack(() => told.hear(now))
  })
  $effect.pre(() => {
    const { pressed, view } = scene()
    if (pressed?.ask === 'answer' && contestants(view).includes(pressed.seat)) untrack(() => told.press(pressed.seat))
  })
  return told
}
