"""Why the game ended, and what decided it."""

from spielkiste.core.look import Look
from spielkiste.core.ranking import places
from spielkiste.core.record import Record

from .outlines import SHAPE_COUNT
from .rules import AVAILABLE, BASE, PUZZLE, SOLO, best_early_round, circled_shapes, score, standing


def reason(s: Record) -> str:
    return "nothing" if nobody_found(s) else "rounds"


def nobody_found(s: Record) -> bool:
    """In the puzzle: every round uses up a shape, circled or struck, but not one in which nobody found a fiver."""
    used = sum(s.sheet[0][shape] != AVAILABLE for shape in range(SHAPE_COUNT))
    return bool(s.mode == PUZZLE and used < s.round)


def words(s: Record, look: Look) -> str:
    if s.mode == SOLO:
        return look.say(
            f"Zwölf Runden gespielt: {score(s, 0)} von 30 Punkten.",
            f"Twelve rounds played: {score(s, 0)} of 30 points.",
        )
    return f"{why(s, look)} {result(s, look)}"


def why(s: Record, look: Look) -> str:
    if nobody_found(s):
        return look.say(
            f"In Runde {s.round} hat niemand einen Fünfer gefunden.", f"In round {s.round} nobody found a fiver."
        )
    return look.say(f"Alle {s.round} Runden sind gespielt.", f"All {s.round} rounds are played.")


def result(s: Record, look: Look) -> str:
    """Who won, with how many points, and by which rule if points alone did not say."""
    seats = range(s.players)
    place = places([standing(s, seat) for seat in seats])
    winners = [seat for seat in seats if place[seat] == 1]
    points = " : ".join(str(score(s, seat)) for seat in sorted(seats, key=lambda seat: (place[seat], seat)))
    level = [seat for seat in seats if score(s, seat) == score(s, winners[0])]
    if len(winners) > 1:
        return f"{points} – {shared(s, winners, look)}"
    name = look.name(winners[0])
    if len(level) == 1:
        return look.say(f"{name} gewinnt {points}.", f"{name} wins {points}.")
    ties = " : ".join(str(tie_break(s, seat)) for seat in sorted(level, key=lambda seat: (place[seat], seat)))
    if s.mode == BASE:
        return look.say(
            f"{points} – die beste einzelne Runde vor der letzten entscheidet ({ties}): {name} gewinnt.",
            f"{points}, the best single round before the last decides ({ties}): {name} wins.",
        )
    return look.say(
        f"{points} – mehr eingekreiste Formen entscheiden ({ties}): {name} gewinnt.",
        f"{points}, more circled shapes decide ({ties}): {name} wins.",
    )


def tie_break(s: Record, seat: int) -> int:
    return best_early_round(s, seat) if s.mode == BASE else circled_shapes(s, seat)


def shared(s: Record, winners: list[int], look: Look) -> str:
    """Several are equal to the last."""
    *first, last = [look.name(seat) for seat in winners]
    names = look.say(f"{', '.join(first)} und {last}", f"{', '.join(first)} and {last}")
    if s.mode == BASE:
        return look.say(
            f"auch die beste einzelne Runde ist gleich: {names} teilen sich den Sieg.",
            f"the best single round is equal too: {names} share the win.",
        )
    return look.say(
        f"auch gleich viele eingekreiste Formen: {names} teilen sich den Sieg.",
        f"as many circled shapes, too: {names} share the win.",
    )
