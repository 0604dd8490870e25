"""Help for the comparison with the naive rules: outlines of any cells, and erasing by any cell."""

from typing import Any

import numpy as np

from spielkiste.core.game import Game
from spielkiste.core.state import State

from ..actions import outline_cells
from ..notation import cell_name, names
from ..rules import SEARCH, may_outline
from ..shapes import CELLS_A_BOARD, PLACEMENTS
from .naive import Naive


def naive(game: Game) -> Any:
    return Naive(**game.options)


def free_move(state: State, seat: int, rng: np.random.Generator) -> str | None:
    s = state.record()
    if seat < 0 or s.phase != SEARCH:
        return None
    if s.drawn[seat] and rng.random() < 0.3:
        cells = outline_cells(s.outlines[seat][rng.integers(s.drawn[seat])])
        return f"erase {cell_name(int(rng.choice(cells)))}"
    if not may_outline(s, seat):
        return None
    return f"outline {names(some_cells(s, seat, rng))}"


def some_cells(s: Any, seat: int, rng: np.random.Generator) -> list[int]:
    """Any cells, any five connected ones, a right fiver, an outline again or a part of it; in any order."""
    kind = rng.random()
    if s.drawn[seat] and rng.random() < 0.3:
        cells = outline_cells(s.outlines[seat][rng.integers(s.drawn[seat])])
        return [int(cell) for cell in rng.permutation(cells)[: rng.choice((1, 3, len(cells)))]]
    if kind < 0.3:
        return [int(cell) for cell in rng.permutation(CELLS_A_BOARD)[: rng.integers(1, 11)]]
    fivers = [p for p in range(PLACEMENTS) if s.fivers[seat][p // 32] >> p % 32 & 1]
    if kind < 0.5 or not fivers:
        cells = outline_cells(int(rng.integers(PLACEMENTS)))
    else:
        cells = outline_cells(int(rng.choice(fivers)))
    return [int(cell) for cell in rng.permutation(cells)]
