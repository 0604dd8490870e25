"""The exact search: is there a stack that some tiles can show, that keeps the open lids and is worth enough?

Open lids that must stay are `pins`: (x, y, height) relative to the first of them, sorted by x, then y; they may be
lifted together. What can stand before a line of columns (equal x) and behind it is known from box_tables.py, so only
the lines from the first pin's to the last pin's are searched, from the back to the front, the most promising first
lines first. A branch is left when even the best continuation is not good enough. Without pins any line will do.
"""

from typing import Any

from spielkiste.core.record import Out
from spielkiste.core.scratch import scratch

from .box_tables import BEHIND, BEHIND_GAIN, FRONT, FRONT_GAIN, MOST_BOXES, SHAPES
from .column_lines import (
    AT,
    BEGIN,
    BOXES,
    FIRST,
    GOAL,
    HIGH,
    LEAST_BOXES,
    LEAST_VALUE,
    LEFT,
    LENGTH,
    LIDS,
    LIFT,
    LINES,
    NEW_ROWS,
    NUMBER,
    PIN_Y,
    RIGHT,
    WIDTH,
    look_up,
    most_value,
    next_line,
    open_line,
    pins_fit,
    place,
    tally,
    value_so_far,
)
from .line_shapes import IMPOSSIBLE, SIZE
from .stack import MOST, boxes, column, copy_columns, count, height_of, is_open, tiles, x_of, y_of

MOST_PINS = 4  # open lids in the box of tiles
SLOTS, FEW_SLOTS = 32749, 1021  # places in the memory of lines met before: primes
PROMISES = 512  # no line promises that much
ALL_LINES = LINES * WIDTH
NAMES = len(SHAPES) * MOST + 1  # of first lines: which one, and the place of the first pin in it; 0: none

# What was found: lines searched, whether x and y changed places, the y of the first pin, tiles before the last line
# (LEFT, RIGHT, LIDS) and behind the first (BACK more).
FOUND_LINES, TURNED, FOUND_Y, BACK = 0, 1, 2, 3
FOUND = LIDS + BACK + 1


def can_build_with(stack: Any, laid: Any, hand: Any, young: int) -> bool:
    """Whether any build exists with these tiles at hand."""
    old, goal, pins = scratch(MOST, "i8"), scratch(GOAL, "i8"), scratch((MOST_PINS, 3), "i8")
    copy_columns(stack, old)
    set_goal(goal, old, laid[0] + hand[0], laid[1] + hand[1], laid[2] + hand[2] + laid[3] + hand[3])
    if young:
        return bool(MOST_BOXES[0, goal[LEFT], goal[RIGHT], goal[LIDS]] >= goal[LEAST_BOXES])
    n = read_pins(old, pins)
    if ceiling(goal, highest_pin(pins, n)) < goal[LEAST_VALUE]:
        return False
    lines, found = scratch(ALL_LINES, "i8"), scratch(FOUND, "i8")
    turn_if_long(old, goal, pins, n, found)
    return (
        n < 2
        or find_near(old, goal, pins, n, lines, found)
        or find(goal, pins, n, lines, found, True, scratch(FEW_SLOTS, "i8"))
    )


def best_lines(stack: Any, left: int, right: int, lids: int, young: int, lines: Any, found: Any) -> int:
    """The most points a build can bring, 0 if there is none; how to build it goes to `lines` and `found`."""
    old, goal, pins = scratch(MOST, "i8"), scratch(GOAL, "i8"), scratch((MOST_PINS, 3), "i8")
    copy_columns(stack, old)
    set_goal(goal, old, left, right, lids)
    before = goal[LEAST_BOXES] - 1 if young else goal[LEAST_VALUE] - 1
    n = read_pins(old, pins)
    if young:
        goal[LEAST_BOXES] = max(goal[LEAST_BOXES], MOST_BOXES[0, left, right, lids])
    highest = ceiling(goal, highest_pin(pins, n))
    if highest == IMPOSSIBLE or (highest < goal[LEAST_VALUE] and not young):
        return 0
    if n < 2:
        goal[LEAST_VALUE] = highest
    turn_if_long(old, goal, pins, n, found)
    if not find(goal, pins, n, lines, found, n < 2, scratch(SLOTS, "i8")):
        return 0
    return int(goal[LEAST_BOXES] if young else goal[LEAST_VALUE] - 1) - int(before)


