import { expect, it } from 'vitest'
import { MatchClock } from '../src/store/clock'

function set(): { clock: MatchClock; pass: (ms: number) => void; local: () => number } {
  let time = 5_000
  const local = (): number => time
  return { clock: new MatchClock(local), pass: (ms) => void (time += ms), local }
}

/** The match began when the device's clock showed 4000; a ping takes these times there and back. */
function ping({ clock, pass, local }: ReturnType<typeof set>, there: number, back: number): void {
  const sent = local()
  pass(there)
  const now = local() - 4_000
  pass(back)
  clock.sample(sent, now, true)
}

it('believes the ping that came back quickest', () => {
  const one = set()
  ping(one, 300, 20)
  expect(one.clock.now()).toBe(one.local() - 4_000 + 140)
  ping(one, 10, 10)
  expect(one.clock.now()).toBe(one.local() - 4_000)
  ping(one, 20, 400)
  expect(one.clock.now()).toBe(one.local() - 4_000)
})

it('stands still with the match, and goes on with it', () => {
  const one = set()
  ping(one, 10, 10)
  one.clock.sample(one.local(), 1_234, false)
  one.pass(500)
  expect(one.clock.now()).toBe(1_234)
  one.clock.sample(one.local(), 1_300, true)
  one.pass(100)
  expect(one.clock.now()).toBe(1_400)
})

it('is never behind a state that has already arrived', () => {
  const one = set()
  ping(one, 0, 400)
  one.clock.hint(5_000)
  expect(one.clock.now()).toBeGreaterThanOrEqual(5_000)
})

it('learns anew after a pause: what was quick before no longer counts', () => {
  const one = set()
  ping(one, 1, 1)
  one.clock.forget()
  one.clock.sample(one.local() - 100, 50, true)
  expect(one.clock.now()).toBe(100)
})
