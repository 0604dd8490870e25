"""Planning the puzzle and the solo game: what a board is worth with these cells free and these shapes left.

Every round uses up one shape, circled or struck, so the number of shapes left is the number of rounds to come. A
position after a move is judged shape by shape: how many rolls (weighted by the ways they can fall) find the shape on
free cells, summed over its free places. A table, learnt by playing (`tools/learning.py`), says what such a sum is worth
with so many rounds to come: a value function, linear in its knots. The planner takes the move with the best sum of
points and worth (`settle`), or plays on (rollouts) from each good move many times and takes the best mean (`play_on`).
"""

from itertools import accumulate
from math import log2
from typing import Any, NamedTuple

from spielkiste.core.dice import below, seed_dice
from spielkiste.core.tables import table as fixed

from ..actions import HALF, cell_of
from ..outlines import SHAPE_COUNT
from ..shapes import (
    CELLS_A_BOARD,
    FIRST_OF_SHAPE,
    PLACEMENT_CELLS,
    PLACEMENTS,
    ROLL_TALLIES,
    ROLL_WEIGHTS,
    SHAPE_TABLE,
    VALUES,
)

ROLL_COUNT = len(ROLL_WEIGHTS)
ALL_WAYS = sum(ROLL_WEIGHTS)
# The cells of each placement, one half of the board as bits (as in actions.py).
LEFT = fixed([sum(1 << c for c in cells if c < HALF) for cells in PLACEMENT_CELLS], "i8")
RIGHT = fixed([sum(1 << (c - HALF) for c in cells if c >= HALF) for cells in PLACEMENT_CELLS], "i8")
ROLLS_BY_TALLY = fixed([roll for _, roll in sorted((tally, roll) for roll, tally in enumerate(ROLL_TALLIES))], "i8")
TALLIES = fixed(sorted(ROLL_TALLIES), "i8")
PASSED_WAYS = fixed(accumulate(ROLL_WEIGHTS), "i8")
# The table's knots: two for each doubling of the ways, from none to more than a full board has (576 P of 120 ways).
KNOTS = 24
LEAST_WAYS = 32.0
NO_PLACE = -1


class Board(NamedTuple):
    """A board of symbols, read once."""

    ways: Any  # of each placement: in how many ways the dice can fall so that it is a fiver; 0 never
    first: Any  # where in `fivers` those of a roll begin
    fivers: Any  # all placements that some roll makes a fiver, roll by roll


class Alive(NamedTuple):
    """The placements that can still become fivers, shape by shape; rewritten for every position."""

    left: Any
    right: Any
    ways: Any
    begins: Any  # where a shape's placements begin
    sums: Any  # ways by shape after the move looked at last
    care: Any  # by cell: what is lost if it is taken, roughly


def new_alive() -> Alive:
    from spielkiste.core.arrays import zeros  # only here: all else is compiled

    left, right, ways = (zeros(PLACEMENTS, "i8") for _ in range(3))
    return Alive(left, right, ways, zeros(SHAPE_COUNT + 1, "i8"), zeros(SHAPE_COUNT, "i8"), zeros(CELLS_A_BOARD, "f8"))


def read_board(symbols: Any) -> Board:
    from spielkiste.core.arrays import array, zeros
    from spielkiste.core.compiled import compiled

    board = Board(zeros(PLACEMENTS, "i8"), zeros(ROLL_COUNT + 1, "i8"), zeros(PLACEMENTS, "i8"))
    compiled(fill_board)(array(symbols, "u1"), board)
    return board


def fill_board(symbols: Any, board: Board) -> None:
    """Which roll makes each placement a fiver; then these roll by roll, each roll's in order."""
    for p in range(PLACEMENTS):
        roll = roll_of_placement(symbols, p)
        board.ways[p] = 0
        if roll < ROLL_COUNT:
            board.ways[p] = ROLL_WEIGHTS[roll]
            board.first[roll + 1] += 1
    for roll in range(ROLL_COUNT):
        board.first[roll + 1] += board.first[roll]
    end = board.first[ROLL_COUNT]
    for p in range(PLACEMENTS - 1, -1, -1):
        roll = roll_of_placement(symbols, p)
        if roll < ROLL_COUNT:
            board.first[roll + 1] -= 1
            board.fivers[board.first[roll + 1]] = p
    for roll in range(ROLL_COUNT):
        board.first[roll] = board.first[roll + 1]
    board.first[ROLL_COUNT] = end


