"""Why the game ended."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record


def reason(s: Record) -> str:
    return "finished"


def words(s: Record, look: Look) -> str:
    return look.say("Das Spiel ist aus.", "The game is over.")
