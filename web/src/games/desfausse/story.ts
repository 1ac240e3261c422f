import type { Story } from '../scene'
import type { View } from './types'

const story: Story<View> = { tally: (view) => view.scores, unit: 'unit_points' }
export default story
