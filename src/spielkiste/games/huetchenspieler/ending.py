"""Why the game ended, and who has most stones."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .rules import score
from .words import listed


def reason(s: Record) -> str:
    """There is one: everybody has been the slider twice."""
    return "hidings"


def words(s: Record, look: Look) -> str:
    seats = sorted(range(s.players), key=lambda seat: (-score(s, seat), seat))
    stones = " : ".join(str(score(s, seat)) for seat in seats)
    winners = [look.name(seat) for seat in seats if score(s, seat) == score(s, seats[0])]
    if len(winners) > 1:
        names = listed(winners, look)
        return look.say(
            f"Alle waren zweimal Schieber. {stones} Steine – gleich viele teilen sich den Sieg: {names}.",
            f"Everybody was the slider twice. {stones} stones, equal numbers share the win: {names}.",
        )
    return look.say(
        f"Alle waren zweimal Schieber. {winners[0]} gewinnt mit {stones} Steinen.",
        f"Everybody was the slider twice. {winners[0]} wins with {stones} stones.",
    )
