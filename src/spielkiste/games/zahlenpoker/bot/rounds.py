"""A round of two players, played by the rules: what there is to show, what follows, and who is ahead by how much."""

from typing import Any

from spielkiste.core.record import Record

from ..rules import MAX_MOVES, SHOW_EMPTY, VALUES, all_have_chosen, legal, play, standing, thief

Hand = tuple[int, ...]  # how many stones of each value, then 1 if the empty hand is unused


def hands(s: Record) -> tuple[Hand, Hand]:
    return (*s.hand[0], s.unused[0]), (*s.hand[1], s.unused[1])


def choices(s: Record, seat: int) -> list[int]:
    out = [0] * MAX_MOVES
    return out[: legal(s, seat, out)]


def copies(s: Record, seat: int, action: int) -> int:
    """How many of this are in hand: stones of that value, or the one empty hand."""
    return int(s.unused[seat] if action == SHOW_EMPTY else s.hand[seat][action - 1])


def play_round(s: Record, mine: int, theirs: int) -> tuple[Any, int]:
    """The record after a round, its booty put away, and the lead that seat 0 gained."""
    record = s.copy()
    put_booty_away(record)
    play(record, 0, mine)
    play(record, 1, theirs)
    finish_stealing(record)
    gain = lead(record)
    put_booty_away(record)
    return record, gain


def put_booty_away(s: Record) -> None:
    for booty in s.booty:
        booty[:] = [0] * VALUES


def finish_stealing(s: Record) -> None:
    """Of two players one is robbed: the thief has no choice."""
    if all_have_chosen(s):
        (only,) = choices(s, thief(s))
        play(s, thief(s), only)


def lead(s: Record) -> int:
    return int(standing(s, 0) - standing(s, 1))


def sign(lead: int) -> int:
    """What a lead is worth at the end: won, shared or lost."""
    return (lead > 0) - (lead < 0)
