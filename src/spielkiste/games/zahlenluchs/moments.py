"""What there is to see in Zahlenluchs: a stone that is captured, and how many are left, before the next card turns."""

from collections.abc import Sequence

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .rules import players


def moment(before: Record, after: Record, moves: Sequence[tuple[int, str]], look: Look) -> str:
    seat, move = moves[0]
    victim = next((other for other in range(players(after)) if after.left[other] < before.left[other]), -1)
    return told(after, seat, victim, move[3:], look) if seat >= 0 and victim >= 0 else ""


def told(after: Record, seat: int, victim: int, cell: str, look: Look) -> str:
    by, name, left = look.name(seat), look.name(victim), after.left[victim]
    rest = look.say("Einer bleibt.", "One is left.") if left == 1 else look.say(f"{left} bleiben.", f"{left} are left.")
    if seat == victim:
        said = look.say(f"{by} schlägt auf {cell} einen eigenen Stein.", f"{by} captures an own stone on {cell}.")
    else:
        said = look.say(
            f"{by} schlägt auf {cell} einen Stein von {name}.", f"{by} captures a stone of {name} on {cell}."
        )
    return f"{said} {rest}"
