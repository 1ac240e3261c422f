// DESfausse in boardgame.io: the peer of our rules engine, at the same grain of moves.
//
//   NODE_ENV=production node desfausse.cjs --games 40 --seed 1
//
// Every answer is one MAKE_MOVE action through boardgame.io's own game reducer (no React, no server, no Redux store, undo
// off: its fastest way to play). Chance and choices come as arguments from a seeded generator outside the game.
// The game is simpler than ours, in the peer's favour: a reroll is one move, a set goes to the bowl whole, its first dice
// leave, and there is no gift, skip, reverse, last-die bonus or Master.
'use strict';

process.env.NODE_ENV ??= 'production'; // boardgame.io and immer both read it when they load

const { parseArgs } = require('node:util');
const { INVALID_MOVE } = require('boardgame.io/core');
const { CreateGameReducer, InitializeGame } = require('boardgame.io/internal');
const { version } = require('boardgame.io/package.json');
const { original } = require('immer');
const { build } = require('./plain.cjs');

const SEATS = 4;
const ROUNDS = 3;
const TURN_CAP = 300;
const MOST_DICE = 9;
const WARM_UP_GAMES = 30;

const SMALL = [1, 2, 3, 4, 5, 6];
const DEMON = [1, 1, 3, 4, 5, 5];
const FACES = { r: SMALL, g: SMALL, R: DEMON, G: DEMON };
const START = 'rrggRG';
const POINTS = { discard_2: 2, discard_3: 3, discard_4: 5, discard_5: 7, demons: 2, ones: -1, all: 12 };

// ---- the game ----

// Two styles are measured: the one of boardgame.io's documentation (plain.cjs), and this one, which costs it least: moves
// read the plain state behind immer's draft and return a new one. What each die changes is
// short and made of strings, one character a die, and what changes once a turn is an object of its own.
const game = {
  name: 'desfausse',
  disableUndo: true,
  setup: () => ({
    step: 'roll', // roll, reroll, discard, give, token, done
    rolls: 0, // made in this turn
    dice: '', // the active player's
    values: '', // what they show, 0 before the first roll
    rolling: '', // which of them are still to be rolled
    offers: [], // sets that may be discarded, or trophies that may be claimed
    table: {
      round: 0,
      turns: 0, // in this round
      hands: Array(SEATS).fill(START),
      bowl: 0,
      supply: Array(SEATS).fill(3),
      board: Array.from({ length: ROUNDS }, () => ({})), // trophy -> seat, a row for each round
      scores: null,
    },
  }),
  moves: { roll, reroll, discard, token },
  turn: {
    onBegin: beginTurn,
    endIf: ({ G }) => G.step === 'done',
    stages: { give: { moves: { give } } },
  },
  endIf: ({ G }) => (G.table.scores ? { scores: G.table.scores } : undefined),
};

function beginTurn({ G: draft, ctx }) {
  const { offers, table } = original(draft);
  const dice = table.hands[ctx.currentPlayer];
  return {
    step: 'roll',
    rolls: 0,
    dice,
    values: '0'.repeat(dice.length),
    rolling: '012345678'.slice(0, dice.length),
    offers,
    table: { ...table, turns: table.turns + 1 },
  };
}

/** One die falls. */
function roll({ G: draft, ctx, events }, face) {
  const G = original(draft);
  if (G.step !== 'roll') return INVALID_MOVE;
  const die = Number(G.rolling[0]);
  if (!FACES[G.dice[die]].includes(face)) return INVALID_MOVE;
  const values = G.values.slice(0, die) + face + G.values.slice(die + 1);
  const rolling = G.rolling.slice(1);
  if (rolling) return { ...G, values, rolling };
  const rolls = G.rolls + 1;
  if (2 * count(values, '1') > values.length) {
    events.setActivePlayers(givers(Number(ctx.currentPlayer)));
    return { ...G, values, rolling, rolls, step: 'give' };
  }
  if (rolls < 3) return { ...G, values, rolling, rolls, step: 'reroll' };
  return offerSets({ ...G, values, rolling, rolls });
}

