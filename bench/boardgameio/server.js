// boardgame.io's server with one game: a race on a board of 5 by 5, with dice and captures, about as long as classic
// EinStein. `PORT` and `LOBBY` say where; with `FILES=<folder>` matches are kept in files, else in memory, as is its default.
const { Server, FlatFile } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const SIDE = 5;
const HOMES = [[0, 1, 2, 5, 6, 10], [24, 23, 22, 19, 18, 14]];
const GOALS = [24, 0];

const stonesOf = (cells, seat) => cells.filter((stone) => stone && stone.seat === seat);

/** The numbers a player may move: the die's, or the nearest below and above it where that stone is gone. */
function movable(cells, seat, die) {
  const numbers = stonesOf(cells, seat).map((stone) => stone.number);
  if (numbers.includes(die)) return [die];
  const below = numbers.filter((number) => number < die);
  const above = numbers.filter((number) => number > die);
  return [...(below.length ? [Math.max(...below)] : []), ...(above.length ? [Math.min(...above)] : [])];
}

/** One step towards the other corner: straight or diagonally. */
function isStep(seat, from, to) {
  const forward = seat === 0 ? 1 : -1;
  const right = forward * ((to % SIDE) - (from % SIDE));
  const down = forward * (Math.floor(to / SIDE) - Math.floor(from / SIDE));
  return to >= 0 && to < SIDE * SIDE && [right, down].every((step) => step === 0 || step === 1) && right + down > 0;
}

const race = {
  name: "race",
  minPlayers: 2,
  maxPlayers: 2,
  setup: ({ random }) => {
    const cells = Array(SIDE * SIDE).fill(null);
    HOMES.forEach((home, seat) => {
      const numbers = random.Shuffle([1, 2, 3, 4, 5, 6]);
      home.forEach((cell, k) => (cells[cell] = { seat, number: numbers[k] }));
    });
    return { cells, die: random.D6() };
  },
  moves: {
    step: ({ G, playerID, random }, from, to) => {
      const seat = Number(playerID);
      const stone = G.cells[from];
      const mine = stone && stone.seat === seat && movable(G.cells, seat, G.die).includes(stone.number);
      if (!mine || !isStep(seat, from, to)) return INVALID_MOVE;
      G.cells[to] = stone;
      G.cells[from] = null;
      G.die = random.D6();
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G }) => {
    for (const seat of [0, 1]) {
      const arrived = G.cells[GOALS[seat]] && G.cells[GOALS[seat]].seat === seat;
      if (arrived || !stonesOf(G.cells, 1 - seat).length) return { winner: String(seat) };
    }
  },
};

const files = process.env.FILES ? { db: new FlatFile({ dir: process.env.FILES }) } : {};
Server({ games: [race], origins: [], ...files }).run({
  port: Number(process.env.PORT),
  lobbyConfig: { apiPort: Number(process.env.LOBBY) },
});
