"""What a bot should know: what a line is worth on average when chance fills the rest of it."""

from functools import cache
from typing import Any

from .rules import (
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


def worth(s: Any, seat: int, action: int) -> float:
    """How much hope the rolled number adds to the lines through a cell."""
    gain = 0.0
    for line in range(LINES):
        cells = [LINE_START[line] + LINE_STEP[line] * k for k in range(SIDE)]
        if action in cells:
            before = tuple(sorted(s.sheet[seat][cell] for cell in cells if s.sheet[seat][cell]))
            gained = hope(with_number(before, s.rolled)) - hope(before)
            gain += 2 * gained if line >= FIRST_DIAGONAL else gained
    return gain
