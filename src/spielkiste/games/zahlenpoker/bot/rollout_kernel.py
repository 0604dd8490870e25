"""What each move promises against players of whom one has an opinion: games played on, over and over. Compiled.

For three and four players, where no table says what a situation is worth. In each simulation every other player is
given a style by how likely it is, and each own move is tried against the same choices of theirs; then all play on, the
thinker by showing any thing.
"""

from typing import Any

from spielkiste.core.dice import below, roll32
from spielkiste.core.record import Out, Record

from ..rules import FIRST_STEAL, NOT_YET, all_have_chosen, in_turn, play, standing, thief
from .styles import FAIR, WHIM_PERCENT, weigh


def try_each(
    first: Any, work: Any, beliefs: Any, seat: int, actions: Any, totals: Any, out: Out, weights: Any, dice: Any,
    times: int,
) -> None:  # fmt: skip
    """Adds to totals[k] what actions[k] of `seat` came to, so many times, from what it knows: first[0].
    beliefs[other, style] are chances that add up to 1."""
    styles, shown, later = [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]
    stealing = all_have_chosen(first[0])
    for _ in range(times):
        for other in range(first[0].players):
            styles[other] = FAIR if other == seat else drawn_style(beliefs[other], dice)
            if not stealing:
                shown[other] = drawn(first[0], other, styles[other], out, weights, dice)
        for k in range(len(actions)):
            work[0] = first[0]
            s = work[0]
            if stealing:
                play(s, seat, actions[k])
            else:
                shown[seat] = actions[k]
                show_all(s, shown)
            play_on(s, styles, later, out, weights, dice)
            totals[k] += result(s, seat)


def play_on(s: Record, styles: Any, shown: Any, out: Out, weights: Any, dice: Any) -> None:
    """To the end: all by their styles, thieves take the highest stone."""
    while in_turn(s) != 0:
        if all_have_chosen(s):
            play(s, thief(s), FIRST_STEAL + richest(s))
        else:
            for seat in range(s.players):
                shown[seat] = drawn(s, seat, styles[seat], out, weights, dice)
            show_all(s, shown)


def show_all(s: Record, shown: Any) -> None:
    """What somebody has chosen already, unseen by the thinker, is guessed as well."""
    for seat in range(s.players):
        s.choice[seat] = NOT_YET
    for seat in range(s.players):
        play(s, seat, shown[seat])


def drawn(s: Record, seat: int, style: int, out: Out, weights: Any, dice: Any) -> int:
    """What a player of this style shows, who has whims."""
    if below(dice, 100) < WHIM_PERCENT:
        style = FAIR
    count = weigh(s, seat, style, out, weights)
    total = 0
    for k in range(count):
        total += weights[k]
    ticket = below(dice, total)
    k = 0
    while ticket >= weights[k]:
        ticket -= weights[k]
        k += 1
    return int(out[k])


def drawn_style(chances: Any, dice: Any) -> int:
    ticket = roll32(dice) / 4294967296.0
    for style in range(len(chances)):
        ticket -= chances[style]
        if ticket < 0.0:
            return style
    return FAIR


def richest(s: Record) -> int:
    """Whom a thief robs at first sight: the owner of the highest stone, of several the first to the left."""
    robber, best = thief(s), -1
    for step in range(1, s.players):
        seat = (robber + step) % s.players
        if best < 0 or s.choice[seat] > s.choice[best]:
            best = seat
    return int(best)


def result(s: Record, seat: int) -> float:
    """(Seats beaten - seats lost to) / (players - 1)."""
    mine, balance = standing(s, seat), 0
    for other in range(s.players):
        theirs = standing(s, other)
        balance += (1 if mine > theirs else 0) - (1 if mine < theirs else 0)
    return float(balance / (s.players - 1))
