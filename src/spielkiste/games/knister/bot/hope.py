"""What a line is worth on average when chance fills the rest of it. Levels 1 and 2 play by it."""

from functools import cache

from spielkiste.core.record import Record
from spielkiste.core.state import State
from spielkiste.search.limit import Limit
from spielkiste.search.player import decision_random

from ..notation import cell_name
from ..rules import (
    CELLS,
    FIRST_DIAGONAL,
    HIGHEST,
    LINE_START,
    LINE_STEP,
    LINES,
    LOWEST,
    POINTS_BY_TWINS,
    SEVEN,
    SIDE,
    STRAIGHT_WITH_SEVEN,
    STRAIGHT_WITHOUT_SEVEN,
)


def points(numbers: tuple[int, ...]) -> int:
    """Of a full line in ascending order."""
    twins = sum(numbers[i] == numbers[j] for i in range(SIDE) for j in range(i))
    if twins:
        return POINTS_BY_TWINS[twins]
    if numbers[-1] - numbers[0] != SIDE - 1:
        return 0
    return STRAIGHT_WITH_SEVEN if SEVEN in numbers else STRAIGHT_WITHOUT_SEVEN


@cache
def hope(numbers: tuple[int, ...]) -> float:
    """What a line with these numbers (ascending) is worth on average when each free cell takes the next roll.

    Letting a cell wait for the best of 2, 3, ... 8 rolls made the bot weaker: 57 points alone became 56, 52, ... 45.
    """
    if len(numbers) == SIDE:
        return float(points(numbers))
    return sum(hope(with_number(numbers, n)) * (6 - abs(n - SEVEN)) / 36 for n in range(LOWEST, HIGHEST + 1))


def with_number(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    return tuple(sorted((*numbers, number)))


def worth(s: Record, seat: int, action: int) -> float:
    """How much hope the rolled number adds to the lines through a cell."""
    gain = 0.0
    for line in range(LINES):
        cells = [LINE_START[line] + LINE_STEP[line] * k for k in range(SIDE)]
        if action in cells:
            before = tuple(sorted(s.sheet[seat][cell] for cell in cells if s.sheet[seat][cell]))
            gained = hope(with_number(before, s.rolled)) - hope(before)
            gain += 2 * gained if line >= FIRST_DIAGONAL else gained
    return gain


class HopePlayer:
    """The cell that adds the greatest hope; it may overlook cells (with a chance) and misjudge them (by points)."""

    def __init__(self, seed: int, overlooks: float = 0.0, misjudges: float = 0.0) -> None:
        self.seed, self.overlooks, self.misjudges = seed, overlooks, misjudges

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        s, rng = state.seen(seat), decision_random(self.seed, seat, state)
        free = [cell for cell in range(CELLS) if not s.sheet[seat][cell]]
        if self.overlooks:
            free = [cell for cell in free if rng.random() > self.overlooks] or [rng.choice(free)]
        return cell_name(max(free, key=lambda cell: worth(s, seat, cell) + rng.gauss(0, self.misjudges)))
