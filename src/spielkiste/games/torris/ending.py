"""Why the game ended: nobody can move any more; then points decide, and at 16:16 the highest tower."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .rules import BLACK, OVER, WHITE, highest, score


def winner(s: Record) -> int | None:
    """Who has won; None before the end, or in a draw."""
    if s.turn != OVER:
        return None
    white, black = ((score(s, seat), highest(s, seat)) for seat in (WHITE, BLACK))
    return None if white == black else int(white < black)


def reason(s: Record) -> str:
    if score(s, WHITE) != score(s, BLACK):
        return "points"
    return "draw" if winner(s) is None else "tower"


def words(s: Record, look: Look) -> str:
    won = winner(s)
    if won is None:
        return look.say(
            f"16 : 16, und die höchsten Türme sind beide {highest(s, WHITE)} hoch: unentschieden.",
            f"16 : 16, and the highest towers are both {highest(s, WHITE)} high: a draw.",
        )
    name, lost = look.name(won), 1 - won
    if reason(s) == "points":
        points = f"{score(s, won)} : {score(s, lost)}"
        return look.say(
            f"Keiner kann mehr ziehen: {name} gewinnt {points}.", f"Nobody can move any more: {name} wins {points}."
        )
    heights = f"{highest(s, won)} : {highest(s, lost)}"
    return look.say(
        f"16 : 16, der höchste Turm gewinnt ({heights}): {name}.",
        f"16 : 16, the highest tower wins ({heights}): {name}.",
    )
