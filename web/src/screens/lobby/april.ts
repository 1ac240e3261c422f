const BEFORE = [0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335] // days before each month of a leap year

/** How far a birthday is from 1 April, before or after. The birthday itself never leaves the device. */
export function distance(month: number, day: number): number {
  const after = ((BEFORE[month - 1] ?? 0) + day - 92 + 366) % 366
  return Math.min(after, 366 - after)
}
