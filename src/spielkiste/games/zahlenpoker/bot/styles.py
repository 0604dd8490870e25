"""Predictable players: what somebody shows who plays by habit. Compiled like the rules, and plain for the tables.

A style looks only at its own hand and at what was shown last, as people do.
"""

from typing import Any

from spielkiste.core.record import Out, Record

from ..rules import EMPTY, MAX_MOVES, SHOW_EMPTY, VALUES, things_to_show

# What a style is called in tables, in the order of its number.
STYLES = (
    *("fair", "any move", "highest first", "lowest first", "rising", "falling", "repeats", "changes", "mirrors"),
    *("outbids", "empty hand first", "empty hand last", "bold", "timid", "seesaw", "middle first"),
)
FAIR, ANY, HIGHEST, LOWEST, RISING, FALLING, REPEATS, CHANGES, MIRRORS = range(9)
OUTBIDS, EMPTY_FIRST, EMPTY_LAST, BOLD, TIMID, SEESAW, MIDDLE = range(9, 16)

WHIM_PERCENT = 15  # how often somebody is thought to leave the habit and to show any thing


def weigh(s: Record, seat: int, style: int, out: Out, weights: Any) -> int:
    """The number of things to show, listed in out, with their whole-number weights in a style; never all 0."""
    count = things_to_show(s, seat, out)
    total = 0
    for k in range(count):
        weights[k] = liking(s, seat, style, out[k])
        total += weights[k]
    if total == 0:  # the habit fails: any of the things in hand
        for k in range(count):
            weights[k] = number_in_hand(s, seat, out[k])
    return count


def number_in_hand(s: Record, seat: int, action: int) -> int:
    return int(s.unused[seat]) if action == SHOW_EMPTY else int(s.hand[seat][action - 1])


def fair_shares(s: Record, seat: int) -> list[float]:
    """Any thing in hand with equal chance, in the order of the rules."""
    out = [0] * MAX_MOVES
    numbers = [number_in_hand(s, seat, action) for action in out[: things_to_show(s, seat, out)]]
    return [number / sum(numbers) for number in numbers]


def liking(s: Record, seat: int, style: int, action: int) -> int:
    """How much a style likes to show something, before it falls back on chance."""
    number = number_in_hand(s, seat, action)
    if style == FAIR:
        return number
    if style == ANY:
        return 1
    if style == CHANGES:
        return 0 if action == as_action(s.last_shown[seat]) else number
    if style == EMPTY_FIRST:
        return 1 if action == SHOW_EMPTY else 0
    if action == SHOW_EMPTY and style >= EMPTY_LAST:
        return 1 if style in (BOLD, TIMID) else 0
    if style == EMPTY_LAST:
        return number
    if style == BOLD:
        return number * action * action
    if style == TIMID:
        return number * (VALUES + 1 - action) * (VALUES + 1 - action)
    if style == SEESAW:
        low_next = s.last_shown[seat] > 2
        return number if (action <= 2) == low_next else 0
    if style == MIDDLE:
        return number if 2 <= action <= 3 else 0
    return 1 if action == wanted(s, seat, style) else 0


def as_action(shown: int) -> int:
    """What was shown, as the action that shows it; before the first round one that there is not."""
    if shown == EMPTY:
        return SHOW_EMPTY
    return int(shown) if shown > 0 else -1


def wanted(s: Record, seat: int, style: int) -> int:
    """The one thing that a style wants to show; it need not be in hand."""
    mine = int(s.last_shown[seat])
    neighbour = int(s.last_shown[(seat + 1) % s.players])
    if style == HIGHEST:
        return next_stone(s, seat, 1, -1)
    if style == LOWEST:
        return next_stone(s, seat, VALUES, 1)
    if style == RISING:
        return next_stone(s, seat, mine if 1 <= mine <= VALUES else VALUES, 1)
    if style == FALLING:
        return next_stone(s, seat, mine if 1 <= mine <= VALUES else 1, -1)
    if style == REPEATS:
        return as_action(mine)
    if style == MIRRORS:
        return as_action(neighbour)
    return next_stone(s, seat, neighbour if 1 <= neighbour < VALUES else VALUES, 1)  # OUTBIDS


def next_stone(s: Record, seat: int, value: int, step: int) -> int:
    """The first value in hand beyond this one, upwards (step 1) or downwards (-1), going round; 0: no stones."""
    for _ in range(VALUES):
        value = (value - 1 + step) % VALUES + 1
        if s.hand[seat][value - 1] > 0:
            return value
    return 0
