"""Builds: what one is worth, what makes one legal, and the elementary ones that are listed as moves.

An elementary build raises exactly one column (perhaps a new one beside the stack) or pushes a layer under everything.
`owner` is the row of `hand` whose tiles are used: a seat, or the HEAP.
"""

from typing import Any

from spielkiste.core.record import Out, Record

from .stack import (
    CLOSED,
    HIGHEST,
    KINDS,
    LEFT,
    MOST,
    OPEN,
    RIGHT,
    boxes,
    can_be_drawn,
    clear,
    copy_columns,
    count,
    height_of,
    is_open,
    open_lids_stay,
    push_layer_under,
    set_column,
    tiles,
    tiles_of_kind,
    x_of,
    y_of,
)

MAX_BUILDS = 321  # see `list_builds`
# Actions: a build written out in full, a layer under everything, and RAISE + the number of place, height and lid.
DRAFTED, LAYER, RAISE = 3, 4, 5
SIDE = MOST + 1  # places -1 to 15 in each direction
# The column itself and the places beside it.
WAYS = 5
WAY_X = (0, -1, 0, 0, 1)
WAY_Y = (0, 0, -1, 1, 0)


# --- any build -----------------------------------------------------------------------------------


def worth(s: Record, columns: Any) -> int:
    """Points for building these columns: three a box less the tiles spent; for the young one a box."""
    more = boxes(columns) - boxes(s.stack)
    return more if s.young else 3 * more - tiles(columns) + tiles(s.stack)


def has_tiles_for(s: Record, owner: int, columns: Any) -> bool:
    for kind in range(KINDS):
        if tiles_of_kind(columns, kind) > s.laid[kind] + s.hand[owner][kind]:
            return False
    return True


def is_build(s: Record, owner: int, columns: Any) -> bool:
    """Whether somebody's tiles allow to replace the stack by these columns."""
    return (
        can_be_drawn(columns)
        and has_tiles_for(s, owner, columns)
        and boxes(columns) > boxes(s.stack)
        and worth(s, columns) >= 1
        and open_lids_stay(s.stack, columns)
    )


def lay_draft(s: Record, owner: int) -> None:
    """Lays the draft on the table; tiles no longer needed come back."""
    for kind in range(KINDS):
        needed = tiles_of_kind(s.draft, kind)
        s.hand[owner][kind] += s.laid[kind] - needed
        s.laid[kind] = needed
    copy_columns(s.draft, s.stack)
    clear(s.draft)


