import { t } from './t'

/** A first name that nobody has, so that nobody has to type one. */
export function suggest(taken: readonly string[], random: () => number = Math.random): string {
  const names = t('suggested_names').split(' ')
  const free = names.filter((name) => !taken.includes(name))
  return free[Math.floor(random() * free.length)] ?? `${names[0]} ${taken.length + 1}`
}