def set_goal(goal: Any, stack: Any, left: int, right: int, lids: int) -> None:
    """A box and a point more than a stack has; a build is worth the difference of two values."""
    goal[LEFT], goal[RIGHT], goal[LIDS] = left, right, lids
    goal[LEAST_BOXES], goal[LEAST_VALUE] = boxes(stack) + 1, 3 * boxes(stack) - tiles(stack) + 1


def read_pins(stack: Any, pins: Any) -> int:
    n = 0
    for k in range(count(stack)):
        if is_open(stack[k]):
            pins[n, 0], pins[n, 1], pins[n, 2] = x_of(stack[k]), y_of(stack[k]), height_of(stack[k])
            n += 1
    for k in range(n - 1, -1, -1):
        pins[k, 0] -= pins[0, 0]
        pins[k, 1] -= pins[0, 1]
    return n


def highest_pin(pins: Any, n: int) -> int:
    highest = 0
    for k in range(n):
        highest = max(highest, pins[k, 2])
    return highest


def ceiling(goal: Any, layers: int) -> int:
    """The greatest value of any stack with enough boxes and so many layers or more; exact for one pin or none."""
    best = IMPOSSIBLE
    for left in range(goal[LEFT] + 1):
        for right in range(goal[RIGHT] + 1):
            for lids in range(goal[LIDS] + 1):
                most = int(MOST_BOXES[layers, left, right, lids])
                if most >= goal[LEAST_BOXES]:
                    best = max(best, 3 * most - left - right - lids)
    return best


# --- turning -------------------------------------------------------------------------------------


def turn_if_long(stack: Any, goal: Any, pins: Any, n: int, found: Any) -> None:
    """Exchanges x and y, and left and right sides, if pins lie further apart in x than in y: fewer lines to search."""
    least, most = 0, 0
    for k in range(n):
        least, most = min(least, pins[k, 1]), max(most, pins[k, 1])
    found[TURNED] = 0
    if pins[max(n - 1, 0), 0] > most - least:
        found[TURNED] = 1
        goal[LEFT], goal[RIGHT] = goal[RIGHT], goal[LEFT]
        turn(stack)
        read_pins(stack, pins)


def turn(columns: Any) -> None:
    """Exchanges x and y, and sorts the columns again."""
    for k in range(count(columns)):
        c = int(columns[k])
        turned, j = column(y_of(c), x_of(c), height_of(c), c & 1), k
        while j > 0 and columns[j - 1] > turned:
            columns[j] = columns[j - 1]
            j -= 1
        columns[j] = turned


# --- the search ----------------------------------------------------------------------------------


