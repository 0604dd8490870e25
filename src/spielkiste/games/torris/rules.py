"""Torris: 32 stones on 4 x 8 cells; top stones climb from tower to tower; a tower counts for the colour on top."""

from collections.abc import Mapping
from typing import Any

from spielkiste.core.bits import lowest, turned_round
from spielkiste.core.dice import below
from spielkiste.core.record import Field, Out, Record
from spielkiste.core.verbs import CHANCE

from .rows import height_rows, moves_of_rows, top_rows, ways_of_rows

COLUMNS, ROWS = 8, 4
CELLS = COLUMNS * ROWS
WHITE, BLACK = 0, 1
COLOUR = 8  # a stone is one number: seat * COLOUR + symbol, so 1 to 4 are white and 9 to 12 black
SYMBOLS = 4
OF_EACH = 4  # stones with the same colour and symbol
NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
STEP = (COLUMNS, 1, -COLUMNS, -1)  # to the next cell in a direction
FOUR_OF_EACH = 0x04040404
ONE_COLUMN = 0x01010101  # every eighth bit
NOWHERE = -1
OVER = 2  # in place of a seat: nobody can move any more

RULE_MODULES = ("rows",)
MAX_MOVES = 64  # 16 stones of a colour, each on top, in four directions
ROW_OF_MOVES = 4 * COLUMNS  # so many numbers are those of a row
MAX_OUTCOMES = SYMBOLS
MEMORY: tuple[str, ...] = ("home",)


def fields(options: Mapping[str, Any]) -> list[Field]:
    """Cells by number, a1 = 0 (black), b1 = 1 (white) ... h4 = 31 (black); action = cell * 4 + direction n e s w.

    4 | 24 25 26 27 28 29 30 31
    3 | 16 17 18 19 20 21 22 23
    2 |  8  9 10 11 12 13 14 15
    1 |  0  1  2  3  4  5  6  7
         a  b  c  d  e  f  g  h
    """
    return [
        ("height", "i1", CELLS),  # stones on each cell
        ("stone", "i1", CELLS),  # all stones, cell after cell, each tower from the bottom up; 0: not dealt yet
        ("home", "i1", CELLS),  # in the same order, the cell each stone was dealt to: tells equal stones apart
        ("dealt", "i1"),  # stones dealt so far
        ("turn", "i1"),  # whose turn: CHANCE, then a seat, at the end OVER
    ]


def action_count(options: Mapping[str, Any]) -> int:
    return 4 * CELLS


def start(s: Record, options: Mapping[str, Any]) -> None:
    s.turn = CHANCE


def in_turn(s: Record) -> int:
    if s.turn == OVER:
        return 0
    return 1 << int(s.turn + 2)


# --- the deal ---------------------------------------------------------------------------------


