"""Entry points for WebAssembly: what planning a puzzle asks for, over flat memory (`core/wasm.py`).

Whoever calls owns the memory and passes addresses.
"""

from spielkiste.core.scratch import array_at, scratch

from ..outlines import SHAPE_COUNT
from ..shapes import CELLS_A_BOARD, PLACEMENTS, SHAPE_TABLE
from .planner import (
    KNOTS,
    LEFT,
    RIGHT,
    ROLL_COUNT,
    Alive,
    Board,
    fill_board,
    list_alive,
    mean_of_all_rolls,
    mean_points,
    weigh_cells,
    worth_after,
)

BY_TABLE, BY_NEXT_ROLL, BY_GAMES = range(3)  # how placements are judged
TABLE = SHAPE_COUNT + 1, SHAPE_COUNT, KNOTS  # the learnt one


def board_in(space: int, symbols: int) -> Board:
    """The board, read."""
    ways, fivers, first = space, space + 8 * PLACEMENTS, space + 16 * PLACEMENTS
    board = Board(
        ways=array_at(ways, PLACEMENTS, "i8"),
        first=array_at(first, ROLL_COUNT + 1, "i8"),
        fivers=array_at(fivers, PLACEMENTS, "i8"),
    )
    for roll in range(ROLL_COUNT + 1):
        board.first[roll] = 0
    fill_board(array_at(symbols, CELLS_A_BOARD, "i1"), board)
    return board


def alive_in(space: int) -> Alive:
    """After the board."""
    at = space + 16 * PLACEMENTS + 8 * (ROLL_COUNT + 1)
    small = at + 24 * PLACEMENTS
    return Alive(
        left=array_at(at, PLACEMENTS, "i8"),
        right=array_at(at + 8 * PLACEMENTS, PLACEMENTS, "i8"),
        ways=array_at(at + 16 * PLACEMENTS, PLACEMENTS, "i8"),
        begins=array_at(small, SHAPE_COUNT + 1, "i8"),
        sums=array_at(small + 8 * (SHAPE_COUNT + 1), SHAPE_COUNT, "i8"),
        care=array_at(small + 8 * (2 * SHAPE_COUNT + 1), CELLS_A_BOARD, "f8"),
    )


def fuenfer_care(symbols: int, left: int, right: int, shapes: int, learnt: int, space: int, out: int) -> int:
    """What is lost, roughly, by cell, if it is taken."""
    board, alive, care = board_in(space, symbols), alive_in(space), array_at(out, CELLS_A_BOARD, "f8")
    list_alive(board, left, right, shapes, alive)
    weigh_cells(alive, array_at(learnt, TABLE, "f8"), shapes)
    for cell in range(CELLS_A_BOARD):
        care[cell] = alive.care[cell]
    return CELLS_A_BOARD


def fuenfer_worth(
    symbols: int, left: int, right: int, shapes: int, learnt: int, space: int, how: int, placements: int, count: int,
    seed: int, first: int, times: int, out: int,
) -> int:  # fmt: skip
    """What is to come once each of these placements is taken; the games played on fall by streams from `first` on."""
    board, alive, table = board_in(space, symbols), alive_in(space), array_at(learnt, TABLE, "f8")
    start, dice = scratch(3, "i8"), scratch(3, "i8")
    taken, worth = array_at(placements, count, "i8"), array_at(out, count, "f8")
    if how == BY_TABLE:
        list_alive(board, left, right, shapes, alive)
    for k in range(count):
        p = taken[k]
        rest = shapes & ~(1 << int(SHAPE_TABLE[p]))
        start[0], start[1], start[2] = left | LEFT[p], right | RIGHT[p], rest
        if how == BY_TABLE:
            worth[k] = worth_after(alive, table, LEFT[p], RIGHT[p], rest)
        elif how == BY_NEXT_ROLL:
            worth[k] = mean_of_all_rolls(board, table, start, alive)
        else:
            worth[k] = mean_points(board, table, start, SHAPE_COUNT, seed, first, times, dice, alive)
    return count


ENTRIES = (fuenfer_care, fuenfer_worth)