def roll_of_placement(symbols: Any, p: int) -> int:
    """The roll that makes a placement a fiver; ROLL_COUNT: none does."""
    tally = 0
    for k in range(5):
        tally += 1 << (3 * int(symbols[cell_of(p, k)]))
    low, high = 0, ROLL_COUNT - 1
    while low < high:
        middle = (low + high) // 2
        if TALLIES[middle] < tally:
            low = middle + 1
        else:
            high = middle
    return int(ROLLS_BY_TALLY[low]) if TALLIES[low] == tally else ROLL_COUNT


# --- what a position is worth ----------------------------------------------------------------------


def list_alive(board: Board, left: int, right: int, shapes: int, alive: Alive) -> None:
    count = 0
    for shape in range(SHAPE_COUNT):
        alive.begins[shape] = count
        if shapes >> shape & 1:
            for p in range(FIRST_OF_SHAPE[shape], FIRST_OF_SHAPE[shape + 1]):
                if board.ways[p] > 0 and LEFT[p] & left == 0 and RIGHT[p] & right == 0:
                    alive.left[count] = LEFT[p]
                    alive.right[count] = RIGHT[p]
                    alive.ways[count] = board.ways[p]
                    count += 1
    alive.begins[SHAPE_COUNT] = count


def knot(ways: int) -> float:
    return 2.0 * log2(1.0 + ways / LEAST_WAYS)


def share(table: Any, rounds: int, shape: int, ways: int) -> float:
    """What a shape is worth, between two knots."""
    x = knot(ways)
    k = int(x)
    part = x - k
    return float((1.0 - part) * table[rounds][shape][k] + part * table[rounds][shape][k + 1])


def rounds_left(shapes: int) -> int:
    count = 0
    while shapes:
        shapes &= shapes - 1
        count += 1
    return count


def ways_clear(alive: Alive, begin: int, end: int, left: int, right: int) -> int:
    """The ways of the placements that these cells leave alive. (Slices, so that it runs on several at a time.)"""
    lefts, rights, ways = alive.left[begin:end], alive.right[begin:end], alive.ways[begin:end]
    total = 0
    for k in range(len(ways)):
        total += ways[k] if (lefts[k] & left) | (rights[k] & right) == 0 else 0
    return int(total)


def worth_after(alive: Alive, table: Any, left: int, right: int, shapes: int) -> float:
    """What is to come when these cells are taken too and these shapes are left; `alive` is from before."""
    rounds = rounds_left(shapes)
    worth = 0.0
    for shape in range(SHAPE_COUNT):
        if shapes >> shape & 1:
            ways = ways_clear(alive, alive.begins[shape], alive.begins[shape + 1], left, right)
            alive.sums[shape] = ways
            worth += share(table, rounds, shape, ways)
    return worth


