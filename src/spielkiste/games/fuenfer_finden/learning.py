"""Learning the planner's table by playing the solo game, and measuring players of it.

`python -m spielkiste.games.fuenfer_finden.solve learn` makes `planner.npz`; Ctrl-C keeps what was learnt so far.
"""

from pathlib import Path
from typing import Any

import numpy as np

from spielkiste.core.compiled import compiled
from spielkiste.core.dice import seed_dice

from . import planner
from .outlines import SHAPE_COUNT
from .shapes import BAG, VALUES

TABLE_FILE = Path(__file__).parent / "planner.npz"
FIRST_RATE, LAST_RATE = 0.3, 0.01  # tried: 0.3 to 0.02 over 10,000 games ends at 25.2 points, from 24.9 at the start
FALLING = 0.8  # the part of the games in which the rate falls
TOLD_EVERY = 1000  # games between two lines of progress


def first_guess() -> Any:
    """A shape is worth the more of its value the more ways there are; all of it at about 6,000."""
    part = np.minimum(1.0, np.arange(planner.KNOTS) / 20)
    table = np.zeros((SHAPE_COUNT + 1, SHAPE_COUNT, planner.KNOTS))
    for shape in range(SHAPE_COUNT):
        table[:, shape, :] = VALUES[shape] * part
    return table


def any_board(rng: np.random.Generator) -> Any:
    return rng.permutation(np.repeat(np.arange(len(BAG)), BAG))


def learn(games: int, seed: int = 1) -> Any:
    """The table after so many games; it tells how it goes."""
    table, alive, seen = first_guess(), planner.new_alive(), np.zeros(SHAPE_COUNT, dtype=np.int64)
    rng, dice = np.random.default_rng(seed), np.zeros(3, dtype=np.int64)
    seed_dice(dice, seed, 0)
    play = compiled(planner.learn_game)
    points = 0
    try:
        for game in range(games):
            rate = LAST_RATE + (FIRST_RATE - LAST_RATE) * max(0.0, 1 - game / (FALLING * games))
            points += play(planner.read_board(any_board(rng)), table, rate, dice, alive, seen)
            if (game + 1) % TOLD_EVERY == 0:
                print(f"{game + 1} games, mean of the last {TOLD_EVERY}: {points / TOLD_EVERY:.2f}", flush=True)
                points = 0
    except KeyboardInterrupt:
        print("stopped; what was learnt is kept")
    return table


def save(table: Any) -> None:
    np.savez_compressed(TABLE_FILE, table=table.astype(np.float32))
