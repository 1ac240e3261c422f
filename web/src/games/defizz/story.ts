import { roleLine } from '../quiz/say'
import type { Story } from '../scene'
import type { View } from './types'

const story: Story<View> = {
  tally: (view) => view.stacks,
  unit: 'unit_tokens',
  out: (view) => view.out.flat(),
  role: roleLine,
}
export default story
