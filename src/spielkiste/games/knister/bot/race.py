"""Playing for the win in the last rounds: all rolls to come, the rivals writing them by the net.

The rolls are the same for all, so for each sequence of rolls it is known what the rivals will have. Against that every
way to write one's own is tried: exact, if the rivals play so. This module is compiled.
"""

from typing import Any

import numpy as np

from ..rules import CELLS, LINES
from .net import Net, Space, best_cell, write_copy
from .sheet import FALLS, NUMBERS, WAYS, gain_of_last, total

LAST = 5  # free cells from which on all rolls can be looked at
A_POINT = 1e-6  # where the chances are equal, points decide


def rival_sheets(net: Net, lines: Any, free: Any, count: int, number: int, space: Space) -> tuple[Any, Any]:
    """A rival's sheets with one free cell left, by the rolls before it as digits of a number, the next one first."""
    sheets, cells = np.zeros((1, LINES), np.int64), np.zeros((1, CELLS), np.int64)
    i, _ = best_cell(net, lines, free, count, number, False, space)
    left = write_copy(lines, free, count, number, i, sheets[0], cells[0])
    while left > 1:
        after = np.zeros((len(sheets) * NUMBERS, LINES), np.int64)
        cells_after = np.zeros((len(sheets) * NUMBERS, CELLS), np.int64)
        for s in range(len(sheets)):
            for n in range(NUMBERS):
                i, _ = best_cell(net, sheets[s], cells[s], left, n, n > 0, space)
                write_copy(sheets[s], cells[s], left, n, i, after[s * NUMBERS + n], cells_after[s * NUMBERS + n])
        sheets, cells, left = after, cells_after, left - 1
    return sheets, cells


def best_rival(net: Net, table: Any, cells: Any, count: int, seat: int, number: int, space: Space) -> Any:
    """The most that any other seat will have, by sequence of rolls."""
    most = np.zeros(NUMBERS ** (count - 1))
    for other in range(len(table)):
        if other != seat:
            sheets, last = rival_sheets(net, table[other], cells[other], count, number, space)
            for s in range(len(sheets)):
                points = total(sheets[s])
                for n in range(NUMBERS):
                    at = s * NUMBERS + n
                    most[at] = max(most[at], points + gain_of_last(sheets[s], last[s, 0], n))
    return most


def outcome(own: float, rival: float) -> float:
    return (1.0 if own > rival else 0.5 if own == rival else 0.0) + A_POINT * own


def next_sheets(sheets: Any, cells: Any, rolls: Any, left: int) -> tuple[Any, Any, Any]:
    """All sheets one roll later, by sheet, number and free cell, and the rolls that lead to them."""
    count = len(sheets) * NUMBERS * left
    after, cells_after = np.zeros((count, LINES), np.int64), np.zeros((count, LAST), np.int64)
    rolls_after = np.zeros(count, np.int64)
    at = 0
    for s in range(len(sheets)):
        for n in range(NUMBERS):
            for i in range(left):
                write_copy(sheets[s], cells[s], left, n, i, after[at], cells_after[at])
                rolls_after[at] = rolls[s] * NUMBERS + n
                at += 1
    return after, cells_after, rolls_after


def before_the_roll(values: Any, left: int) -> Any:
    """What sheets are worth, from those one roll later."""
    worth = np.zeros(len(values) // (NUMBERS * left))
    at = 0
    for s in range(len(worth)):
        for n in range(NUMBERS):
            worth[s] += values[at : at + left].max() * WAYS[n] / FALLS
            at += left
    return worth


def chances(
    net: Net, table: Any, cells: Any, count: int, seat: int, number: int, space: Space, values: Any
) -> None:  # fmt: skip
    """How likely a number in each free cell of a seat (two to LAST of them) wins, a draw counting half."""
    rival = best_rival(net, table, cells, count, seat, number, space)
    sheets, own, rolls = (
        np.zeros((count, LINES), np.int64),
        np.zeros((count, LAST), np.int64),
        np.zeros(count, np.int64),
    )
    for i in range(count):
        write_copy(table[seat], cells[seat], count, number, i, sheets[i], own[i])
    for left in range(count - 1, 1, -1):
        sheets, own, rolls = next_sheets(sheets, own, rolls, left)
    worth = np.zeros(len(sheets))
    for s in range(len(sheets)):
        points = total(sheets[s])
        for n in range(NUMBERS):
            in_the_end = points + gain_of_last(sheets[s], own[s, 0], n)
            worth[s] += outcome(in_the_end, rival[rolls[s] * NUMBERS + n]) * WAYS[n] / FALLS
    for left in range(2, count):
        worth = before_the_roll(worth, left)
    for i in range(count):
        values[i] = worth[i]
