import { moves } from '../shell/settings.svelte'

const FLIGHT = 600

/** Whether a die is in the air: from the moment at which its throw changes. `first`: the first throw seen flies, too. */
export function tumbling(roll: () => number, first = false): { readonly now: boolean } {
  let flies = $state(false)
  let thrown: number | undefined
  $effect(() => {
    const before = thrown
    thrown = roll()
    if (before === thrown || !thrown || (before === undefined && !first) || !moves()) return
    flies = true
    const timer = setTimeout(() => (flies = false), FLIGHT)
    return () => {
      clearTimeout(timer)
      flies = false
    }
  })
  return {
    get now() {
      return flies
    },
  }
}
