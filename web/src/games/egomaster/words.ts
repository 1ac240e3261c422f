import { settings } from '../../shell/settings.svelte'
import { fill } from '../../words/catalogue'
import { group } from '../../words/numbers'
import type { Landing } from './table'
import type { View } from './types'

const fr = {
  // the board
  board_label: 'Le plateau, une boucle de {n} cases.',
  cell: 'case {n}, {kind} {amount}',
  solo: 'Solo',
  duo: 'Duo',
  multi: 'Multi',
  booklet: 'Livret {kind}, encore {n} questions',
  page: 'page',
  question: 'question',
  cells_one: '{n} case',
  cells_many: '{n} cases',
  die_wait: 'dé',
  white_die: 'Dé blanc, page\u202f: {n}',
  black_die: 'Dé noir, question\u202f: {n}',
  move_die: 'Dé de déplacement\u202f: {n}',
  white_blank: 'Le dé blanc dira la page',
  black_blank: 'Le dé noir dira la question',
  move_blank: 'Le dé de déplacement',
  phase_rich: 'on s’enrichit',
  phase_out: 'on s’élimine',
  phase_quick: 'partie rapide',
  bank: 'la banque garde',
  bank_empty: 'la banque est vide',
  centre_empty: 'rien au centre',
  bank_hand: 'La banque garde {amount}.',
  centre: 'au centre',
  would_win: 'sinon {name} gagne',
  // flags on the seats
  turn: 'à son tour',
  reads: 'lit',
  gets: 'gagne sinon',
  opponent: 'défi',
  is_out: 'n’a plus rien',
  accepts: 'je suis\u202f!',
  refuses: 'sans moi',
  // what leads the table
  lead_place: 'Où se pose {name}\u202f?',
  lead_direction: 'Par où passe {name}\u202f?',
  lead_designee: 'Qui gagne si {name} se trompe\u202f?',
  lead_opponent: 'Contre qui joue {name}\u202f?',
  lead_stake: '{name} joue {amount}, ou relance\u202f?',
  lead_raise: 'Relance à {amount}\u202f! {name} suit\u202f?',
  lead_tie: '{name} tranche\u202f: ex æquo\u202f?',
  lead_reader: '{name} choisit qui lira',
  place_free: 'La case de départ ne change rien au jeu.',
  goes_on: '{names} est là\u202f: une case plus loin',
  goes_on_many: '{names} y sont\u202f: {n} cases plus loin',
  solo_they: 'réponse en solitaire',
  duo_they: 'contre un adversaire au choix',
  multi_they: 'tout le monde répond',
  solo_you: 'tu réponds sans rival',
  duo_you: 'tu choisis ton adversaire',
  multi_you: 'tout le monde joue',
  phase_shout: 'Plus rien en banque\u202f!',
  and: ' et ',
  // the hand
  your_direction: 'Par où passes-tu\u202f?',
  you_rolled: 'Tu as fait {n}. Tu joues la case où tu t’arrêtes.',
  clockwise: 'sens horaire',
  counterclockwise: 'sens inverse',
  slide: '{names} est sur la {met}, tu glisses sur la {cell}',
  slide_many: '{names} occupent la place, tu glisses sur la {cell}',
  to_cell: 'case {cell}, {what}',
  whole_board: 'Voir tout le plateau',
  whole_board_title: 'Le plateau',
  your_place: 'Où poses-tu ton pion\u202f?',
  place_put: 'Poser ici',
  place_pick: 'Touche une case libre',
  place_any: 'N’importe où',
  your_designee: 'Qui gagne si tu te trompes\u202f?',
  designee_bank: 'juste\u202f: {win} pour toi, faux\u202f: {lose} pour {name}',
  designee_duel: 'juste\u202f: {name} te paie {win}, faux\u202f: tu paies {lose}',
  your_tie: 'Ex æquo entre {names}\u202f?',
  tie_yes: 'Oui, aux dés',
  tie_no: 'Non, je nomme le plus rapide',
  your_tied: 'Qui est à égalité\u202f?',
  your_tied_note: 'Ces joueurs se départagent aux dés, le plus haut gagne.',
  announced: '{kind} à {amount}',
  keyword: 'mot-clé',
  page_number: 'page {page}, question {number}',
  read_note: 'C’est toi qui lis, page {page}.',
  you_are_out: 'Tu n’as plus de jetons\u202f: regarde, juge, profite.',
  speed: 'Rapidité',
  target: 'Cible',
  ping_pong: 'Ping-pong',
  // highlights
  high_pot: 'Le plus gros coup',
  high_pot_text: '{name} ramasse tout le centre',
  high_bluff: 'Le plus beau culot',
  high_bluff_text: '{name} relance et personne ne suit',
  high_fast: 'Réponse éclair',
  high_fast_text: '{name} répond juste avant tout le monde',
  high_seconds: '{n} s',
  high_luck: 'La chance aux dés',
  high_luck_value: '{n} duels aux dés',
  high_luck_text: '{name} gagne quand les dés décident',
  high_gift: 'Servi sur un plateau',
  high_gift_text: '{name} encaisse les erreurs des autres en solo',
  high_walk: 'La grande glissade',
  high_walk_value: '{n} cases de plus',
  high_walk_text: '{name} saute par-dessus les pions',
}
export type Word = keyof typeof fr

