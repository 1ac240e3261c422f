import type { Lobby } from '../protocol'
import type { GameInfo } from '../store/api'

/** About how many minutes this game takes, to the nearest five. */
export function lasts(info: GameInfo, _lobby: Lobby | null = null): number {
  return Math.round((info.minutes[0] + info.minutes[1]) / 10) * 5
}
