import { describe, expect, it } from 'vitest'
import type { Opened } from '../../protocol'
import { broughtBy, byKind, colourOf, grouped, isDemon, restingFace } from './dice'

describe('dice', () => {
  it('have sizes and colours', () => {
    expect([isDemon('R1a'), isDemon('r1a')]).toEqual([true, false])
    expect([colourOf('G1a'), colourOf('r2b')]).toEqual(['green', 'red'])
    expect(['G1a', 'r1a', 'R1a', 'g1a'].sort(byKind)).toEqual(['r1a', 'g1a', 'R1a', 'G1a'])
    expect(restingFace('R1a')).not.toBe(restingFace('r1a'))
  })
  it('lie by value, the 1s and those not rolled apart', () => {
    expect(grouped(['r1a', 'g1a', 'R1a', 'g2a', 'r2a'], { r1a: 4, g1a: 4, R1a: 5, g2a: 1 })).toEqual([
      { value: 5, dice: ['R1a'] },
      { value: 4, dice: ['r1a', 'g1a'] },
    ])
  })
})

describe('what an option brings', () => {
  const opened = { brings: { none: { brings: 'keeps', dice: 6 }, 2: { brings: 'discard', value: 5, size: 3 } } }
  it('is found by its label or by how many are chosen, and by its kind', () => {
    expect(broughtBy(opened as unknown as Opened, 'none', 'keeps')?.dice).toBe(6)
    expect(broughtBy(opened as unknown as Opened, 2, 'discard')?.size).toBe(3)
    expect(broughtBy(opened as unknown as Opened, 2, 'keeps')).toBeUndefined()
    expect(broughtBy({} as unknown as Opened, 'none', 'keeps')).toBeUndefined()
  })
})
