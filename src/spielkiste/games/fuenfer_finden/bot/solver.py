"""Exact best rounds of the base game, and plans for the puzzle and the solo game."""

from collections.abc import Collection
from typing import Any, NamedTuple

from spielkiste.core.arrays import array, zeros
from spielkiste.core.compiled import compiled
from spielkiste.core.errors import NotYourTurn, OptionError
from spielkiste.core.record import Record
from spielkiste.core.state import State
from spielkiste.search.limit import Limit

from ..actions import outlined
from ..notation import write
from ..outlines import COUNTED_FIVERS, SHAPE_COUNT, WORD, WORDS, cheapest_five, shows_roll, valid_shapes
from ..rules import BASE, BASE_ROUNDS, MAX_MOVES, SEARCH, STRIKING, legal, score
from .rounds import best_outlines

ALL_SHAPES = (1 << SHAPE_COUNT) - 1


class Round(NamedTuple):
    """A round of the base game: what the judge will give for it (without the hourglass), and the moves to make."""

    points: int
    outlines: tuple[str, ...]


class Expectation(NamedTuple):
    """A move of the puzzle or solo game."""

    move: str
    score: float  # expected at the end of the game, hourglasses to come left out
    games: int  # played on to find that out; 0: by the learnt table alone


def best_round(state: State, seat: int) -> Round:
    """The best round of the base game with the present roll, on a clean board. Exact."""
    s = searching(state, seat)
    placements, value = best_placements(s, seat)
    return Round(doubled(s, value), spoken(s, seat, placements))


def best_completion(state: State, seat: int) -> Round:
    """The best that further fivers can make of the round beside those that stand; the moves still to make. Exact."""
    s = searching(state, seat)
    placements, value = best_rest(s, seat)
    return Round(doubled(s, value), spoken(s, seat, placements))


def plan(state: State, seat: int, limit: Limit) -> list[Expectation]:
    """The sensible moves of a seat in the puzzle or solo game, the best first.

    A limit by simulations (games played on from the best moves) instead of seconds makes it repeatable. Strikes are
    named for the gentlest places of each shape only; `done` means to strike although something was found.
    """
    from .plans import plans, roll_of, sheet_of  # only here: rounds need no planner

    s = state.seen(seat)
    if s.mode == BASE:
        raise OptionError("the base game is not planned over rounds; ask best_round")
    if s.phase not in (SEARCH, STRIKING) or not s.acting >> seat & 1:
        raise NotYourTurn(f"seat {seat} has nothing to plan now; in turn: {state.turn}")
    so_far = score(s, seat)
    found = plans(sheet_of(s, seat), roll_of(s), limit)
    return [Expectation(write(s, seat, p.action), so_far + p.expected, p.games) for p in found]


# --- on records ------------------------------------------------------------------------------------


def searching(state: State, seat: int) -> Any:
    s = state.seen(seat)
    if s.mode != BASE:
        raise OptionError("only the base game has rounds of several fivers; ask plan")
    if s.phase != SEARCH:
        raise NotYourTurn("no roll lies on the table")
    return s


def fivers_of(s: Record, seat: int) -> list[int]:
    """All placements that show the roll."""
    words = s.fivers[seat]
    return [WORD * k + bit for k in range(WORDS) if words[k] for bit in range(WORD) if words[k] >> bit & 1]


def listed(s: Record, seat: int) -> list[int]:
    """The legal moves the rules list."""
    out = [0] * MAX_MOVES
    return out[: legal(s, seat, out)]


def fiver_cells(s: Record, seat: int, half: int) -> int:
    """Cells of the outlines that show the roll: another fiver there would make both invalid."""
    cells = 0
    for outline in s.outlines[seat][: s.drawn[seat]]:
        if shows_roll(s, seat, outline):
            cells |= outlined(outline, half)
    return cells


def best_placements(s: Record, seat: int, noticed: Collection[int] | None = None) -> tuple[list[int], int]:
    """The best round on a clean board (of the noticed fivers), and its value before doubling."""
    fivers = fivers_of(s, seat) if noticed is None else sorted(noticed)
    return search(fivers, (0, 0), ALL_SHAPES, COUNTED_FIVERS)


def best_rest(s: Record, seat: int, noticed: Collection[int] | None = None) -> tuple[list[int], int]:
    """What is best to add to the standing outlines (scraps are in nobody's way), and all together before doubling."""
    fivers = fivers_of(s, seat) if noticed is None else sorted(noticed)
    right = valid_shapes(s, seat)
    room = max(0, COUNTED_FIVERS - right.bit_count())
    found, value = search(fivers, (fiver_cells(s, seat, 0), fiver_cells(s, seat, 1)), ALL_SHAPES & ~right, room)
    return found, value + cheapest_five(right)


def search(fivers: list[int], used: tuple[int, int], shapes: int, room: int) -> tuple[list[int], int]:
    halves = [array((outlined(p, half) for p in fivers), "i8") for half in (0, 1)]
    out = zeros(COUNTED_FIVERS, "i8")
    value = compiled(best_outlines)(array(fivers, "i8"), *halves, array(used, "i8"), shapes, room, out)
    return [int(p) for p in out if p >= 0], int(value)


def doubled(s: Record, value: int) -> int:
    return 2 * value if s.round == BASE_ROUNDS else value


def spoken(s: Record, seat: int, placements: list[int]) -> tuple[str, ...]:
    return tuple(write(s, seat, placement) for placement in placements)
