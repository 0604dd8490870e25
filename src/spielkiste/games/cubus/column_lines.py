"""Lines of columns (equal x) for the search: filling them one by one, and what they promise.

All lines being tried lie in one array of numbers, `lines`, WIDTH numbers a line. Line 1 holds the first pin (see
build_search.py), line 0 lies behind it and is empty. `at` says where the pins are, `goal` what is asked for.
"""

from typing import Any

from .box_tables import BEHIND_GAIN, FRONT_GAIN, MOST_GAIN, SHAPES, STARTS
from .line_shapes import SIZE
from .stack import MOST

LINES = MOST + 1

# What is known of a line; its heights are from HIGH on.
BEGIN, LENGTH, NEW_ROWS = 0, 1, 2  # its first y, its columns, those of them that begin a new row
LEFT, RIGHT, LIDS, BOXES = 3, 4, 5, 6  # used by the lines up to this one
NUMBER = 7  # its number in the tables
HIGH = 8
WIDTH = HIGH + MOST + 1
FIRST = WIDTH  # where line 1 begins

# The goal: tiles that may be used (LEFT, RIGHT, LIDS), the least boxes, and the least value = 3 x boxes - tiles.
LEAST_BOXES, LEAST_VALUE = 0, 1
GOAL = LIDS + 1
# The pins: the y of the first one and the lift of all; and the least tiles that lines up to the last pin's will take.
PIN_Y, LIFT, NEED_LEFT, NEED_RIGHT, NEED_LIDS = 0, 1, 2, 3, 4
AT = NEED_LIDS + 1


# --- filling a line ------------------------------------------------------------------------------


def open_line(lines: Any, line: int) -> None:
    this = line * WIDTH
    lines[this + BEGIN] = lines[this - WIDTH + BEGIN]
    lines[this + LENGTH] = 0
    lines[this + NEW_ROWS] = 0
    tally(lines, line)


def next_line(lines: Any, line: int, goal: Any, pins: Any, n: int, at: Any) -> bool:
    """Goes on to the next way to fill this line that is still promising; False after the last."""
    this, growing = line * WIDTH, True
    while True:
        changed = growing and add_column(lines, line, goal, pins, n, at)
        if not changed and not lower_last(lines, line, pins, n, at):
            if not one_more_new_row(lines, line, goal):
                return False
            growing = True
            continue
        tally(lines, line)
        growing = beginning_is_promising(lines, line, goal)
        if not growing:  # with a lower last column it would be even less
            lines[this + LENGTH] -= 1
            tally(lines, line)
        elif lines[this + LENGTH] > lines[this + NEW_ROWS] and pins_fit(lines, line, goal, pins, n, at):
            look_up(lines, line)
            if most_value(lines, line, goal, at) >= goal[LEAST_VALUE]:
                return True


def add_column(lines: Any, line: int, goal: Any, pins: Any, n: int, at: Any) -> bool:
    """One more column, as high as can be."""
    this, behind = line * WIDTH, (line - 1) * WIDTH
    length, y = lines[this + LENGTH], lines[this + BEGIN] + lines[this + LENGTH]
    highest = lines[this + HIGH + length - 1] if length > 0 else goal[RIGHT] - lines[behind + RIGHT]
    row_behind = y - lines[behind + BEGIN]
    if row_behind < 0:
        highest = min(highest, goal[LEFT] - lines[this + LEFT])
    elif row_behind < lines[behind + LENGTH]:
        highest = min(highest, lines[behind + HIGH + row_behind])
    else:
        return False
    for k in range(n):
        if pins[k, 0] == line - 1:
            if at[PIN_Y] + pins[k, 1] < lines[this + BEGIN]:
                return False
            if at[PIN_Y] + pins[k, 1] == y:
                highest = min(highest, at[LIFT] + pins[k, 2])
    if lines[this + LIDS] == goal[LIDS] or highest < lowest_here(line, y, pins, n, at):
        return False
    lines[this + HIGH + length] = highest
    lines[this + LENGTH] += 1
    return True


