import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Ask } from '../src/protocol'
import { opened } from './fakes'
import { scene } from './scene'

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
const { default: AskPanel } = await import('../src/parts/AskPanel.svelte')
const { default: Num } = await import('../src/parts/Num.svelte')
const { default: Curve } = await import('../src/screens/end/Curve.svelte')
const { default: Seat } = await import('../src/parts/Seat.svelte')

afterEach(cleanup)

function ask(name: string, form: Ask['form'], more: Partial<Ask> = {}): ReturnType<typeof opened> {
  return opened({ ask: { name, actors: [0], form, ...more } })
}

describe('the curve of a game', () => {
  it('stays in its frame when points are lost', () => {
    const seats = [
      { name: 'Ana', sign: 0 },
      { name: 'Bo', sign: 1 },
    ]
    const curve: [number, number[]][] = [
      [0, [0, 0]],
      [540, [-2, 0]],
      [1086, [-1, 1]],
    ]
    const { container } = render(Curve, { curve, seats, unit: 'points' })
    const [, , , height] = (container.querySelector('svg')?.getAttribute('viewBox') ?? '').split(' ').map(Number)
    for (const line of container.querySelectorAll('.line'))
      for (const [, y] of (line.getAttribute('d') ?? '').matchAll(/ (-?[\d.]+)/g))
        expect(Number(y)).toBeLessThan(height ?? 0)
    expect(screen.getByText('−2')).toBeTruthy()
  })
})

describe('any ask', () => {
  it('is a button for each option; digits choose too', async () => {
    const table = scene()
    const one = opened()
    render(AskPanel, { scene: table, opened: one })
    await fireEvent.click(screen.getByRole('button', { name: /Garder/ }))
    expect(table.answer).toHaveBeenLastCalledWith(one, 'no', null)
    await fireEvent.keyDown(document.body, { key: '1' })
    expect(table.answer).toHaveBeenLastCalledWith(one, 'yes', null)
  })

  it('says why not, next to the buttons, and offers the rule', () => {
    const table = scene({ standing: () => ({ is: 'refused', code: 'stale', params: {}, rule: 'PG-01' }) })
    render(AskPanel, { scene: table, opened: opened() })
    expect(screen.getByText(/Trop tard\./)).toBeTruthy()
    expect(screen.getByRole('button', { name: /Pourquoi/ }).getAttribute('aria-expanded')).toBe('false')
  })

  it('has dead buttons only while the answer is on its way, and says so', () => {
    render(AskPanel, { scene: scene({ standing: () => ({ is: 'sending' }) }), opened: opened() })
    for (const button of screen.getAllByRole<HTMLButtonElement>('button')) expect(button.disabled).toBe(true)
  })

  it('is a field for words, that notes the first key where speed counts', async () => {
    const table = scene({ speed: { answer: 'press' } })
    const one = ask('answer', { type: 'text', longest: 80 })
    render(AskPanel, { scene: table, opened: one })
    const field = screen.getByRole<HTMLInputElement>('textbox')
    await fireEvent.input(field, { target: { value: 'l' } })
    await fireEvent.input(field, { target: { value: 'le mercure ' } })
    expect(table.began).toHaveBeenCalledTimes(1)
    await fireEvent.submit(field.form as HTMLFormElement)
    expect(table.answer).toHaveBeenLastCalledWith(one, 'le mercure', 77)
  })

  it('is a field for a number, that understands French', async () => {
    const table = scene()
    const one = ask('guess', { type: 'number' })
    render(AskPanel, { scene: table, opened: one })
    const field = screen.getByRole<HTMLInputElement>('textbox')
    await fireEvent.input(field, { target: { value: 'beaucoup' } })
    await fireEvent.submit(field.form as HTMLFormElement)
    expect(screen.getByRole('alert')).toBeTruthy()
    await fireEvent.input(field, { target: { value: '1 600,5' } })
    await fireEvent.submit(field.form as HTMLFormElement)
    expect(table.answer).toHaveBeenLastCalledWith(one, 1600.5, null)
  })

  it('is a slider for an amount, with steps', async () => {
    const table = scene()
    const one = ask('stake', { type: 'amount', low: 100, high: 300, step: 100 })
    render(AskPanel, { scene: table, opened: one })
    const [less, more, send] = screen.getAllByRole<HTMLButtonElement>('button')
    expect(less?.disabled).toBe(true)
    await fireEvent.click(more as HTMLElement)
    await fireEvent.click(send as HTMLElement)
    expect(table.answer).toHaveBeenLastCalledWith(one, 200, null)
  })

  it('is a choice of some, in the order in which they were offered', async () => {
    const table = scene()
    const one = ask('again', { type: 'some', options: ['a', 'b', 'c'], least: 1, most: 2 })
    render(AskPanel, { scene: table, opened: one })
    await fireEvent.click(screen.getByRole('button', { name: 'c' }))
    await fireEvent.click(screen.getByRole('button', { name: 'a' }))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'b' }).disabled).toBe(true)
    const buttons = screen.getAllByRole('button')
    await fireEvent.click(buttons.at(-1) as HTMLElement)
    expect(table.answer).toHaveBeenLastCalledWith(one, ['a', 'c'], null)
  })

  it('can be passed in silence where words are asked for', async () => {
    const table = scene()
    const one = ask('answer', { type: 'text', longest: 80 })
    render(AskPanel, { scene: table, opened: one })
    await fireEvent.click(screen.getAllByRole('button').at(-1) as HTMLElement)
    expect(table.answer).toHaveBeenLastCalledWith(one, null, null)
  })
})

describe('a seat', () => {
  it('says that somebody is away', () => {
    render(Seat, { seat: { name: 'Ana', sign: 2, here: false }, value: 1600 })
    expect(screen.getByText(/pas là|away/)).toBeTruthy()
  })
})

it('reads a number whole, and shows it in threes', () => {
  const { container } = render(Num, { value: -1600 })
  expect(container.querySelector('.sr')?.textContent).toBe('\u22121600')
  expect([...container.querySelectorAll('.num span')].map((part) => part.textContent)).toEqual(['\u22121', '600'])
})
