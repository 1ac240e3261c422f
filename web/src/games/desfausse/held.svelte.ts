import type { Scene } from '../scene'
import type { Event, Turn, View } from './types'

type Table = Scene<View, null, Event>
const TOLD = 0.4 // of a round's last moment: what ended it is seen first, then the board…
const LONGEST = 4_000 // …after so many milliseconds at most

/** What happened that is worth the moment. */
export const heldEvents = (scene: Table): readonly Event[] => (scene.beat?.events ?? []) as readonly Event[]

/** The turn that the moment is about: the next one may have begun already. */
export function heldTurn(scene: Table): Turn | null {
  if (!scene.beat || scene.result) return null
  const { turn, last } = scene.view
  return turn.came === 'rolling' ? last : turn
}

/** Whether the round is over, and whether it is time for its board. On every device at the same time. */
export function watchBoard(scene: () => Table): { readonly ends: boolean; readonly on: boolean } {
  let on = $state(false)
  const ends = $derived(!scene().result && heldEvents(scene()).some((event) => event.event === 'round_ended'))
  $effect(() => {
    const { beat, now } = scene()
    if (!beat || !ends) return void (on = false)
    const wait = beat.since + Math.min(LONGEST, (beat.until - beat.since) * TOLD) - now()
    on = wait <= 0
    if (on) return
    const timer = setTimeout(() => (on = true), wait)
    return () => clearTimeout(timer)
  })
  return {
    get ends() {
      return ends
    },
    get on() {
      return on && ends
    },
  }
}