/** The dice to roll again, in order; none of them may show a 1, and none at all ends the rolling. */
function reroll({ G: draft }, dice) {
  const G = original(draft);
  if (G.step !== 'reroll') return INVALID_MOVE;
  for (let i = 0; i < dice.length; i++) {
    const value = G.values[Number(dice[i])];
    if (value === undefined || value === '1' || (i > 0 && dice[i] <= dice[i - 1])) return INVALID_MOVE;
  }
  return dice ? { ...G, rolling: dice, step: 'roll' } : offerSets(G);
}

/** Two or more equal dice, more than there are 1s, may leave; where there are none the turn is over. */
function offerSets(G) {
  const least = Math.max(2, count(G.values, '1') + 1);
  const sets = [2, 3, 4, 5, 6].filter((value) => count(G.values, String(value)) >= least);
  return sets.length ? { ...G, offers: sets, step: 'discard' } : endTurn(G, G.table);
}

/** The set of this value leaves, smaller by one die for each 1 that shows; null keeps everything. */
function discard({ G: draft, ctx }, value) {
  const G = original(draft);
  if (G.step !== 'discard') return INVALID_MOVE;
  if (value === null) return endTurn(G, G.table);
  if (!G.offers.includes(value)) return INVALID_MOVE;
  const { dice, values } = G;
  const seat = Number(ctx.currentPlayer);
  const number = count(values, String(value)) - count(values, '1');
  let leaving = '';
  let kept = '';
  for (let i = 0; i < dice.length; i++) {
    if (leaving.length < number && values[i] === String(value)) leaving += dice[i];
    else kept += dice[i];
  }
  const table = { ...G.table, hands: G.table.hands.with(seat, kept), bowl: G.table.bowl + number };
  const feats = [];
  if (number >= 2) feats.push(`discard_${Math.min(5, number)}`);
  if (hasDemon(leaving) && !hasDemon(kept)) feats.push('demons');
  if (!kept) feats.push('all');
  const trophies = feats.filter((trophy) => !(trophy in table.board[table.round]));
  if (trophies.length && table.supply[seat]) return { ...G, offers: trophies, table, step: 'token' };
  return endTurn(G, table);
}

/** After too many 1s the others may move, each once, in playing order. */
function givers(seat) {
  let order;
  for (let i = SEATS - 1; i > 0; i--) {
    const giver = { [(seat + i) % SEATS]: { stage: 'give', minMoves: 1, maxMoves: 1 } };
    order = order ? { value: giver, next: order } : { value: giver };
  }
  return order;
}

/** One of the others gives a die; nobody holds more than nine, the tenth goes to the bowl. */
function give({ G: draft, ctx, playerID }, die) {
  const G = original(draft);
  const seat = Number(ctx.currentPlayer);
  const giver = Number(playerID);
  const from = G.table.hands[giver];
  if (G.step !== 'give' || !(die < from.length)) return INVALID_MOVE;
  const hands = G.table.hands.with(giver, from.slice(0, die) + from.slice(die + 1));
  const fits = hands[seat].length < MOST_DICE;
  if (fits) hands[seat] += from[die];
  const table = { ...G.table, hands, bowl: G.table.bowl + (fits ? 0 : 1) };
  if ((giver + 1) % SEATS !== seat) return { ...G, table };
  return endTurn(G, { ...table, board: withToken(table, 'ones', seat) }); // compulsory, even if the cell is taken
}

/** A token on a free trophy that was earned in this turn, or null. */
function token({ G: draft, ctx }, trophy) {
  const G = original(draft);
  if (G.step !== 'token') return INVALID_MOVE;
  if (trophy === null) return endTurn(G, G.table);
  if (!G.offers.includes(trophy)) return INVALID_MOVE;
  const seat = Number(ctx.currentPlayer);
  const supply = G.table.supply.with(seat, G.table.supply[seat] - 1);
  return endTurn(G, { ...G.table, supply, board: withToken(G.table, trophy, seat) });
}

