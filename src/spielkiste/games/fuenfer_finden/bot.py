"""What looks good at first sight: valuable fivers, then the hourglass; strike what is worth least."""

from typing import Any

from .actions import DONE, ERASE, HALF, STRIKE, STRIKE_UNMARKED, TURN, cell_of, shape_of
from .outlines import COUNTED_FIVERS, taken_cells
from .rules import BASE
from .shapes import CELLS_A_BOARD, SIDE, VALUES


def worth(s: Any, seat: int, action: int) -> float:
    """How good a legal move looks, before it is made; `s` is what the seat sees."""
    if action == DONE:
        return 0.0
    if action == TURN:  # a point for nothing, once there is nothing more to outline
        return 0.5
    if action < ERASE:
        enough = s.mode == BASE and s.drawn[seat] >= COUNTED_FIVERS  # a sixth would push out the dearest
        return -1.0 if enough else float(VALUES[shape_of(action)])
    if action >= STRIKE:
        return -VALUES[shape_of(action - STRIKE)] - open_sides(s, seat, action - STRIKE) / 100
    if action >= STRIKE_UNMARKED:
        return -float(VALUES[action - STRIKE_UNMARKED])
    return -2.0  # an outline it drew itself is right


def open_sides(s: Any, seat: int, placement: int) -> int:
    """Free cells beside a placement: the fewer, the less room a hatched shape spoils."""
    used = taken_cells(s, seat, 0) | taken_cells(s, seat, 1) << HALF
    own = [cell_of(placement, k) for k in range(5)]
    beside = [(cell, cell + step) for cell in own for step in (-SIDE, -1, 1, SIDE)]
    return sum(is_beside(cell, to) and to not in own and not used >> to & 1 for cell, to in beside)


def is_beside(cell: int, to: int) -> bool:
    same_column = cell // SIDE == to // SIDE
    return 0 <= to < CELLS_A_BOARD and (same_column or cell % SIDE == to % SIDE)
