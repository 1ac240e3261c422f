import { asked, type EgoScene } from './table'
import { listed, tokens, w } from './words'

/** The one sentence that leads the table. */
export function leadOf(scene: EgoScene): string {
  const { view, names } = scene
  if (scene.result) return scene.words.end(scene.result.why)
  const now = asked(scene)
  const [seat] = now?.seats ?? []
  if (!now || seat === undefined) return w('lead_house')
  const name = names[seat] ?? ''
  const challenge = view.challenge
  switch (now.name) {
    case 'place':
      return w('lead_place', { name })
    case 'direction':
      return w('lead_direction', { name })
    case 'designee':
      return w('lead_designee', { name })
    case 'opponent':
      return w('lead_opponent', { name })
    case 'stake':
      return w('lead_stake', { name, amount: tokens(challenge?.minimum ?? 0) })
    case 'raise':
      return w('lead_raise', { name, amount: tokens(challenge?.stake ?? 0) })
    case 'verdict':
      return w('lead_verdict', { name })
    case 'vote':
      return w('lead_vote')
    case 'declare':
      return w('lead_declare', { name })
    case 'contest':
      return w('lead_contest')
    case 'overturn':
      return w('lead_overturn')
    case 'tie':
    case 'tied':
    case 'winner':
      return w('lead_tie', { name })
    case 'reader':
      return w('lead_reader', { name })
    default:
      return w('lead_answer', { name: listed(now.seats.map((one) => names[one])) })
  }
}