def lower_last(lines: Any, line: int, pins: Any, n: int, at: Any) -> bool:
    """Lowers the last column that can be lowered, without those before it."""
    this = line * WIDTH
    while lines[this + LENGTH] > 0:
        last = lines[this + LENGTH] - 1
        if lines[this + HIGH + last] > lowest_here(line, lines[this + BEGIN] + last, pins, n, at):
            lines[this + HIGH + last] -= 1
            return True
        lines[this + LENGTH] -= 1
    return False


def lowest_here(line: int, y: int, pins: Any, n: int, at: Any) -> int:
    """A column must be as high as every pin before it."""
    lowest = 1
    for k in range(n):
        if pins[k, 0] >= line - 1 and at[PIN_Y] + pins[k, 1] >= y:
            lowest = max(lowest, at[LIFT] + pins[k, 2])
    return lowest


def one_more_new_row(lines: Any, line: int, goal: Any) -> bool:
    """Begins the line one step further to the left than before."""
    this, behind = line * WIDTH, (line - 1) * WIDTH
    rows = lines[this + NEW_ROWS] + 1
    if rows > goal[LEFT] - lines[behind + LEFT] or rows >= goal[LIDS] - lines[behind + LIDS]:
        return False
    lines[this + NEW_ROWS] = rows
    lines[this + BEGIN] -= 1
    tally(lines, line)
    return True


def tally(lines: Any, line: int) -> None:
    """Counts what is used, with the columns of this line so far."""
    this, behind = line * WIDTH, (line - 1) * WIDTH
    total, new = 0, 0
    for k in range(lines[this + LENGTH]):
        total += lines[this + HIGH + k]
        if line == 1 or k < lines[this + NEW_ROWS]:
            new += lines[this + HIGH + k]
    lines[this + LEFT] = lines[behind + LEFT] + new
    lines[this + RIGHT] = lines[behind + RIGHT]
    if lines[this + LENGTH] > 0:
        lines[this + RIGHT] += lines[this + HIGH]
    lines[this + LIDS] = lines[behind + LIDS] + lines[this + LENGTH]
    lines[this + BOXES] = lines[behind + BOXES] + total


# --- what lines promise --------------------------------------------------------------------------


def value_so_far(lines: Any, line: int) -> int:
    this = line * WIDTH
    return 3 * lines[this + BOXES] - lines[this + LEFT] - lines[this + RIGHT] - lines[this + LIDS]  # type: ignore[no-any-return]  # an array is dynamic


def beginning_is_promising(lines: Any, line: int, goal: Any) -> bool:
    """Whether this line, perhaps with more columns, and others before it and behind the first can reach the goal.

    What is still to come before it has these left sides for free: all of this line, and of the line behind it what is
    not higher than the last column. Right sides are free up to the height of the last column.
    """
    this, behind = line * WIDTH, (line - 1) * WIDTH
    last = lines[this + HIGH + lines[this + LENGTH] - 1]
    free = lines[this + BOXES] - lines[behind + BOXES]
    for k in range(max(0, lines[this + BEGIN] + lines[this + LENGTH] - lines[behind + BEGIN]), lines[behind + LENGTH]):
        free += min(last, lines[behind + HIGH + k])
    left, right = goal[LEFT] - lines[this + LEFT], goal[RIGHT] - lines[this + RIGHT]
    lids = goal[LIDS] - lines[this + LIDS]
    front = last + MOST_GAIN[free, left, right + last, lids]
    behind_first = int(BEHIND_GAIN[place(lines, 1, left, right, lids)])
    return bool(value_so_far(lines, line) + front + behind_first >= goal[LEAST_VALUE])


