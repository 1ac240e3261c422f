import type { Opened } from '../../protocol'
import type { Scene } from '../scene'
import {
  chances,
  countOnes,
  freeCells,
  houseOf,
  kindOf,
  MOST_DICE,
  nextSeat,
  POINTS,
  setsOf,
  type Trophy,
} from './sets'
import type { Event, View } from './types'
import { dice, dieName, points, trophyName, w, type Word } from './words'

export interface Choice {
  value: string | number
  title: string
  note?: string
  strong?: boolean
  soft?: boolean
}
export interface Choices {
  title: string
  help: string
  columns: number
  options: Choice[]
}

/** The asks with a choice: their sentence, and each button with what it costs or brings. */
export function choicesOf(scene: Scene<View, null, Event>, opened: Opened): Choices {
  const { view, names } = scene
  const { ask, seat } = opened
  const values = ask.form.type === 'choice' ? ask.form.options : []
  const about = ask.about ?? {}
  const house = houseOf(scene.options)
  const hand = view.hands[seat] ?? []
  const free = freeCells(view, seat)
  const count = names.length
  const next = names[nextSeat(seat, view.direction, count)]
  const made = (help: string, options: Choice[], columns = 1, params: Record<string, unknown> = {}): Choices => ({
    title: w(`you_${ask.name}` as Word, params),
    help,
    columns,
    options,
  })

  switch (ask.name) {
    case 'set': {
      const sets = setsOf(hand, view.values, house, free)
      const options = values.map((value): Choice => {
        if (value === 'none')
          return { value, title: w('set_none'), note: w('set_none_note', { n: dice(hand.length) }), soft: true }
        const found = sets.find((one) => one.value === Number(value))
        const leave = w('set_leaves', { n: found?.leaving ?? 0 })
        return {
          value,
          title: w('set_title', { value }),
          note: found?.points ? `${leave}, ${w('set_worth', { n: points(found.points) })}` : leave,
          strong: found === sets[0],
        }
      })
      const ones = countOnes(view.values)
      return made(ones ? w('ones', { n: ones }) : '', [
        ...options.filter((one) => !one.soft),
        ...options.filter((one) => one.soft),
      ])
    }
    case 'where': {
      const showing = waitingSet(scene)
      const extra = showing === 6 ? `, ${w('bowl_skip', { next })}` : showing === 2 ? `, ${w('bowl_reverse')}` : ''
      return made(
        '',
        values.map((value) =>
          value === 'bowl'
            ? { value, title: w('bowl_title'), note: w('bowl_note') + extra }
            : {
                value,
                title: w('gift_title'),
                note: free.includes('gift') ? w('gift_note', { points: points(POINTS.gift) }) : w('gift_note_taken'),
              },
        ),
      )
    }
    case 'give_to':
      return made(
        '',
        values.map((value) => {
          const held = view.hands[Number(value)]?.length ?? 0
          return {
            value,
            title: names[Number(value)] ?? '',
            note: held >= MOST_DICE ? w('full') : w('gets', { n: dice(held + 1) }),
          }
        }),
      )
    case 'skip':
      return made(
        '',
        values.map((value) =>
          value === 'yes'
            ? {
                value,
                title: w('skip_yes', { next }),
                note:
                  count === 2
                    ? w('skip_yes_two')
                    : w('then', {
                        name: names[nextSeat(nextSeat(seat, view.direction, count), view.direction, count)],
                      }),
                strong: true,
              }
            : { value, title: w('skip_no', { next }), soft: true },
        ),
        1,
        { next },
      )
    case 'reverse':
      return made(
        '',
        values.map((value) =>
          value === 'yes'
            ? {
                value,
                title: w('reverse_yes'),
                note: w('then', {
                  name:
                    count === 2 && scene.options.reverse_2p === 'skip'
                      ? w('you')
                      : names[nextSeat(seat, -view.direction, count)],
                }),
                strong: true,
              }
            : { value, title: w('reverse_no'), note: w('then', { name: next }), soft: true },
        ),
      )
    case 'give_die':
    case 'take_die': {
      const kinds = values.filter(
        (value, k) => values.findIndex((one) => kindOf(String(one)) === kindOf(String(value))) === k,
      )
      const options = kinds.map((value) => {
        const alike = values.filter((one) => kindOf(String(one)) === kindOf(String(value))).length
        return { value, title: dieName(String(value)), note: alike > 1 ? w('of_kind', { n: alike }) : '' }
      })
      const help = ask.name === 'give_die' ? w('help_give', { active: names[view.active] }) : w('help_take')
      return made(help, options, 2, { from: names[Number(about.from)] })
    }
    case 'announce':
      return made(
        w('help_announce'),
        values.map((value) => {
          const n = chances(hand[0] ?? 'r', Number(value), house)
          return {
            value,
            title: w('announce_title', { value }),
            note: n ? w('announce_note', { n }) : w('announce_never'),
          }
        }),
        2,
      )
    case 'token': {
      const options = values.map((value): Choice =>
        value === 'none'
          ? { value, title: w('token_none'), note: w('token_none_note'), soft: true }
          : {
              value,
              title: trophyName(value as Trophy),
              note: points(POINTS[value as Trophy]),
              strong: value === ask.silence,
            },
      )
      return made(w('help_token', { n: view.supply[seat] ?? 0 }), [
        ...options.filter((one) => !one.soft),
        ...options.filter((one) => one.soft),
      ])
    }
    default: {
      const to = about.to as Trophy
      const options = values.map((value) => {
        const [round, trophy] = String(value).split(' ') as [string, Trophy]
        const lost = POINTS[trophy]
        return {
          value,
          title: trophyName(trophy),
          note: w(lost < 0 ? 'move_note_gain' : 'move_note', { n: round, points: points(Math.abs(lost)) }),
          strong: value === ask.silence,
        }
      })
      return made(w('help_move', { trophy: trophyName(to), points: points(POINTS[to]) }), options)
    }
  }
}

/** The value of the set being discarded: nothing in the view names it, but only sets that can leave come so far. */
function waitingSet(scene: Scene<View, null, Event>): number | null {
  const { view } = scene
  const sets = setsOf(view.hands[view.active] ?? [], view.values, houseOf(scene.options))
  return sets.length === 1 ? (sets[0]?.value ?? null) : null
}
