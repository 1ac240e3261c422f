import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Ask, Opened } from '../src/protocol'
import { GameWords } from '../src/words/catalogue'
import { FakeSocket, opened, state } from './fakes'
import { scene } from './scene'

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
const { MARGIN, TableStore } = await import('../src/store/table.svelte')
const { default: Split } = await import('../src/screens/play/Split.svelte')
const { default: Ticker } = await import('../src/parts/Ticker.svelte')
const { set } = await import('../src/shell/settings.svelte')

beforeEach(() => set('language', 'fr'))
afterEach(cleanup)

const buzz: Ask['form'] = { type: 'choice', options: ['buzz'], weights: null }
const written: Ask['form'] = { type: 'text', longest: 40 }
const both = (form: Ask['form']): Opened[] =>
  [0, 1].map((seat) => opened({ seat, ask: { name: 'answer', actors: [0, 1], form } }))

describe('people who share a device in a race', () => {
  it('have a part each; whoever presses answers for their own seat, with the moment of the press', async () => {
    const table = scene({ speed: { answer: 'press' } })
    const race = both(buzz)
    render(Split, { scene: table, race, question: 'Combien de bras ?' })
    expect(screen.getByRole('heading', { name: 'Combien de bras ?' })).toBeTruthy()
    await fireEvent.pointerDown(screen.getByRole('button', { name: /Bo/ }))
    expect(table.began).toHaveBeenCalledExactlyOnceWith(race[1])
    expect(table.answer).toHaveBeenCalledExactlyOnceWith(race[1], 'buzz', 77)
  })

  it('each have a key', async () => {
    const table = scene({ speed: { answer: 'press' } })
    const race = both(buzz)
    render(Split, { scene: table, race, question: null })
    await fireEvent.keyDown(document.body, { key: '1' })
    expect(table.answer).toHaveBeenCalledExactlyOnceWith(race[0], 'buzz', 77)
  })

  it('press first and write afterwards, while the other may still press', async () => {
    const table = scene({ speed: { answer: 'press' } })
    const race = both(written)
    render(Split, { scene: table, race, question: null })
    await fireEvent.pointerDown(screen.getByRole('button', { name: /Ana/ }))
    expect(table.answer).not.toHaveBeenCalled()
    const field = screen.getByRole('textbox', { name: 'Réponse d’Ana' })
    expect(document.activeElement).toBe(field)
    await fireEvent.pointerDown(screen.getByRole('button', { name: /Bo/ }))
    await fireEvent.input(field, { target: { value: ' le mercure ' } })
    await fireEvent.submit(field)
    expect(table.answer).toHaveBeenCalledExactlyOnceWith(race[0], 'le mercure', 77)
  })

  it('stay where they are when one of them has answered', async () => {
    const race = both(buzz)
    const { rerender, container } = render(Split, { scene: scene(), race, question: null })
    await rerender({ race: race.slice(1) })
    const panes = [...(container.querySelector('.panes')?.children ?? [])]
    expect(panes).toHaveLength(2)
    expect(panes[0]?.textContent).toContain('C’est noté.')
    expect(panes[1]?.textContent).toContain('Bo')
  })
})

describe('a race that is told', () => {
  let store: InstanceType<typeof TableStore>
  beforeEach(() => {
    vi.useFakeTimers()
    FakeSocket.all = []
    store = new TableStore('BXJD', () => new FakeSocket())
    FakeSocket.last.open()
  })
  afterEach(() => {
    store.close()
    vi.useRealTimers()
  })

  it('says by how much it was won, after what happened', () => {
    FakeSocket.last.hear(state(1, { events: [{ event: 'won', seat: 1 }], margin: { first: 1, second: 0, ms: 84 } }))
    expect(store.told.map((one) => one.event.event)).toEqual(['won', MARGIN])
    render(Ticker, { told: store.told, words: new GameWords({}), names: ['Ana', 'Bo'] })
    expect(screen.getByText('Bo, 84 ms avant Ana')).toBeTruthy()
  })

  async function tooLate(): Promise<void> {
    const [order] = FakeSocket.last.of('answer')
    FakeSocket.last.hear({ type: 'refusal', id: String(order?.id), code: 'stale' })
    await vi.advanceTimersByTimeAsync(500)
  }

  it('tells the slower one by how much, once what closed the question is here', async () => {
    const one = opened()
    FakeSocket.last.hear(state(3, { asks: [one] }))
    const clock = vi.spyOn(store.clock, 'now').mockReturnValue(5_120)
    void store.answer(one, 'yes')
    FakeSocket.last.hear(state(4, { now: 5_000 }))
    await tooLate()
    expect(clock).toHaveBeenCalled()
    expect(store.late).toMatchObject({ seat: 0, ms: 120 })
  })

  it('names no figure that it does not know', async () => {
    const one = opened()
    FakeSocket.last.hear(state(3, { asks: [one] }))
    vi.spyOn(store.clock, 'now').mockReturnValue(4_900)
    void store.answer(one, 'yes')
    FakeSocket.last.hear(state(4, { now: 5_000 }))
    await tooLate()
    expect(store.late).toMatchObject({ seat: 0, ms: null })
  })
})
