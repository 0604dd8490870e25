"""The compiled searches over jumps: down to positions that `endings` knows, or down to as few stones as possible."""

from typing import Any, NamedTuple

from spielkiste.core.record import Out

from .endings import ANY, TWELVE, last_cells, question
from .knowledge import count_stones
from .openings import FEWEST
from .rules import JUMP_FROM, JUMP_TABLE, jumpers

LOST, WON, OPEN = 0, 1, 2
DEEPEST = 32  # jumps in a game, and one more


class Tables(NamedTuple):
    turn: Any  # how positions are turned
    last: Any  # how sets of last cells are turned
    ends: Any  # all positions of few stones that can be won
    begins: Any  # those of many stones that are lost


def judge(stones: int, asked: int, ends: Any, begins: Any, lost: Any) -> int:
    """What is known of a position without a search; `asked` is its `question`."""
    left = count_stones(stones)
    if left <= TWELVE:
        return WON if last_cells(ends, asked >> 4) & asked else LOST
    if left >= FEWEST and last_cells(begins, asked >> 4):
        return LOST
    return LOST if is_noted(lost, asked) else OPEN


def is_noted(notes: Any, asked: int) -> bool:
    return bool(notes[place_of(notes, asked)] == asked)


def note(notes: Any, asked: int) -> None:
    """A later note replaces an earlier one in the same place: forgetting costs time, never truth."""
    notes[place_of(notes, asked)] = asked


def place_of(notes: Any, asked: int) -> int:
    return int(((asked * 0x1E3779B97F4A7C15) >> 40) & (len(notes) - 1))


def after(stones: int, jump: int) -> int:
    return int(stones ^ (1 << JUMP_TABLE[jump, 0]) ^ (1 << JUMP_TABLE[jump, 1]) ^ (1 << JUMP_TABLE[jump, 2]))


def trouble(stones: int, weight: Any) -> int:
    """How awkward the stones stand: at the edge and in corners."""
    return int(weight[0, stones & 4095] + weight[1, stones >> 12 & 4095] + weight[2, stones >> 24])


def list_jumps(stones: int, weight: Any, out: Out) -> int:
    """The possible jumps, least trouble first; their number."""
    count = 0
    for direction in range(4):
        ready = jumpers(stones, direction)
        cell = 0
        while ready:
            if ready & 1:
                jump = JUMP_FROM[direction, cell]
                load = trouble(after(stones, jump), weight)
                k = count
                while k and out[k - 1] >> 8 > load:
                    out[k] = out[k - 1]
                    k -= 1
                out[k] = load << 8 | jump
                count += 1
            ready >>= 1
            cell += 1
    for k in range(count):
        out[k] &= 255
    return count


def way_to_one(first: int, wanted: int, tables: Any, weight: Any, lost: Any, work: Any, line: Any, most: int) -> int:
    """Whether one stone can be left, on a wanted cell: WON with the jumps in `line` as far as the endings, LOST, or
    OPEN after `most` positions. work[d] holds the jumps to try at depth d, and beside them in its last places how many,
    which is next, the position and its question. line[-1] is the number of jumps, line[-2] that of positions seen.
    """
    line[-1], line[-2] = 0, 0
    asked = question(first, wanted, tables.turn, tables.last)
    verdict = judge(first, asked, tables.ends, tables.begins, lost)
    if verdict != OPEN:
        return verdict
    depth, seen = 0, 0
    begin(work[0], first, asked, weight)
    while depth >= 0:
        here = work[depth]
        if here[-2] == here[-1]:
            note(lost, here[-4])
            depth -= 1
            continue
        if seen == most:
            line[-2] = seen
            return OPEN
        seen += 1
        line[depth] = here[here[-2]]
        here[-2] += 1
        stones = after(here[-3], line[depth])
        asked = question(stones, wanted, tables.turn, tables.last)
        verdict = judge(stones, asked, tables.ends, tables.begins, lost)
        if verdict == WON:
            line[-1], line[-2] = depth + 1, seen
            return WON
        if verdict == OPEN:
            depth += 1
            begin(work[depth], stones, asked, weight)
    line[-2] = seen
    return LOST


def begin(here: Any, stones: int, asked: int, weight: Any) -> None:
    here[-4], here[-3], here[-2] = asked, stones, 0
    here[-1] = list_jumps(stones, weight, here)


def way_to_few(first: int, tables: Any, weight: Any, notes: Any, work: Any, line: Any, most: int) -> int:
    """The fewest stones found within `most` positions; the jumps in `line`, their number in line[-1], in line[-2] how
    many positions were seen: less than `most` if that were all. It stops at two, for it is asked where one is out of
    reach. `notes` must be empty at first."""
    way = work[DEEPEST]
    depth, seen, best = 0, 0, count_stones(first)
    line[-1] = 0
    begin(work[0], first, 0, weight)
    while depth >= 0 and seen < most and best > 2:
        here = work[depth]
        if here[-2] == here[-1]:
            depth -= 1
            continue
        way[depth] = here[here[-2]]
        here[-2] += 1
        stones = after(here[-3], way[depth])
        asked = question(stones, ANY, tables.turn, tables.last)
        if not is_noted(notes, asked):
            note(notes, asked)
            seen += 1
            depth += 1
            begin(work[depth], stones, asked, weight)
            left = count_stones(stones)
            if left < best:
                best = left
                line[-1] = depth
                for k in range(depth):
                    line[k] = way[k]
    line[-2] = seen
    return best
