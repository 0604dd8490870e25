"""What each move promises with three and four players, by simulations for so long."""

import time
from functools import cache
from typing import Any

import numpy as np

from spielkiste.core.compiled import Machine, compiled
from spielkiste.core.game import Game

from . import playing_on
from .opinion import Past, opinions
from .tree import choices

CHUNK = 100  # simulations between two looks at the clock: some milliseconds


@cache
def machine(game: Game) -> Machine:
    return Machine(game)


def promises(
    game: Game, seen: Any, seat: int, past: Past, simulations: int, seed: int, seconds: float
) -> list[float]:  # fmt: skip
    """The mean result of each move, in the order of the rules, against those the others seem to be."""
    with_arrays = machine(game)
    actions = np.array(choices(seen, seat), dtype=np.int64)
    totals = np.zeros(len(actions))
    first, work = with_arrays.records(1, seen.pack()), with_arrays.records(1)
    beliefs = np.array(opinions(past, seen.players))
    out, weights, dice = with_arrays.out(), with_arrays.out(), with_arrays.dice(seed)
    given = (first, work, beliefs, seat, actions, totals, out, weights, dice)
    try_each = compiled(playing_on.try_each)
    try_each(*given, 0)  # compiled before the clock starts
    begun, made = time.perf_counter(), 0
    while made < simulations and (made == 0 or time.perf_counter() - begun < seconds):
        times = min(CHUNK, simulations - made)
        try_each(*given, times)
        made += times
    return [float(total / made) for total in totals]
