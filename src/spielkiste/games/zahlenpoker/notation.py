"""Moves as text: `show 3`, `show 0` for the empty hand, `steal 2` (the seat robbed)."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .rules import FIRST_STEAL, all_have_chosen

PATTERN = r"show [0-4]|steal [0-3]"


def write(s: Record, seat: int, action: int) -> str:
    return f"show {action}" if action < FIRST_STEAL else f"steal {action - FIRST_STEAL}"


def why_not(s: Record, seat: int, text: str, look: Look) -> str:
    """Why a readable move is not possible now."""
    verb, number = text.split()
    stealing = all_have_chosen(s)
    if verb == "show":
        if stealing:
            return look.say(
                "alles ist gezeigt, und erst muss der Dieb stehlen", "all is shown, and the thief must steal first"
            )
        if number == "0":
            return look.say("die leere Hand ist verbraucht", "the empty hand is used up")
        return look.say(f"auf dieser Hand ist keine {number} mehr", f"no {number} is left in this hand")
    if not stealing:
        return look.say(
            "nur eine einzige leere Hand stiehlt, und erst wenn alle gezeigt haben",
            "only a single empty hand steals, once all have shown",
        )
    if int(number) >= s.players:
        return look.say("so viele spielen nicht mit", "there are not that many players")
    return look.say("die leere Hand kann man nicht bestehlen", "the thief cannot rob the empty hand")
