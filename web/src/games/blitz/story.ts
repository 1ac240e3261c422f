import type { Story } from '../scene'
import type { View } from './types'

const story: Story<View> = { tally: (view) => view.won, unit: 'unit_cards' }
export default story
