"""The position as text and as a picture, and what to touch for each move."""

from collections.abc import Mapping

from spielkiste.core.look import Look
from spielkiste.core.record import Record
from spielkiste.core.svg import Picture
from spielkiste.core.verbs import CHANCE


def text(s: Record, look: Look) -> str:
    if s.turn == CHANCE:
        return look.say("Gleich werden die Hölzer ausgeschüttet.", "The matches are about to be poured out.")
    if s.winner >= 0:
        return look.say(
            f"Kein Holz mehr da: {look.name(s.winner)} gewinnt.", f"No match left: {look.name(s.winner)} wins."
        )
    name = look.name(s.turn)
    return f"{'| ' * s.heap}\n" + look.say(
        f"Noch {s.heap}; {name} ist dran.", f"{s.heap} left; it is the turn of {name}."
    )


def draw(s: Record, look: Look) -> Picture:
    picture = Picture(400, 120, look.say(f"Streichhölzer: noch {s.heap}", f"Matches: {s.heap} left"))
    picture.table()
    for k in range(s.heap):
        title = look.say(f"Holz {k + 1}", f"match {k + 1}")
        picture.stone(f"match-{k + 1}", 20 + 18 * (k % 20), 30 + 40 * (k // 20), 7, "light", title=title)
    return picture


def paths(s: Record, seat: int, moves: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """The last match that stays is touched no more: whoever takes two touches the second from the end."""
    return {move: (f"match-{s.heap + 1 - int(move[-1])}",) for move in moves}


def tell(s: Record, seat: int, move: str, look: Look) -> str:
    number = move.split()[1]
    if seat == CHANCE:
        return look.say(f"{number} Hölzer liegen da", f"{number} matches are poured out")
    return look.say(f"nimmt {number}", f"takes {number}")
