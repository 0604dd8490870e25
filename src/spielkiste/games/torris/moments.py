"""What there is to see in Torris: towers that close up over a gap, and somebody who cannot move."""

from collections.abc import Sequence
from itertools import accumulate

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .notation import cell_name
from .rules import OVER

TOWER = 2  # stones; a single one that closes up is no event


def moment(before: Record, after: Record, moves: Sequence[tuple[int, str]], look: Look) -> str:
    """A tower that slid forward, and a turn that is left out; single stones close up all the time."""
    seat = moves[0][0]
    if seat < 0 or after.turn == OVER:
        return ""
    return " ".join(filter(None, [closed_up(before, after, look), left_out(after, seat, look)]))


def closed_up(before: Record, after: Record, look: Look) -> str:
    """The highest of the towers that slid forward."""
    towers = {home: cell for home, cell in standing_on(before).items() if before.height[cell] >= TOWER}
    now = standing_on(after) if towers else {}
    slid = [cell for home, cell in towers.items() if now.get(home) != cell]
    if not slid:
        return ""
    highest = max(slid, key=lambda cell: before.height[cell])
    name, height = cell_name(highest), before.height[highest]
    return look.say(f"Der Turm von {name} rückt auf, Höhe {height}.", f"The tower of {name} closes up, level {height}.")


def standing_on(s: Record) -> dict[int, int]:
    """Where each tower stands, by the cell its lowest stone was dealt to."""
    firsts = accumulate(s.height, initial=0)
    return {s.home[first]: cell for cell, (height, first) in enumerate(zip(s.height, firsts, strict=False)) if height}


def left_out(after: Record, seat: int, look: Look) -> str:
    if after.turn != seat:
        return ""
    name, other = look.name(seat), look.name(1 - seat)
    return look.say(
        f"{other} kann nicht ziehen: {name} ist noch einmal dran.", f"{other} cannot move: {name} moves again."
    )
