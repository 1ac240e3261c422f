/** Whether so many people can play: fine, one too few, several too few, or too many. */
export function need(count: number, [least, most]: readonly [number, number]): 'fine' | 'one' | 'few' | 'many' {
  if (count > most) return 'many'
  if (count >= least) return 'fine'
  return least - count === 1 ? 'one' : 'few'
}
