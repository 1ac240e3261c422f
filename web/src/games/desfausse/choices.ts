import type { Opened } from '../../protocol'
import type { Scene } from '../scene'
import { broughtBy, kindOf, type Trophy } from './dice'
import type { Event, View } from './types'
import { dice, dieName, gain, points, sumWords, trophyName, w, type Word } from './words'

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

/** The asks with a choice: their sentence, and each button with what it brings. */
export function choicesOf(scene: Scene<View, null, Event>, opened: Opened): Choices {
  const { view, names } = scene
  const { ask, seat } = opened
  const values = ask.form.type === 'choice' ? ask.form.options : []
  const about = ask.about ?? {}
  const next = names[view.next]
  const made = (help: string, options: Choice[], columns = 1, params: Record<string, unknown> = {}): Choices => ({
    title: w(`you_${ask.name}` as Word, params),
    help,
    columns,
    options: [...options.filter((one) => !one.soft), ...options.filter((one) => one.soft)],
  })
  const then = (option: string | number): string => {
    const plays = broughtBy(opened, option, 'plays_next')?.seat
    return plays === undefined ? '' : plays === seat ? w('you_again') : w('then', { name: names[plays] })
  }

  switch (ask.name) {
    case 'set': {
      const options = values.map((value): Choice => {
        const kept = broughtBy(opened, value, 'keeps')
        if (kept) return { value, title: w('set_none'), note: w('set_none_note', { n: dice(kept.dice) }), soft: true }
        const told = broughtBy(opened, value, 'discard')
        const worth = told?.points ? w('set_worth', { n: points(told.points) }) : ''
        const note = told ? [sumWords(told), worth].filter(Boolean).join(', ') : ''
        return { value, title: w('set_title', { value }), note, strong: told?.value === view.sets[0]?.value }
      })
      return made(view.ones ? w('ones', { n: view.ones }) : '', options)
    }
    case 'where':
      return made(
        '',
        values.map((value) => {
          const told = broughtBy(opened, value, 'discard')
          const worth = told?.points ? w('set_worth', { n: points(told.points) }) : ''
          const may = told?.may === 'skip' ? w('bowl_skip', { next }) : told?.may ? w('bowl_reverse') : ''
          const notes = [w(value === 'bowl' ? 'bowl_note' : 'gift_note'), worth, may]
          const title = w(value === 'bowl' ? 'bowl_title' : 'gift_title')
          return { value, title, note: notes.filter(Boolean).join(', ') }
        }),
      )
    case 'give_to':
      return made(
        '',
        values.map((value) => {
          const told = broughtBy(opened, value, 'receives')
          return {
            value,
            title: names[Number(value)] ?? '',
            note: told?.bowl ? w('full') : w('gets', { n: dice(told?.dice ?? 0) }),
          }
        }),
      )
    case 'skip':
      return made(
        '',
        values.map((value) =>
          value === 'yes'
            ? { value, title: w('skip_yes', { next }), note: then(value), strong: true }
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
            ? { value, title: w('reverse_yes'), note: then(value), strong: true }
            : { value, title: w('reverse_no'), note: then(value), soft: true },
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
          const told = broughtBy(opened, value, 'last_die')
          return {
            value,
            title: w('announce_title', { value }),
            note: told?.kept ? w('announce_note', { n: told.kept, out: told.out }) : w('announce_never'),
          }
        }),
        2,
      )
    case 'token':
      return made(
        w('help_token', { n: view.supply[seat] ?? 0 }),
        values.map((value): Choice => {
          if (value === 'none') return { value, title: w('token_none'), note: w('token_none_note'), soft: true }
          return {
            value,
            title: trophyName(value as Trophy),
            note: tokenWords(opened, value),
            strong: value === ask.silence,
          }
        }),
      )
    default: {
      const to = about.to as Trophy
      const options = values.map((value) => {
        const [round, trophy] = String(value).split(' ') as [string, Trophy]
        const note = w('move_note', { n: round, points: tokenWords(opened, value) })
        return { value, title: trophyName(trophy), note, strong: value === ask.silence }
      })
      return made(w('help_move', { trophy: trophyName(to), points: points(view.worth[to] ?? 0) }), options)
    }
  }
}

function tokenWords(opened: Opened, value: string | number): string {
  const told = broughtBy(opened, value, 'token')
  const bonus = told?.bonus ? w('with_bonus', { points: gain(told.bonus) }) : ''
  return told?.slam ? w('shout_slam') : `${gain(told?.points ?? 0)}${bonus}`
}
