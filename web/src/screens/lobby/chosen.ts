import type { Lobby } from '../../protocol'
import type { GameInfo, OptionSchema } from '../../store/api'

/** What this table plays with. */
export const valueOf = (lobby: Lobby, option: OptionSchema): unknown =>
  option.name in lobby.options ? lobby.options[option.name] : option.default

/** What it does not play as the book has it. */
export const changed = (lobby: Lobby, info: GameInfo): OptionSchema[] =>
  info.options.filter((option) => valueOf(lobby, option) !== option.default)
