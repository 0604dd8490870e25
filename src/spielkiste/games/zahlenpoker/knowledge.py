"""What players know beyond the rules, compiled like them."""

from typing import Any

from spielkiste.core.dice import below
from spielkiste.core.record import Record

from .rules import EMPTY, FIRST_STEAL, SECRET, SHOW_EMPTY, VALUES, all_have_chosen


def lean(s: Record, seat: int, action: int) -> int:
    """Each thing in hand is equally likely, so two equal stones count twice; a thief takes a high stone rather."""
    if all_have_chosen(s):
        return int(s.choice[action - FIRST_STEAL])
    return 1 if action == SHOW_EMPTY else int(s.hand[seat][action - 1])


def guess(s: Record, seat: int, dice: Any) -> None:
    """What others have secretly chosen is any of the things in their hands."""
    for other in range(s.players):
        if s.choice[other] == SECRET:
            s.choice[other] = any_thing(s, other, dice)


def any_thing(s: Record, seat: int, dice: Any) -> int:
    """One of the stones in a hand, or the empty hand while unused, each with equal chance."""
    things = int(s.unused[seat])
    for k in range(VALUES):
        things += s.hand[seat][k]
    ticket = below(dice, things)
    for k in range(VALUES):
        ticket -= s.hand[seat][k]
        if ticket < 0:
            return k + 1
    return EMPTY
