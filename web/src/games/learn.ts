import type { Component } from 'svelte'

/** What a game wins by, what a turn is, what hurts; and a small mark for each. */
export const PARTS = ['win', 'turn', 'hurt'] as const
export type Part = (typeof PARTS)[number]
export type Pictures = Component<{ part: Part; mark?: boolean }>

// In each game's own folder, a chunk of its own; a game without has no pictures.
const drawings = import.meta.glob<{ default: Pictures }>('./*/Learn.svelte')

export const hasPictures = (game: string): boolean => `./${game}/Learn.svelte` in drawings

export async function pictures(game: string): Promise<Pictures | null> {
  const load = drawings[`./${game}/Learn.svelte`]
  return load ? (await load()).default : null
}
