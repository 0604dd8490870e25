"""Exact answers: can one stone still be left, how, and on which cell? And the shortest solution there is.

Positions of up to twelve stones are looked up (`endings`), the lost ones of 21 and more too (`openings`); what lies
between is searched. Answers are exact for every position of a game.
"""

import random
import threading
import time
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from spielkiste.core.compiled import compiled
from spielkiste.core.state import State
from spielkiste.search.limit import Limit

from .endings import ANY, START, endings, kind_of, last_cells_table, question, turn_table
from .jump_search import DEEPEST, LOST, OPEN, WON, Tables, judge, way_to_few, way_to_one
from .notation import JUMP_NAMES, NAMES
from .openings import lost_openings
from .rules import CELLS, JUMP_CELLS, LAST_CELLS, SIDE, STONES
from .solutions import shortest_solution as shortest_solution  # asked for here, too

NOTES = 1 << 21  # positions remembered as lost, 16 MB
# A search that is not done after FIRST_TRY positions is begun again with another order of jumps and a little more. Over
# 1,600 solvable positions of 21 to 25 stones: 6,300 positions seen on average, 505 thousand at most; with tries from
# 2,000 doubling and orders that stray by 3 it was 12,500 and 1.1 million.
FIRST_TRY, GROWTH = 500, 1.2
ORDERS = 32
STRAY = 8  # how far an order may stray from the first; an edge weighs 4


# --- what anybody may ask -----------------------------------------------------------------------


def can_be_solved(state: State) -> bool:
    """Whether one stone can still be left."""
    return solution(state) is not None


def solution(state: State, last: str | None = None) -> list[str] | None:
    """Jumps that leave one stone (on the cell `last`, if given), or None: there are none, and that is proved."""
    if last is not None and last not in [NAMES[cell] for cell in LAST_CELLS]:
        raise ValueError(f"last={last!r}: the last stone stands on {', '.join(NAMES[cell] for cell in LAST_CELLS)}")
    wanted = ANY if last is None else 1 << [NAMES[cell] for cell in LAST_CELLS].index(last)
    jumps = solver().way_to_one(stones_of(state), wanted)
    return None if jumps is None else [JUMP_NAMES[jump] for jump in jumps]


def fewest_stones(state: State, seconds: float) -> tuple[int, list[str]]:
    """The fewest stones found within the time, and the jumps that leave so few. One is always found if possible."""
    found = best_way(state, Limit(seconds=seconds))
    return found.left, found.spoken()


def best_way(state: State, limit: Limit) -> "Way":
    """The same, with whether it is proved that fewer cannot be left. With a limit of nodes, positions looked at after
    one stone is out of reach, it repeats exactly."""
    return solver().best_way(stones_of(state), limit)


def stones_of(state: State) -> int:
    """The stones of a position that can arise in a game, as far as what no jump changes can tell."""
    stones = int(state.record().stones)
    if kind_of(stones) != kind_of(START):
        raise ValueError("this position cannot arise in a game")
    return stones


# --- how it is found ----------------------------------------------------------------------------


class Way(NamedTuple):
    """A way to few stones."""

    left: int
    jumps: list[int]
    proved: bool  # fewer cannot be left
    seen: int  # positions looked at to decide whether one can be left

    def spoken(self) -> list[str]:
        return [JUMP_NAMES[jump] for jump in self.jumps]


@cache
def solver() -> "Solver":
    return Solver()


