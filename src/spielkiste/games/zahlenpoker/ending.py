"""Why the game ended, and what decided: the number of booty stones, the sum of their values, or nothing."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .rules import score, standing, sum_of_values


def reason(s: Record) -> str:
    if len(richest(s)) == 1:
        return "booty"
    return "values" if len(leaders(s)) < len(richest(s)) else "shared"


def words(s: Record, look: Look) -> str:
    stones = " : ".join(str(score(s, seat)) for seat in range(s.players))
    names = [look.name(seat) for seat in leaders(s)]
    who = look.say(" und ", " and ").join(names)
    if reason(s) == "booty":
        return look.say(f"{stones} Beutesteine: {who} gewinnt.", f"{stones} booty stones: {who} wins.")
    if reason(s) == "values":
        values = " : ".join(str(sum_of_values(s, seat)) for seat in richest(s))
        if len(names) == 1:
            return look.say(
                f"{stones} Beutesteine – die höhere Summe der Werte gewinnt ({values}): {who}.",
                f"{stones} booty stones – the higher sum of the values wins ({values}): {who}.",
            )
        return look.say(
            f"{stones} Beutesteine – die höhere Summe der Werte entscheidet ({values}): {who} teilen sich den Sieg.",
            f"{stones} booty stones – the higher sum of the values decides ({values}): {who} share the win.",
        )
    return look.say(
        f"{stones} Beutesteine, und auch die Summe der Werte ist gleich: {who} teilen sich den Sieg.",
        f"{stones} booty stones, and the sum of the values is equal too: {who} share the win.",
    )


def richest(s: Record) -> list[int]:
    """Who has the most booty stones."""
    most = max(score(s, seat) for seat in range(s.players))
    return [seat for seat in range(s.players) if score(s, seat) == most]


def leaders(s: Record) -> list[int]:
    """Who wins."""
    best = max(standing(s, seat) for seat in range(s.players))
    return [seat for seat in range(s.players) if standing(s, seat) == best]
