"""Three and four players: what the best reply wins from all others who show any thing and rob by a rule.

Nothing is won by showing (`bot/multiplayer.py`), and the more is decided before a theft, the better one knows: the best
reply keeps the empty hand to the end and then robs whoever it is best to rob. What that wins is measured by playing it,
and nobody who is alone against the others wins more.
"""

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any, NamedTuple

from spielkiste.core.game import game

from ..bot.multiplayer import Stones, robbed_stone
from ..rules import VALUES

BATCH = 20_000  # games in a row; each batch has random numbers of its own, so more cores give the same result
NAIVE, BY_RULE = "naive", "rule"


class Measured(NamedTuple):
    """A mean over games, and its standard error."""

    mean: float
    error: float


class Batch(NamedTuple):
    """Sums over games of the best reply: see `theft_kernel.reply_best`."""

    sums: Any
    by_key: Any
    counts: Any
    games: int


def key_of(stones: Stones) -> int:
    """As `theft_kernel.key_of`."""
    return sum(stone * 5**k for k, stone in enumerate(stones))


def rule(players: int, called: str) -> Any:
    """As `theft_kernel` reads it; naive: the thief of two players has no choice, so nothing says whom to rob."""
    import numpy as np

    from .theft_kernel import ANYBODY, KEYS

    steps = np.full(KEYS, ANYBODY, dtype=np.int64)
    if called == BY_RULE:
        for stones in product(range(1, VALUES + 1), repeat=players - 1):
            steps[key_of(stones)] = 1 + stones.index(robbed_stone(stones))
    return steps


def best_reply(players: int, called: str, games: int, seed: int) -> Batch:
    """So many games of the best reply to everybody else playing by a rule."""
    import numpy as np

    from spielkiste.core.compiled import Machine, compiled

    from . import theft_kernel

    of = game("zahlenpoker", players=players)
    machine = Machine(of)
    batch = Batch(np.zeros(4), np.zeros((theft_kernel.KEYS, 4)), np.zeros(theft_kernel.KEYS, dtype=np.int64), games)
    given = (machine.records(1, of.first), machine.records(2), rule(players, called), machine.dice(seed))
    compiled(theft_kernel.reply_best)(*given, games, batch.sums, batch.by_key, batch.counts)
    return batch


def added(batches: list[Batch]) -> Batch:
    return Batch(*(sum(parts) for parts in zip(*batches, strict=True)))


def exploitability(batch: Batch) -> Measured:
    """What the best reply wins beyond playing like all others, who are level by symmetry; game by game."""
    best, usual, _, square = batch.sums / batch.games
    return Measured(float(best - usual), float(((square - (best - usual) ** 2) / batch.games) ** 0.5))


def theft_values(players: int, batch: Batch) -> Iterator[tuple[Stones, dict[int, float]]]:
    """What it is worth to steal each of the stones shown, whoever shows which."""
    for stones in product(range(1, VALUES + 1), repeat=players - 1):
        if list(stones) == sorted(stones):
            totals, counts = dict.fromkeys(stones, 0.0), dict.fromkeys(stones, 0)
            for order in set(permutations(stones)):
                for step, stone in enumerate(order, start=1):
                    totals[stone] += float(batch.by_key[key_of(order), step])
                    counts[stone] += int(batch.counts[key_of(order)])
            yield stones, {stone: total / max(1, counts[stone]) for stone, total in totals.items()}


def among_naive(players: int, games: int, seed: int) -> Measured:
    """What seat 0 wins by the rule if all others rob anybody."""
    import numpy as np

    from spielkiste.core.compiled import Machine, compiled

    from . import theft_kernel

    of = game("zahlenpoker", players=players)
    machine, sums = Machine(of), np.zeros(2 * players)
    rules = np.array([rule(players, BY_RULE if seat == 0 else NAIVE) for seat in range(players)])
    compiled(theft_kernel.follow_rules)(
        machine.records(1, of.first), machine.records(1), rules, machine.dice(seed), games, sums
    )
    mean, square = float(sums[0] / games), float(sums[players] / games)
    return Measured(mean, ((square - mean * mean) / games) ** 0.5)
