// The same game written as boardgame.io's documentation shows: moves change the draft, hands and values are arrays.
'use strict';

const { INVALID_MOVE } = require('boardgame.io/core');

exports.build = ({ SEATS, ROUNDS, TURN_CAP, MOST_DICE, FACES, START, POINTS, givers }) => {
  const deal = () => Array.from({ length: SEATS }, () => [...START]);
  const ones = (G) => G.values.filter((value) => value === 1).length;
  const demon = (die) => die === 'R' || die === 'G';

  function offerSets(G) {
    const least = Math.max(2, ones(G) + 1);
    G.offers = [2, 3, 4, 5, 6].filter((value) => G.values.filter((shown) => shown === value).length >= least);
    if (G.offers.length) G.step = 'discard';
    else endTurn(G);
  }

  function endTurn(G) {
    G.step = 'done';
    if (G.turns < TURN_CAP && G.hands.every((hand) => hand.length)) return;
    if (G.round === ROUNDS - 1) {
      G.scores = Array(SEATS).fill(0);
      for (const row of G.board) for (const trophy in row) G.scores[row[trophy]] += POINTS[trophy];
      return;
    }
    G.round += 1;
    G.turns = 0;
    G.hands = deal();
    G.bowl = [];
    G.supply = Array(SEATS).fill(3);
  }

  const moves = {
    roll: ({ G, ctx, events }, face) => {
      const hand = G.hands[ctx.currentPlayer];
      if (G.step !== 'roll' || !FACES[hand[G.rolling[0]]].includes(face)) return INVALID_MOVE;
      G.values[G.rolling.shift()] = face;
      if (G.rolling.length) return;
      G.rolls += 1;
      if (2 * ones(G) > hand.length) {
        G.step = 'give';
        events.setActivePlayers(givers(Number(ctx.currentPlayer)));
      } else if (G.rolls < 3) G.step = 'reroll';
      else offerSets(G);
    },
    reroll: ({ G }, dice) => {
      if (G.step !== 'reroll' || dice.some((die) => !(G.values[die] > 1))) return INVALID_MOVE;
      if (!dice.length) return offerSets(G);
      G.rolling = dice;
      G.step = 'roll';
    },
    discard: ({ G, ctx }, value) => {
      if (G.step !== 'discard' || (value !== null && !G.offers.includes(value))) return INVALID_MOVE;
      if (value === null) return endTurn(G);
      const seat = Number(ctx.currentPlayer);
      const number = G.values.filter((shown) => shown === value).length - ones(G);
      const leaving = [];
      G.hands[seat] = G.hands[seat].filter((die, i) => {
        const leaves = leaving.length < number && G.values[i] === value;
        if (leaves) leaving.push(die);
        return !leaves;
      });
      G.bowl.push(...leaving);
      const feats = [];
      if (number >= 2) feats.push(`discard_${Math.min(5, number)}`);
      if (leaving.some(demon) && !G.hands[seat].some(demon)) feats.push('demons');
      if (!G.hands[seat].length) feats.push('all');
      G.offers = feats.filter((trophy) => !(trophy in G.board[G.round]));
      if (G.offers.length && G.supply[seat]) G.step = 'token';
      else endTurn(G);
    },
    token: ({ G, ctx }, trophy) => {
      if (G.step !== 'token' || (trophy !== null && !G.offers.includes(trophy))) return INVALID_MOVE;
      if (trophy !== null) {
        G.board[G.round][trophy] = Number(ctx.currentPlayer);
        G.supply[ctx.currentPlayer] -= 1;
      }
      endTurn(G);
    },
  };

  const give = ({ G, ctx, playerID }, die) => {
    const seat = Number(ctx.currentPlayer);
    const giver = Number(playerID);
    if (G.step !== 'give' || !(die < G.hands[giver].length)) return INVALID_MOVE;
    const [given] = G.hands[giver].splice(die, 1);
    (G.hands[seat].length < MOST_DICE ? G.hands[seat] : G.bowl).push(given);
    if ((giver + 1) % SEATS !== seat) return;
    G.board[G.round].ones = seat;
    endTurn(G);
  };

  return {
    game: {
      name: 'desfausse',
      disableUndo: true,
      setup: () => ({
        step: 'roll', rolls: 0, values: [], rolling: [], offers: [], round: 0, turns: 0, hands: deal(), bowl: [],
        supply: Array(SEATS).fill(3), board: Array.from({ length: ROUNDS }, () => ({})), scores: null,
      }),
      moves,
      turn: {
        onBegin: ({ G, ctx }) => {
          G.step = 'roll';
          G.rolls = 0;
          G.turns += 1;
          G.values = G.hands[ctx.currentPlayer].map(() => 0);
          G.rolling = G.values.map((_, i) => i);
        },
        endIf: ({ G }) => G.step === 'done',
        stages: { give: { moves: { give } } },
      },
      endIf: ({ G }) => (G.scores ? { scores: G.scores } : undefined),
    },
    /** A uniform answer to what is asked now: [move, argument, player]. */
    answer: ({ G, ctx }, below) => {
      const seat = ctx.currentPlayer;
      if (G.step === 'roll') return ['roll', FACES[G.hands[seat][G.rolling[0]]][below(6)], seat];
      if (G.step === 'reroll') return ['reroll', [...G.values.keys()].filter((i) => G.values[i] > 1 && below(2)), seat];
      if (G.step === 'give') {
        const [giver] = Object.keys(ctx.activePlayers);
        return ['give', below(G.hands[giver].length), giver];
      }
      const choice = below(G.offers.length + 1);
      return [G.step, choice < G.offers.length ? G.offers[choice] : null, seat];
    },
  };
};
