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

const WAITS = [500, 1_500, 4_000] // ms before each new try: a phone that changes networks is back by then

/** The pictures of a game. A connection that drops while they load is tried again; what this throws is lasting. */
export async function drawn(game: string, waits: readonly number[] = WAITS): Promise<Drawn> {
  try {
    return await load(game)
  } catch (lost) {
    const [wait, ...later] = waits
    if (wait === undefined) throw lost
    await new Promise((go) => setTimeout(go, wait))
    styleAgain()
    return drawn(game, later)
  }
}

/** A style sheet is asked for only once: ask again for those that did not come. */
function styleAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) if (!link.sheet) link.replaceWith(link.cloneNode())
}

async function load(game: string): Promise<Drawn> {
  const plain = { table: () => import('./plain/Table.svelte'), hand: () => import('./plain/Hand.svelte') }
  const [table, hand, story] = await Promise.all([
    (tables[`./${game}/Table.svelte`] ?? plain.table)(),
    (hands[`./${game}/Hand.svelte`] ?? plain.hand)(),
    stories[`./${game}/story.ts`]?.() ?? { default: plainStory },
  ])
  return { table: table.default as TableComponent, hand: hand.default as TableComponent, story: story.default as Story }
}
