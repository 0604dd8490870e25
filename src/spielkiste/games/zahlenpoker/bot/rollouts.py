"""What each move promises with three and four players: games played on (rollouts), so many or for so long."""

import time
from typing import Any

import numpy as np

from spielkiste.core.compiled import Machine, compiled
from spielkiste.core.game import Game
from spielkiste.search.limit import Limit

from . import rollout_kernel
from .opponent_model import Past, opinions
from .rounds import choices

CHUNK = 100  # simulations between two looks at the clock: some milliseconds


def expected_results(game: Game, seen: Any, seat: int, past: Past, limit: Limit, seed: int) -> list[float]:
    """The mean result of each move, in the order of the rules, against those the others seem to be."""
    assert limit.simulations is not None, "a rollout player has a number of simulations"
    machine = Machine(game)
    actions = np.array(choices(seen, seat), dtype=np.int64)
    totals = np.zeros(len(actions))
    first, work = machine.records(1, seen.pack()), machine.records(1)
    beliefs = np.array(opinions(past, seen.players))
    given = (first, work, beliefs, seat, actions, totals, machine.out(), machine.out(), machine.dice(seed))
    try_each = compiled(rollout_kernel.try_each)
    try_each(*given, 0)  # compiled before the clock starts
    begun, made = time.perf_counter(), 0
    while made < limit.simulations and (made == 0 or in_time(begun, limit)):
        times = min(CHUNK, limit.simulations - made)
        try_each(*given, times)
        made += times
    return [float(total / made) for total in totals]


def in_time(begun: float, limit: Limit) -> bool:
    return limit.seconds is None or time.perf_counter() - begun < limit.seconds
