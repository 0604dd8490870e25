"""What each move promises with three and four players: games played on (rollouts), so many or for so long."""

import time
from typing import Any

from spielkiste.core.arrays import PlainRecords, array, zeros
from spielkiste.core.compiled import Machine, can_compile, compiled
from spielkiste.core.dice import seed_dice
from spielkiste.core.game import Game
from spielkiste.search.limit import Limit

from . import rollout_kernel
from .opponent_model import Past, opinions
from .rounds import choices

CHUNK = 20  # simulations between two looks at the clock: a millisecond, in plain Python 0.1 s


def expected_results(game: Game, seen: Any, seat: int, past: Past, limit: Limit, seed: int) -> list[float]:
    """The mean result of each move, in the order of the rules, against those the others seem to be."""
    assert limit.simulations is not None, "a rollout player has a number of simulations"
    actions = array(choices(seen, seat), "i8")
    totals = zeros(len(actions), "f8")
    first, work, beliefs, *lists, dice = memory_of(game, seen, opinions(past, seen.players), seed)
    given = (first, work, beliefs, seat, actions, totals, *lists, dice)
    try_each = compiled(rollout_kernel.try_each)
    try_each(*given, 0)  # compiled before the clock starts
    begun, made = time.perf_counter(), 0
    while made < limit.simulations and (made == 0 or in_time(begun, limit)):
        times = min(CHUNK, limit.simulations - made)
        try_each(*given, times)
        made += times
    return [float(total / made) for total in totals]


def memory_of(game: Game, seen: Any, beliefs: list[list[float]], seed: int) -> tuple[Any, ...]:
    """What games are played on in: a record to begin with and one to work in, opinions, two lists, dice."""
    if can_compile():
        machine = Machine(game)
        opinion = zeros((len(beliefs), len(beliefs[0])), "f8")
        opinion[:] = beliefs
        records = machine.records(1, seen.pack()), machine.records(1)
        return *records, opinion, machine.out(), machine.out(), machine.dice(seed)
    longest, dice = game.room.longest_list, [0, 0, 0]
    seed_dice(dice, seed, 0)
    return PlainRecords([seen]), PlainRecords([seen]), beliefs, [0] * longest, [0] * longest, dice


def in_time(begun: float, limit: Limit) -> bool:
    return limit.seconds is None or time.perf_counter() - begun < limit.seconds
