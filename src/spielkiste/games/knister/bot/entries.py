"""Entry points for WebAssembly: what the net says of cells, over flat memory (`core/wasm.py`).

Whoever calls owns the memory and passes addresses. RECORD, the type of the game's record, is filled in.
"""

from typing import Any

from spielkiste.core.dice import seed_dice
from spielkiste.core.scratch import array_at, scratch

from ..rules import CELLS, LINES, LOWEST, ROUNDS
from .look_ahead import sample, think
from .manner import LAST, RIVALS, LookAhead
from .net import HIGH, WIDE, Net, Space
from .race import MOST_ROLLS, MOST_SHEETS, RaceSpace
from .sheet import CELL_KINDS, HELD, LINE_KINDS, write_sheet, write_sheets

RECORD: Any = None
TABLE = 1 + RIVALS  # sheets
SEEN, LESS, MORE = 4 * CELLS * WIDE, 4 * CELLS * WIDE, 4 * LINES * WIDE  # bytes
LINE_NUMBERS, CROSS_NUMBERS = (ROUNDS + 1) * LINE_KINDS * HELD, LINE_KINDS * HELD * WIDE


def net_in(learnt: int) -> Net:
    """The net, its numbers one after the other as `Net` names them."""
    cross = learnt + 4 * LINE_NUMBERS
    bias = cross + 4 * CROSS_NUMBERS
    mix = bias + 4 * (ROUNDS + 1) * CELL_KINDS * WIDE
    shift = mix + 4 * WIDE * HIGH
    out = shift + 4 * (ROUNDS + 1) * HIGH
    return Net(
        lines=array_at(learnt, (ROUNDS + 1, LINE_KINDS, HELD), "f4"),
        cross=array_at(cross, (LINE_KINDS * HELD, WIDE), "f4"),
        bias=array_at(bias, (ROUNDS + 1, CELL_KINDS, WIDE), "f4"),
        mix=array_at(mix, (WIDE, HIGH), "f4"),
        shift=array_at(shift, (ROUNDS + 1, HIGH), "f4"),
        out=array_at(out, (ROUNDS + 1, HIGH), "f4"),
    )


def space_in(space: int) -> Space:
    """Where the net works: real numbers first, then single ones (`pocket.SPACE` bytes)."""
    gains, values, last, seen = space, space + 8 * LINES, space + 8 * (LINES + CELLS), space + 8 * (2 * LINES + CELLS)
    sums = seen + SEEN + LESS + MORE
    return Space(
        seen=array_at(seen, (CELLS, WIDE), "f4"),
        sum=array_at(sums, WIDE, "f4"),
        less=array_at(seen + SEEN, (CELLS, WIDE), "f4"),
        more=array_at(seen + SEEN + LESS, (LINES, WIDE), "f4"),
        vector=array_at(sums + 4 * WIDE, WIDE, "f4"),
        units=array_at(sums + 8 * WIDE, HIGH, "f4"),
        gains=array_at(gains, LINES, "f8"),
        values=array_at(values, CELLS, "f8"),
        last=array_at(last, LINES, "i2"),
    )


def race_in(space: int) -> RaceSpace:
    """Where the last rounds are played to the end (`pocket.RACE` bytes)."""
    rolls = space + 8 * (MOST_SHEETS + MOST_ROLLS)
    sheets = rolls + 2 * 4 * MOST_SHEETS
    cells = sheets + 2 * 2 * LINES * MOST_SHEETS
    return RaceSpace(
        sheets=array_at(sheets, (MOST_SHEETS, LINES), "i2"),
        cells=array_at(cells, (MOST_SHEETS, LAST), "i2"),
        rolls=array_at(rolls, MOST_SHEETS, "i4"),
        later_sheets=array_at(sheets + 2 * LINES * MOST_SHEETS, (MOST_SHEETS, LINES), "i2"),
        later_cells=array_at(cells + 2 * LAST * MOST_SHEETS, (MOST_SHEETS, LAST), "i2"),
        later_rolls=array_at(rolls + 4 * MOST_SHEETS, MOST_SHEETS, "i4"),
        worth=array_at(space, MOST_SHEETS, "f8"),
        rival=array_at(space + 8 * MOST_SHEETS, MOST_ROLLS, "f8"),
    )


def knister_values(
    record: int, seat: int, learnt: int, space: int, race: int, keep: int, last: int, values: int
) -> int:
    """What a number in each free cell is worth: by the net (keep 1), by all next rolls (keep CELLS), or for the win
    with so few free cells (last); the number of free cells."""
    s, dice = array_at(record, 1, RECORD)[0], scratch(3, "i8")
    table, cells = scratch((TABLE, LINES), "i2"), scratch((TABLE, CELLS), "i2")
    sheets, count = write_sheets(s, seat, TABLE - 1, table, cells), CELLS - int(s.round)
    how, worth = LookAhead(keep, 0, 0, 0, last), array_at(values, CELLS, "f8")
    think(
        net_in(learnt), table[:sheets], cells[:sheets], count, 0, int(s.rolled) - LOWEST, how, dice, worth,
        space_in(space), race_in(race),
    )  # fmt: skip
    return count


def knister_playouts(
    record: int, seat: int, learnt: int, space: int, kept: int, depth: int, seed: int, dice: int, sums: int, most: int
) -> int:  # fmt: skip
    """Plays on after each kept cell, so many times; adds up what comes of it. Dice of zeros are seeded first."""
    s, own = array_at(record, 1, RECORD)[0], array_at(dice, 3, "i8")
    lines, free = scratch(LINES, "i2"), scratch(CELLS, "i2")
    count = write_sheet(s.sheet[seat], lines, free)
    if own[0] == 0:
        seed_dice(own, seed, 0)
    sample(
        net_in(learnt), lines, free, count, int(s.rolled) - LOWEST, array_at(kept, CELLS, "i8"), most, depth, own,
        array_at(sums, CELLS, "f8"), space_in(space),
    )  # fmt: skip
    return most


ENTRIES = (knister_values, knister_playouts)
