/** Six fixed pairs of a colour and a shape; with the initial, three signs for one seat. */
export interface SignShape {
  id: 'tomette' | 'capsule' | 'coeur' | 'goutte' | 'trefle' | 'ecu'
  path: string
  line: number // where the initial stands
}

export const SIGNS: readonly SignShape[] = [
  { id: 'tomette', path: 'M29 8 72 7 96 50 73 93 28 93 4 50Z', line: 67 },
  {
    id: 'capsule',
    path: 'M92.2 50Q98.2 62.9 86.6 71.1Q85.3 85.3 71.1 86.6Q62.9 98.2 50 92.2Q37.1 98.2 28.9 86.6Q14.7 85.3 13.4 71.1Q1.8 62.9 7.8 50Q1.8 37.1 13.4 28.9Q14.7 14.7 28.9 13.4Q37.1 1.8 50 7.8Q62.9 1.8 71.1 13.4Q85.3 14.7 86.6 28.9Q98.2 37.1 92.2 50Z',
    line: 67,
  },
  {
    id: 'coeur',
    path: 'M50 93C22 72 4 53 5 32 6 15 19 6 32 7c9 1 15 7 18 14 3-7 10-13 19-14 13-1 26 8 26 25 0 21-16 40-45 61Z',
    line: 63,
  },
  { id: 'goutte', path: 'M50 3c7 17 37 38 37 62 0 19-16 32-37 32S13 84 13 65C13 41 43 20 50 3Z', line: 79 },
  {
    id: 'trefle',
    path: 'M50 4c15 0 25 12 22 26 14-3 25 7 25 20s-11 24-25 21c3 14-7 26-22 26S25 85 28 71C14 74 3 64 3 51s11-24 25-21C25 16 35 4 50 4Z',
    line: 67,
  },
  { id: 'ecu', path: 'M9 11c20 4 31-2 41-7 10 5 21 11 41 7 2 39-6 68-41 86C15 79 7 50 9 11Z', line: 65 },
]

export function signOf(sign: number): SignShape {
  return SIGNS[((sign % SIGNS.length) + SIGNS.length) % SIGNS.length] as SignShape
}

/** The first letter as people see it, accents included. */
export function initial(name: string): string {
  const [letter = '?'] = [...name.trim()]
  return letter.toLocaleUpperCase('fr')
}
