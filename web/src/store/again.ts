import { ApiError } from './api'

const WAITS = [1_000, 2_000, 4_000, 8_000] // ms before each new try; the last one for ever
const waiting = new Set<() => void>()

/** Ask now, whoever waits. */
export function knock(): void {
  for (const go of [...waiting]) go()
}
addEventListener('online', knock)
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && knock())

/** Asks until the server answers, whatever it says: after a while, and at once when the network or the person is back.
 *  `lost` is told each time that nothing came. */
export async function untilAnswered<T>(ask: () => Promise<T>, lost: () => void, ended: AbortSignal): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (ended.aborted || !isAway(error)) throw error
    }
    lost()
    await pause(WAITS[Math.min(tries, WAITS.length - 1)] ?? 0)
    ended.throwIfAborted()
  }
}

/** Nothing came, or a proxy says that nobody is behind it, or the server is about to go. */
function isAway(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502)
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => {
    const go = (): void => {
      clearTimeout(timer)
      waiting.delete(go)
      done()
    }
    const timer = setTimeout(go, ms)
    waiting.add(go)
  })
}
