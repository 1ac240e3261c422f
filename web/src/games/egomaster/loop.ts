/** The loop of cells: a rounded square of equal steps, clockwise from the middle of the upper edge. */
export interface Point {
  x: number
  y: number
}

export interface Place {
  path: string // the outline of the cell
  middle: Point
  outer: Point // the half towards the edge of the board
  inner: Point // the half towards its middle
  turn: number // in degrees: so that what stands on it can be read along the cell
}

export interface Loop {
  width: number
  height: number
  pitch: number // how wide a cell is, along the loop
  depth: number
  cells: readonly Place[]
}

const ROUND = 3.2 // 2 would be an ellipse, more is squarer
const FINE = 2_400
const GAP = 4

export function makeLoop(count: number, width: number, height: number, depth: number, margin = 0): Loop {
  const [a, b] = [width / 2 - margin - depth / 2, height / 2 - margin - depth / 2]
  const line = outline(a, b)
  const lengths = [0]
  for (let k = 1; k < line.length; k++)
    lengths.push((lengths[k - 1] ?? 0) + apart(line[k - 1] as Point, line[k] as Point))
  const whole = lengths.at(-1) ?? 1
  const pitch = whole / count

  /** A point at this length of the loop, moved outwards by so much. */
  const at = (length: number, out: number): Point => {
    const wanted = ((length % whole) + whole) % whole
    let k = lengths.findIndex((one) => one > wanted)
    if (k < 1) k = 1
    const [from, to] = [line[k - 1] as Point, line[k] as Point]
    const share = (wanted - (lengths[k - 1] ?? 0)) / ((lengths[k] ?? 1) - (lengths[k - 1] ?? 0) || 1)
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const step = Math.hypot(dx, dy) || 1
    return {
      x: width / 2 + from.x + dx * share + (dy / step) * out,
      y: height / 2 + from.y + dy * share - (dx / step) * out,
    }
  }

  const cells = Array.from({ length: count }, (_, k): Place => {
    const [first, last] = [k * pitch + GAP / 2, (k + 1) * pitch - GAP / 2]
    const steps = Array.from({ length: 7 }, (_, j) => first + ((last - first) * j) / 6)
    const edge = [
      ...steps.map((length) => at(length, depth / 2)),
      ...steps.toReversed().map((length) => at(length, -depth / 2)),
    ]
    const centre = (k + 0.5) * pitch
    const [outer, inner] = [at(centre, depth / 2), at(centre, -depth / 2)]
    const turn = (Math.atan2(inner.y - outer.y, inner.x - outer.x) * 180) / Math.PI
    return {
      path: `M${edge.map(short).join('L')}Z`,
      middle: at(centre, 0),
      outer: at(centre, depth * 0.2),
      inner: at(centre, -depth * 0.2),
      turn,
    }
  })
  return { width, height, pitch, depth, cells }
}

/** |x/a|^n + |y/b|^n = 1, clockwise from the top, the first point again at the end. */
function outline(a: number, b: number): Point[] {
  return Array.from({ length: FINE + 1 }, (_, k) => {
    const angle = (k / FINE) * 2 * Math.PI
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
    const far = (Math.abs(sin) ** ROUND + Math.abs(cos) ** ROUND) ** (-1 / ROUND)
    return { x: a * far * sin, y: -b * far * cos }
  })
}

function apart(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}
const short = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`

/** Along the cell, but never upside down. */
export function readable(turn: number): number {
  const plain = ((turn % 360) + 360) % 360
  return plain > 90 && plain <= 270 ? plain - 180 : plain
}

/** Whether clockwise leads to the left, as people see it: on the lower half of the board it does. */
export function leftIsClockwise(cell: number, count: number): boolean {
  const share = (cell + 0.5) / count
  return share > 0.25 && share <= 0.75
}
