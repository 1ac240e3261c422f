import { askedSeats } from '../quiz/quiz'
import { waitLine } from '../quiz/say'
import type { Scene } from '../scene'
import type { Event, Mine, View } from './types'
import { w } from './words'

export type DefizzScene = Scene<View, Mine, Event>

/** The sentence that leads the table: Défizz's own asks, else those of every quiz. */
export function leading(scene: DefizzScene): string {
  const challenge = scene.view.challenge
  const seat = askedSeats(scene, 'question')[0]
  if (seat !== undefined) {
    const name = scene.names[seat]
    const reads = scene.view.roles[seat] === 'reads'
    return w(reads ? 'choosing_reader' : challenge?.helped ? 'helped' : 'choosing', { name })
  }
  const joining = askedSeats(scene, 'join')[0]
  if (joining !== undefined) return w('joining', { name: scene.names[joining] })
  if (!challenge && !scene.result) return w('starting')
  return waitLine(scene)
}
