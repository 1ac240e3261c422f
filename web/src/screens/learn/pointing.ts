import type { Opened } from '../../protocol'
import { read } from '../../words/numbers'

/** What a note speaks of, in the hand as it is drawn now. Controls say what they stand for with `data-option`; blocks that
 *  a note may lie beside have `data-hint` ("after": below them), and what a hint is about has `data-teaches`. */
export function ringed(hand: Element, opened: Opened, hint: string | null): Element[] {
  if (opened.advice) return next(hand, opened)
  const about = hand.querySelector(`[data-teaches='${hint ?? ''}']`) ?? hand.querySelector('[data-hint]')
  return about ? [about] : []
}

/** The taps that bring one nearer to what is advised. */
function next(hand: Element, opened: Opened): Element[] {
  const value = opened.advice?.value ?? null
  const form = opened.ask.form
  const all = (selector: string): Element[] => [...hand.querySelectorAll(`${selector}:not(:disabled)`)]
  const first = (selector: string): Element[] => all(selector).slice(0, 1)
  if (form.type === 'choice') return first(`[data-option='${String(value)}']`)
  if (form.type === 'some') {
    const wanted = (Array.isArray(value) ? value : []).map(String)
    if (!wanted.length && all("[data-option='']").length) return first("[data-option='']")
    const wrong = all('[data-option][aria-pressed]').filter((one) => {
      const taken = (one.getAttribute('aria-pressed') === 'true') !== Boolean(one.closest('[data-left-out]'))
      return taken !== wanted.includes(one.getAttribute('data-option') ?? '')
    })
    return wrong.length ? wrong : first('.btn.go')
  }
  if (form.type === 'amount') {
    const [slider] = all('input[type=range]') as HTMLInputElement[]
    if (!slider || Number(slider.value) === value) return first('[data-hint] .btn.go')
    const direct = first(`[data-option='${String(value)}']`)
    return direct.length ? direct : [slider]
  }
  const [field] = all('form input') as HTMLInputElement[]
  if (!field) return first('[data-press]')
  const typed = form.type === 'number' ? read(field.value) : field.value.trim()
  return typed === value ? first('form .btn.go') : [field]
}

/** Where the note lies: beside the block of what is marked, never upon it. */
export function placeOf(marked: Element, hand: Element): { block: Element; after: boolean } | null {
  const block = marked.closest('[data-hint]') ?? hand.querySelector('[data-hint]')
  return block && hand.contains(block) ? { block, after: block.getAttribute('data-hint') === 'after' } : null
}
