// The server of boardgame.io with a game of dice for six, and six clients a match: the peer of our server.
//
//   node server.cjs serve PORT          node server.cjs load PORT MATCHES SECONDS
//
// The game is simpler than ours, in the peer's favour: a move rolls the dice and passes them on; the state is about as
// large as a view of ours. Nothing is stored beyond the process's memory, which is its default.
'use strict';

process.env.NODE_ENV ??= 'production';

const SEATS = 6;
const game = {
  name: 'dice',
  disableUndo: true,
  minPlayers: SEATS,
  maxPlayers: SEATS,
  setup: () => ({
    hands: Array.from({ length: SEATS }, () => ['r1a', 'r1b', 'g1a', 'g1b', 'R', 'G']),
    values: {},
    board: Array.from({ length: 3 }, () => ({})),
    supply: Array(SEATS).fill(3),
    turns: 0,
  }),
  moves: {
    roll: ({ G, ctx, random, events }, keep) => {
      const seat = ctx.currentPlayer;
      for (const die of G.hands[seat]) if (!keep.includes(die)) G.values[seat + die] = random.D6();
      G.board[G.turns % 3][`discard_${(G.turns % 4) + 2}`] = Number(seat);
      G.turns += 1;
      events.endTurn();
    },
  },
};

const [what, port, matches, seconds] = process.argv.slice(2);

if (what === 'serve') {
  const { Server, Origins } = require('boardgame.io/server');
  Server({ games: [game], origins: [Origins.LOCALHOST] }).run({ port: Number(port) }, () => console.log('ready'));
} else {
  play();
}

async function play() {
  const { Client } = require('boardgame.io/client');
  const { SocketIO } = require('boardgame.io/multiplayer');
  const server = `http://localhost:${port}`;
  let moves = 0;
  const clients = [];
  for (let match = 0; match < Number(matches); match += 1) {
    const matchID = `match-${match}`; // made when the first client comes
    for (let seat = 0; seat < SEATS; seat += 1) {
      const playerID = String(seat);
      const client = Client({ game, numPlayers: SEATS, matchID, playerID, debug: false, multiplayer: SocketIO({ server }) });
      let answered = -1;
      client.subscribe((state) => {
        if (!state || !state.isConnected || state.ctx.currentPlayer !== playerID || state.G.turns === answered) return;
        answered = state.G.turns;
        setTimeout(() => {
          moves += 1;
          client.moves.roll(['R']);
        }, 0);
      });
      client.start();
      clients.push(client);
    }
  }
  while (!clients.every((client) => client.getState()?.isConnected)) await new Promise((done) => setTimeout(done, 100));
  await new Promise((done) => setTimeout(done, 1000));
  console.log(JSON.stringify({ ready: true }));
  const before = moves;
  await new Promise((done) => setTimeout(done, Number(seconds) * 1000));
  console.log(JSON.stringify({ moves: moves - before }));
  process.exit(0);
}
