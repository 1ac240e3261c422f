import { untrack } from 'svelte'
import type { EgoScene } from './table'

/** How often dice were thrown while this page looked on: they tumble when it grows. What they show is in the view. */
export interface Throws {
  move: number
  question: number
}

export function throwsAfter(before: Throws, events: EgoScene['events'], rolled: boolean): Throws {
  const found = events.some(({ event }) => event === 'announced' || event === 'start_rolled')
  return { move: before.move + Number(rolled), question: before.question + Number(found) }
}

/** Call it while a component is made. */
export function throwsOf(scene: () => EgoScene): { readonly now: Throws } {
  let now = $state.raw<Throws>({ move: 0, question: 0 })
  let seq: number | null = null
  let stood: number | null = null
  $effect.pre(() => {
    const next = scene()
    untrack(() => {
      if (next.seq === seq) return
      seq = next.seq
      now = throwsAfter(now, next.events, stood === null && next.view.rolled !== null)
      stood = next.view.rolled
    })
  })
  return {
    get now() {
      return now
    },
  }
}