class Solver:
    """The tables and the memory of the searches. Each question begins with an empty memory, so that answers repeat.
    There is one memory: who asks while another question is open waits."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.tables = Tables(turn_table(), last_cells_table(), endings(), lost_openings())
        self.orders = [order(k) for k in range(ORDERS)]
        self.notes = np.zeros(NOTES, dtype=np.int64)
        self.work = np.zeros((DEEPEST + 1, 64), dtype=np.int64)
        self.line = np.zeros(DEEPEST + 2, dtype=np.int64)
        self.seen = 0  # positions looked at for the last answer

    def way_to_one(self, stones: int, wanted: int = ANY) -> list[int] | None:
        """Jumps that leave one stone on a wanted cell, or None. Tries of growing length in different orders: a bad
        first choice may cost a million positions, and rarely are all orders bad."""
        with self.lock:
            self.notes.fill(0)
            self.seen, verdict, k = 0, OPEN, 0
            while verdict == OPEN:
                verdict = compiled(way_to_one)(
                    stones, wanted, self.tables, self.orders[k % ORDERS], self.notes, self.work, self.line, tries(k)
                )
                self.seen += int(self.line[-2])
                k += 1
            if verdict == LOST:
                return None
            jumps = [int(jump) for jump in self.line[: self.line[-1]]]
            for jump in jumps:
                stones ^= sum(1 << cell for cell in JUMP_CELLS[jump])
            return jumps + self.known_way(stones, wanted)

    def known_way(self, stones: int, wanted: int) -> list[int]:
        """From a position known to be won to the end."""
        jumps = []
        while stones & (stones - 1):
            jump, stones = next((jump, then) for jump, then in jumps_from(stones) if self.known(then, wanted) == WON)
            jumps.append(jump)
        return jumps

    def known(self, stones: int, wanted: int) -> int:
        asked = compiled(question)(stones, wanted, self.tables.turn, self.tables.last)
        return int(compiled(judge)(stones, asked, self.tables.ends, self.tables.begins, self.notes))

    def best_way(self, stones: int, limit: Limit) -> Way:
        """The fewest stones found within the limit, and how."""
        begun = time.perf_counter()
        with self.lock:
            jumps = self.way_to_one(stones)
            if jumps is not None:
                return Way(1, jumps, True, self.seen)
            return self.way_to_few(stones, begun, limit)

    def way_to_few(self, stones: int, begun: float, limit: Limit) -> Way:
        """The same where one stone cannot be left: two are the fewest then, and so is what a whole search found."""
        best, jumps, proved = STONES + 1, list[int](), False
        most, k, tried = min(4 * FIRST_TRY, limit.nodes or 4 * FIRST_TRY), 0, 0
        while not proved and (k == 0 or another_fits(limit, most, tried, begun)):
            self.notes.fill(0)
            left = compiled(way_to_few)(
                stones, self.tables, self.orders[k % ORDERS], self.notes, self.work, self.line, most
            )
            if left < best:
                best, jumps = int(left), [int(jump) for jump in self.line[: self.line[-1]]]
            proved = best == 2 or bool(self.line[-2] < most)
            most, k, tried = 2 * most, k + 1, tried + most
        return Way(best, jumps, proved, self.seen)


def another_fits(limit: Limit, most: int, tried: int, begun: float) -> bool:
    """Whether there is still enough for a try of so many positions, twice as many as the one before."""
    if limit.nodes is not None:
        return tried + most <= limit.nodes
    return time.perf_counter() - begun < limit.time / 3


def tries(k: int) -> int:
    """How many positions the k-th try may look at."""
    return int(FIRST_TRY * GROWTH**k)


def order(number: int) -> Any:
    """What a stone weighs on each cell, by table of 12 cells: edges count four, corners eight; others stray from it."""
    some = random.Random(number)
    weight = np.zeros((3, 1 << 12), dtype=np.int64)
    for cell in range(CELLS):
        edges = (cell % SIDE in (0, SIDE - 1)) + (cell // SIDE in (0, SIDE - 1))
        stray = some.randint(0, 2 * STRAY) if number else STRAY
        weight[cell // 12] += (np.arange(1 << 12) >> cell % 12 & 1) * (4 * edges + stray)
    return weight


def jumps_from(stones: int) -> list[tuple[int, int]]:
    """The possible jumps and the positions after them."""
    found = []
    for jump, (start, over, to) in enumerate(JUMP_CELLS):
        if stones >> start & 1 and stones >> over & 1 and not stones >> to & 1:
            found.append((jump, stones ^ (1 << start | 1 << over | 1 << to)))
    return found
