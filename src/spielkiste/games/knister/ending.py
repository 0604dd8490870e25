"""Why the game ended: all sheets are full, and the highest total wins; alone, how good it was."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .rules import score

GOOD, SUPER, SPECTACULAR = 50, 80, 100  # alone: more than so many points


def reason(s: Record) -> str:
    if s.players == 1:
        return "full"
    return "points" if len(leaders(s)) == 1 else "shared"


def words(s: Record, look: Look) -> str:
    best = leaders(s)
    points = score(s, best[0])
    who = look.say(" und ", " and ").join(look.name(seat) for seat in best)
    if s.players == 1:
        return alone(points, look)
    if len(best) == 1:
        return look.say(
            f"Alle Zettel sind voll: {who} gewinnt mit {points} Punkten.",
            f"All sheets are full: {who} wins with {points} points.",
        )
    return look.say(
        f"Alle Zettel sind voll, gleiche Summen teilen sich den Platz: {who} mit je {points} Punkten.",
        f"All sheets are full, equal totals share the place: {who} with {points} points each.",
    )


def alone(points: int, look: Look) -> str:
    if points > SPECTACULAR:
        return look.say(f"{points} Punkte: spektakulär!", f"{points} points: spectacular!")
    if points > SUPER:
        return look.say(f"{points} Punkte: super!", f"{points} points: super!")
    if points > GOOD:
        return look.say(f"{points} Punkte: gut!", f"{points} points: good!")
    return look.say(f"{points} Punkte. Mehr als {GOOD} sind gut.", f"{points} points. More than {GOOD} is good.")


def leaders(s: Record) -> list[int]:
    """Who has the highest total."""
    most = max(score(s, seat) for seat in range(s.players))
    return [seat for seat in range(s.players) if score(s, seat) == most]
