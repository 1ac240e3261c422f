import { go } from '../../shell/router.svelte'
import { openTable, type GameInfo } from '../../store/api'
import { keep } from '../../store/keep'
import { keyFor } from './kept'
import type { Lid } from './shelf'

/** How a table names packs of one's own and the boxes that fill the gaps: where there is only one, that one. */
export function packsFor(info: GameInfo, own: readonly string[], boxes: readonly string[]): string[] {
  if (!own.length) return boxes.length > 1 ? [...boxes] : []
  return [...own, ...(boxes.length || info.packs.length !== 1 ? boxes : info.packs.map((pack) => pack.id))]
}

export function nameOf(pack: Lid): string {
  const key = keyFor(pack.id, pack.mine)
  return `own:${pack.id}${key ? `:${key}` : ''}`
}

/** A table with this pack on it. Raises ApiError. */
export async function playPack(pack: Lid, info: GameInfo): Promise<void> {
  const made = await openTable({ game: pack.game, packs: packsFor(info, [nameOf(pack)], []) })
  keep({ ...made, game: pack.game, name: '', when: Date.now() })
  go(`/${made.code}`)
}
