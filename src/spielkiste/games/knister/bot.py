"""What a bot should know: what a line is worth on average when chance fills the rest of it.

Stronger levels know more (`player.py`); they are loaded when asked for, for they need compiled code.
"""

import random
from functools import cache
from typing import Any

from spielkiste.core.errors import OptionError
from spielkiste.core.state import State
from spielkiste.core.thought import Thought

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

OWN_LEVELS = (3, 4, 5)


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


def choose(state: State, seat: int, level: int, rng: random.Random, seconds: float) -> str:
    """The move of a strong level."""
    from . import player

    return player.choose(state, seat, level, rng, seconds)


def analyse(state: State, seconds: float) -> list[Thought]:
    """The expected final score of each cell, as a return: alone."""
    from . import player

    if state.game.players > 1:
        raise OptionError("knister: there is an analysis of the game alone, not of several players")
    return player.analyse(state, seconds)
