import type { Scene, Story } from '../scene'
import { asked } from './told'
import type { View } from './types'
import { w } from './words'

/** The part that this hand plays now. */
function role(scene: Scene<View>): string {
  const { view, me, names } = scene
  if (me === null || scene.result) return ''
  const waited = asked(scene)
  if (waited?.seat === me) return w(me === view.active ? 'role_plays' : 'role_gives')
  const name = names[view.active]
  return me === view.active ? w('role_plays') : w(view.next === me ? 'role_next' : 'role_waits', { name })
}

const story: Story<View> = { tally: (view) => view.scores, unit: 'unit_points', role }
export default story
