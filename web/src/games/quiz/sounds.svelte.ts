import { untrack } from 'svelte'
import { speak } from '../../shell/body'
import { play, type Sound } from '../../shell/sound'
import type { QuizScene } from './quiz'

/** The frame sounds dice, tokens, cards and the bell; these are the quiz's own. The first that fits is heard. */
const HEARD: readonly (readonly [Sound, RegExp])[] = [
  ['win', /^(declared|overturned)$/],
  ['bell', /^contested$/],
  ['buzzer', /^(attempted|repeated|repeated_guess)$/],
  ['chip', /^(accepted|guessed|joined)$/],
  ['card', /^(refused|declined|question_chosen|help_used|opponent_chosen|gave_up)$/],
]
const FRAME =
  /^(eliminated|judged|nobody_right|phase_changed|time_up|question_put|paid|won|raised|refunded|rolled|luck_rolled|clues_read|revealed)$/

/** Call it while a component is made. One face of a page makes sounds and speech: `heard` says whether it is this one. */
export function quizSounds(scene: () => QuizScene, heard: () => boolean): void {
  let last: number | null = null
  $effect(() => {
    const now = scene()
    const fresh = last !== null && last !== now.seq
    last = now.seq
    if (fresh && !now.replay) untrack(() => heard() && sound(now))
  })
}

function sound(scene: QuizScene): void {
  const happened = scene.events.map(({ event }) => event)
  const put = scene.events.find(({ event }) => event === 'question_put') as { text?: string } | undefined
  if (put?.text) speak(put.text, 'fr') // the packs are French
  if (happened.some((event) => FRAME.test(event))) return
  const found = HEARD.find(([, kind]) => happened.some((event) => kind.test(event)))
  if (found) play(found[0])
}
