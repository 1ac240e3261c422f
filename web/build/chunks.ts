import type { Plugin, Rolldown } from 'vite'

/** Few files, for each costs a round trip: the first load, what tables share, each game, what games share. Left to itself
 *  the bundler cuts one for every set of places that share something, thirty for a game. */
type Find = (id: string) => Rolldown.ModuleInfo | null

const ENTRY = /\/src\/main\.ts$/
const TABLE = /\/src\/screens\/Table\.svelte$/
const GAME = /\/src\/games\/(\w+)\//
const DRAWN = /\/(Table|Hand|Box|story)\.\w+$/ // what a game is played with

/** Everything that comes along with a module. */
function closure(root: string, find: Find): Set<string> {
  const found = new Set<string>()
  const add = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    find(id)?.importedIds.forEach(add)
  }
  add(root)
  return found
}

/** For each module, the file it goes into; what nobody plays with is left to the bundler. */
export function sort(ids: readonly string[], find: Find): Map<string, string> {
  const users = new Map<string, Set<string>>() // of each module: the first load, the table, games, or other places
  const count = (root: string, user: string): void => {
    for (const id of closure(root, find)) users.set(id, (users.get(id) ?? new Set()).add(user))
  }
  for (const id of ids) {
    const game = DRAWN.test(id) ? GAME.exec(id)?.[1] : undefined
    if (ENTRY.test(id)) count(id, 'shell')
    else if (game) count(id, game)
    else if (TABLE.test(id)) count(id, 'table')
    else if (find(id)?.dynamicImporters.length) count(id, id)
  }
  const names = new Map<string, string>()
  for (const [id, by] of users) {
    const playing = [...by].filter((user) => !user.includes('/'))
    const home = GAME.exec(id)?.[1]
    if (!playing.length) continue
    if (by.has('shell')) names.set(id, 'shell')
    else if (playing.length === 1 && playing[0] !== 'table') names.set(id, playing[0] ?? '')
    else if (by.size > 1) names.set(id, home && !by.has('table') ? home : 'parts')
  }
  return names
}

export function chunksPlugin(): Plugin {
  let names = new Map<string, string>()
  return {
    name: 'tablee-chunks',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [{ name: (id: string) => names.get(id) ?? null }],
            },
          },
        },
      },
    }),
    buildEnd() {
      names = sort([...this.getModuleIds()], (id) => this.getModuleInfo(id))
    },
  }
}
