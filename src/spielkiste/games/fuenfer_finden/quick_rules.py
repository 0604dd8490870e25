"""The slowest of the rules once more, for plain Python: what is looked for in 4,096 placements is found in all at once.

A set of placements is one long number here, bit p for placement p; compiled code has no such numbers.
"""

from functools import cache, lru_cache
from struct import Struct

from spielkiste.core.record import Out, Record
from spielkiste.core.verbs import CLOCK

from . import rules
from .actions import HALF, STRIKE
from .outlines import SHAPE_COUNT, WORD, WORDS, taken_cells, used_cells
from .rules import (
    AVAILABLE,
    ROLL,
    STRIKING,
    list_other_moves,
    list_unmarked_strikes,
    may_outline,
    open_round,
    wanted_shapes,
)
from .shapes import CELLS_A_BOARD, FIRST_OF_SHAPE, PLACEMENT_CELLS, PLACEMENTS, ROLLS, SYMBOLS

ALL = (1 << PLACEMENTS) - 1
ONE_WORD = (1 << WORD) - 1
ALL_WORDS = Struct(f"<{WORDS}I")


@cache
def covering() -> tuple[int, ...]:
    """For each cell the placements that cover it."""
    sets = [0] * CELLS_A_BOARD
    for placement, cells in enumerate(PLACEMENT_CELLS):
        for cell in cells:
            sets[cell] |= 1 << placement
    return tuple(sets)


def play(s: Record, seat: int, action: int) -> None:
    if s.phase == ROLL:
        open_round(s, action)
        for player in range(s.players):
            found = placements_showing(s.board[player], ROLLS[action])
            for word in range(WORDS):
                s.fivers[player][word] = found >> WORD * word & ONE_WORD
    else:
        rules.play(s, seat, action)


def placements_showing(board: list[int], roll: str) -> int:
    """Those whose cells show just these symbols, none of which is rolled more than twice."""
    showing = ALL
    for symbol, letter in enumerate(SYMBOLS):
        once, twice, more = 0, 0, 0  # bits of a counter for each placement: how many of its cells show the symbol
        for cell, shown in enumerate(board):
            if shown == symbol:
                carry = once & covering()[cell]
                once ^= covering()[cell]
                more |= twice & carry
                twice ^= carry
        showing &= (~(once | twice), once & ~twice, twice & ~once)[roll.count(letter)] & ~more
    return showing


def legal(s: Record, seat: int, out: Out) -> int:
    if seat == CLOCK:
        return rules.legal(s, seat, out)
    if s.phase == STRIKING:
        return list_strikes(s, seat, out)
    return list_other_moves(s, seat, out, list_outlines(s, seat, out))


def list_outlines(s: Record, seat: int, out: Out) -> int:
    if not may_outline(s, seat):
        return 0
    rest = int.from_bytes(ALL_WORDS.pack(*s.fivers[seat]), "little")
    rest &= clear_of(used_cells(s, seat, 0) | used_cells(s, seat, 1) << HALF) & of_shapes(wanted_shapes(s, seat))
    count = 0
    while rest:
        lowest = rest & -rest
        out[count] = lowest.bit_length() - 1
        rest ^= lowest
        count += 1
    return count


def clear_of(cells: int) -> int:
    """The placements that cover none of these cells, which are bits."""
    free, covers = ALL, covering()
    while cells:
        lowest = cells & -cells
        free &= ~covers[lowest.bit_length() - 1]
        cells ^= lowest
    return free


@lru_cache(maxsize=500)
def of_shapes(shapes: int) -> int:
    """The placements of these shapes, which are bits."""
    ends = [(FIRST_OF_SHAPE[k], FIRST_OF_SHAPE[k + 1]) for k in range(SHAPE_COUNT) if shapes >> k & 1]
    return sum((1 << end) - (1 << begin) for begin, end in ends)


def list_strikes(s: Record, seat: int, out: Out) -> int:
    free = clear_of(taken_cells(s, seat, 0) | taken_cells(s, seat, 1) << HALF)
    count = 0
    for shape in range(SHAPE_COUNT):
        if s.sheet[seat][shape] == AVAILABLE:
            for placement in range(FIRST_OF_SHAPE[shape], FIRST_OF_SHAPE[shape + 1]):
                if free >> placement & 1:
                    out[count] = STRIKE + placement
                    count += 1
    return count or list_unmarked_strikes(s, seat, out)
