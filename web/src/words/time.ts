import { t } from './t'

/** How long ago, in words. */
export function ago(when: number, now: number = Date.now()): string {
  const minutes = Math.floor((now - when) / 60_000)
  if (minutes < 1) return t('ago_now')
  if (minutes < 60) return t('ago_minutes', { n: minutes })
  if (minutes < 48 * 60) return t('ago_hours', { n: Math.floor(minutes / 60) })
  return t('ago_days', { n: Math.floor(minutes / 1440) })
}

/** Milliseconds, whatever the server wrote: seconds, milliseconds or a date. */
export function moment(value: number | string | null): number | null {
  if (value === null) return null
  if (typeof value === 'string') return Date.parse(value) || null
  return value < 1e11 ? value * 1000 : value
}
