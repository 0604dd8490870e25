"""One player's board in a round: which cells are covered, which outlines are right."""

from spielkiste.core.bits import lowest
from spielkiste.core.record import Record

from .actions import ALL_CELLS, HALF, outlined, shape_of
from .shapes import (
    CELLS_A_BOARD,
    FORMS,
    ORIGIN_TABLE,
    PLACEMENT_TABLE,
    PLACEMENTS,
    ROLL_TALLIES,
    SHAPES,
    STEP_TABLE,
    SYMBOLS,
    VALUES,
)

SHAPE_COUNT = len(SHAPES)
FORM_COUNT = len(FORMS)
SYMBOL_COUNT = len(SYMBOLS)
WORD = 32  # bits in a word of the field `fivers`
WORDS = PLACEMENTS // WORD
COUNTED_FIVERS = 5  # a round of the base game


def find_fivers(s: Record, seat: int) -> None:
    """Looks at every placement once, so that lists of moves need not.

    A form is looked for at all its origins together, one bit an origin. Of each rolled symbol the cells it covers there
    are counted, in two bits: if that is right for all of them, no count can be four too low.
    """
    for word in range(WORDS):
        s.fivers[seat][word] = 0
    low, high = symbol_bits(s, seat, 0), symbol_bits(s, seat, 1)
    wanted = ROLL_TALLIES[s.roll]
    for form in range(FORM_COUNT):
        left, right = int(ORIGIN_TABLE[2 * form]), int(ORIGIN_TABLE[2 * form + 1])
        for symbol in range(SYMBOL_COUNT):
            times = wanted >> (3 * symbol) & 7
            if times:
                showing = cells_showing(low, symbol), cells_showing(high, symbol)
                found = origins_showing(showing[0], showing[1], form, times)
                left &= found[0]
                right &= found[1]
        note_fivers(s, seat, CELLS_A_BOARD * form, left)
        note_fivers(s, seat, CELLS_A_BOARD * form + HALF, right)


def symbol_bits(s: Record, seat: int, half: int) -> tuple[int, int, int]:
    """The three bits of the symbols on one half of the board, each as a set of cells."""
    ones, twos, fours = 0, 0, 0
    for cell in range(HALF):
        symbol = int(s.board[seat][HALF * half + cell])
        ones |= (symbol & 1) << cell
        twos |= (symbol >> 1 & 1) << cell
        fours |= (symbol >> 2 & 1) << cell
    return ones, twos, fours


def cells_showing(bits: tuple[int, int, int], symbol: int) -> int:
    ones, twos, fours = bits
    cells = ones if symbol & 1 else ~ones
    cells &= twos if symbol & 2 else ~twos
    return cells & (fours if symbol & 4 else ~fours) & ALL_CELLS


def origins_showing(left: int, right: int, form: int, times: int) -> tuple[int, int]:
    """Where a form covers so many (one or two) of these cells."""
    odd_left, odd_right, twice_left, twice_right = 0, 0, 0, 0
    for k in range(5):
        step = int(STEP_TABLE[5 * form + k])
        covered_left = (left >> step) | ((right << (HALF - step)) & ALL_CELLS)
        covered_right = right >> step
        twice_left ^= odd_left & covered_left
        twice_right ^= odd_right & covered_right
        odd_left ^= covered_left
        odd_right ^= covered_right
    if times == 1:
        return odd_left & ~twice_left, odd_right & ~twice_right
    return twice_left & ~odd_left, twice_right & ~odd_right


def note_fivers(s: Record, seat: int, first: int, origins: int) -> None:
    while origins:
        placement = int(PLACEMENT_TABLE[first + lowest(origins)])
        origins &= origins - 1
        s.fivers[seat][placement // WORD] |= 1 << (placement % WORD)


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
    return not (outlined(placement, 0) & left | outlined(placement, 1) & right)


def first_cell(outline: int) -> int:
    half = 0 if outlined(outline, 0) else 1
    return HALF * half + lowest(outlined(outline, half))


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