def write_build(columns: Any, action: int, out: Out) -> None:
    """Writes to `out` the stack that an elementary build makes of these columns."""
    if action == LAYER:
        push_layer_under(columns, out)
        return
    number = action - RAISE
    place, height, lid = number // (2 * HIGHEST), number // 2 % HIGHEST + 1, number % 2
    set_column(columns, out, place // SIDE - 1, place % SIDE - 1, height, lid)


# --- elementary builds ---------------------------------------------------------------------------


def list_builds(s: Record, owner: int, out: Out, n: int) -> int:
    """Writes the elementary builds to `out` from index n on; the index after the last.

    They are all worth a point: a raised column spends at most two sides a box, and a new one shares a side with the
    column beside it. There are at most 160 raises, each with two lids: of the r <= L lines of equal y, the last column
    of each can be raised 16 - L ways, a new one put behind it 17 - L ways, one beyond the first and last line 16 - L
    ways; all others share the steps down along their lines, L in all: L + r (33 - 2 L) + 2 (16 - L) <= 160.
    """
    if has_tiles_for_a_layer(s, owner):
        out[n] = LAYER
        n += 1
    for k in range(count(s.stack)):
        for way in range(WAYS):
            x, y = x_of(s.stack[k]) + WAY_X[way], y_of(s.stack[k]) + WAY_Y[way]
            lowest, highest = heights_possible(s, owner, k, way)
            for lid in range(2):
                if lowest <= highest and has_lid_for(s, owner, k, way, lid):
                    for height in range(lowest, highest + 1):
                        if not listed_otherwise(s, x, y, height, lid):
                            out[n] = raise_action(x, y, height, lid)
                            n += 1
    return n


def has_elementary_build(s: Record, owner: int) -> bool:
    if has_tiles_for_a_layer(s, owner):
        return True
    for k in range(count(s.stack)):
        for way in range(WAYS):
            if has_lid_for(s, owner, k, way, 0) or has_lid_for(s, owner, k, way, 1):
                lowest, highest = heights_possible(s, owner, k, way)
                if lowest <= highest:
                    return True
    return False


def raise_action(x: int, y: int, height: int, lid: int) -> int:
    return RAISE + (((x + 1) * SIDE + y + 1) * HIGHEST + height - 1) * 2 + lid


def has_tiles_for_a_layer(s: Record, owner: int) -> bool:
    """A layer shows one left side for each line of equal y and one right side for each line of equal x."""
    lines_x, lines_y = 0, 0
    for k in range(count(s.stack)):
        lines_x = max(lines_x, x_of(s.stack[k]) + 1)
        lines_y = max(lines_y, y_of(s.stack[k]) + 1)
    return bool(s.hand[owner][LEFT] >= lines_y and s.hand[owner][RIGHT] >= lines_x)


def has_lid_for(s: Record, owner: int, k: int, way: int, lid: int) -> bool:
    """Whether column k or a new one beside it can be raised and given a closed (0) or an open lid (1).

    Nothing is put on an open lid, and a closed one rises with its column.
    """
    if way == 0 and is_open(s.stack[k]):
        return False
    if lid == 1:
        return bool(s.hand[owner][OPEN] > 0)
    return bool(way == 0 or s.hand[owner][CLOSED] > 0)


def heights_possible(s: Record, owner: int, k: int, way: int) -> tuple[int, int]:
    """The lowest and highest height for column k or a new one beside it, by somebody's sides; lowest > highest: none.

    A new column that stands beside several others is looked at from the first of them only.
    """
    x, y = x_of(s.stack[k]) + WAY_X[way], y_of(s.stack[k]) + WAY_Y[way]
    in_line_x, in_line_y = 0, 0  # the greatest heights in the two lines through this place
    own, behind_x, behind_y, before_x, before_y = 0, 0, 0, 0, 0  # heights here and beside
    corner_behind, corner_before, first = 0, 0, MOST
    for j in range(count(s.stack)):
        to_x, to_y, height = x_of(s.stack[j]) - x, y_of(s.stack[j]) - y, height_of(s.stack[j])
        if to_x == 0:
            in_line_x = max(in_line_x, height)
            if to_y == -1:
                behind_y, first = height, min(first, j)
            elif to_y == 0:
                own = height
            elif to_y == 1:
                before_y, first = height, min(first, j)
        elif to_x == -1 and to_y == -1:
            corner_behind = 1
        elif to_x == 1 and to_y == 1:
            corner_before = 1
        if to_y == 0:
            in_line_y = max(in_line_y, height)
            if to_x == -1:
                behind_x, first = height, min(first, j)
            elif to_x == 1:
                before_x, first = height, min(first, j)
    lowest = max(own + 1, before_x, before_y)
    highest = min(HIGHEST, in_line_y + int(s.hand[owner][LEFT]), in_line_x + int(s.hand[owner][RIGHT]))
    highest = min(highest, behind_x or HIGHEST, behind_y or HIGHEST)
    if way > 0:
        inner_corner_missing = (corner_behind and not (behind_x and behind_y)) or (
            corner_before and not (before_x and before_y)
        )
        if own or first != k or inner_corner_missing:
            highest = 0
    return lowest, highest


def listed_otherwise(s: Record, x: int, y: int, height: int, lid: int) -> bool:
    """Whether another listed build gives the same stack: a layer, or the same bar made longer at its other end."""
    n = count(s.stack)
    if n == 1 and x == 0 and y == 0:
        return height == height_of(s.stack[0]) + 1 and lid == 0
    if x >= 0 and y >= 0:
        return False
    for k in range(n):
        off_line = y_of(s.stack[k]) != y if x < 0 else x_of(s.stack[k]) != x
        if off_line or height_of(s.stack[k]) != height or is_open(s.stack[k]) != (lid == 1):
            return False
    return True
