"""Zahlenpoker: everybody secretly chooses a stone; the highest value shown by exactly one player wins."""

from collections.abc import Mapping
from typing import Any

from spielkiste.core.record import Field, Out, Record

VALUES = 4
COPIES = 2  # of each value in every hand
ROUNDS = VALUES * COPIES  # and a ninth if somebody used the empty hand

# What a player has chosen: a value 1 to 4, or
NOT_YET, EMPTY, SECRET = 0, 5, 6  # SECRET: a choice the viewer may not know

# What became of a stone in the last round.
LOST, BOOTY, STOLEN = 0, 1, 2

# Actions: 0 shows the empty hand, 1 to 4 a stone of that value, 5 and on steal from seat 0 and on.
SHOW_EMPTY = 0
FIRST_STEAL = 5
MAX_MOVES = 5

MEMORY: tuple[str, ...] = ("last_shown", "last_fate")


def fields(options: Mapping[str, Any]) -> list[Field]:
    """Hands and booty are counts, a row for each seat.

    value      1   2   3   4
    seat 0   [ 2 | 2 | 2 | 2 ]   hand[0][value - 1]
    """
    return [
        ("players", "i1"),
        ("round", "i1"),  # rounds that have been shown
        ("hand", "i1", (4, VALUES)),  # stones in hand; a chosen one stays here until all are shown
        ("unused", "i1", 4),  # 1: the seat still has its empty hand
        ("choice", "i1", 4),  # NOT_YET, a value, EMPTY or SECRET; all chosen: the thief's turn
        ("booty", "i1", (4, VALUES)),  # stones won
        ("last_shown", "i1", 4),  # what was shown last: a value or EMPTY; 0 before the first round
        ("last_fate", "i1", 4),  # what became of it: LOST, BOOTY or STOLEN
    ]


def action_count(options: Mapping[str, Any]) -> int:
    return FIRST_STEAL + int(options["players"])


def start(s: Record, options: Mapping[str, Any]) -> None:
    s.players = options["players"]
    for seat in range(s.players):
        s.unused[seat] = 1
        for k in range(VALUES):
            s.hand[seat][k] = COPIES


def in_turn(s: Record) -> int:
    """All who have not chosen yet; when all have, and one shows the empty hand, the thief."""
    waiting = 0
    for seat in range(s.players):
        if s.choice[seat] == NOT_YET:
            waiting |= 1 << (seat + 2)
    if waiting == 0:
        return 1 << (thief(s) + 2)
    return 0 if nobody_has_stones(s) else waiting


def nobody_has_stones(s: Record) -> bool:
    """The end, looked at between rounds. An empty hand nobody used is no stone."""
    if s.round < ROUNDS:
        return False
    stones = 0
    for seat in range(s.players):
        for k in range(VALUES):
            stones += s.hand[seat][k]
    return stones == 0


def all_have_chosen(s: Record) -> bool:
    chosen = 0
    for seat in range(s.players):
        if s.choice[seat] != NOT_YET:
            chosen += 1
    return bool(chosen == s.players)


def empty_hands_shown(s: Record) -> int:
    count = 0
    for seat in range(s.players):
        if s.choice[seat] == EMPTY:
            count += 1
    return count


def thief(s: Record) -> int:
    """The seat that shows the empty hand."""
    found = 0
    for seat in range(s.players):
        if s.choice[seat] == EMPTY:
            found = seat
    return found


def legal(s: Record, seat: int, out: Out) -> int:
    return stones_to_steal(s, out) if all_have_chosen(s) else things_to_show(s, seat, out)


def things_to_show(s: Record, seat: int, out: Out) -> int:
    """The values still in hand, and the empty hand while unused."""
    count = 0
    if s.unused[seat] == 1:
        out[0] = SHOW_EMPTY
        count = 1
    for k in range(VALUES):
        if s.hand[seat][k] > 0:
            out[count] = k + 1
            count += 1
    return count


def stones_to_steal(s: Record, out: Out) -> int:
    """Any of the stones shown; equal stones of different players are different choices."""
    count = 0
    for seat in range(s.players):
        if s.choice[seat] != EMPTY:
            out[count] = FIRST_STEAL + seat
            count += 1
    return count


def play(s: Record, seat: int, action: int) -> None:
    if action >= FIRST_STEAL:
        steal(s, seat, action - FIRST_STEAL)
        return
    s.choice[seat] = EMPTY if action == SHOW_EMPTY else action
    if all_have_chosen(s):
        show(s)


def show(s: Record) -> None:
    """All are shown at the same time. One empty hand steals first; two or more cancel each other but are used up."""
    for seat in range(s.players):
        shown = int(s.choice[seat])
        if shown == EMPTY:
            s.unused[seat] = 0
        else:
            s.hand[seat][shown - 1] -= 1
        s.last_shown[seat] = shown
        s.last_fate[seat] = LOST
    s.round += 1
    if empty_hands_shown(s) != 1:
        settle(s)


def steal(s: Record, seat: int, robbed: int) -> None:
    """The stolen stone and its owner take no further part."""
    s.booty[seat][s.choice[robbed] - 1] += 1
    s.last_fate[robbed] = STOLEN
    s.choice[robbed] = NOT_YET
    settle(s)


def settle(s: Record) -> None:
    """The winner keeps the stone; all others shown are out of the game."""
    winner = highest_single(s)
    if winner >= 0:
        s.booty[winner][s.choice[winner] - 1] += 1
        s.last_fate[winner] = BOOTY
    for seat in range(s.players):
        s.choice[seat] = NOT_YET


def highest_single(s: Record) -> int:
    """The seat with the highest value that exactly one player shows, or -1."""
    for value in range(VALUES, 0, -1):
        owners = 0
        owner = -1
        for seat in range(s.players):
            if s.choice[seat] == value:
                owners += 1
                owner = seat
        if owners == 1:
            return owner
    return -1


def score(s: Record, seat: int) -> int:
    """Booty stones."""
    stones = 0
    for k in range(VALUES):
        stones += s.booty[seat][k]
    return stones


def standing(s: Record, seat: int) -> int:
    """Equal numbers of stones compare the sum of the values (at most nine fours)."""
    return 100 * score(s, seat) + sum_of_values(s, seat)


def sum_of_values(s: Record, seat: int) -> int:
    total = 0
    for k in range(VALUES):
        total += (k + 1) * s.booty[seat][k]
    return total


def conceal(s: Record, seat: int) -> None:
    """Until all have chosen, others see that a player has chosen and not what."""
    if not all_have_chosen(s):
        for other in range(s.players):
            if other != seat and s.choice[other] != NOT_YET:
                s.choice[other] = SECRET
