"""The field of stones in its frame: neighbours, lines, what hangs together, and moving the frame along.

A row of the frame is a number whose bit c is column c; a cell is row * SIDE + column. `rules.fields` has the picture.
"""

from spielkiste.core.bits import lowest, ones
from spielkiste.core.record import Out, Record

SIDE = 34  # of the frame: 32 stones in a row and an empty cell at both ends
NOWHERE = -1  # in place of a cell

# A position's fingerprint: two polynomials in its rows, each modulo a prime below 2**31, so that no product leaves 63
# bits. They have at most 65 coefficients: for bases chosen at random two different positions share both values with a
# chance below (65 / 2**31)**2 < 2**-49, and 100 turns make 2500 comparisons. (Rows over 30 cells long, which one prime
# might confuse, are told apart by the other.)
PRIME_ONE, BASE_ONE = 2147483647, 1583458089
PRIME_TWO, BASE_TWO = 2147483629, 784588716


def occupied(s: Record, row: int) -> int:
    return int(s.stones[row][0] | s.stones[row][1])


def bordering(s: Record, row: int) -> int:
    """The empty cells of this row that share a side with a stone."""
    here = occupied(s, row)
    below = occupied(s, row - 1) if row > 0 else 0
    return ((here << 1) | (here >> 1) | below | occupied(s, row + 1)) & ~here


def count_stones(columns: int) -> int:
    return ones(columns)


def list_cells(columns: int, row: int, leave_out: int, out: Out, count: int) -> int:
    """Appends the cells of a row; the new length of the list."""
    if leave_out // SIDE == row:
        columns &= ~(1 << (leave_out % SIDE))
    while columns:
        out[count] = row * SIDE + lowest(columns)
        count += 1
        columns &= columns - 1
    return count


def run(s: Record, seat: int, column: int, row: int, right: int, up: int) -> int:
    """How many stones of a seat follow in this direction without a break."""
    length = 0
    column += right
    row += up
    while s.stones[row][seat] >> column & 1:
        length += 1
        column += right
        row += up
    return length


# --- what hangs together -------------------------------------------------------------------------


def on_table(s: Record) -> int:
    """How many stones lie on the table while one is in hand."""
    return int(s.men[0] + s.men[1] - 1)


def beside(cell: int, side: int) -> int:
    """The neighbour of a cell: above, right, below, left; a cell without stones where the frame ends."""
    if side == 0:
        return cell + SIDE
    if side == 1:
        return cell + 1
    if side == 2:
        return cell - SIDE if cell >= SIDE else cell
    return cell - 1 if cell % SIDE > 0 else cell


def spread(s: Record, cell: int) -> int:
    """Adds to `part` the stone on a cell and all that hang together with it by sides; how many they are."""
    row, step = cell // SIDE, 1
    s.part[row] |= 1 << (cell % SIDE)
    size, unchanged = 1, 0
    while unchanged < 2 * s.tall and size < on_table(s):  # up and down the field, until nothing is new in any row
        old = int(s.part[row])
        stones = occupied(s, row)
        new = (old | s.part[row - 1] | s.part[row + 1]) & stones
        grown = (new | new << 1 | new >> 1) & stones
        while grown != new:
            new = grown
            grown = (new | new << 1 | new >> 1) & stones
        unchanged += 1
        if new != old:
            s.part[row] = new
            size += count_stones(new ^ old)
            unchanged = 0
        if row + step > s.tall or row + step < 1:
            step = -step
        row = min(max(row + step, 1), s.tall)
    return size


def clear_part(s: Record) -> None:
    for row in range(1, s.tall + 1):
        s.part[row] = 0


# --- the whole position --------------------------------------------------------------------------


def fingerprint(s: Record) -> int:
    """The position up to translation as a number; whose turn it is does not go in."""
    one, two = 1, 1
    for row in range(1, s.tall + 1):
        for seat in range(2):
            one = (one * BASE_ONE + s.stones[row][seat]) % PRIME_ONE
            two = (two * BASE_TWO + s.stones[row][seat]) % PRIME_TWO
    return int(one << 31 | two)


def move_frame(s: Record) -> None:
    """Moves the frame so that the field begins in row 1 and column 1 again."""
    bottom, top, columns = -1, 0, 0
    for row in range(s.tall + 2):
        stones = occupied(s, row)
        columns |= stones
        if stones:
            top = row
            if bottom < 0:
                bottom = row
    right, up = -1, bottom - 1
    while not columns & 1:
        columns >>= 1
        right += 1
    if right != 0 or up != 0:
        shift_rows(s, right, up)
        s.left += right
        s.low += up
        if s.source != NOWHERE:
            s.source -= up * SIDE + right
    s.tall = top - bottom + 1


def shift_rows(s: Record, right: int, up: int) -> None:
    """All stones to the left and down in the frame, or (right = -1, up = -1) one cell to the right and up."""
    for k in range(s.tall + 2):
        row = s.tall + 1 - k if up < 0 else k
        for seat in range(2):
            stones = int(s.stones[row + up][seat]) if 0 <= row + up <= s.tall + 1 else 0
            s.stones[row][seat] = stones << 1 if right < 0 else stones >> right
