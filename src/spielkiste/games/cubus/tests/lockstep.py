"""Help for comparing with the naive rules: builds that are not listed as moves."""

import random
from typing import Any

import numpy as np

from spielkiste.core.game import Game
from spielkiste.core.state import State

from ..bot.solver import best_build
from ..build_search import can_build_with
from ..builds import is_build
from ..notation import LETTERS, read_columns
from ..rules import BUILD, KNOCKED, LAST, OFFER, whose_tiles
from ..stack import CLOSED, KINDS, OPEN, count, height_of, is_open, tiles_of_kind, x_of, y_of
from . import naive as second

TRIES = 40
SMALL = 7  # lids for which the naive rules try all stacks


def naive(game: Game) -> Any:
    return second.Naive(**game.options, build_exists=build_exists)


def build_exists(stack: second.Stack, opens: frozenset[second.Cell], hand: second.Hand, young: bool) -> bool:
    """Where trying all stacks would take too long the naive rules ask the search, which has tests of its own."""
    columns = read_columns(second.write_stack(stack, opens))
    laid = [tiles_of_kind(columns, kind) for kind in range(KINDS)]
    if laid[CLOSED] + laid[OPEN] + hand["T"] + hand["O"] <= SMALL:
        return second.build_exists(stack, opens, hand, young)
    return can_build_with(columns, laid, [hand[letter] for letter in LETTERS], int(young))


def free_move(state: State, seat: int, rng: np.random.Generator) -> str | None:
    """A legal build that changes several columns at once, or the best one, in any order and place."""
    s = state.record()
    if seat < 0 or s.phase not in (BUILD, KNOCKED, LAST, OFFER):
        return None
    chosen = random.Random(int(rng.integers(1 << 30)))
    if chosen.random() < 0.2:
        best = best_build(state, seat)
        return shuffled(best[1].removeprefix("build "), chosen) if best else None
    for _ in range(TRIES):
        text = changed(s, chosen)
        if text and is_build(s, whose_tiles(s), read_columns(text)):
            return shuffled(text, chosen)
    return None


def changed(s: Any, chosen: random.Random) -> str:
    """The stack with a few columns made higher, lower, open, closed, or put where none was."""
    columns = {(x_of(c), y_of(c)): [height_of(c), is_open(c)] for c in s.stack[: count(s.stack)]}
    lift = chosen.choice((0, 0, 0, 1, 2))
    for one in columns.values():
        one[0] += lift
    for _ in range(chosen.randint(1, 4)):
        x, y = chosen.choice(list(columns) or [(0, 0)])
        place = (x + chosen.choice((-1, 0, 0, 0, 1)), y + chosen.choice((-1, 0, 0, 0, 1)))
        height, lid = columns.get(place, [chosen.randint(0, 2), False])
        height += chosen.choice((-1, 1, 1, 2))
        columns[place] = [height, lid if chosen.random() < 0.8 else not lid]
        if height < 1 or height > 16:
            del columns[place]
    if len(columns) > 16:
        return ""
    return " ".join(f"{x},{y}={h}{'o' if lid else ''}" for (x, y), (h, lid) in columns.items())


def shuffled(text: str, chosen: random.Random) -> str:
    """The same stack in another order and place."""
    move_x, move_y = chosen.randint(-3, 5), chosen.randint(-3, 5)
    words = text.split(" ")
    chosen.shuffle(words)
    moved = []
    for word in words:
        place, height = word.split("=")
        x, y = map(int, place.split(","))
        moved.append(f"{x + move_x},{y + move_y}={height}")
    return "build " + " ".join(moved)
