"""Playing for the win in the last rounds: all rolls to come, the rivals writing them by the net.

The rolls are the same for all, so for each sequence of rolls it is known what the rivals will have. Against that every
way to write one's own is tried: exact, if the rivals play so. This module is compiled and allocates nothing.
"""

from typing import Any, NamedTuple

from ..rules import LINES
from .manner import LAST
from .net import Net, Space, best_cell, write_copy
from .sheet import FALLS, NUMBERS, WAYS, gain_of_last, total

A_POINT = 1e-6  # where the chances are equal, points decide


class RaceSpace(NamedTuple):
    """Arrays to work in: sheets of one round and of the next one, and what they are worth."""

    sheets: Any  # [s, line]
    cells: Any  # [s, i]: their free cells
    rolls: Any  # [s]: the rolls that lead there, as digits of a number
    later_sheets: Any
    later_cells: Any
    later_rolls: Any
    worth: Any  # [s]
    rival: Any  # [rolls]: the most that any other seat will have


MOST_SHEETS = LAST * (LAST - 1) * (LAST - 2) * (LAST - 3) * NUMBERS ** (LAST - 2)  # all ways to write but the last
MOST_ROLLS = NUMBERS ** (LAST - 1)


def new_race_space() -> RaceSpace:
    import numpy as np  # only here: the rest is compiled

    sheets, later_sheets = np.zeros((2, MOST_SHEETS, LINES), np.int16)
    cells, later_cells = np.zeros((2, MOST_SHEETS, LAST), np.int16)
    rolls, later_rolls = np.zeros((2, MOST_SHEETS), np.int32)
    worth, rival = np.zeros(MOST_SHEETS), np.zeros(MOST_ROLLS)
    return RaceSpace(sheets, cells, rolls, later_sheets, later_cells, later_rolls, worth, rival)


def rival_sheets(net: Net, lines: Any, free: Any, count: int, number: int, space: Space, race: Any) -> tuple[Any, Any]:
    """A rival's sheets with one free cell left, by the rolls before it as digits of a number, the next one first."""
    sheets, cells, after, cells_after = race.sheets, race.cells, race.later_sheets, race.later_cells
    i, _ = best_cell(net, lines, free, count, number, False, space)
    left, many = write_copy(lines, free, count, number, i, sheets[0], cells[0]), 1
    while left > 1:
        for s in range(many):
            for n in range(NUMBERS):
                i, _ = best_cell(net, sheets[s], cells[s], left, n, n > 0, space)
                write_copy(sheets[s], cells[s], left, n, i, after[s * NUMBERS + n], cells_after[s * NUMBERS + n])
        sheets, cells, after, cells_after = after, cells_after, sheets, cells
        left, many = left - 1, many * NUMBERS
    return sheets[:many], cells[:many]


def find_best_rival(
    net: Net, table: Any, cells: Any, count: int, seat: int, number: int, space: Space, race: Any
) -> None:  # fmt: skip
    """The most that any other seat will have, by sequence of rolls."""
    for at in range(NUMBERS ** (count - 1)):
        race.rival[at] = 0.0
    for other in range(len(table)):
        if other != seat:
            sheets, last = rival_sheets(net, table[other], cells[other], count, number, space, race)
            for s in range(len(sheets)):
                points = total(sheets[s])
                for n in range(NUMBERS):
                    at = s * NUMBERS + n
                    race.rival[at] = max(race.rival[at], points + gain_of_last(sheets[s], last[s, 0], n))


def outcome(own: float, rival: float) -> float:
    return (1.0 if own > rival else 0.5 if own == rival else 0.0) + A_POINT * own


def next_sheets(
    sheets: Any, cells: Any, rolls: Any, many: int, left: int, after: Any, cells_after: Any, rolls_after: Any
) -> int:  # fmt: skip
    """All sheets one roll later, by sheet, number and free cell, and the rolls that lead to them; how many."""
    at = 0
    for s in range(many):
        for n in range(NUMBERS):
            for i in range(left):
                write_copy(sheets[s], cells[s], left, n, i, after[at], cells_after[at])
                rolls_after[at] = rolls[s] * NUMBERS + n
                at += 1
    return at


def before_the_roll(worth: Any, many: int, left: int) -> int:
    """What sheets are worth, from those one roll later, which they replace; how many they are."""
    at, before = 0, many // (NUMBERS * left)
    for s in range(before):
        value = 0.0
        for n in range(NUMBERS):
            best = worth[at]
            for i in range(1, left):
                best = max(best, worth[at + i])
            value += best * WAYS[n] / FALLS
            at += left
        worth[s] = value
    return before


def chances(
    net: Net, table: Any, cells: Any, count: int, seat: int, number: int, space: Space, race: Any, values: Any
) -> None:  # fmt: skip
    """How likely a number in each free cell of a seat (two to LAST of them) wins, a draw counting half."""
    find_best_rival(net, table, cells, count, seat, number, space, race)
    sheets, own, rolls = race.sheets, race.cells, race.rolls
    after, own_after, rolls_after = race.later_sheets, race.later_cells, race.later_rolls
    many, worth = count, race.worth
    for i in range(count):
        write_copy(table[seat], cells[seat], count, number, i, sheets[i], own[i])
        rolls[i] = 0
    for left in range(count - 1, 1, -1):
        many = next_sheets(sheets, own, rolls, many, left, after, own_after, rolls_after)
        sheets, own, rolls, after, own_after, rolls_after = after, own_after, rolls_after, sheets, own, rolls
    for s in range(many):
        points = total(sheets[s])
        worth[s] = 0.0
        for n in range(NUMBERS):
            in_the_end = points + gain_of_last(sheets[s], own[s, 0], n)
            worth[s] += outcome(in_the_end, race.rival[rolls[s] * NUMBERS + n]) * WAYS[n] / FALLS
    for left in range(2, count):
        many = before_the_roll(worth, many, left)
    for i in range(count):
        values[i] = worth[i]
