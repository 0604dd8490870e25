"""What a bot should know: what a line is worth on average when chance fills the rest of it. Levels 1 and 2 play by it.

Stronger levels know more (`player.py`); they are loaded when asked for, for they need compiled code.
"""

import random
from functools import cache

from spielkiste.core.game import Game
from spielkiste.core.record import Record
from spielkiste.core.state import State
from spielkiste.search.answer import Answer
from spielkiste.search.limit import Limit
from spielkiste.search.player import Back, Player, decision_random
from spielkiste.search.players import GuessingPlayer
from spielkiste.search.thought import Thought

from .notation import cell_name
from .rules import (
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

OVERLOOKED = 0.73  # the chance that level 1 does not see a free cell
MISJUDGED = 1.2  # points of hope by which level 2 misjudges a cell


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


class Writer:
    """All levels."""

    def __init__(self, game: Game, level: int, seed: int) -> None:
        self.game, self.level, self.seed = game, level, seed

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        return choose(state, seat, self.level, decision_random(self.seed, seat, state), limit.time)

    def analyse(self, state: State, seat: int, limit: Limit) -> list[Thought]:
        own = analyse(state, seat, limit.time)
        return GuessingPlayer(self.game, self.seed).analyse(state, seat, limit) if own is None else own


def player(game: Game, level: int, seed: int) -> Player:
    return Writer(game, level, seed)


def choose(state: State, seat: int, level: int, rng: random.Random, seconds: float) -> str:
    """Levels 1 and 2 go for the greatest hope; the others know better."""
    if level <= 2:
        return by_hope(state, seat, level, rng)
    from . import player

    return player.choose(state, seat, level, rng, seconds)


def by_hope(state: State, seat: int, level: int, rng: random.Random) -> str:
    """Level 1 overlooks most cells, level 2 sees them all and misjudges them."""
    s = state.seen(seat)
    free = [cell for cell in range(CELLS) if not s.sheet[seat][cell]]
    if level == 1:
        free = [cell for cell in free if rng.random() > OVERLOOKED] or [rng.choice(free)]
    blur = MISJUDGED if level == 2 else 0.0
    return cell_name(max(free, key=lambda cell: worth(s, seat, cell) + rng.gauss(0, blur)))


def analyse(state: State, seat: int, seconds: float) -> list[Thought] | None:
    """The expected final score of each cell, as a return: alone. Of several players: None."""
    if state.game.players > 1:
        return None
    from . import player

    return player.analyse(state, seconds)


def answers(state: State, seat: int, limit: Limit) -> list[Answer]:
    from .answers import answers  # only here: nobody needs a solver to play

    return answers(state, seat, limit.time)


BACK = Back(levels=(1, 2, 3, 4, 5), player=player, answers=answers)
