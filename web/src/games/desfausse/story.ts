import type { Story } from '../scene'
import type { View } from './types'

const story: Story<View> = { tally: (view) => view.points, unit: 'unit_points' }
export default story
