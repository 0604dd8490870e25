"""Why the game ended: one stone is left, or no stone can jump any more."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .plurals import moves_spoken, stones_spoken
from .rules import STONES, stones_left


def reason(s: Record) -> str:
    return "solved" if stones_left(s) == 1 else "stuck"


def words(s: Record, look: Look) -> str:
    """What was reached."""
    left, moves = stones_spoken(stones_left(s), look), moves_spoken(s.moves, look)
    if reason(s) == "solved":
        return look.say(f"Gelöst: Nur {left} liegt noch ({moves}).", f"Solved: only {left} is left ({moves}).")
    cleared = stones_spoken(STONES - stones_left(s), look)
    return look.say(f"Kein Sprung ist mehr möglich: {left} liegen noch, {cleared} abgeräumt.",
                    f"No jump is possible any more: {left} are left, {cleared} cleared.")  # fmt: skip
