import { toast } from '../../shell/say.svelte'
import { ApiError } from '../../store/api'
import type { GameWords } from '../../words/catalogue'

/** Do it; what the server refuses is said. */
export async function attempt(words: GameWords, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem
    toast(words.refusal(problem.code, problem.params), true)
  }
}