function withToken({ board, round }, trophy, seat) {
  return board.with(round, { ...board[round], [trophy]: seat });
}

/** The turn passes; the round ends when somebody has no dice left, the game after three rounds. */
function endTurn(G, table) {
  if (table.turns < TURN_CAP && !table.hands.includes('')) return { ...G, table, step: 'done' };
  if (table.round === ROUNDS - 1) return { ...G, table: { ...table, scores: score(table.board) }, step: 'done' };
  const hands = Array(SEATS).fill(START);
  const supply = Array(SEATS).fill(3);
  return { ...G, table: { ...table, round: table.round + 1, turns: 0, hands, bowl: 0, supply }, step: 'done' };
}

function score(board) {
  const scores = Array(SEATS).fill(0);
  for (const row of board) for (const trophy in row) scores[row[trophy]] += POINTS[trophy];
  return scores;
}

function count(values, value) {
  let n = 0;
  for (let i = 0; i < values.length; i++) if (values[i] === value) n += 1;
  return n;
}

function hasDemon(dice) {
  return dice.includes('R') || dice.includes('G');
}

// ---- random play ----

/** mulberry32: a small seeded generator, uniform on 0 … n - 1. */
function generator(seed) {
  let a = seed >>> 0;
  return (n) => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * n);
  };
}

/** A uniform answer to what is asked now: [move, argument, player]. */
function answer({ G, ctx }, below) {
  const seat = ctx.currentPlayer;
  switch (G.step) {
    case 'roll':
      return ['roll', FACES[G.dice[Number(G.rolling[0])]][below(6)], seat];
    case 'reroll': {
      const subset = below(1 << (G.values.length - count(G.values, '1')));
      let dice = '';
      for (let i = 0, bit = 1; i < G.values.length; i++) {
        if (G.values[i] === '1') continue;
        if (subset & bit) dice += i;
        bit <<= 1;
      }
      return ['reroll', dice, seat];
    }
    case 'give': {
      const [giver] = Object.keys(ctx.activePlayers);
      return ['give', below(G.table.hands[giver].length), giver];
    }
    default: {
      const choice = below(G.offers.length + 1); // discard or token: one of the offers, or none
      return [G.step, choice < G.offers.length ? G.offers[choice] : null, seat];
    }
  }
}

/** One game to its end; gives back the number of moves. The log is kept, as boardgame.io's own client keeps it. */
function playGame({ game, answer, reducer }, below) {
  let state = InitializeGame({ game, numPlayers: SEATS });
  const log = [];
  let moves = 0;
  while (state.ctx.gameover === undefined) {
    const [type, argument, playerID] = answer(state, below);
    state = reducer(state, { type: 'MAKE_MOVE', payload: { type, args: [argument], playerID } });
    if (state.transients) throw new Error(`refused: ${type} ${JSON.stringify(argument)}`);
    log.push(...state.deltalog);
    moves += 1;
  }
  return moves;
}

function measure(style, games, seed) {
  const below = generator(seed);
  const played = { ...style, reducer: CreateGameReducer({ game: style.game }) };
  for (let i = 0; i < WARM_UP_GAMES; i++) playGame(played, below);
  const before = process.cpuUsage();
  let moves = 0;
  for (let i = 0; i < games; i++) moves += playGame(played, below);
  const { user, system } = process.cpuUsage(before);
  return (moves * 1e6) / (user + system);
}

const { values: options } = parseArgs({
  options: { games: { type: 'string', default: '40' }, seed: { type: 'string', default: '1' } },
});
const games = Number(options.games);
const seed = Number(options.seed);
const plain = build({ SEATS, ROUNDS, TURN_CAP, MOST_DICE, FACES, START, POINTS, givers });
const moves_per_s = measure(plain, games, seed);
const tuned_moves_per_s = measure({ game, answer }, games, seed);

const { node } = process.versions; // it matters: the same games cost several times more on Node 20 than on Node 24
console.log(JSON.stringify({ games, moves_per_s, tuned_moves_per_s, boardgame_io: version, node }));
