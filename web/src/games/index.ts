import type { Story, TableComponent } from './scene'

// Every game's table is a chunk of its own, loaded when somebody plays it. A game without files gets the plain table.
const tables = import.meta.glob<{ default: TableComponent }>('./*/Table.svelte')
const hands = import.meta.glob<{ default: TableComponent }>('./*/Hand.svelte')
const stories = import.meta.glob<{ default: Story }>('./*/story.ts')

/** A game that brings no story counts by the first list of numbers that its view holds for every seat. */
const plainStory: Story<Record<string, unknown>> = {
  tally: (view) => ((view.scores ?? view.points ?? view.stacks ?? []) as readonly number[]),
  unit: 'unit_points',
}

export interface Drawn {
  table: TableComponent
  hand: TableComponent
  story: Story
}

export async function drawn(game: string): Promise<Drawn> {
  const plain = { table: () => import('./plain/Table.svelte'), hand: () => import('./plain/Hand.svelte') }
  const [table, hand, story] = await Promise.all([
    (tables[`./${game}/Table.svelte`] ?? plain.table)(),
    (hands[`./${game}/Hand.svelte`] ?? plain.hand)(),
    stories[`./${game}/story.ts`]?.() ?? { default: plainStory },
  ])
  return { table: table.default as TableComponent, hand: hand.default as TableComponent, story: story.default as Story }
}
