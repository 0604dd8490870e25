"""How far levels look, and how the strongest one decides. Needs nothing but Python, so that it decides in a browser
as on a server; whoever asks does the work it asks for.
"""

from collections.abc import Generator
from typing import NamedTuple

from spielkiste.search.limit import Limit

from ..rules import CELLS

LAST = 5  # free cells from which on all rolls can be looked at
SURE = 3  # so few free cells: the next roll looked at exactly is all there is to know
PRIOR = 64  # what the next roll said counts as much as so many playouts, for a few are noise
FINALISTS = 4  # cells the strongest level compares by playouts
HURRY = 0.25  # seconds: with less to think, playing for the win begins a round later, when it takes milliseconds
DEPTH = 6  # rounds a playout of the strongest level goes on before the net judges
RIVALS = 3  # the strongest others are enough to know whether one wins


class LookAhead(NamedTuple):
    """How far a bot looks."""

    keep: int  # so many cells that the net likes best are compared by all next rolls
    wide: int  # so many of these by playouts
    samples: int  # playouts for each of them, half of them before the weaker half drops out
    depth: int  # rounds a playout goes on before the net judges
    race: int = 0  # with so few free cells (at most LAST) the chance to win counts, not points; 0: never


GLANCE = LookAhead(keep=1, wide=0, samples=0, depth=0)  # the net alone
NEXT_ROLL = LookAhead(keep=CELLS, wide=0, samples=0, depth=0)  # every cell by all next rolls
FAST = LookAhead(keep=6, wide=3, samples=96, depth=4)  # for thousands of games: `tools.measure evaluate`
FOR_THE_WIN = LookAhead(keep=1, wide=0, samples=0, depth=0, race=LAST)


class Playouts(NamedTuple):
    """Playouts of some free cells, by their indices, so many or so long; more is the seed's successor."""

    kept: tuple[int, ...]
    limit: Limit
    more: int


# Sent: what each free cell is worth, or what came of the playouts, added up by free cell.
Decision = Generator["LookAhead | Playouts", list[float], int]


def best_cell(count: int, players: int, limit: Limit) -> Decision:
    """The index of the best free cell after so much thought; half of it for the finalists, half for the better two."""
    in_a_hurry = limit.seconds is not None and limit.seconds < HURRY
    if players > 1 and count <= (LAST - 1 if in_a_hurry else LAST):
        return best_first((yield FOR_THE_WIN))[0]
    values = yield NEXT_ROLL
    order = best_first(values)
    if count <= SURE:
        return order[0]
    finalists, half = order[:FINALISTS], limit.part(0.5)
    sums = yield Playouts(tuple(finalists), half, 0)
    sums = [PRIOR * value + more for value, more in zip(values, sums, strict=True)]
    better = sorted(finalists, key=lambda i: (-sums[i], i))[: FINALISTS // 2]
    more = yield Playouts(tuple(better), half, 1)
    return max(sorted(better), key=lambda i: sums[i] + more[i])


def best_first(values: list[float]) -> list[int]:
    """The indices by value, of equals the first."""
    return sorted(range(len(values)), key=lambda i: -values[i])
