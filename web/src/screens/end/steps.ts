import { api, type Step } from '../../store/api'

export interface Tale {
  total: number
  header: { game: string; seats: readonly string[]; options: Readonly<Record<string, unknown>> }
  steps: readonly Step[]
  table: string | null // the code of its table, as long as that is open
  events?: Step['events'] // instead of steps, when the rules have a new version since: what was told
  result?: Step['result']
}

const PART = 200
const MOST = 5_000

/** Every step of a finished match as a seat saw it, or as everyone may (null). */
export async function allSteps(id: string, seat: number | null): Promise<Tale> {
  const ask = (first: number): Promise<Tale> =>
    api<Tale>(`/matches/${id}/steps?seat=${seat ?? 'none'}&first=${first}&count=${PART}`)
  const tale = await ask(0)
  const steps = [...tale.steps]
  while (steps.length < Math.min(tale.total, MOST)) {
    const more = await ask(steps.length)
    if (!more.steps.length) break
    steps.push(...more.steps)
  }
  return { ...tale, steps }
}
