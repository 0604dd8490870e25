"""What players know beyond the rules, compiled like them. (What they remember is in `memory.py`.)"""

from typing import Any

from spielkiste.core.dice import below
from spielkiste.core.record import Record

from .rules import PLACES, covered


def guess(s: Record, seat: int, dice: Any) -> None:
    """For somebody who remembers nothing: the covered stones show the missing symbols in any order."""
    if not covered(s):
        return
    for place in range(PLACES):
        if s.row[place] == 0:
            s.row[place] = any_missing_symbol(s, dice)


def any_missing_symbol(s: Record, dice: Any) -> int:
    missing = 0
    for symbol in range(1, PLACES + 1):
        missing += 0 if lies_in_the_row(s, symbol) else 1
    skip = below(dice, missing)
    for symbol in range(1, PLACES + 1):
        if not lies_in_the_row(s, symbol):
            if skip == 0:
                return symbol
            skip -= 1
    return 0


def lies_in_the_row(s: Record, symbol: int) -> bool:
    found = False
    for place in range(PLACES):
        if s.row[place] == symbol:
            found = True
    return found
