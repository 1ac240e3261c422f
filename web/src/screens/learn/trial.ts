import { go } from '../../shell/router.svelte'
import { settings } from '../../shell/settings.svelte'
import { ApiError, openTable } from '../../store/api'
import { keep } from '../../store/keep'
import { remember } from '../../store/learned.svelte'
import { suggest } from '../../words/names'

const PLACE = 'tablee:from' // where one goes back to after a trial

/** A trial game at a table of its own. What was refused, if anything was. */
export async function openTrial(game: string): Promise<ApiError | null> {
  try {
    const name = settings.name || suggest([])
    const made = await openTable({ game, name, trial: true })
    try {
      sessionStorage.setItem(PLACE, location.pathname)
    } catch {
      // Then it is home.
    }
    remember('games', game)
    keep({ ...made, game, name, when: Date.now() })
    go(`/${made.code}`)
    return null
  } catch (error) {
    return error instanceof ApiError ? error : new ApiError(0, 'failed', {})
  }
}

/** Where the trial was opened: a table, or home. */
export function cameFrom(): string {
  try {
    return sessionStorage.getItem(PLACE) ?? '/'
  } catch {
    return '/'
  }
}
