import type { Component } from 'svelte'
import Chance from './Chance.svelte'
import NumberLine from './NumberLine.svelte'
import Race from './Race.svelte'
import Rally from './Rally.svelte'
import type { Challenge, QuizScene, Stage } from './quiz'

interface Drawn {
  is: Component<{ scene: QuizScene; challenge: Challenge; small?: boolean; court?: boolean }>
  apart: boolean // it is worth looking at again when all is over
  answers: 'one' | 'drawn' | 'all' | 'none' // the right one below it, or on the stage itself; a whole list; nothing
}

/** A drawing for each stage that a mode may name. */
export const STAGES: Readonly<Record<Stage, Drawn>> = {
  alone: { is: Race, apart: false, answers: 'one' },
  race: { is: Race, apart: false, answers: 'one' },
  line: { is: NumberLine, apart: true, answers: 'drawn' },
  rally: { is: Rally, apart: true, answers: 'all' },
  luck: { is: Chance, apart: true, answers: 'none' },
}

/** The stage of a question that is not yet played: then its view does not tell. A test holds it against the modes. */
const STAGE_OF: Readonly<Record<string, Stage>> = {
  chrono: 'race',
  speed: 'race',
  target: 'line',
  ping_pong: 'rally',
  chance: 'luck',
}
export const stageNamed = (mode: string | null): Stage => STAGE_OF[mode ?? ''] ?? 'alone'
