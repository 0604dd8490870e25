"""What a seat knows, as JSON values. Faces of covered stones are in nobody's view.

All else stays what a perfect memory would know: which stone was slid where, and on which place it was laid
(`laid_on`, and the slides among the moves made). People at a table must remember that themselves; what a page shows
them while they search is less, and is the page's matter.
"""

from typing import Any

from spielkiste.core.record import Record

from .rules import ASK, LAY, PLACES, ROUNDS, covered, seeker, slider

PHASES = ("lay", "look", "slide", "ask", "take")


def describe(s: Record, seat: int | None) -> dict[str, Any]:
    hidings = ROUNDS * s.players
    over = s.hiding == hidings
    return {
        "phase": "over" if over else PHASES[s.phase],
        "round": min(s.hiding // s.players + 1, ROUNDS),
        "hiding": min(s.hiding + 1, hidings),
        "hidings": hidings,
        "slider": None if over else slider(s),
        "seeker": seeker(s) if s.phase >= ASK else None,
        "slides_left": s.slides,
        "asked": s.asked or None,
        "row": [] if s.phase == LAY else [stone(s, place) for place in range(PLACES)],
        "last_row": [
            {"place": place + 1, "symbol": s.last_row[place], "taken_by": s.taker[place] - 1}
            for place in range(PLACES)
            if s.last_row[place]
        ],
        "stones_won": list(s.won[: s.players]),
    }


def stone(s: Record, place: int) -> dict[str, Any]:
    return {
        "place": place + 1,
        "laid_on": s.origin[place],
        "symbol": s.row[place] or None,
        "covered": covered(s) and not s.uncovered[place],
        "taken_by": s.taker[place] - 1 if s.taker[place] else None,
    }


def epoch(s: Record) -> int:
    """A layout is a secret of its own hiding: afterwards all four stones have been open."""
    return int(s.hiding)


def hides(s: Record, viewer: int, seat: int, move: str) -> bool:
    """While stones lie covered, how they were laid is known only from memory."""
    return covered(s) and move.startswith("lay")


def to_remember(s: Record, seat: int, move: str) -> bool:
    """Who slid what where, as long as the hiding lasts."""
    return move.startswith("slide")