def colour_of_cell(cell: int) -> int:
    """Whose stone is dealt to a cell: like a chess board, a1 black."""
    return BLACK if (cell + cell // COLUMNS) % 2 == 0 else WHITE


def odds(s: Record, out: Out) -> int:
    """The next cell gets symbol k + 1; what is left of its colour is equally likely, stone by stone."""
    colour = colour_of_cell(s.dealt)
    for k in range(SYMBOLS):
        out[k] = OF_EACH
    for k in range(s.dealt):
        if owner(s.stone[k]) == colour:
            out[symbol(s.stone[k]) - 1] -= 1
    return SYMBOLS


def fall(s: Record, dice: Any, out: Out) -> int:
    """What is left of each symbol is a byte of one number here."""
    colour = colour_of_cell(s.dealt)
    left, count = FOUR_OF_EACH, SYMBOLS * OF_EACH
    for k in range(s.dealt):
        own = 1 if owner(s.stone[k]) == colour else 0
        left -= own << (8 * (symbol(s.stone[k]) - 1))
        count -= own
    ticket = below(dice, count)
    outcome, passed = 0, 0
    for k in range(SYMBOLS):
        passed += (left >> (8 * k)) & 255
        outcome += 1 if ticket >= passed else 0
    return outcome


def deal(s: Record, number: int) -> None:
    cell = s.dealt
    s.height[cell] = 1
    s.stone[cell] = colour_of_cell(cell) * COLOUR + number
    s.home[cell] = cell
    s.dealt += 1
    if s.dealt == CELLS:
        s.turn = WHITE  # on the full field everybody can move: each cell has four others to the east or west


# --- towers -----------------------------------------------------------------------------------


def owner(stone: int) -> int:
    return int(stone) >> 3  # COLOUR is 8


def symbol(stone: int) -> int:
    return int(stone) & 7


def stones_through(s: Record, cell: int) -> int:
    """How many stones lie on the cells up to this one; the last of them is the top of its tower."""
    count = 0
    for k in range(cell + 1):
        count += s.height[k]
    return int(count)


def shift_stone(s: Record, at: int, to: int) -> None:
    """Takes a stone out of the list and puts it back where its place is then `to`."""
    stone, home = s.stone[at], s.home[at]
    while at < to:
        s.stone[at] = s.stone[at + 1]
        s.home[at] = s.home[at + 1]
        at += 1
    while at > to:
        s.stone[at] = s.stone[at - 1]
        s.home[at] = s.home[at - 1]
        at -= 1
    s.stone[to] = stone
    s.home[to] = home


def move_stone(s: Record, cell: int, to: int) -> None:
    """The top stone of one tower goes onto another."""
    at = stones_through(s, cell) - 1
    s.height[cell] -= 1
    s.height[to] += 1
    shift_stone(s, at, stones_through(s, to) - 1)


def move_tower(s: Record, cell: int, to: int) -> None:
    """A whole tower goes to an empty cell."""
    height = s.height[cell]
    last = stones_through(s, cell) - 1
    s.height[cell] = 0
    s.height[to] = height
    new_last = stones_through(s, to) - 1
    first, new_first = last - height + 1, new_last - height + 1
    for _ in range(height):  # towers passed in the list trade places with it, stone by stone
        if new_last > last:
            shift_stone(s, first, new_last)
        elif new_last < last:
            shift_stone(s, last, new_first)


# --- a move -----------------------------------------------------------------------------------


def cells_ahead(cell: int, direction: int) -> int:
    """How many cells lie between a cell and the edge."""
    if direction == NORTH:
        return ROWS - 1 - cell // COLUMNS
    if direction == EAST:
        return COLUMNS - 1 - cell % COLUMNS
    if direction == SOUTH:
        return cell // COLUMNS
    return cell % COLUMNS


def occupied_cells(s: Record) -> int:
    """As bits, a1 lowest."""
    field = 0
    for cell in range(CELLS):
        field |= (1 if s.height[cell] > 0 else 0) << cell
    return field


def occupied_between(field: int, turned: int, cell: int, direction: int) -> int:
    """The occupied ones of the cells between a cell and the edge, as bits, the nearest lowest. The next cell is bit 0,
    the one behind it bit 1, or to the north and south bit 8. `turned` is the field seen from the other side."""
    if direction == NORTH:
        return (field >> (cell + COLUMNS)) & ONE_COLUMN
    if direction == EAST:
        return (field >> (cell + 1)) & ((1 << (COLUMNS - 1 - cell % COLUMNS)) - 1)
    if direction == SOUTH:
        return (turned >> (CELLS - 1 - cell + COLUMNS)) & ONE_COLUMN
    return (turned >> (CELLS - cell)) & ((1 << (cell % COLUMNS)) - 1)


def nth_occupied(field: int, turned: int, cell: int, direction: int, number: int) -> int:
    """The n-th occupied cell in a direction, empty ones not counted, or NOWHERE."""
    cells = occupied_between(field, turned, cell, direction)
    for skipped in range(1, SYMBOLS):
        cells &= cells - 1 if number > skipped else cells
    ahead = lowest(cells | 1 << CELLS)
    to = cell + (ahead + STEP[direction] if direction < SOUTH else STEP[direction] - ahead)
    return to if cells else NOWHERE


def occupied_ahead(s: Record, cell: int, direction: int, number: int) -> int:
    field = occupied_cells(s)
    return nth_occupied(field, turned_round(field), cell, direction, number)


def list_numbers(moves: int, first: int, out: Out, count: int) -> int:
    """Appends the moves of two rows, whose numbers begin with `first`; the new length of the list."""
    while moves:
        out[count] = first + lowest(moves)
        count += 1
        moves &= moves - 1
    return count


def legal(s: Record, seat: int, out: Out) -> int:
    """Every top stone of the seat's colour, in every direction in which it may land: it must climb."""
    heights = height_rows(s)
    stones = top_rows(s, heights)
    one, two, three, four = moves_of_rows(seat, ways_of_rows(stones, heights), stones)
    count = list_numbers(one | two << ROW_OF_MOVES, 0, out, 0)
    return list_numbers(three | four << ROW_OF_MOVES, 2 * ROW_OF_MOVES, out, count)


def close_up(s: Record, hole: int, direction: int) -> None:
    """The towers directly behind a hole slide forward until the front one touches the next tower."""
    step = STEP[direction]
    free = hole
    while s.height[free + step] == 0:  # ends at the latest where the stone has landed
        free += step
    tower = hole
    for _ in range(cells_ahead(hole, (direction + 2) % 4)):
        tower -= step
        if s.height[tower] == 0:
            return
        move_tower(s, tower, free)
        free -= step


def pass_on(s: Record, seat: int) -> None:
    """The other seat is next; if it is blocked the same one again; if both are, the game is over."""
    heights = height_rows(s)
    stones = top_rows(s, heights)
    ways = ways_of_rows(stones, heights)
    one, two, three, four = moves_of_rows(1 - seat, ways, stones)
    if one | two | three | four:
        s.turn = 1 - seat
    elif not ways[0] | ways[1] | ways[2] | ways[3]:
        s.turn = OVER


def play(s: Record, seat: int, action: int) -> None:
    """Chance: action k deals symbol k + 1."""
    if seat == CHANCE:
        deal(s, action + 1)
        return
    cell, direction = action // 4, action % 4
    top = s.stone[stones_through(s, cell) - 1]
    move_stone(s, cell, occupied_ahead(s, cell, direction, symbol(top)))
    if s.height[cell] == 0:
        close_up(s, cell, direction)
    pass_on(s, seat)


# --- the result -------------------------------------------------------------------------------


def score(s: Record, seat: int) -> int:
    """Every tower counts its height for the colour on top."""
    points = 0
    end = 0
    for cell in range(CELLS):
        end += s.height[cell]
        if s.height[cell] > 0 and owner(s.stone[end - 1]) == seat:
            points += s.height[cell]
    return int(points)


def highest(s: Record, seat: int) -> int:
    """The height of a seat's highest tower."""
    best = 0
    end = 0
    for cell in range(CELLS):
        end += s.height[cell]
        if s.height[cell] > best and owner(s.stone[end - 1]) == seat:
            best = s.height[cell]
    return int(best)


def standing(s: Record, seat: int) -> int:
    """Points first; at 16:16 the highest tower."""
    return score(s, seat) * (CELLS + 1) + highest(s, seat)
