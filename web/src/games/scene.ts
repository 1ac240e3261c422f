import type { Component } from 'svelte'
import type { BeatView, Opened, Pressed, Result, SeatView, Sent, WaitingFor } from '../protocol'
import type { Outcome } from '../store/connection'
import type { Standing } from '../store/table.svelte'
import type { GameWords } from '../words/catalogue'

export type Face = 'screen' | 'hand' | 'desk'
export type AnyEvent = { event: string } & Readonly<Record<string, unknown>>

/** A moment that the server holds, the same for everyone; nothing new is asked before it is over. */
export interface Beat extends BeatView {
  people: number // of those at the table, how many can end it together
  seen: boolean // this device's people have said that they have seen enough
  goOn: (() => void) | null // to say so; null: nobody who plays holds this device
}

/** All that a game's table is given. A new object comes with every state; nothing in it is ever changed. */
export interface Scene<View = unknown, Mine = unknown, Event = AnyEvent> {
  game: string
  view: View
  mine: Mine | null // of the seat `me`
  me: number | null // whose hand this is; null: a spectator, or the television
  seats: readonly SeatView[]
  names: readonly string[]
  seq: number // of this state: changes whenever something happened
  events: readonly Event[] // what happened with this state
  waiting: readonly WaitingFor[] // who is asked what, as everyone may know it
  beat: Beat | null // null: nothing is held
  asks: readonly Opened[] // what is asked of this device's seats; empty on the television and in a replay
  answer: (opened: Opened, value: Sent, began?: number | null) => Promise<Outcome>
  began: (opened: Opened) => number // the press, or the first key; gives the moment, to hand on to `answer`
  standing: (opened: Opened) => Standing // how the answer to this ask fares
  at: number // when this state came about, on the clock of the match
  now: () => number // the clock of the match, in ms
  pressed: Pressed | null // somebody was quick
  words: GameWords
  speed: Readonly<Record<string, 'press' | 'send'>> // asks that the quickest wins
  options: Readonly<Record<string, unknown>>
  result: Result | null
  face: Face
  replay: boolean
}

/** What any game's scene has, whatever its views and events are: all that the parts of the page look at. */
export type AnyScene = Scene<unknown, unknown, unknown>
export type TableComponent = Component<{ scene: Scene }>
export type BoxComponent = Component<{ scene: Scene; opened: Opened }>

/** What a game tells about itself besides drawing its table. Default export of `games/<id>/story.ts`. */
export interface Story<View = never> {
  /** One number a seat, beside its name. */
  tally: (view: View) => readonly number[]
  /** What is counted: a key of the page's own words. */
  unit: 'unit_tokens' | 'unit_points' | 'unit_cards'
  /** Seats that have left the game. */
  out?: (view: View) => readonly number[]
  /** The part that the hand of this scene plays now, in a few words. */
  role?: (scene: Scene<View>) => string
}

/** A game's own `bringsOf`: what one option brings whoever is asked, if it is of this kind. */
export const consequences =
  <Brings extends { brings: string }>() =>
  <Kind extends Brings['brings']>(
    opened: Pick<Opened, 'brings'>,
    option: string | number,
    kind: Kind,
  ): Extract<Brings, { brings: Kind }> | null => {
    const found = opened.brings?.[option] as Brings | undefined
    return found?.brings === kind ? (found as Extract<Brings, { brings: Kind }>) : null
  }

/** The scene's asks of one seat that the game waits for, standing ones last. */
export function asksOf(scene: Pick<AnyScene, 'asks'>, seat: number | null): Opened[] {
  const own = scene.asks.filter((opened) => seat === null || opened.seat === seat)
  return own.sort((a, b) => Number(a.ask.standing ?? false) - Number(b.ask.standing ?? false))
}
