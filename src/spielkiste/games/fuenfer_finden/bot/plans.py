"""The planner at a position of the puzzle or solo game: what each sensible move is worth, in points to come.

First every move is judged by the learnt table, the best of them by looking at every roll of the next round, then by
playing on many times; all of them meet the same rolls, and after each stage the worse half is left out (sequential
halving).
"""

import functools
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from spielkiste.core.compiled import compiled
from spielkiste.core.record import Record
from spielkiste.search.limit import Limit, least

from ..actions import DONE, STRIKE, STRIKE_UNMARKED, shape_of
from ..outlines import SHAPE_COUNT, taken_cells
from ..rules import AVAILABLE, STRIKING
from ..shapes import CELL_TABLE, FIRST_OF_SHAPE, VALUES
from . import planner

TABLE_FILE = Path(__file__).parent / "planner.npz"
FIELD = 12  # moves that are looked at closely, the best by the table
STRIKES_A_SHAPE = 4  # gentlest places looked at closely
STRIKE_NOW = -1  # instead of a roll
GAMES_OF_A_GUESS = 64  # what looking ahead counts beside games; not tuned: it errs by perhaps 0.25, a game by 2
BATCH = 8  # games for a move between two looks at the clock: about 1 ms


@dataclass
class Plan:
    """A move, and what it should bring from now to the end."""

    action: int
    placement: int  # what it takes from the board; NO_PLACE nothing
    points: int  # scored at once
    expected: float  # points now and later
    games: int = 0  # played on; 0: judged without

    def add(self, mean: float, games: int) -> None:
        """More games played on; what was expected before counts as some games, too."""
        known = GAMES_OF_A_GUESS + self.games
        self.expected = (self.expected * known + mean * games) / (known + games)
        self.games += games


@dataclass(frozen=True)
class Sheet:
    """A seat's puzzle: its board, the cells taken, the shapes left."""

    board: planner.Board
    left: int
    right: int
    shapes: int

    def after(self, placement: int) -> Any:
        """Cells and shapes when this is taken too, as `mean_points` wants them."""
        bits = (self.left | int(planner.LEFT[placement]), self.right | int(planner.RIGHT[placement]))
        return np.array([*bits, self.shapes & ~(1 << shape_of(placement))], dtype=np.int64)


@functools.cache
def table() -> Any:
    """The learnt table, read when first needed."""
    with np.load(TABLE_FILE) as file:
        return file["table"].astype(np.float64)


def sheet_of(s: Record, seat: int) -> Sheet:
    shapes = sum(1 << shape for shape in range(SHAPE_COUNT) if s.sheet[seat][shape] == AVAILABLE)
    return Sheet(read(bytes(s.board[seat])), taken_cells(s, seat, 0), taken_cells(s, seat, 1), shapes)


def roll_of(s: Record) -> int:
    return STRIKE_NOW if s.phase == STRIKING else int(s.roll)


@functools.lru_cache(maxsize=16)
def read(symbols: bytes) -> planner.Board:
    return planner.read_board(list(symbols))


# --- by the table ----------------------------------------------------------------------------------


def quick_plans(sheet: Sheet, roll: int, noticed: set[int] | None = None) -> list[Plan]:
    """All sensible moves with this roll (or STRIKE_NOW) by the table alone, the best first.

    `noticed` limits the fivers to some placements; `done` means to strike instead.
    """
    alive = planner.new_alive()
    compiled(planner.list_alive)(sheet.board, sheet.left, sheet.right, sheet.shapes, alive)
    strikes = sorted(strike_plans(sheet, alive), key=lambda plan: -plan.expected)
    if roll == STRIKE_NOW:
        return strikes
    fivers = [fiver_plan(sheet, alive, p) for p in free_fivers(sheet, roll) if noticed is None or p in noticed]
    done = Plan(DONE, strikes[0].placement, 0, strikes[0].expected)
    return sorted([*fivers, done], key=lambda plan: -plan.expected)


def free_fivers(sheet: Sheet, roll: int) -> list[int]:
    """The fivers of a roll on free cells in a shape that is left."""
    board = sheet.board
    return [
        int(p)
        for p in board.fivers[board.first[roll] : board.first[roll + 1]]
        if sheet.shapes >> shape_of(p) & 1
        and not (int(planner.LEFT[p]) & sheet.left or int(planner.RIGHT[p]) & sheet.right)
    ]


def fiver_plan(sheet: Sheet, alive: planner.Alive, placement: int) -> Plan:
    points = VALUES[shape_of(placement)]
    return Plan(placement, placement, points, points + worth_of(sheet, alive, placement))


def worth_of(sheet: Sheet, alive: planner.Alive, placement: int) -> float:
    """What is still to come once this is taken."""
    left, right, rest = int(planner.LEFT[placement]), int(planner.RIGHT[placement]), 1 << shape_of(placement)
    return float(compiled(planner.worth_after)(alive, table(), left, right, sheet.shapes & ~rest))


