import type { Lobby } from '../protocol'
import type { GameInfo } from '../store/api'

const AMONG_BOTS = 3 // times as fast, where nobody plays

/** About how many minutes this game takes: what the lab has measured for so many players and these options, or what the
 *  box says where nobody has measured. With options of one's own, as by the book. */
export function lasts(info: GameInfo, lobby: Lobby | null = null): number {
  const measured = info.lengths[presetOf(info, lobby)] ?? info.lengths.book
  const seats = lobby ? Math.max(lobby.seats.length, info.players[0]) : info.seats
  const known = Object.keys(measured ?? {}).map(Number)
  const nearest = known.sort((a, b) => Math.abs(a - seats) - Math.abs(b - seats))[0]
  const minutes = measured?.[String(nearest)] ?? (info.minutes[0] + info.minutes[1]) / 2
  const alone = lobby !== null && lobby.seats.length > 0 && lobby.seats.every((seat) => seat.person === false)
  return rounded(alone ? minutes / AMONG_BOTS : minutes)
}

/** The preset that these options are. */
function presetOf(info: GameInfo, lobby: Lobby | null): string {
  if (!lobby || lobby.game !== info.id) return 'book'
  const given = (options: Readonly<Record<string, unknown>>, name: string, book: unknown): unknown =>
    options[name] ?? book
  const found = Object.entries(info.presets).find(([, preset]) =>
    info.options.every((one) => given(preset, one.name, one.default) === given(lobby.options, one.name, one.default)),
  )
  return found?.[0] ?? 'book'
}

const rounded = (minutes: number): number =>
  minutes < 12 ? Math.max(1, Math.round(minutes)) : Math.round(minutes / 5) * 5
