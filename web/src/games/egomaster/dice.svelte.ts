import { untrack } from 'svelte'
import { rolledNow, type EgoScene } from './table'

export interface Throw {
  seat: number
  white: number
  black: number
}

/** What the dice last showed. The view tells the question that was found, but no throw before it. */
export interface Dice {
  move: number | null
  page: number | null
  number: number | null
  thrown: number // grows with each throw of the six-sided die
  found: number // grows with each throw of the other two
  starts: readonly Throw[] // who begins?
  offs: readonly Throw[] // between equals, after the last question
  turn: string
}

export const NO_DICE: Dice = {
  move: null,
  page: null,
  number: null,
  thrown: 0,
  found: 0,
  starts: [],
  offs: [],
  turn: '',
}

export function diceAfter(before: Dice, scene: Pick<EgoScene, 'view' | 'events' | 'asks' | 'waiting'>): Dice {
  const now = { ...before }
  const challenge = scene.view.challenge
  for (const event of scene.events) {
    if (event.event === 'start_rolled') {
      const again = now.starts.some((one) => one.seat === event.seat)
      now.starts = [
        ...(again ? now.starts.filter((one) => one.seat !== event.seat) : now.starts),
        { seat: event.seat, white: event.white, black: event.black },
      ]
      now.found++
    } else if (event.event === 'moved') {
      if (now.move !== event.roll) now.thrown++
      now.move = event.roll
      now.starts = []
    } else if (event.event === 'announced') {
      now.page = event.page
      now.number = event.number
      now.offs = []
      now.found++
    } else if (event.event === 'rolled_off')
      now.offs = [...now.offs, { seat: event.seat, white: event.white, black: event.black }]
  }
  if (challenge) [now.page, now.number] = [challenge.page, challenge.number]
  const choosing = scene.waiting.some((one) => one.name === 'direction')
  const turn = choosing ? `${scene.view.active}/${scene.view.pawns.join()}/${scene.view.stacks.join()}` : before.turn
  if (choosing) {
    const roll = rolledNow(scene as EgoScene)
    if (turn !== before.turn) {
      now.turn = turn
      now.thrown++
      now.move = roll
    } else if (roll !== null) now.move = roll
  }
  return now
}

/** Call it while a component is made. */
export function diceOf(scene: () => EgoScene): { readonly now: Dice } {
  let now = $state.raw<Dice>(NO_DICE)
  let seq: number | null = null
  $effect.pre(() => {
    const next = scene()
    untrack(() => {
      if (next.seq === seq) return
      if (seq !== null && next.seq < seq) now = NO_DICE // a replay went back
      seq = next.seq
      now = diceAfter(now, next)
    })
  })
  return {
    get now() {
      return now
    },
  }
}