def weigh_cells(alive: Alive, table: Any, shapes: int) -> None:
    """How much is lost, roughly, when a cell is taken: by the table's slope for every shape that could lie there."""
    rounds = rounds_left(shapes)
    for cell in range(CELLS_A_BOARD):
        alive.care[cell] = 0.0
    for shape in range(SHAPE_COUNT):
        begin, end = alive.begins[shape], alive.begins[shape + 1]
        ways = 0
        for k in range(begin, end):
            ways += alive.ways[k]
        if ways == 0:
            continue
        slope = max(1e-6, (share(table, rounds, shape, ways) - share(table, rounds, shape, ways // 2)) / ways)
        for k in range(begin, end):
            weigh_half(alive.care, 0, alive.left[k], alive.ways[k] * slope)
            weigh_half(alive.care, HALF, alive.right[k], alive.ways[k] * slope)


def weigh_half(care: Any, first: int, cells: int, weight: float) -> None:
    cell = first
    while cells:
        if cells & 1:
            care[cell] += weight
        cells >>= 1
        cell += 1


def gentlest(alive: Alive, left: int, right: int, shape: int) -> int:
    """Where a hatched shape takes least away, roughly; NO_PLACE if it fits nowhere."""
    best, found = 0.0, NO_PLACE
    for p in range(FIRST_OF_SHAPE[shape], FIRST_OF_SHAPE[shape + 1]):
        if LEFT[p] & left == 0 and RIGHT[p] & right == 0:
            lost = 0.0
            for k in range(5):
                lost += alive.care[cell_of(p, k)]
            if found == NO_PLACE or lost < best:
                best, found = lost, p
    return found


# --- moves by the table ----------------------------------------------------------------------------


def best_fiver(
    board: Board, table: Any, left: int, right: int, shapes: int, roll: int, alive: Alive
) -> tuple[int, float]:
    """The fiver with the most points and worth, and these; NO_PLACE if the roll offers none."""
    best, found = 0.0, NO_PLACE
    for k in range(board.first[roll], board.first[roll + 1]):
        p = board.fivers[k]
        shape = int(SHAPE_TABLE[p])
        if shapes >> shape & 1 and LEFT[p] & left == 0 and RIGHT[p] & right == 0:
            worth = VALUES[shape] + worth_after(alive, table, LEFT[p], RIGHT[p], shapes & ~(1 << shape))
            if found == NO_PLACE or worth > best:
                best, found = worth, p
    return found, best


def best_strike(table: Any, left: int, right: int, shapes: int, alive: Alive) -> tuple[int, float]:
    """Where to hatch which shape: of each shape's gentlest place the best; NO_PLACE if nothing fits any more."""
    weigh_cells(alive, table, shapes)
    best, found = 0.0, NO_PLACE
    for shape in range(SHAPE_COUNT):
        if shapes >> shape & 1:
            p = gentlest(alive, left, right, shape)
            if p != NO_PLACE:
                worth = worth_after(alive, table, LEFT[p], RIGHT[p], shapes & ~(1 << shape))
                if found == NO_PLACE or worth > best:
                    best, found = worth, p
    return found, best


def settle(
    board: Board, table: Any, left: int, right: int, shapes: int, roll: int, alive: Alive
) -> tuple[int, int, float]:
    """A round by the table: the placement, the points it scores, and points and worth together."""
    list_alive(board, left, right, shapes, alive)
    found, worth = best_fiver(board, table, left, right, shapes, roll, alive)
    if found != NO_PLACE:
        return found, VALUES[int(SHAPE_TABLE[found])], worth
    found, worth = best_strike(table, left, right, shapes, alive)
    return found, 0, worth


def any_roll(dice: Any) -> int:
    ticket = below(dice, ALL_WAYS)
    low, high = 0, ROLL_COUNT - 1
    while low < high:
        middle = (low + high) // 2
        if ticket < PASSED_WAYS[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def play_on(board: Board, table: Any, start: Any, rounds: int, dice: Any, alive: Alive) -> float:
    """Plays so many rounds by the table from a position (cells left, right, shapes); the points scored and the worth
    of where it ends."""
    left, right, shapes = start[0], start[1], start[2]
    points = 0.0
    while shapes and rounds:
        rounds -= 1
        p, scored, _ = settle(board, table, left, right, shapes, any_roll(dice), alive)
        if p == NO_PLACE:
            break  # nothing fits any more
        points += scored
        left |= LEFT[p]
        right |= RIGHT[p]
        shapes &= ~(1 << int(SHAPE_TABLE[p]))
    if shapes:
        list_alive(board, left, right, shapes, alive)
        points += worth_after(alive, table, 0, 0, shapes)
    return points


def mean_points(
    board: Board, table: Any, start: Any, rounds: int, seed: int, first: int, times: int, dice: Any, alive: Alive
) -> float:
    """The mean of so many tries: try k falls by the dice of stream k, whoever asks."""
    total = 0.0
    for k in range(first, first + times):
        seed_dice(dice, seed, k)
        total += play_on(board, table, start, rounds, dice, alive)
    return total / times


def mean_of_all_rolls(board: Board, table: Any, start: Any, alive: Alive) -> float:
    """What a position promises when the next round is played by the table: every roll, weighted by its ways."""
    total = 0.0
    if start[2]:
        list_alive(board, start[0], start[1], start[2], alive)
        _, beaten = best_strike(table, start[0], start[1], start[2], alive)
        for roll in range(ROLL_COUNT):
            found, worth = best_fiver(board, table, start[0], start[1], start[2], roll, alive)
            total += ROLL_WEIGHTS[roll] * (beaten if found == NO_PLACE else worth)
    return total / ALL_WAYS
