import type { Lobby } from '../../protocol'

/** Who wants a rematch, and whom they wait for; those of this device apart. */
export interface Again {
  mine: boolean
  others: string[]
  awaited: string[]
  n: number
  of: number
}

export function wanting(lobby: Lobby): Again {
  const people = lobby.seats
    .map((seat, k) => ({ ...seat, mine: lobby.mine.includes(k) }))
    .filter((seat) => seat.person !== false && (seat.again || seat.here !== false))
  const want = people.filter((seat) => seat.again)
  const names = (seats: typeof people): string[] => seats.filter((seat) => !seat.mine).map((seat) => seat.name)
  return {
    mine: want.some((seat) => seat.mine),
    others: names(want),
    awaited: names(people.filter((seat) => !seat.again)),
    n: want.length,
    of: people.length,
  }
}
