"""What players know beyond the rules, compiled like them."""

from typing import Any

from spielkiste.core.dice import below

from .rules import CELLS, ROUNDS


def guess(s: Any, seat: int, dice: Any) -> None:
    """Who has written this round's sum, and the viewer does not know where, wrote it into any free cell."""
    if s.rolled == 0 or s.round == ROUNDS:
        return
    for other in range(s.players):
        has_written = not s.waiting >> (other + 2) & 1
        if other != seat and has_written and s.entry[other] == 0:
            s.entry[other] = 1 + any_free_cell(s, other, dice)


def any_free_cell(s: Any, seat: int, dice: Any) -> int:
    skip = below(dice, CELLS - s.round)
    for cell in range(CELLS):
        if s.sheet[seat][cell] == 0:
            if skip == 0:
                return cell
            skip -= 1
    return 0
