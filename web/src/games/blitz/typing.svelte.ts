import { untrack } from 'svelte'
import type { BlitzScene } from './table'

/** Who is writing or about to speak: the only thing that passes too quickly to be in the view. */
export class Typing {
  private since = $state.raw<Readonly<Record<number, string>>>({})

  press(scene: BlitzScene, seat: number): void {
    const moment = momentOf(scene, seat)
    if (moment) this.since = { ...this.since, [seat]: moment }
  }
  has(scene: BlitzScene, seat: number): boolean {
    const moment = momentOf(scene, seat)
    return moment !== null && this.since[seat] === moment
  }
}

/** Changes with every theme and every answer of this contestant. */
function momentOf({ view }: BlitzScene, seat: number): string | null {
  const one = view.face_off?.contestants.find((contestant) => contestant.seat === seat)
  if (!one || !view.face_off) return null
  return `${one.theme}:${view.face_off.answers.filter((answer) => answer.seat === seat).length}`
}

/** Follows the presses that the scene of a component brings. */
export function watchTyping(scene: () => BlitzScene): Typing {
  const typing = new Typing()
  $effect.pre(() => {
    const now = scene()
    const pressed = now.pressed
    if (pressed?.ask === 'answer') untrack(() => typing.press(now, pressed.seat))
  })
  return typing
}