def find(goal: Any, pins: Any, n: int, lines: Any, found: Any, any_will_do: bool, memory: Any) -> bool:
    """Looks for stacks that meet the goal and keep the pins, each better than the last; the goal rises with them."""
    at, best = scratch(AT, "i8"), scratch(ALL_LINES, "i8")
    # names of first lines by what they promise: the first with each promise, and the next one after each; 0: none
    heads, nexts = scratch(PROMISES, "i8"), scratch(NAMES, "i8")
    sort_first_lines(heads, nexts, lines, goal, pins, n, at)
    any_found = False
    for promise in range(PROMISES - 1, -1, -1):
        k = heads[promise]
        while k > 0 and promise >= goal[LEAST_VALUE] and not (any_found and any_will_do):
            set_first_line(lines, (k - 1) // MOST, (k - 1) % MOST, pins, at)
            if find_from_first_line(goal, pins, n, at, lines, found, best, any_will_do, memory, k):
                any_found = True
            k = nexts[k]
    copy_lines(best, lines)
    return any_found


def copy_lines(lines: Any, out: Out) -> None:
    for k in range(ALL_LINES):
        out[k] = lines[k]


def find_from_first_line(
    goal: Any, pins: Any, n: int, at: Any, lines: Any, found: Any, best: Any, any_will_do: bool, memory: Any, name: int
) -> bool:
    line, any_found = 1, False
    while True:
        if pins[max(n - 1, 0), 0] == line - 1:  # the last pin stands here: the tables know the rest
            if finish(lines, line, goal, found):
                copy_lines(lines, best)
                found[FOUND_Y] = at[PIN_Y]
                any_found = True
                if any_will_do:
                    return True
        elif is_new(lines, line, name, memory):
            line += 1
            open_line(lines, line)
        while line > 1 and not next_line(lines, line, goal, pins, n, at):
            line -= 1
        if line == 1:
            return any_found


def find_near(stack: Any, goal: Any, pins: Any, n: int, lines: Any, found: Any) -> bool:
    """Looks first for a build that keeps the lines of the pins, then for one that keeps the first of them."""
    if finish(lines, read_lines(stack, lines), goal, found):
        return True
    first = 0
    while not is_open(stack[first]):
        first += 1
    at, best, memory = scratch(AT, "i8"), scratch(ALL_LINES, "i8"), scratch(1, "i8")
    set_first_line(lines, lines[FIRST + NUMBER], y_of(stack[first]) - lines[FIRST + BEGIN], pins, at)
    return find_from_first_line(goal, pins, n, at, lines, found, best, True, memory, 0)


def sort_first_lines(heads: Any, nexts: Any, lines: Any, goal: Any, pins: Any, n: int, at: Any) -> None:
    """Sorts all lines that can hold the first pin, and where in them it can be, by what they promise."""
    for number in range(len(SHAPES)):
        set_first_line(lines, number, 0, pins, at)
        enough_left = lines[FIRST + LEFT] <= goal[LEFT] and lines[FIRST + RIGHT] <= goal[RIGHT]
        if enough_left and lines[FIRST + LIDS] <= goal[LIDS]:
            for k in range(lines[FIRST + LENGTH] if n > 0 else 1):
                at[PIN_Y], at[LIFT] = k, lines[FIRST + HIGH + k] - pins[0, 2]
                if pins_fit(lines, 1, goal, pins, n, at):
                    promise = most_value(lines, 1, goal, at)
                    name = 1 + number * MOST + k
                    if promise >= goal[LEAST_VALUE]:
                        nexts[name] = heads[promise]
                        heads[promise] = name


def set_first_line(lines: Any, number: int, k: int, pins: Any, at: Any) -> None:
    """Fills line 1 with the heights of a line of the tables; the first pin is its column k."""
    shape, beads, length = int(SHAPES[number]), 0, 0
    for bit in range(SIZE):
        beads += (shape >> bit) & 1
    for bit in range(SIZE - 1, -1, -1):
        if (shape >> bit) & 1:
            lines[FIRST + HIGH + length] = bit - (beads - 1 - length)
            length += 1
    lines[FIRST + BEGIN], lines[FIRST + NEW_ROWS], lines[FIRST + LENGTH] = 0, 0, length
    lines[FIRST + NUMBER] = number
    tally(lines, 1)
    at[PIN_Y], at[LIFT] = k, lines[FIRST + HIGH + k] - pins[0, 2]


def read_lines(stack: Any, lines: Any) -> int:
    """Fills the lines from the first pin's to the last pin's as they are in a stack; the number of the last."""
    n = count(stack)
    first, last = MOST, 0
    for k in range(n):
        if is_open(stack[k]):
            first, last = min(first, x_of(stack[k])), x_of(stack[k])
    for line in range(1, last - first + 2):
        this, length = line * WIDTH, 0
        for k in range(n):
            if x_of(stack[k]) == first + line - 1:
                if length == 0:
                    lines[this + BEGIN] = y_of(stack[k])
                lines[this + HIGH + length] = height_of(stack[k])
                length += 1
        lines[this + LENGTH] = length
        lines[this + NEW_ROWS] = lines[this - WIDTH + BEGIN] - lines[this + BEGIN] if line > 1 else 0
        tally(lines, line)
        look_up(lines, line)
    return last - first + 1


def is_new(lines: Any, line: int, name: int, memory: Any) -> bool:
    """Whether such a line was not reached before with the same tiles and as many boxes; it is remembered."""
    this = line * WIDTH
    key = ((name << 4 | line - 1) << 5 | -lines[this + BEGIN]) << 10 | lines[this + NUMBER]
    key = ((key << 5 | lines[this + LEFT]) << 5 | lines[this + RIGHT]) << 5 | lines[this + LIDS]
    slot = key % len(memory)
    if memory[slot] >> 7 == key and memory[slot] & 127 >= lines[this + BOXES]:
        return False
    memory[slot] = key << 7 | lines[this + BOXES]
    return True


# --- sharing the tiles left between front and back -----------------------------------------------


def finish(lines: Any, last: int, goal: Any, found: Any) -> bool:
    """The best front and back for lines from the first pin's to the last pin's. Raises a goal that is reached."""
    this, any_found = last * WIDTH, False
    left, right = goal[LEFT] - lines[this + LEFT], goal[RIGHT] - lines[this + RIGHT]
    lids = goal[LIDS] - lines[this + LIDS]
    for a in range(left + 1):  # a, b, c of these tiles before the last line
        if not can_reach(lines, last, goal, a, right, lids, left - a, right, lids):
            continue
        for b in range(right + 1):
            if not can_reach(lines, last, goal, a, b, lids, left - a, right - b, lids):
                continue
            for c in range(lids + 1):
                if can_reach(lines, last, goal, a, b, c, left - a, right - b, lids - c) and finish_back(
                    lines, last, goal, a, b, c, left - a, right - b, lids - c, found
                ):
                    any_found = True
    return any_found


def can_reach(lines: Any, last: int, goal: Any, a: int, b: int, c: int, left: int, right: int, lids: int) -> bool:
    """Whether the goal can be reached with a, b, c tiles before the last line; left, right, lids behind the first."""
    front, back = place(lines, last, a, b, c), place(lines, 1, left, right, lids)
    return bool(
        value_so_far(lines, last) + int(FRONT_GAIN[front]) + int(BEHIND_GAIN[back]) >= goal[LEAST_VALUE]
        and lines[last * WIDTH + BOXES] + int(FRONT[front]) + int(BEHIND[back]) >= goal[LEAST_BOXES]
    )


def finish_back(
    lines: Any, last: int, goal: Any, a: int, b: int, c: int, left: int, right: int, lids: int, found: Any
) -> bool:
    """Just a, b, c tiles before the last line, up to left, right, lids behind the first one."""
    front = int(FRONT[place(lines, last, a, b, c)])
    total, value = lines[last * WIDTH + BOXES] + front, value_so_far(lines, last) + 3 * front - a - b - c
    any_found = False
    if value + int(BEHIND_GAIN[place(lines, 1, left, right, lids)]) < goal[LEAST_VALUE]:
        return False
    for i in range(left + 1):
        for j in range(right + 1):
            for k in range(lids + 1):
                back = int(BEHIND[place(lines, 1, i, j, k)])
                gained = value + 3 * back - i - j - k
                if gained >= goal[LEAST_VALUE] and total + back >= goal[LEAST_BOXES]:
                    goal[LEAST_VALUE] = gained + 1
                    found[FOUND_LINES] = last
                    found[LEFT], found[RIGHT], found[LIDS] = a, b, c
                    found[LEFT + BACK], found[RIGHT + BACK], found[LIDS + BACK] = i, j, k
                    any_found = True
    return any_found
