"""What there is to see when all have shown: who wins, what is struck, what is stolen."""

from collections.abc import Sequence

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .rules import BOOTY, EMPTY, STOLEN, all_have_chosen, thief


def moment(before: Record, after: Record, moves: Sequence[tuple[int, str]], look: Look) -> str:
    """Who won the round, or that a thief may steal now; nothing while somebody has still to choose."""
    if all_have_chosen(before):
        return f"{stolen(after, thief(before), look)} {kept(after, look)}".strip()
    if all_have_chosen(after):
        name = look.name(thief(after))
        return look.say(f"{name} zeigt die leere Hand und darf stehlen.", f"{name} shows the empty hand and may steal.")
    return kept(after, look) or nobody(look) if after.round > before.round else ""


def stolen(after: Record, by: int, look: Look) -> str:
    robbed = next(seat for seat in range(after.players) if after.last_fate[seat] == STOLEN)
    value, names = after.last_shown[robbed], (look.name(by), look.name(robbed))
    return look.say(f"{names[0]} stiehlt die {value} von {names[1]}.", f"{names[0]} steals the {value} of {names[1]}.")


def kept(after: Record, look: Look) -> str:
    """Equal values strike each other; of the rest the highest wins."""
    winner = next((seat for seat in range(after.players) if after.last_fate[seat] == BOOTY), -1)
    if winner < 0:
        return ""
    value, name = after.last_shown[winner], look.name(winner)
    return struck(after, value, look) + look.say(f"{name} gewinnt mit der {value}.", f"{name} wins with the {value}.")


def struck(after: Record, value: int, look: Look) -> str:
    """What was higher than the winner and shown more than once."""
    shown = [after.last_shown[seat] for seat in range(after.players) if after.last_fate[seat] != STOLEN]
    equal = sorted({other for other in shown if value < other != EMPTY}, reverse=True)
    values = ", ".join(map(str, equal))
    return look.say(f"Gestrichen, weil doppelt: {values}. ", f"Struck, shown twice: {values}. ") if equal else ""


def nobody(look: Look) -> str:
    return look.say("Gleiche streichen sich: Niemand gewinnt.", "Equal ones are struck: nobody wins.")
