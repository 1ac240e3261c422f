import { cleanup, render, screen, within } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'
import type { Scene } from '../src/games/scene'
import { GameWords } from '../src/words/catalogue'
import { scene } from './scene'

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
const { default: Table } = await import('../src/games/plain/Table.svelte')

afterEach(cleanup)

it('shows words, own dice, lists by seat, lists of lists and records, each by its label', () => {
  const words = new GameWords({
    labels: { nothing: 'rien', basket: 'panier', cellar: 'dernier panier', best: 'meilleur panier' },
    asks: {},
    values: {
      vine: { grape: 'raisin', sun: 'soleil' },
      basket: { '*': 'vine' },
      cellar: { '*': 'vine' },
      seat: { '*': 'seat' },
    },
    refusals: {},
  })
  const view = {
    active: 0,
    goal: 30,
    basket: ['grape', 'sun', 'grape'],
    grapes: [4, 7],
    cellar: [['grape'], ['sun', 'grape']],
    rows: [[1, 2, 3], [4, 5], [6]],
    best: { seat: 1, grapes: 7, basket: ['sun'] },
    none: null,
    nobody: [],
  }
  render(Table, { scene: scene({ view, words }) as Scene<Record<string, unknown>> })
  const field = (name: string): HTMLElement => screen.getAllByText(name).at(-1)?.parentElement as HTMLElement
  expect(field('goal').textContent).toContain('30')
  const shown = within(document.querySelector('.shared') as HTMLElement)
  expect(shown.getAllByText('panier')[0]?.parentElement?.textContent).toMatch(/raisin\s*soleil\s*raisin/)
  expect([...document.querySelectorAll('.lines > li')].map((line) => line.textContent.replace(/\s/g, ''))).toEqual([
    '123',
    '45',
    '6',
  ])
  expect(shown.getByText('meilleur panier').parentElement?.textContent).toMatch(/Bo.*7.*soleil/s)
  expect(screen.getAllByText('dernier panier')).toHaveLength(2)
  expect(screen.queryByText('none')).toBeNull()
  expect(screen.queryByText('nobody')).toBeNull()
})
