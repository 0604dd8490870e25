"""Whose turn it is, from the set of seats that `in_turn` gives; compiled."""

from spielkiste.core.verbs import CHANCE, CLOCK

OVER = -3  # instead of a seat: nobody acts any more


def only_seat(mask: int) -> int:
    """The only seat in a set of seats."""
    if mask == 0:
        return OVER
    seat = CLOCK
    while not mask & 1:
        mask >>= 1
        seat += 1
    return seat


def first_seat(mask: int) -> int:
    """Of those who may act the lowest seat, so that the same decision always looks the same; the clock when alone."""
    if mask == 0:
        return OVER
    if mask & 2:
        return CHANCE
    if mask == 1:
        return CLOCK
    seat, mask = 0, mask >> 2
    while not mask & 1:
        mask >>= 1
        seat += 1
    return seat