const en: Record<Word, string> = {
  board_label: 'The board, a loop of {n} cells.',
  cell: 'cell {n}, {kind} {amount}',
  solo: 'Solo',
  duo: 'Duo',
  multi: 'Multi',
  booklet: '{kind} booklet, {n} questions left',
  page: 'page',
  question: 'question',
  cells_one: '{n} cell',
  cells_many: '{n} cells',
  die_wait: 'die',
  white_die: 'White die, page: {n}',
  black_die: 'Black die, question: {n}',
  move_die: 'Movement die: {n}',
  white_blank: 'The white die will tell the page',
  black_blank: 'The black die will tell the question',
  move_blank: 'The movement die',
  phase_rich: 'get rich',
  phase_out: 'eliminate',
  phase_quick: 'quick game',
  bank: 'the bank holds',
  bank_empty: 'the bank is empty',
  centre_empty: 'nothing in the centre',
  bank_hand: 'The bank holds {amount}.',
  centre: 'in the centre',
  would_win: 'else {name} wins',
  turn: 'to play',
  reads: 'reads',
  gets: 'else wins',
  opponent: 'challenged',
  is_out: 'nothing left',
  accepts: 'I’m in!',
  refuses: 'not me',
  lead_place: 'Where does {name} stand?',
  lead_direction: 'Which way, {name}?',
  lead_designee: 'Who wins if {name} is wrong?',
  lead_opponent: 'Whom will {name} challenge?',
  lead_stake: '{name} plays for {amount}, or raises?',
  lead_raise: 'Raised to {amount}! Is {name} in?',
  lead_tie: '{name} decides: a tie?',
  lead_reader: '{name} chooses who will read',
  place_free: 'Where you start makes no difference.',
  goes_on: '{names} is there: one cell further',
  goes_on_many: '{names} are there: {n} cells further',
  solo_they: 'answered alone',
  duo_they: 'against an opponent of choice',
  multi_they: 'everyone answers',
  solo_you: 'you answer alone',
  duo_you: 'you choose your opponent',
  multi_you: 'everyone plays',
  phase_shout: 'The bank is empty!',
  and: ' and ',
  your_direction: 'Which way do you go?',
  you_rolled: 'You rolled {n}. You play the cell where you stop.',
  clockwise: 'clockwise',
  counterclockwise: 'anticlockwise',
  slide: '{names} is on {met}, you slide on to {cell}',
  slide_many: '{names} are in the way, you slide on to {cell}',
  to_cell: 'cell {cell}, {what}',
  whole_board: 'See the whole board',
  whole_board_title: 'The board',
  your_place: 'Where do you put your pawn?',
  place_put: 'Put it here',
  place_pick: 'Touch a free cell',
  place_any: 'Anywhere',
  your_designee: 'Who wins if you are wrong?',
  designee_bank: 'right: {win} for you, wrong: {lose} for {name}',
  designee_duel: 'right: {name} pays you {win}, wrong: you pay {lose}',
  your_tie: 'A tie between {names}?',
  tie_yes: 'Yes, let the dice decide',
  tie_no: 'No, I name the fastest',
  your_tied: 'Who is tied?',
  your_tied_note: 'The dice decide between them, the highest wins.',
  announced: '{kind} for {amount}',
  keyword: 'keyword',
  page_number: 'page {page}, question {number}',
  read_note: 'You read, page {page}.',
  you_are_out: 'You have no tokens left: watch, judge, enjoy.',
  speed: 'Speed',
  target: 'Target',
  ping_pong: 'Ping-pong',
  high_pot: 'Biggest haul',
  high_pot_text: '{name} takes the whole centre',
  high_bluff: 'Boldest raise',
  high_bluff_text: '{name} raises and nobody follows',
  high_fast: 'The fastest',
  high_fast_text: '{name} is right before everyone else',
  high_seconds: '{n} s',
  high_luck: 'Lucky dice',
  high_luck_value: '{n} roll-offs',
  high_luck_text: '{name} wins when the dice decide',
  high_gift: 'Most spoilt',
  high_gift_text: '{name} cashes in when others fail in solo',
  high_walk: 'The long slide',
  high_walk_value: '{n} cells further',
  high_walk_text: '{name} jumps over the pawns',
}

type Params = Readonly<Record<string, unknown>>

export function w(key: Word, params: Params = {}): string {
  return fill((settings.language === 'en' ? en : fr)[key], params)
}
/** For one or for several: in French 0 and 1 are one. */
export function many(one: Word, several: Word, n: number, params: Params = {}): string {
  return w(n < 2 && (settings.language === 'fr' || n === 1) ? one : several, { ...params, n })
}
export const tokens = (n: number): string => group(n)
export const bothWords = { fr, en }

export function listed(names: readonly (string | undefined)[]): string {
  const all = names.map((name) => name ?? '')
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')}${w('and')}${all.at(-1)}`
}
export function cellWords(view: Pick<View, 'board'>, cell: number): string {
  const found = view.board[cell]
  return found ? w('cell', { n: cell, kind: w(found.kind), amount: tokens(found.amount) }) : ''
}
/** What waits where a pawn would stop, as the table says it. */
export function waits(found: Landing, names: readonly string[]): string {
  if (found.met.length)
    return many('goes_on', 'goes_on_many', found.met.length, { names: listed(found.met.map((seat) => names[seat])) })
  return w(`${found.kind}_they`)
}
/** The same, as it is said to the one who goes there. */
export function waitsYou(found: Landing, pawns: View['pawns'], names: readonly string[]): string {
  const what = w('to_cell', { cell: found.cell, what: w(`${found.kind}_you`) })
  const [first] = found.met
  if (first === undefined) return what
  return many('slide', 'slide_many', found.met.length, {
    names: listed(found.met.map((seat) => names[seat])),
    met: pawns[first],
    cell: found.cell,
  })
}
