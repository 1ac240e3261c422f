import type { Story } from '../scene'
import type { View } from './types'
import { w } from './words'

const story: Story<View> = {
  tally: (view) => view.won,
  unit: 'unit_cards',
  role: ({ view, me }) => (me === null ? '' : w(`role_${view.roles[me] ?? 'watches'}`)),
}
export default story
