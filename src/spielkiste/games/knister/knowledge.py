"""What players know beyond the rules, compiled like them."""

from typing import Any

from spielkiste.core.dice import below
from spielkiste.core.record import Record

from .rules import (
    CELLS,
    FIRST_DIAGONAL,
    HIGHEST,
    LINE_START,
    LINE_STEP,
    LINES,
    LOWEST,
    ROUNDS,
    SEVEN,
    SIDE,
    STRAIGHT_WITH_SEVEN,
    STRAIGHT_WITHOUT_SEVEN,
)


def guess(s: Record, seat: int, dice: Any) -> None:
    """Who has written this round's sum, and the viewer does not know where, wrote it into any free cell."""
    if s.rolled == 0 or s.round == ROUNDS:
        return
    for other in range(s.players):
        has_written = not s.waiting >> (other + 2) & 1
        if other != seat and has_written and s.entry[other] == 0:
            s.entry[other] = 1 + any_free_cell(s, other, dice)


def any_free_cell(s: Record, seat: int, dice: Any) -> int:
    skip = below(dice, CELLS - s.round)
    for cell in range(CELLS):
        if s.sheet[seat][cell] == 0:
            if skip == 0:
                return cell
            skip -= 1
    return 0


# --- the most that can still be reached -----------------------------------------------------------

BEST_FIGURE = (12, 10, 8, 3, 1)  # of a line with a free cell, by how many different numbers stand in it; no straight


def bound(s: Record, seat: int) -> int:
    """Every line that has a free cell filled in the best way, whatever is rolled."""
    points = int(s.points[seat])
    for line in range(LINES):
        points += best_line(s, seat, line) * (2 if line >= FIRST_DIAGONAL else 1)
    return points


def best_line(s: Record, seat: int, line: int) -> int:
    """The best figure a line that is not full can become."""
    low, high, written, different, numbers = HIGHEST, LOWEST, 0, 0, 0
    cell = LINE_START[line]
    for _ in range(SIDE):
        number = int(s.sheet[seat][cell])
        if number:
            low, high, written = min(low, number), max(high, number), written + 1
            different += 1 - (numbers >> number & 1)
            numbers |= 1 << number
        cell += LINE_STEP[line]
    if written == SIDE:
        return 0
    if different == written and high - low < SIDE:
        aside = high < SEVEN or low > SEVEN  # the straights 2 to 6 and 8 to 12
        return max(STRAIGHT_WITHOUT_SEVEN if aside else STRAIGHT_WITH_SEVEN, BEST_FIGURE[different])
    return BEST_FIGURE[different]
