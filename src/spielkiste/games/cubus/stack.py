"""What a stack is: its columns as numbers, which stacks can be drawn, and the tiles a drawing takes.

The viewer looks from the front above; x grows towards the front left, y towards the front right:

              0,0                a column is one number:   x      y     height  lid
           1,0   0,1                                     5 bits 5 bits  5 bits  1 bit (1: open)
        2,0   1,1   0,2          a stack is a list of MOST columns, sorted by x, then y, zeros after the last;
     3,0   2,1   1,2   0,3       normalised: the smallest x and the smallest y are 0.

A stack can be drawn if and only if its floor is connected and has no missing inner corner, and heights never grow
towards the front. So each line of equal x is an unbroken run of columns; from one line to the next neither end moves
towards the front right, and the two lines touch.
"""

from typing import Any

from spielkiste.core.record import Out

MOST = 16  # columns at most: there are 16 lids
HIGHEST = 16  # there are 16 left sides
LEFT, RIGHT, CLOSED, OPEN = 0, 1, 2, 3  # kinds of tiles
KINDS = 4
FAR = 99  # behind the first line nothing stands

ONE_X, ONE_Y, ONE_HIGHER = 1 << 11, 1 << 6, 1 << 1


def column(x: int, y: int, height: int, lid: int) -> int:
    """A column as a number; lid 1 is an open one."""
    return x * ONE_X + y * ONE_Y + height * ONE_HIGHER + lid


def x_of(c: int) -> int:
    return int(c) >> 11


def y_of(c: int) -> int:
    return (int(c) >> 6) & 31


def height_of(c: int) -> int:
    return (int(c) >> 1) & 31


def is_open(c: int) -> bool:
    return (int(c) & 1) == 1


def place_of(c: int) -> int:
    """Where a column stands, without its height and lid; sorts as columns are listed."""
    return int(c) >> 6


def count(columns: Any) -> int:
    """How many columns a stack has."""
    n = 0
    while n < MOST and columns[n] != 0:
        n += 1
    return n


def boxes(columns: Any) -> int:
    """All boxes, also those nobody sees."""
    total = 0
    for k in range(count(columns)):
        total += height_of(columns[k])
    return total


def can_be_drawn(columns: Any) -> bool:
    """Whether sorted columns have a floor in one piece without a missing inner corner and never grow to the front."""
    return floor_can_be_drawn(columns) and never_grows_to_the_front(columns)


def floor_can_be_drawn(columns: Any) -> bool:
    x, begin, end = -1, FAR, FAR  # of the line at hand; it holds y from begin to end
    begin_behind, end_behind = FAR, FAR
    n = count(columns)
    for k in range(n):
        here, y = x_of(columns[k]), y_of(columns[k])
        if k == 0:
            x, begin, end = here, y, y
        elif here == x and y == end + 1:
            end = y
        elif here == x + 1 and line_fits(begin, end, begin_behind, end_behind):
            begin_behind, end_behind = begin, end
            x, begin, end = here, y, y
        else:
            return False
    return n > 0 and line_fits(begin, end, begin_behind, end_behind)


def line_fits(begin: int, end: int, begin_behind: int, end_behind: int) -> bool:
    """A line in front of another one reaches no further right at either end, and touches it."""
    return begin_behind == FAR or (begin <= begin_behind and end <= end_behind and end >= begin_behind)


def never_grows_to_the_front(columns: Any) -> bool:
    n = count(columns)
    for k in range(n):
        for j in range(k):
            step = place_of(columns[k]) - place_of(columns[j])
            if (step == 1 or step == 32) and height_of(columns[k]) > height_of(columns[j]):
                return False
    return True


def left_sides(columns: Any) -> int:
    """For each line of equal y its greatest height: that of the column with nothing behind it."""
    total, x, begin, begin_behind = 0, -1, FAR, FAR
    for k in range(count(columns)):
        c = int(columns[k])
        if x_of(c) != x:
            begin_behind = begin
            x, begin = x_of(c), y_of(c)
        if y_of(c) < begin_behind:
            total += height_of(c)
    return total


