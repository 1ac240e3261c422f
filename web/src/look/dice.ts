/** How dice are drawn. Two colours that also differ in lightness and in the shape of their pips. */
export type DieColour = 'red' | 'green' | 'ivory'

export interface DieLook {
  edge: string
  body: string
  shine: string
  pip: string
  diamond: boolean
}

export const LOOKS: Record<DieColour, DieLook> = {
  red: { edge: '#8E1B12', body: '#D9402C', shine: '#F4816B', pip: '#FFF6DF', diamond: false },
  green: { edge: '#2E8F5E', body: '#EFF3D8', shine: '#FCFDF0', pip: '#0C5B3B', diamond: true },
  ivory: { edge: '#B98A3C', body: '#FFF6E2', shine: '#FFFFFF', pip: '#541225', diamond: false },
}

const [l, m, r, t, b] = [28, 50, 72, 26, 70]
const c = 48
export const PIPS: Record<number, readonly (readonly [number, number])[]> = {
  0: [],
  1: [[m, c]],
  2: [
    [l, t],
    [r, b],
  ],
  3: [
    [l - 1, t - 1],
    [m, c],
    [r + 1, b + 1],
  ],
  4: [
    [l, t],
    [r, t],
    [l, b],
    [r, b],
  ],
  5: [
    [l - 1, t - 1],
    [r + 1, t - 1],
    [m, c],
    [l - 1, b + 1],
    [r + 1, b + 1],
  ],
  6: [
    [l, t - 3],
    [r, t - 3],
    [l, c],
    [r, c],
    [l, b + 3],
    [r, b + 3],
  ],
}

export const EDGE = 'M6 22C6 11 12 6 22 6h56c10 0 16 5 16 16v66c0 12-6 18-17 18H23c-11 0-17-6-17-18Z'
export const BODY = 'M6 20C7 8 12 3 23 2.5L77 2c11 0 17 6 17 17l-1 58c0 11-6 17-16 17l-54 .5C12 94.5 7 89 6.5 78Z'
export const SHINE = 'M13 24c0-9 4-14 13-14l40-.5'
export const HORNS = 'M12 10C6-2 8-10 14-16c2 9 10 13 22 17ZM88 10c6-12 4-20-2-26-2 9-10 13-22 17Z'
