"""Abräumen: 32 stones on 6 x 6 cells; a stone jumps over its neighbour, which is taken away; leave only one."""

from collections.abc import Mapping
from typing import Any

from spielkiste.core.record import Field, Out, Record
from spielkiste.core.tables import table

SIDE = 6
CELLS = SIDE * SIDE
CORNERS = (0, 5, 30, 35)
STONES = CELLS - len(CORNERS)
NOWHERE = -1
LAST_CELLS = (7, 10, 25, 28)  # b2, e2, b5, e5: on one of these lies a single stone that is left
PLAYER_IN_TURN = 1 << 2  # the only seat, as a set of seats


NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
STEPS = (SIDE, 1, -SIDE, -1)  # to the neighbour in a direction


def has_room(cell: int, direction: int) -> bool:
    """Whether two cells away in a direction there is still a board."""
    row, column = cell // SIDE, cell % SIDE
    return (row < SIDE - 2, column < SIDE - 2, row >= 2, column >= 2)[direction]


# The jumps: from which cell, over which, to which; those to the north first, then east, south, west.
JUMP_CELLS = tuple(
    (cell, cell + STEPS[direction], cell + 2 * STEPS[direction])
    for direction in (NORTH, EAST, SOUTH, WEST)
    for cell in range(CELLS)
    if has_room(cell, direction)
)
JUMPS = len(JUMP_CELLS)
JUMP_TABLE = table((cell for jump in JUMP_CELLS for cell in jump), "i8", (JUMPS, 3))
JUMP_BEGINS = {(cell, over): jump for jump, (cell, over, _) in enumerate(JUMP_CELLS)}
# Which jump it is, by direction and first cell; -1: there is none.
JUMP_FROM = table(
    (JUMP_BEGINS.get((cell, cell + step), -1) for step in STEPS for cell in range(CELLS)), "i8", (4, CELLS)
)
ROOM = tuple(sum(1 << cell for cell in range(CELLS) if has_room(cell, direction)) for direction in range(4))

MAX_MOVES = JUMPS // 2  # of a jump and the same one backwards at most one is possible
MEMORY: tuple[str, ...] = ("home", "moves", "landed")  # how it came about: equal stones are equal positions


def fields(options: Mapping[str, Any]) -> list[Field]:
    """Cells by number, a1 = 0 ... f6 = 35; an action is a jump, by its place in JUMP_CELLS.

    6 | 30 31 32 33 34 35
    5 | 24 25 26 27 28 29
    4 | 18 19 20 21 22 23
    3 | 12 13 14 15 16 17
    2 |  6  7  8  9 10 11
    1 |  0  1  2  3  4  5
         a  b  c  d  e  f
    """
    return [
        ("stones", "i8"),  # the cells with a stone: bit c for cell c
        ("home", "i1", CELLS),  # where the stone on each cell stood at first, counted from 1; 0: no stone
        ("moves", "i1"),  # moves so far; consecutive jumps of one stone are one move
        ("landed", "i1"),  # the cell on which the last jump ended, or NOWHERE
    ]


def action_count(options: Mapping[str, Any]) -> int:
    return JUMPS


def start(s: Record, options: Mapping[str, Any]) -> None:
    """Every cell but the corners."""
    for cell in range(CELLS):
        if cell not in CORNERS:
            s.stones |= 1 << cell
            s.home[cell] = cell + 1
    s.landed = NOWHERE


def jumpers(stones: int, direction: int) -> int:
    """The stones, as bits, that can jump in a direction: over a neighbour, onto the empty cell right behind it."""
    if direction == NORTH:
        over, behind = stones >> SIDE, stones >> 2 * SIDE
    elif direction == EAST:
        over, behind = stones >> 1, stones >> 2
    elif direction == SOUTH:
        over, behind = stones << SIDE, stones << 2 * SIDE
    else:
        over, behind = stones << 1, stones << 2
    return stones & over & ~behind & ROOM[direction]


def in_turn(s: Record) -> int:
    """The game is over when no jump is possible."""
    for direction in range(4):
        if jumpers(int(s.stones), direction):
            return PLAYER_IN_TURN
    return 0


def legal(s: Record, seat: int, out: Out) -> int:
    count = 0
    for direction in range(4):
        ready = jumpers(int(s.stones), direction)
        cell = 0
        while ready:
            if ready & 1:
                out[count] = int(JUMP_FROM[direction, cell])
                count += 1
            ready >>= 1
            cell += 1
    return count


def play(s: Record, seat: int, action: int) -> None:
    """The stone lands behind its neighbour, which is taken away."""
    cell, over, to = int(JUMP_TABLE[action, 0]), int(JUMP_TABLE[action, 1]), int(JUMP_TABLE[action, 2])
    s.stones ^= 1 << cell | 1 << over | 1 << to
    s.home[to] = s.home[cell]
    s.home[cell] = 0
    s.home[over] = 0
    if cell != s.landed:  # another stone than the last one
        s.moves += 1
    s.landed = to


def stones_left(s: Record) -> int:
    count = 0
    rest = s.stones
    while rest:
        rest &= rest - 1
        count += 1
    return count


def score(s: Record, seat: int) -> int:
    return -stones_left(s)