def right_sides(columns: Any) -> int:
    """For each line of equal x its greatest height: that of its first column."""
    total, x = 0, -1
    for k in range(count(columns)):
        if x_of(columns[k]) != x:
            x = x_of(columns[k])
            total += height_of(columns[k])
    return total


def tiles_of_kind(columns: Any, kind: int) -> int:
    """How many tiles of a kind the drawing of a stack takes."""
    if kind == LEFT:
        return left_sides(columns)
    if kind == RIGHT:
        return right_sides(columns)
    total = 0
    for k in range(count(columns)):
        if is_open(columns[k]) == (kind == OPEN):
            total += 1
    return total


def tiles(columns: Any) -> int:
    """How many tiles the drawing of a stack takes in all."""
    return left_sides(columns) + right_sides(columns) + count(columns)


def find(columns: Any, x: int, y: int) -> int:
    """The column at a place, 0 if none stands there."""
    for k in range(count(columns)):
        if x_of(columns[k]) == x and y_of(columns[k]) == y:
            return int(columns[k])
    return 0


def same(one: Any, other: Any) -> bool:
    for k in range(MOST):
        if one[k] != other[k]:
            return False
    return True


def copy_columns(columns: Any, out: Any) -> None:
    for k in range(MOST):
        out[k] = columns[k]


def clear(columns: Any) -> None:
    for k in range(MOST):
        columns[k] = 0


def set_column(columns: Any, out: Out, x: int, y: int, height: int, lid: int) -> None:
    """Writes to `out`: the stack with a column of this height at a place, at most one step outside its frame."""
    shift = (ONE_X if x < 0 else 0) + (ONE_Y if y < 0 else 0)
    new = column(max(x, 0), max(y, 0), height, lid)
    n, waiting = 0, True
    for k in range(count(columns)):
        c = int(columns[k]) + shift
        if waiting and place_of(c) >= place_of(new):
            out[n] = new
            n += 1
            waiting = False
        if place_of(c) != place_of(new):
            out[n] = c
            n += 1
    if waiting:
        out[n] = new
        n += 1
    for k in range(n, MOST):
        out[k] = 0


def push_layer_under(columns: Any, out: Out) -> None:
    """Writes to `out`: the stack with every column one box higher."""
    clear(out)
    for k in range(count(columns)):
        out[k] = int(columns[k]) + ONE_HIGHER


def take_box(columns: Any, out: Out, k: int) -> None:
    """Writes to `out`: the stack without the top box of column k, normalised."""
    clear(out)
    n = 0
    for j in range(count(columns)):
        c = int(columns[j]) - (ONE_HIGHER if j == k else 0)
        if height_of(c) > 0:
            out[n] = c
            n += 1
    normalise(out)


def normalise(columns: Any) -> None:
    """Moves sorted columns so that the smallest x and the smallest y are 0."""
    n = count(columns)
    least_x, least_y = FAR, FAR
    for k in range(n):
        least_x = min(least_x, x_of(columns[k]))
        least_y = min(least_y, y_of(columns[k]))
    for k in range(n):
        columns[k] = int(columns[k]) - least_x * ONE_X - least_y * ONE_Y


def open_lids_stay(old: Any, new: Any) -> bool:
    """All open lids of the old stack are found in the new one after one common shift and one lift of 0 or more."""
    n = count(old)
    first = 0
    while first < n and not is_open(old[first]):
        first += 1
    if first == n:
        return True
    for k in range(count(new)):
        lift = height_of(new[k]) - height_of(old[first])
        if is_open(new[k]) and lift >= 0:
            move_x, move_y = x_of(new[k]) - x_of(old[first]), y_of(new[k]) - y_of(old[first])
            if open_lids_found(old, new, move_x, move_y, lift):
                return True
    return False


def open_lids_found(old: Any, new: Any, move_x: int, move_y: int, lift: int) -> bool:
    for k in range(count(old)):
        if is_open(old[k]):
            c = find(new, x_of(old[k]) + move_x, y_of(old[k]) + move_y)
            if not is_open(c) or height_of(c) != height_of(old[k]) + lift:
                return False
    return True
