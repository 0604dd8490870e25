"""One player's board in a round: which cells are covered, which outlines are right."""

from spielkiste.core.record import Record

from .actions import HALF, cell_of, outlined, shape_of
from .shapes import PLACEMENTS, ROLL_TALLIES, SHAPES, VALUES

SHAPE_COUNT = len(SHAPES)
WORD = 32  # bits in a word of the field `fivers`
WORDS = PLACEMENTS // WORD
COUNTED_FIVERS = 5  # a round of the base game
# The place of the only bit of a 32-bit word, found by multiplying with a de Bruijn number.
DE_BRUIJN = 0x077CB531
BIT_PLACE = (0, 1, 28, 2, 29, 14, 24, 3, 30, 22, 20, 15, 25, 17, 4, 8,
             31, 27, 13, 23, 21, 19, 16, 7, 26, 12, 18, 6, 11, 5, 10, 9)  # fmt: skip


def find_fivers(s: Record, seat: int) -> None:
    """Looks at every placement once, so that lists of moves need not."""
    wanted = ROLL_TALLIES[s.roll]
    board = s.board[seat]
    for word in range(WORDS):
        found = 0
        for bit in range(WORD):
            placement = WORD * word + bit
            shown = 0
            for k in range(5):
                shown += 1 << (3 * board[cell_of(placement, k)])
            if shown == wanted:
                found |= 1 << bit
        s.fivers[seat][word] = found


def lowest_bit(word: int) -> int:
    return BIT_PLACE[((word & -word) * DE_BRUIJN & 0xFFFFFFFF) >> 27]


def taken_cells(s: Record, seat: int, half: int) -> int:
    """Cells of circled and hatched shapes."""
    cells = 0
    for shape in range(SHAPE_COUNT):
        if s.mark[seat][shape] > 0:
            cells |= outlined(s.mark[seat][shape] - 1, half)
    return cells


def used_cells(s: Record, seat: int, half: int) -> int:
    """Cells outlined or taken, one half of the board as bits."""
    cells = taken_cells(s, seat, half)
    for k in range(s.drawn[seat]):
        cells |= outlined(int(s.outlines[seat][k]), half)
    return cells


def lies_clear(placement: int, left: int, right: int) -> bool:
    """Whether none of its cells is in the given set."""
    for k in range(5):
        cell = cell_of(placement, k)
        if (left >> cell if cell < HALF else right >> (cell - HALF)) & 1:
            return False
    return True


def first_cell(outline: int) -> int:
    if outline < PLACEMENTS:
        return cell_of(outline, 0)
    half = 0 if outlined(outline, 0) else 1
    cells = outlined(outline, half)
    cell = HALF * half
    while not cells & 1:
        cells >>= 1
        cell += 1
    return cell


def outline_on(s: Record, seat: int, cell: int) -> int:
    """The outline drawn last of those that contain the cell, or -1."""
    k = s.drawn[seat] - 1
    while k >= 0 and not outlined(int(s.outlines[seat][k]), cell // HALF) >> (cell % HALF) & 1:
        k -= 1
    return int(k)


def shows_roll(s: Record, seat: int, outline: int) -> bool:
    """Five connected cells with the rolled symbols."""
    if outline >= PLACEMENTS:
        return False
    return bool(int(s.fivers[seat][outline // WORD]) >> (outline % WORD) & 1)


def valid_shapes(s: Record, seat: int) -> int:
    """The shapes of the valid outlines, as bits: of the same shape only one counts."""
    left, right = contested_cells(s, seat, 0), contested_cells(s, seat, 1)
    shapes = 0
    for k in range(s.drawn[seat]):
        outline = int(s.outlines[seat][k])
        if shows_roll(s, seat, outline) and lies_clear(outline, left, right):
            shapes |= 1 << shape_of(outline)
    return shapes


def contested_cells(s: Record, seat: int, half: int) -> int:
    """Cells in more than one fiver: all fivers there are invalid. Scraps spoil nothing."""
    once, twice = 0, 0
    for k in range(s.drawn[seat]):
        outline = int(s.outlines[seat][k])
        if shows_roll(s, seat, outline) and not drawn_before(s, seat, k):
            cells = outlined(outline, half)
            twice |= once & cells
            once |= cells
    return twice


def drawn_before(s: Record, seat: int, k: int) -> bool:
    """Whether an outline repeats an earlier one: drawn twice it is one outline."""
    for earlier in range(k):
        if s.outlines[seat][earlier] == s.outlines[seat][k]:
            return True
    return False


def cheapest_five(shapes: int) -> int:
    """The sum of at most five values, the lowest."""
    points, counted = 0, 0
    for value in range(1, 5):
        for shape in range(SHAPE_COUNT):
            if shapes >> shape & 1 and VALUES[shape] == value and counted < COUNTED_FIVERS:
                points += value
                counted += 1
    return points
