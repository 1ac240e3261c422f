import type { Lobby } from '../../protocol'

/** Whether so many people can play: fine, too few, or too many. */
export function need(count: number, [least, most]: readonly [number, number]): 'fine' | 'few' | 'many' {
  if (count > most) return 'many'
  if (count >= least) return 'fine'
  return 'few'
}

/** Whoever sits prepares and begins; a screen only while nobody does. */
export const leads = (lobby: Lobby): boolean => lobby.host || lobby.mine.length > 0
