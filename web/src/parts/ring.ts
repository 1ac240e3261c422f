/** Where seats sit around a table: the middle of each coaster, in percent of the stage. */
export interface Spot {
  x: number
  y: number
  side: 'up' | 'dn' | 'lf' | 'rt' // the edge of the table it sits at, clockwise from the upper left
}

const PLACES: Record<number, readonly (readonly [number, number, Spot['side']])[]> = {
  1: [[50, 90, 'dn']],
  2: [
    [50, 9, 'up'],
    [50, 90, 'dn'],
  ],
  3: [
    [27, 9, 'up'],
    [73, 9, 'up'],
    [50, 90, 'dn'],
  ],
  4: [
    [27, 9, 'up'],
    [73, 9, 'up'],
    [73, 90, 'dn'],
    [27, 90, 'dn'],
  ],
  5: [
    [27, 9, 'up'],
    [73, 9, 'up'],
    [87, 48, 'rt'],
    [50, 90, 'dn'],
    [13, 48, 'lf'],
  ],
  6: [
    [27, 9, 'up'],
    [73, 9, 'up'],
    [87, 48, 'rt'],
    [73, 90, 'dn'],
    [27, 90, 'dn'],
    [13, 48, 'lf'],
  ],
  7: [
    [22, 9, 'up'],
    [50, 9, 'up'],
    [78, 9, 'up'],
    [87, 48, 'rt'],
    [70, 90, 'dn'],
    [30, 90, 'dn'],
    [13, 48, 'lf'],
  ],
  8: [
    [22, 9, 'up'],
    [50, 9, 'up'],
    [78, 9, 'up'],
    [87, 48, 'rt'],
    [78, 90, 'dn'],
    [50, 90, 'dn'],
    [22, 90, 'dn'],
    [13, 48, 'lf'],
  ],
}

export function spots(count: number): Spot[] {
  const found = PLACES[Math.min(8, Math.max(1, count))] ?? []
  return found.map(([x, y, side]) => ({ x, y, side }))
}

/** The room left for the cloth in the middle, in percent. */
export function middle(count: number): { left: number; top: number; right: number; bottom: number } {
  const sides = count >= 5 ? 22 : 12
  return { left: sides, right: sides, top: 17, bottom: 17 }
}
