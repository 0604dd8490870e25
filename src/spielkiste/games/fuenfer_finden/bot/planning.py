"""The planner at a position of the puzzle or solo game: what each sensible move is worth, in points to come.

First every move is judged by the learnt table, the best of them by looking at every roll of the next round, then by
playing on many times; all of them meet the same rolls, and after each stage the worse half is left out (sequential
halving). Whoever asks does the work that is asked for: compiled on a server (`plans.py`), in WebAssembly in a browser.
Nothing here needs NumPy.
"""

import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import NamedTuple

from spielkiste.core.record import Record
from spielkiste.search.limit import Limit, least

from ..actions import DONE, STRIKE, STRIKE_UNMARKED, cell_of, shape_of
from ..outlines import SHAPE_COUNT, taken_cells
from ..rules import AVAILABLE
from ..shapes import FIRST_OF_SHAPE, VALUES
from .planner import LEFT, NO_PLACE, RIGHT

FIELD = 12  # moves that are looked at closely, the best by the table
STRIKES_A_SHAPE = 4  # gentlest places looked at closely
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


class Puzzle(NamedTuple):
    """A seat's puzzle: the cells taken, as two halves, and the shapes left."""

    left: int
    right: int
    shapes: int

    def is_free(self, placement: int) -> bool:
        return not (int(LEFT[placement]) & self.left or int(RIGHT[placement]) & self.right)

    def after(self, placement: int) -> "Puzzle":
        """When this is taken too."""
        left, right = self.left | int(LEFT[placement]), self.right | int(RIGHT[placement])
        return Puzzle(left, right, self.shapes & ~(1 << shape_of(placement)))


def puzzle_of(s: Record, seat: int) -> Puzzle:
    shapes = sum(1 << shape for shape in range(SHAPE_COUNT) if s.sheet[seat][shape] == AVAILABLE)
    return Puzzle(taken_cells(s, seat, 0), taken_cells(s, seat, 1), shapes)


# --- what is asked for -----------------------------------------------------------------------------


class Care(NamedTuple):
    """What is lost, roughly, by cell, if it is taken."""


class Weigh(NamedTuple):
    """What is to come once each of these is taken, by the table."""

    placements: tuple[int, ...]


class Promise(NamedTuple):
    """The same by every roll of the next round."""

    placements: tuple[int, ...]


class PlayOn(NamedTuple):
    """The same by playing on, the mean of so many batches of games, whose rolls are those of the streams from `first`
    on."""

    placements: tuple[int, ...]
    first: int
    batches: int


Ask = Care | Weigh | Promise | PlayOn
Planning = Generator[Ask, list[float], list[Plan]]


# --- by the table ----------------------------------------------------------------------------------


def quick_plans(puzzle: Puzzle, fivers: list[int] | None) -> Planning:
    """All sensible moves by the table alone, the best first: with these fivers of the roll, or strikes (None). `done`
    means to strike although something was found."""
    strikes = sorted((yield from strike_plans(puzzle)), key=lambda plan: -plan.expected)
    if fivers is None:
        return strikes
    places = [p for p in fivers if puzzle.shapes >> shape_of(p) & 1 and puzzle.is_free(p)]
    worth = yield Weigh(tuple(places))
    points = [VALUES[shape_of(p)] for p in places]
    found = [Plan(p, p, now, now + later) for p, now, later in zip(places, points, worth, strict=True)]
    done = Plan(DONE, strikes[0].placement, 0, strikes[0].expected)
    return sorted([*found, done], key=lambda plan: -plan.expected)


def strike_plans(puzzle: Puzzle) -> Planning:
    """The gentlest places of every shape that is left; if nothing fits any more, any shape unmarked."""
    care, left = (yield Care()), [shape for shape in range(SHAPE_COUNT) if puzzle.shapes >> shape & 1]
    places = [p for shape in left for p in gentlest(puzzle, care, shape)]
    if not places:
        return [Plan(STRIKE_UNMARKED + shape, NO_PLACE, 0, 0.0) for shape in left]
    worth = yield Weigh(tuple(places))
    return [Plan(STRIKE + p, p, 0, later) for p, later in zip(places, worth, strict=True)]


def gentlest(puzzle: Puzzle, care: list[float], shape: int) -> list[int]:
    """The free places of a shape that take least away, roughly."""
    free = [p for p in range(FIRST_OF_SHAPE[shape], FIRST_OF_SHAPE[shape + 1]) if puzzle.is_free(p)]
    return sorted(free, key=lambda p: lost_by(care, p))[:STRIKES_A_SHAPE]


def lost_by(care: list[float], placement: int) -> float:
    lost = 0.0
    for k in range(5):
        lost += care[cell_of(placement, k)]
    return lost


def look_ahead(found: list[Plan]) -> Planning:
    """The moves in the field judged by every roll of the next round instead of the table alone, the best first."""
    field, rest = found[:FIELD], found[FIELD:]
    taking = [plan for plan in field if plan.placement != NO_PLACE]
    promises = yield Promise(tuple(plan.placement for plan in taking))
    for plan, promise in zip(taking, promises, strict=True):
        plan.expected = plan.points + promise
    return [*sorted(field, key=lambda plan: -plan.expected), *rest]


# --- by playing on ---------------------------------------------------------------------------------


def plans(puzzle: Puzzle, fivers: list[int] | None, limit: Limit, batches: int = 1) -> Planning:
    """All sensible moves, the best first, those in the field played on within the limit, so many batches at a time. A
    limit by number (so many games for the best move) is repeatable."""
    found = yield from quick_plans(puzzle, fivers)
    field = [plan for plan in found[:FIELD] if plan.placement != NO_PLACE]
    if len(field) < 2:
        return found
    yield from look_ahead(field)
    yield from race(field, limit, batches)
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


def race(field: list[Plan], limit: Limit, batches: int) -> Planning:
    """Plays on from each move in equal stages; the better half goes on to the next stage."""
    stages, course, games = max(1, (len(field) - 1).bit_length()), Course(limit), 0
    for stage in range(1, stages + 1):
        while games == 0 or course.share(games) < stage / stages:
            means = yield PlayOn(tuple(plan.placement for plan in field), games, batches)
            for plan, mean in zip(field, means, strict=True):
                plan.add(plan.points + mean, batches * BATCH)
            games += batches * BATCH
        field = sorted(field, key=lambda plan: -plan.expected)[: (len(field) + 1) // 2]
    return field
