"""The slowest of the rules once more, for plain Python: what is looked for in 4,096 placements is found in all at once.

A set of placements is one long number here, bit p for placement p; compiled code has no such numbers.
"""

from functools import cache, lru_cache
from struct import Struct

from spielkiste.core.record import Out, Record
from spielkiste.core.verbs import CLOCK

from . import rules
from .actions import HALF, STRIKE, outlined
from .outlines import SHAPE_COUNT, WORD, WORDS, taken_cells
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
            found = placements_showing(tuple(s.board[player]), ROLLS[action])
            s.fivers[player][:] = ALL_WORDS.unpack(found.to_bytes(ALL_WORDS.size, "little"))
    else:
        rules.play(s, seat, action)


def placements_showing(board: tuple[int, ...], roll: str) -> int:
    """Those whose cells show just these symbols, none of which is rolled more than twice.

    Counters of two bits suffice: a fiver has five cells, so if each rolled symbol is on as many of them as it was
    rolled, or on four more, it cannot be on four more, and no other symbol is there.
    """
    showing = ALL
    for letter in set(roll):
        once, twice = counters(board)[SYMBOLS.index(letter)]
        showing &= once & ~twice if roll.count(letter) == 1 else twice & ~once
    return showing


@lru_cache(maxsize=200)  # boards, with 7 KB each: they stay the same for a whole game
def counters(board: tuple[int, ...]) -> list[tuple[int, int]]:
    """For each symbol two bits of a counter for each placement: how many of its cells show the symbol."""
    counted = [(0, 0)] * len(SYMBOLS)
    for cover, symbol in zip(covering(), board, strict=True):  # all are dealt before the first roll
        once, twice = counted[symbol]
        counted[symbol] = once ^ cover, twice ^ once & cover
    return counted


def legal(s: Record, seat: int, out: Out) -> int:
    if seat == CLOCK:
        return rules.legal(s, seat, out)
    if s.phase == STRIKING:
        return list_strikes(s, seat, out)
    return list_other_moves(s, seat, out, list_outlines(s, seat, out))


def list_outlines(s: Record, seat: int, out: Out) -> int:
    if not may_outline(s, seat):
        return 0
    listed = numbers(sensible_outlines(s, seat))
    out[: len(listed)] = listed
    return len(listed)


def sensible_outlines(s: Record, seat: int) -> int:
    """The fivers on cells neither outlined nor taken, in a shape still wanted."""
    fivers = int.from_bytes(ALL_WORDS.pack(*s.fivers[seat]), "little")
    return fivers & clear_of(covered_cells(s, seat)) & of_shapes(wanted_shapes(s, seat))


def covered_cells(s: Record, seat: int) -> int:
    """Cells outlined or taken, the whole board as bits."""
    cells = 0
    for outline in s.outlines[seat][: s.drawn[seat]]:
        cells |= cells_in(outline)
    for mark in s.mark[seat]:
        if mark:
            cells |= cells_in(mark - 1)
    return cells


@lru_cache(maxsize=2_000)
def cells_in(outline: int) -> int:
    return outlined(outline, 0) | outlined(outline, 1) << HALF


@lru_cache(maxsize=500)  # a kilobyte each: a board stays as it is while others move
def numbers(placements: int) -> tuple[int, ...]:
    """Those in a set, in order; to look for bits in short words is quicker than in the long one."""
    listed = []
    for word, rest in enumerate(ALL_WORDS.unpack(placements.to_bytes(ALL_WORDS.size, "little"))):
        while rest:
            lowest = rest & -rest
            listed.append(WORD * word + lowest.bit_length() - 1)
            rest ^= lowest
    return tuple(listed)


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
