const BEFORE = [0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335] // days before each month of a leap year

/** How far a birthday is from a day of the year, before or after. The birthday itself never leaves the device. */
export function distance(month: number, day: number, from: readonly [number, number]): number {
  const after = (place(month, day) - place(...from) + 366) % 366
  return Math.min(after, 366 - after)
}

function place(month: number, day: number): number {
  return (BEFORE[month - 1] ?? 0) + day
}
