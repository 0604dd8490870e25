"""Why the game ended: nobody can build, nobody built for a round, the leftovers are used, or the stack is gone."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .plurals import any_tiles_spoken, points_spoken
from .rules import NONE, score
from .stack import count


def reason(s: Record) -> str:
    if count(s.stack) == 0:
        return "dismantled"
    if s.leftovers != NONE:
        return "leftovers"
    return "round" if s.idle == s.players else "exhausted"  # where nobody can build the first such turn is the last


def words(s: Record, look: Look) -> str:
    why = {
        "dismantled": look.say("Der Stapel ist abgebaut", "The stack is gone"),
        "leftovers": look.say("Auch mit den Resten baut niemand mehr", "Nobody builds with the leftovers any more"),
        "round": look.say("Eine Runde lang hat niemand gebaut", "Nobody built for a whole round"),
        "exhausted": look.say("Niemand kann mehr bauen", "Nobody can build any more"),
    }[reason(s)]
    won = result(s, look)
    return f"{why}: {won}."


def result(s: Record, look: Look) -> str:
    """Who won, and with how much; equal points share the place."""
    best = max(score(s, seat) for seat in range(s.players))
    spoken = any_tiles_spoken if reason(s) == "dismantled" else points_spoken
    number = spoken(best, look)
    *others, last = (look.name(seat) for seat in range(s.players) if score(s, seat) == best)
    if not others:
        return look.say(f"{last} gewinnt ({number})", f"{last} wins ({number})")
    first = ", ".join(others)
    return look.say(f"{first} und {last} teilen sich den Sieg (je {number})",
                    f"{first} and {last} share the win ({number} each)")  # fmt: skip
