import type { EveningView, Lobby } from '../../protocol'
import type { GameInfo } from '../../store/api'
import { t } from '../../words/t'

/** A vote for no game: the evening is over. */
export const STOP = ''

/** The day on which it began, as people call it. */
export function weekday(since: number, language: string): string {
  return new Intl.DateTimeFormat(language, { weekday: 'long' }).format(since)
}

/** The seats whose people vote, those that voted, and the names of those who are awaited. */
export function ballot(lobby: Lobby): { voters: number; cast: number; awaited: string[] } {
  const people = lobby.seats.filter((seat) => seat.person !== false)
  const open = people.filter((seat) => seat.vote == null)
  const awaited = open.filter((seat) => seat.here !== false).map((seat) => seat.name)
  const cast = people.length - open.length
  return { voters: cast + awaited.length, cast, awaited }
}

/** The seats that want this game. */
export function wanting(lobby: Lobby, game: string): Lobby['seats'][number][] {
  return lobby.seats.filter((seat) => seat.person !== false && seat.vote === game)
}

/** The game that would be played if nobody voted any more; none while two are equal. */
export function ahead(lobby: Lobby, games: readonly string[]): string | null {
  const counts = [...games, STOP].map((game) => ({ game, n: wanting(lobby, game).length }))
  const most = Math.max(...counts.map(({ n }) => n))
  const best = counts.filter(({ n }) => n === most)
  return most > 0 && best.length === 1 ? (best[0]?.game ?? null) : null
}

/** What a group wants to know of a game before it votes for it, besides its length. */
export function remark(info: GameInfo, evening: EveningView, seats: number): string {
  if (info.players[1] < seats) return t('at_most_seats', { n: info.players[1] })
  if (evening.games.at(-1) === info.id) return t('just_played')
  return evening.games.includes(info.id) ? t('played_before') : t('not_yet_played')
}
