import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Part, Rolls } from '../src/store/dice'
import { gameAtOnce } from './catalogue'
import { bytes, hex, hmac, sha256 } from '../src/store/sha256'
import known from './frauds.json'

interface Known {
  fair: { told: Rolls; part: Part }
  frauds: Record<string, { told: Rolls; code: string; part: Part; before: Rolls | null }>
}
const { fair, frauds } = known as Known

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
})
const fresh = (): Promise<typeof import('../src/store/dice')> => import('../src/store/dice')

describe('hashes by hand', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['a'.repeat(1000), '41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3'],
  ])('are those of everyone', (text, digest) => expect(hex(sha256(bytes(text)))).toBe(digest))

  it('with a key, too', () =>
    expect(hex(hmac(bytes('Jefe'), bytes('what do ya want for nothing?')))).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ))
})

describe('this device checks the dice itself', () => {
  it('and finds fair ones fair', async () => expect((await fresh()).findFraud(fair.told, fair.part)).toBeNull())

  it.each(Object.entries(frauds))('and finds out: %s', async (_, { told, code, part, before }) => {
    const dice = await fresh()
    if (before) expect(dice.findFraud(before, null)).toBeNull()
    const found = dice.findFraud(told, part)
    expect(found?.code).toBe(code)
    expect(gameAtOnce('fr').refusal(code, found?.params ?? {})).not.toMatch(/[{}]|^\w+$/)
  })

  it.each([['–'], [6], [undefined]])('and takes nothing for what shuffled faces show: %s', async (value) => {
    const rolls = [{ options: [6, 5, 4, 3, 2, 1], value: value as number }]
    expect((await fresh()).findFraud({ ...fair.told, rolls }, fair.part)?.code).toBe('wrong_roll')
  })

  it('with the seed that it gave, also after the page was loaded anew', async () => {
    const first = (await fresh()).partIn('m', 'c', () => 's')
    vi.resetModules()
    expect((await fresh()).partIn('m', 'another', () => 'other')).toEqual(first)
  })
})
