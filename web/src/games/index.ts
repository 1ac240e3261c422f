import { games } from '../store/api'
import type { BoxComponent, Story, TableComponent } from './scene'

// Every game's table is a chunk of its own, loaded when somebody plays it. A game without files gets the plain table.
const tables = import.meta.glob<{ default: TableComponent }>('./*/Table.svelte')
const hands = import.meta.glob<{ default: TableComponent }>('./*/Hand.svelte')
const boxes = import.meta.glob<{ default: BoxComponent }>('./*/Box.svelte')
const stories = import.meta.glob<{ default: Story }>('./*/story.ts')

/** A game that brings no story counts by the first list of numbers that its view holds for every seat. */
const plainStory: Story<Record<string, unknown>> = {
  tally: (view) => (view.scores ?? view.points ?? view.stacks ?? []) as readonly number[],
  unit: 'unit_points',
}

export interface Drawn {
  table: TableComponent
  hand: TableComponent
  box: BoxComponent // what real dice and cards show
  story: Story
}

const PLACE = 'tablee:again'
const WAITS = [500, 1_500, 4_000] // ms before each new try: a phone that changes networks is back by then

/** Fetches the pictures of a game that somebody will probably play. */
export function fetchAhead(game: string): void {
  for (const file of [tables[`./${game}/Table.svelte`], hands[`./${game}/Hand.svelte`], stories[`./${game}/story.ts`]])
    file?.().catch(() => undefined) // `drawn` asks again, and then a failure counts
}

/** The pictures of a game. A browser never asks twice for a chunk that did not come, so to try again is to load the
 *  page again, as soon as the server answers; nothing is lost by it. What this throws is lasting. */
export async function drawn(game: string): Promise<Drawn> {
  try {
    const found = await load(game)
    mark(null)
    return found
  } catch (lost) {
    if (!(await answers())) throw lost
    location.reload()
    return new Promise<never>(() => undefined)
  }
}

async function answers(): Promise<boolean> {
  for (let tries = tried(); tries < WAITS.length; tries++) {
    await new Promise((go) => setTimeout(go, WAITS[tries]))
    if (!mark(tries + 1)) return false
    if (
      await fetch('/', { cache: 'no-store' }).then(
        (reply) => reply.ok,
        () => false,
      )
    )
      return true
  }
  mark(null) // whoever reloads by hand starts afresh
  return false
}

function tried(): number {
  try {
    return Number(sessionStorage.getItem(PLACE) ?? 0)
  } catch {
    return WAITS.length
  }
}

/** Remembers the tries beyond a reload; false where nothing can be kept, for then they would never end. */
function mark(tries: number | null): boolean {
  try {
    if (tries === null) sessionStorage.removeItem(PLACE)
    else sessionStorage.setItem(PLACE, String(tries))
    return true
  } catch {
    return false
  }
}

async function load(game: string): Promise<Drawn> {
  const plain = (await comesAlong(game))
    ? { table: () => import('./elsewhere/Table.svelte'), hand: () => import('./elsewhere/Hand.svelte') }
    : { table: () => import('./plain/Table.svelte'), hand: () => import('./plain/Hand.svelte') }
  const [table, hand, box, story] = await Promise.all([
    (tables[`./${game}/Table.svelte`] ?? plain.table)(),
    (hands[`./${game}/Hand.svelte`] ?? plain.hand)(),
    (boxes[`./${game}/Box.svelte`] ?? (() => import('../parts/Box.svelte')))(),
    stories[`./${game}/story.ts`]?.() ?? { default: plainStory },
  ])
  return {
    table: table.default as TableComponent,
    hand: hand.default as TableComponent,
    box: box.default as BoxComponent,
    story: story.default as Story,
  }
}

/** Whether a game from elsewhere brings its drawing: a module that defines the elements `<game>-table`, `<game>-hand`. */
async function comesAlong(game: string): Promise<boolean> {
  if (tables[`./${game}/Table.svelte`]) return false
  const module = (await games()).find((one) => one.id === game)?.drawing
  if (module) await import(/* @vite-ignore */ module)
  return Boolean(module)
}
