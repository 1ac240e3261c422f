import { untrack } from 'svelte'

/** What screen readers hear: events politely, one's turn at once. */
export const spoken = $state({ polite: '', assertive: '' })

export function tellPolitely(text: string): void {
  tell('polite', text)
}

export function tellNow(text: string): void {
  tell('assertive', text)
}

/** The same sentence twice is heard twice: it differs by something that nobody sees. */
function tell(how: keyof typeof spoken, text: string): void {
  untrack(() => (spoken[how] = spoken[how] === text ? `${text}\u200b` : text))
}

export interface Toast {
  key: number
  text: string
  bad: boolean
}

let keys = 0
export const toasts: Toast[] = $state([])

export function toast(text: string, bad = false): void {
  const key = ++keys
  toasts.push({ key, text, bad })
  if (bad) tellNow(text)
  else tellPolitely(text)
  setTimeout(() => dismiss(key), bad ? 9_000 : 5_000)
}

export function dismiss(key: number): void {
  const at = toasts.findIndex((one) => one.key === key)
  if (at >= 0) toasts.splice(at, 1)
}
