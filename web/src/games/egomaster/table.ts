import { consequences, type Scene } from '../scene'
import type { Brings, Event, Lands, Mine, View } from './types'

export type EgoScene = Scene<View, Mine, Event>
export type Kind = 'solo' | 'duo' | 'multi'
export type Way = 'clockwise' | 'counterclockwise'
export const KINDS: readonly Kind[] = ['solo', 'duo', 'multi']
export const WAYS: readonly Way[] = ['clockwise', 'counterclockwise']

/** Where a way leads, as the game says it. */
export interface Landing extends Lands {
  way: Way
}
export const ways = (view: Pick<View, 'landings'>): Landing[] =>
  WAYS.flatMap((way) => {
    const found = view.landings[way]
    return found ? [{ ...found, way }] : []
  })

export const bringsOf = consequences<Brings>()

/** From cell to cell along the loop, with the first and the last: the way that a pawn is drawn to walk. */
export function along(size: number, from: number, to: number, way: string): number[] {
  const found = [from]
  for (let cell = from; cell !== to && found.length <= size; found.push(cell))
    cell = (cell + (way === 'clockwise' ? 1 : size - 1)) % size
  return found
}

export interface Asked {
  name: string
  seats: readonly number[]
  until: number | null
}

/** What the table waits for, if it waits for people. */
export function asked(scene: EgoScene): Asked | null {
  const pressing = scene.waiting.filter((one) => !one.standing)
  const found = pressing.find((one) => one.actors.some((actor) => typeof actor === 'number')) ?? pressing[0]
  if (!found) return null
  return { name: found.name, seats: found.actors.filter((actor) => typeof actor === 'number'), until: found.until }
}

/** Where seats sit: left column from the top, right column from the top, so that they go round clockwise. */
export function columns(count: number): { left: number[]; right: number[] } {
  const right = Math.floor(count / 2)
  const all = Array.from({ length: count }, (_, k) => k)
  const turned = all.slice(1, right + 1)
  return { left: [0, ...all.slice(right + 1).toReversed()], right: turned }
}
