import { play, type Sound } from '../../shell/sound'
import type { EgoScene } from './table'

/** The frame sounds moves and tokens, the quiz its answers; these are Egomaster's own. The first that fits is heard. */
const HEARD: readonly (readonly [Sound, RegExp])[] = [
  ['dice', /^(start_rolled|rolled_off)$/],
  ['card', /^(designated|reader_chosen|not_paid)$/],
]

export function soundFor(events: readonly { event: string }[]): Sound | null {
  return HEARD.find(([, kind]) => events.some((one) => kind.test(one.event)))?.[0] ?? null
}

/** Call it while a component is made; one face of a page makes the sounds. */
export function sounds(scene: () => EgoScene, heard: () => boolean): void {
  let last: number | null = null
  $effect(() => {
    const { seq, events, replay } = scene()
    const fresh = last !== null && last !== seq
    last = seq
    const sound = fresh && !replay && heard() ? soundFor(events) : null
    if (sound) play(sound)
  })
}
