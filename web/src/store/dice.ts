import { bytes, hex, hmac, join, sha256, unhex } from './sha256'

/** Were the dice what was promised? This device looks for itself, against what it remembers: no server vouches for
 *  its own dice here. How a roll is drawn is told at the head of `tablee/house/provable.py`. */
export interface Part {
  commitment: string // as it was shown before anyone gave a seed
  seed: string // this device's own
}

export interface Roll {
  options: readonly (string | number)[]
  weights?: readonly number[] | null
  value: string | number
}

/** What a server tells of the dice of a match that is over. */
export interface Rolls {
  id: string
  commitment: string
  seeds: readonly string[]
  real?: boolean // people said what real dice and cards showed
  secret: string
  rolls: readonly Roll[]
}

const PLACE = 'tablee:dice'
const SPENT = 'tablee:secrets'
const MOST = 60

const parts = new Map<string, Part>(read<[string, Part]>(PLACE))
const spent = new Map<string, string>(read<[string, string]>(SPENT)) // secrets that have served, and for which match

/** This device's part in the dice of a match: made the first time, the same ever after. */
export function partIn(match: string, commitment: string, make: () => string): Part {
  let part = parts.get(match)
  if (!part) {
    part = { commitment, seed: make() }
    parts.set(match, part)
    write(PLACE, parts)
  }
  return part
}

export const remembered = (match: string): Part | null => parts.get(match) ?? null

/** What is wrong, as a refusal of the catalogue tells it. */
export interface Fraud {
  code: string
  params: Record<string, string | number>
}
const fraud = (code: string, params: Fraud['params'] = {}): Fraud => ({ code, params })

export function findFraud(told: Rolls, part: Part | null): Fraud | null {
  const { id, commitment, seeds, rolls } = told
  if (told.real) return fraud('real_dice', { rolls: rolls.length })
  if (!seeds.length || seeds.some((seed) => !seed)) return fraud('no_seeds')
  if (!/^[0-9a-f]{64}$/.test(told.secret)) return fraud('wrong_secret')
  const secret = unhex(told.secret)
  if (hex(sha256(join(secret, bytes(id)))) !== commitment) return fraud('wrong_secret')
  if (part && part.commitment !== commitment) return fraud('other_commitment')
  if (part && !seeds.includes(part.seed)) return fraud('seed_left_out')
  const other = spent.get(told.secret) ?? id
  if (other !== id) return fraud('secret_twice', { match: id, other })
  spent.set(told.secret, id)
  write(SPENT, spent)
  const context = sha256(join(...[id, ...seeds].flatMap((one) => [number(bytes(one).length, 4), bytes(one)])))
  for (const [position, roll] of rolls.entries()) {
    const due = draw(roll, secret, context, position)
    if (due === undefined || due !== roll.value)
      return fraud('wrong_roll', { roll: position + 1, found: roll.value ?? '–', due: due ?? '–' })
  }
  return null
}

/** What the dice had to show; nothing, where the faces were put in an order that fits. */
function draw(roll: Roll, secret: Uint8Array, context: Uint8Array, position: number): Roll['value'] | undefined {
  const { options } = roll
  const weights = roll.weights ?? options.map(() => 1)
  const figures = options.filter((option) => typeof option === 'number')
  const orderly = figures.every((option, k) => k === 0 || option > (figures[k - 1] ?? option))
  if (!orderly || new Set(options).size !== options.length || weights.length !== options.length) return undefined
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0))
  const span = 2n ** 256n
  for (let attempt = 0; ; attempt++) {
    const drawn = BigInt(`0x${hex(hmac(secret, join(context, number(position, 8), number(attempt, 4))))}`)
    if (drawn >= span - (span % total)) continue
    let point = Number(drawn % total)
    const place = weights.findIndex((weight) => (point -= weight) < 0)
    return options[place]
  }
}

function number(value: number, size: number): Uint8Array {
  const data = new DataView(new ArrayBuffer(size))
  data.setUint32(size - 4, value)
  return new Uint8Array(data.buffer)
}

function read<T>(place: string): T[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return Array.isArray(found) ? (found as T[]) : []
  } catch {
    return []
  }
}

function write(place: string, all: Map<string, unknown>): void {
  for (const key of [...all.keys()].slice(0, -MOST)) all.delete(key)
  try {
    localStorage.setItem(place, JSON.stringify([...all]))
  } catch {
    // A device that keeps nothing remembers as long as the page is open.
  }
}
