import { waitLine } from '../quiz/say'
import { asked, type EgoScene } from './table'
import { tokens, w } from './words'

/** The one sentence that leads the table: what is Egomaster's own here, the rest as in any quiz. */
export function leadOf(scene: EgoScene): string {
  if (scene.result) return scene.words.end(scene.result.why)
  const now = asked(scene)
  const [seat] = now?.seats ?? []
  const name = seat === undefined ? '' : scene.names[seat]
  const challenge = scene.view.challenge
  switch (seat === undefined ? null : now?.name) {
    case 'place':
    case 'direction':
    case 'designee':
    case 'opponent':
    case 'reader':
      return w(`lead_${now?.name as 'place'}`, { name })
    case 'stake':
      return w('lead_stake', { name, amount: tokens(challenge?.minimum ?? 0) })
    case 'raise':
      return w('lead_raise', { name, amount: tokens(challenge?.stake ?? 0) })
    case 'tie':
    case 'tied':
    case 'winner':
      return w('lead_tie', { name })
  }
  return waitLine(scene)
}

/** What is called out loud: it changes the game for somebody. */
export function shoutOf(scene: EgoScene): string | null {
  return scene.events.some((event) => event.event === 'phase_changed') ? w('phase_shout') : null
}
