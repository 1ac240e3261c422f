import { describe, expect, it } from 'vitest'
import { soundOf } from '../src/screens/play/sounds'

describe('what is heard', () => {
  it.each([
    [[{ event: 'won' }, { event: 'eliminated' }], 'out'],
    [[{ event: 'judged', verdict: 'right' }], 'right'],
    [[{ event: 'judged', verdict: 'wrong' }], 'wrong'],
    [[{ event: 'judged', verdict: 'unsure' }], null],
    [[{ event: 'judged', verdict: 'right' }, { event: 'won' }], 'pot'],
    [[{ event: 'placed' }, { event: 'round_ended' }], 'round'],
    [[{ event: 'rolled' }], 'dice'],
  ])('%j', (events, sound) => expect(soundOf(events)).toBe(sound))
})
