import { toast } from '../shell/say.svelte'
import type { Draft, Outcome } from '../store/connection'
import type { TableStore } from '../store/table.svelte'
import type { GameWords } from '../words/catalogue'

/** What somebody wants of the table is sent; why it is refused is said. */
export async function order(store: TableStore, words: GameWords, draft: Draft): Promise<Outcome> {
  const outcome = await store.send(draft)
  const names = (store.lobby?.seats ?? []).map((seat) => seat.name)
  if (!outcome.ok) toast(words.refusal(outcome.code, outcome.params, names), true)
  return outcome
}