def strike_plans(sheet: Sheet, alive: planner.Alive) -> list[Plan]:
    """The gentlest places of every shape that is left; if nothing fits any more, any shape unmarked."""
    compiled(planner.weigh_cells)(alive, table(), sheet.shapes)
    places = [p for shape in range(SHAPE_COUNT) if sheet.shapes >> shape & 1 for p in gentlest(sheet, alive, shape)]
    if not places:
        left = [shape for shape in range(SHAPE_COUNT) if sheet.shapes >> shape & 1]
        return [Plan(STRIKE_UNMARKED + shape, planner.NO_PLACE, 0, 0.0) for shape in left]
    return [Plan(STRIKE + p, p, 0, worth_of(sheet, alive, p)) for p in places]


def gentlest(sheet: Sheet, alive: planner.Alive, shape: int) -> list[int]:
    """The free places of a shape that take least away, roughly."""
    first, end = FIRST_OF_SHAPE[shape], FIRST_OF_SHAPE[shape + 1]
    taken = (planner.LEFT[first:end] & sheet.left) | (planner.RIGHT[first:end] & sheet.right)
    free = first + np.flatnonzero(taken == 0)
    lost = alive.care[CELL_TABLE.reshape(-1, 5)[free]].sum(axis=1)
    return [int(p) for p in free[np.argsort(lost, kind="stable")[:STRIKES_A_SHAPE]]]


def look_ahead(sheet: Sheet, found: list[Plan]) -> list[Plan]:
    """The moves in the field judged by every roll of the next round instead of the table alone, the best first."""
    promise, alive = compiled(planner.mean_of_all_rolls), planner.new_alive()
    field, rest = found[:FIELD], found[FIELD:]
    for plan in field:
        if plan.placement != planner.NO_PLACE:
            after = sheet.after(plan.placement)
            plan.expected = plan.points + float(promise(sheet.board, table(), after, alive))
    return [*sorted(field, key=lambda plan: -plan.expected), *rest]


# --- by playing on ---------------------------------------------------------------------------------


def plans(sheet: Sheet, roll: int, limit: Limit, seed: int = 0) -> list[Plan]:
    """All sensible moves, the best first, those in the field played on within the limit. A limit by number (so many
    games for the best move) is repeatable and uses one core."""
    found = quick_plans(sheet, roll)
    field = [plan for plan in found[:FIELD] if plan.placement != planner.NO_PLACE]
    if len(field) < 2:
        return found
    look_ahead(sheet, field)
    race(sheet, field, limit, seed)
    field.sort(key=lambda plan: (-plan.games, -plan.expected))
    return [*field, *found[len(field) :]]


class Course:
    """How much of a race is run: by games for each move, by the clock where no number is given."""

    def __init__(self, limit: Limit) -> None:
        self.games = least(limit.simulations, limit.nodes)
        self.seconds = limit.time if self.games is None else limit.seconds
        self.begun = time.perf_counter()

    def share(self, games: int) -> float:
        by_games = games / self.games if self.games else 0.0
        by_clock = (time.perf_counter() - self.begun) / self.seconds if self.seconds else 0.0
        return max(by_games, by_clock)


def race(sheet: Sheet, field: list[Plan], limit: Limit, seed: int) -> None:
    """Plays on from each move in equal stages; the better half goes on to the next stage."""
    stages, course = max(1, (len(field) - 1).bit_length()), Course(limit)
    cores = 1 if limit.repeatable else limit.cores
    runners = [Runner(sheet, seed) for _ in range(cores)]
    games = 0
    with ThreadPoolExecutor(cores) as pool:
        for stage in range(1, stages + 1):
            while games == 0 or course.share(games) < stage / stages:
                tasks = [pool.submit(runner.run, field, games + k * BATCH) for k, runner in enumerate(runners)]
                means = [task.result() for task in tasks]
                for plan, *found in zip(field, *means, strict=True):
                    plan.add(sum(found) / cores, cores * BATCH)
                games += cores * BATCH
            field = sorted(field, key=lambda plan: -plan.expected)[: (len(field) + 1) // 2]


class Runner:
    """Plays on from moves at one position; one a thread, since it has memory of its own."""

    def __init__(self, sheet: Sheet, seed: int) -> None:
        self.sheet, self.seed = sheet, seed
        self.alive, self.dice = planner.new_alive(), np.zeros(3, dtype=np.int64)
        self.mean = compiled(planner.mean_points)

    def run(self, field: list[Plan], first: int) -> list[float]:
        """For each move the mean points of a batch of games whose rolls are those of the streams from `first` on."""
        return [
            plan.points
            + float(
                self.mean(
                    self.sheet.board,
                    table(),
                    self.sheet.after(plan.placement),
                    SHAPE_COUNT,
                    self.seed,
                    first,
                    BATCH,
                    self.dice,
                    self.alive,
                )
            )
            for plan in field
        ]
