import { untrack } from 'svelte'
import { speak } from '../../shell/body'
import { play, type Sound } from '../../shell/sound'
import { NOTHING, closes, remember, type Told } from './told'
import type { QuizScene } from './quiz'

const REVEAL = 5_200
const BRIEF = 3_000

/** What this table remembers, kept up to date. `lingers`: the end of the last challenge is still worth looking at. */
export class Memory {
  told = $state.raw<Told>(NOTHING)
  lingers = $state(false)
}

/** Call it while a component is made. Sounds and speech are the caller's if `heard` says so: one face of a page makes them. */
export function follow(scene: () => QuizScene, heard: () => boolean): Memory {
  const memory = new Memory()
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: number | null = null
  $effect.pre(() => {
    const now = scene()
    untrack(() => {
      if (now.seq === last) return
      if (last !== null && now.seq < last) memory.told = NOTHING // a replay went back
      const first = last === null
      last = now.seq
      memory.told = remember(memory.told, now.view, now.events, now.at)
      if (now.replay) memory.lingers = closes(now.events)
      else if (closes(now.events)) linger(now)
      else if (now.events.some(({ event }) => event === 'question_put' || event === 'raised')) memory.lingers = false
      if (!first && !now.replay && heard()) sound(now)
    })
  })
  $effect(() => () => clearTimeout(timer))

  function linger(now: QuizScene): void {
    clearTimeout(timer)
    memory.lingers = true
    if (now.result) return // the last thing that happened stays
    const long = memory.told.ended?.kind === 'question'
    timer = setTimeout(() => (memory.lingers = false), long ? REVEAL : BRIEF)
  }
  return memory
}

/** The frame sounds dice, tokens, cards and the bell; these are the quiz's own. The first that fits is heard. */
const HEARD: readonly (readonly [Sound, RegExp])[] = [
  ['win', /^(declared|overturned)$/],
  ['bell', /^contested$/],
  ['buzzer', /^(attempted|repeated|eliminated|repeated_guess)$/],
  ['chip', /^(accepted|guessed|joined)$/],
  ['card', /^(refused|declined|question_chosen|help_used|opponent_chosen|gave_up)$/],
]
const FRAME = /^(time_up|question_put|paid|won|raised|refunded|rolled|luck_rolled|clues_read|revealed)$/

function sound(scene: QuizScene): void {
  const happened = scene.events.map(({ event }) => event)
  const put = scene.events.find(({ event }) => event === 'question_put') as { text?: string } | undefined
  if (put?.text) speak(put.text, 'fr') // the packs are French
  if (happened.some((event) => FRAME.test(event))) return
  const found = HEARD.find(([, kind]) => happened.some((event) => kind.test(event)))
  if (found) play(found[0])
}
