import { beforeAll, expect, it, vi } from 'vitest'

// jsdom has no media queries; nothing matches.
beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
})

it('knows its places', async () => {
  const { placeOf } = await import('../src/shell/router.svelte')
  expect(placeOf('/')).toEqual({ page: 'home' })
  expect(placeOf('/bxjd')).toEqual({ page: 'table', code: 'BXJD' })
  expect(placeOf('/rules/defizz', '', '#DZ-10')).toEqual({ page: 'rules', game: 'defizz', rule: 'DZ-10' })
  expect(placeOf('/replay/abc', '?step=12&seat=x')).toEqual({ page: 'replay', id: 'abc', step: 12, seat: null })
  expect(placeOf('/app')).toEqual({ page: 'wake' })
  expect(placeOf('/nothing/here')).toEqual({ page: 'missing' })
  expect(placeOf('/toolong')).toEqual({ page: 'missing' })
})

it('asks until the server answers, at once when somebody knocks, and never after it has left', async () => {
  const { knock, untilAnswered } = await import('../src/store/again')
  const { ApiError } = await import('../src/store/api')
  const away = (): Promise<string> => Promise.reject(new ApiError(0, 'offline', {}))
  const replies = [away, away, (): Promise<string> => Promise.resolve('here')]
  const ended = new AbortController()
  const lost = vi.fn(() => void setTimeout(knock))
  const ask = vi.fn(() => (replies.shift() ?? away)())
  expect(await untilAnswered(ask, lost, ended.signal)).toBe('here')
  expect(lost).toHaveBeenCalledTimes(2)
  const refused = (): Promise<string> => Promise.reject(new ApiError(404, 'unknown_table', {}))
  await expect(untilAnswered(refused, lost, ended.signal)).rejects.toThrow('unknown_table')
  ask.mockClear()
  await expect(
    untilAnswered(ask, () => (ended.abort(), knock(), void setTimeout(knock)), ended.signal),
  ).rejects.toThrow()
  expect(ask).toHaveBeenCalledTimes(1)
})

it('shows the right face', async () => {
  const { faceFor } = await import('../src/shell/face.svelte')
  expect(faceFor(true, { wide: false, wish: 'auto' })).toBe('hand')
  expect(faceFor(true, { wide: true, wish: 'auto' })).toBe('desk')
  expect(faceFor(false, { wide: true, wish: 'auto' })).toBe('screen')
  expect(faceFor(true, { wide: true, wish: 'hand' })).toBe('hand')
  expect(faceFor(false, { wide: false, wish: 'hand' })).toBe('screen')
  expect(faceFor(true, { wide: false, wish: 'desk' })).toBe('hand')
})

it('measures the way to a day of the year, before or after, in a year that has a 29 February', async () => {
  const { distance } = await import('../src/screens/lobby/birthday')
  const from = [4, 1] as const
  const far = (month: number, day: number): number => distance(month, day, from)
  expect([far(4, 1), far(3, 31), far(10, 1), far(4, 2)]).toEqual([0, 1, 183, 1])
  expect([far(3, 1), far(2, 29), far(12, 31)]).toEqual([31, 32, 92])
  expect(distance(12, 31, [1, 1])).toBe(1)
})

it('knows when enough people sit', async () => {
  const { need } = await import('../src/screens/lobby/need')
  expect([1, 2, 3, 6, 7].map((count) => need(count, [3, 6]))).toEqual(['few', 'few', 'fine', 'fine', 'many'])
})
