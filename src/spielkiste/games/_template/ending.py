"""Why the game ended."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record


def reason(s: Record) -> str:
    """One of the card's reasons; here there is only one."""
    return "last"


def words(s: Record, look: Look) -> str:
    """One sentence: who won, and by which rule where points are equal."""
    name = look.name(s.winner)
    return look.say(f"Das letzte Holz nimmt {name} und gewinnt.", f"The last match goes to {name}, who wins.")