def most_value(lines: Any, line: int, goal: Any, at: Any) -> int:
    """No stack with these lines can have more value: as if both sides could use all tiles that no pin needs."""
    this = line * WIDTH
    left, right = goal[LEFT] - lines[this + LEFT], goal[RIGHT] - lines[this + RIGHT]
    lids = goal[LIDS] - lines[this + LIDS]
    front = place(lines, line, left, right, lids)
    behind = place(lines, 1, left - at[NEED_LEFT], right - at[NEED_RIGHT], lids - at[NEED_LIDS])
    return value_so_far(lines, line) + int(FRONT_GAIN[front]) + int(BEHIND_GAIN[behind])


def look_up(lines: Any, line: int) -> None:
    """Finds a line in the tables."""
    this, shape = line * WIDTH, 0
    for k in range(lines[this + LENGTH]):
        shape |= 1 << (lines[this + HIGH + k] + lines[this + LENGTH] - 1 - k)
    low, high = 0, len(SHAPES) - 1
    while low < high:
        middle = (low + high) // 2
        if SHAPES[middle] < shape:
            low = middle + 1
        else:
            high = middle
    lines[this + NUMBER] = low


def place(lines: Any, line: int, left: int, right: int, lids: int) -> int:
    """Where the tables tell what so many tiles can do beside a line."""
    this = line * WIDTH
    start = int(STARTS[lines[this + NUMBER]])
    return start + (left * (SIZE - lines[this + HIGH]) + right) * (SIZE - lines[this + LENGTH]) + lids  # type: ignore[no-any-return]  # an array is dynamic


# --- pins ----------------------------------------------------------------------------------------


def pins_fit(lines: Any, line: int, goal: Any, pins: Any, n: int, at: Any) -> bool:
    """Whether the pins of this line stand in it, and the tiles left suffice to reach those before it."""
    this = line * WIDTH
    if at[LIFT] < 0:
        return False
    for k in range(n):
        ahead, there = pins[k, 0] - line + 1, at[PIN_Y] + pins[k, 1] - lines[this + BEGIN]
        if ahead >= 0:
            if there >= lines[this + LENGTH] or (there < 0 and ahead == 0):
                return False
            if there >= 0:
                more = lines[this + HIGH + there] - at[LIFT] - pins[k, 2]
                if more < 0 or (more > 0 and ahead == 0):
                    return False
    need_tiles(lines, line, pins, n, at)
    return bool(
        goal[LEFT] - lines[this + LEFT] >= at[NEED_LEFT]
        and goal[RIGHT] - lines[this + RIGHT] >= at[NEED_RIGHT]
        and goal[LIDS] - lines[this + LIDS] >= at[NEED_LIDS]
    )


def need_tiles(lines: Any, line: int, pins: Any, n: int, at: Any) -> None:
    """The least that lines before this one take up to the last pin's.

    A pin in a row of this line stands at the end of an unbroken run of columns in each of these lines. A pin to the
    left of it begins a new row, and so do those between.
    """
    at[NEED_LEFT], at[NEED_RIGHT], at[NEED_LIDS] = 0, 0, 0
    new_rows, in_rows = 0, 0
    for step in range(1, pins[max(n - 1, 0), 0] - line + 2):
        high, long = 1, 0
        for k in range(n):
            ahead, there = pins[k, 0] - line + 1, at[PIN_Y] + pins[k, 1] - lines[line * WIDTH + BEGIN]
            if ahead == step or (ahead > step and there >= 0):
                high = max(high, at[LIFT] + pins[k, 2])
            if ahead >= step and there >= 0:
                long = max(long, there + 1)
            if ahead == step and there < 0:
                new_rows = max(new_rows, -there)
                at[NEED_LEFT] = max(at[NEED_LEFT], at[LIFT] + pins[k, 2] - there - 1)
        at[NEED_RIGHT] += high
        at[NEED_LIDS] += max(long, 1)
        in_rows += long
    at[NEED_LIDS] = max(at[NEED_LIDS], in_rows + new_rows)
