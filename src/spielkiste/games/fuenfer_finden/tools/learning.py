"""Learning the planner's table by playing the solo game (temporal differences).

`python -m spielkiste.games.fuenfer_finden.tools.learning` makes `planner.npz`; Ctrl-C keeps what was learnt so far.
"""

import argparse
from typing import Any

import numpy as np

from spielkiste.core.compiled import compiled
from spielkiste.core.dice import seed_dice

from ..bot.planner import (
    KNOTS,
    LEFT,
    NO_PLACE,
    RIGHT,
    Alive,
    Board,
    any_roll,
    knot,
    list_alive,
    new_alive,
    read_board,
    rounds_left,
    settle,
    worth_after,
)
from ..bot.plans import TABLE_FILE
from ..outlines import SHAPE_COUNT
from ..shapes import BAG, SHAPE_TABLE, VALUES

FIRST_RATE, LAST_RATE = 0.3, 0.01  # tried: 0.3 to 0.02 over 10,000 games ends at 25.2 points, from 24.9 at the start
FALLING = 0.8  # the part of the games in which the rate falls
TOLD_EVERY = 1000  # games between two lines of progress


def first_guess() -> Any:
    """A shape is worth the more of its value the more ways there are; all of it at about 6,000."""
    part = np.minimum(1.0, np.arange(KNOTS) / 20)
    table = np.zeros((SHAPE_COUNT + 1, SHAPE_COUNT, KNOTS))
    for shape in range(SHAPE_COUNT):
        table[:, shape, :] = VALUES[shape] * part
    return table


def any_board(rng: np.random.Generator) -> Any:
    return rng.permutation(np.repeat(np.arange(len(BAG)), BAG))


def nudge(table: Any, seen: Any, shapes: int, change: float) -> None:
    """Moves the worth of a position seen after a move (ways by shape) by a part of `change` at each knot it used."""
    rounds = rounds_left(shapes)
    for shape in range(SHAPE_COUNT):
        if shapes >> shape & 1:
            x = knot(seen[shape])
            k = int(x)
            table[rounds][shape][k] += change * (1.0 - (x - k))
            table[rounds][shape][k + 1] += change * (x - k)


def learn_game(board: Board, table: Any, rate: float, dice: Any, alive: Alive, seen: Any) -> int:
    """One game by the table; after each roll the position before it is drawn towards what the roll made of it."""
    left, right, shapes, points = 0, 0, (1 << SHAPE_COUNT) - 1, 0
    list_alive(board, 0, 0, shapes, alive)
    while shapes:
        before = worth_after(alive, table, 0, 0, shapes)
        for shape in range(SHAPE_COUNT):
            seen[shape] = alive.sums[shape]
        p, scored, now = settle(board, table, left, right, shapes, any_roll(dice), alive)
        nudge(table, seen, shapes, rate * (now - before) / rounds_left(shapes))
        if p == NO_PLACE:
            break
        points += scored
        left |= LEFT[p]
        right |= RIGHT[p]
        shapes &= ~(1 << int(SHAPE_TABLE[p]))
        list_alive(board, left, right, shapes, alive)
    return points


def learn(games: int, seed: int = 1) -> Any:
    """The table after so many games; it tells how it goes."""
    table, alive, seen = first_guess(), new_alive(), np.zeros(SHAPE_COUNT, dtype=np.int64)
    rng, dice = np.random.default_rng(seed), np.zeros(3, dtype=np.int64)
    seed_dice(dice, seed, 0)
    play = compiled(learn_game)
    points = 0
    try:
        for game in range(games):
            rate = LAST_RATE + (FIRST_RATE - LAST_RATE) * max(0.0, 1 - game / (FALLING * games))
            points += play(read_board(any_board(rng)), table, rate, dice, alive, seen)
            if (game + 1) % TOLD_EVERY == 0:
                print(f"{game + 1} games, mean of the last {TOLD_EVERY}: {points / TOLD_EVERY:.2f}", flush=True)
                points = 0
    except KeyboardInterrupt:
        print("stopped; what was learnt is kept")
    return table


def save(table: Any) -> None:
    np.savez_compressed(TABLE_FILE, table=table.astype(np.float32))


def main() -> None:
    parser = argparse.ArgumentParser(description="5er finden: learns the planner's table.")
    parser.add_argument("--games", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    save(learn(given.games, given.seed))


if __name__ == "__main__":
    main()
