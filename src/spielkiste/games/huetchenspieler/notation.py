"""Moves as text: `lay 3142`, `cover`, `slide 1 4`, `ask 3`, `take 2`. Places and symbols are counted from 1."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .rules import (
    ASK,
    COVER,
    FIRST_ASK,
    FIRST_SLIDE,
    FIRST_TAKE,
    LAY,
    LAYOUTS,
    LOOK,
    SLIDE,
    TAKE,
    slide_from,
    slide_to,
)

PATTERN = r"lay [1-4]{4}|cover|slide [1-4] [1-4]|ask [1-4]|take [1-4]"
PHASES = {"lay": LAY, "cover": LOOK, "slide": SLIDE, "ask": ASK, "take": TAKE}
DUE = {
    LAY: "first the slider lays out the four symbols",
    LOOK: "everybody is still looking, the stones must be covered first",
    SLIDE: "the slider has slides to make",
    ASK: "the slider must ask for a symbol",
    TAKE: "a symbol was asked for, a seeker must take a stone",
}


def write(s: Record, seat: int, action: int) -> str:
    if action < COVER:
        return f"lay {LAYOUTS[action]}"
    if action < FIRST_SLIDE:
        return "cover"
    if action < FIRST_ASK:
        return f"slide {slide_from(action) + 1} {slide_to(action) + 1}"
    if action < FIRST_TAKE:
        return f"ask {action - FIRST_ASK + 1}"
    return f"take {action - FIRST_TAKE + 1}"


def why_not(s: Record, seat: int, text: str, look: Look) -> str:
    """Why a readable move is not possible now."""
    verb, *numbers = text.split()
    if PHASES[verb] != s.phase:
        return DUE[s.phase]
    if verb == "lay":
        return "each of the symbols 1 2 3 4 is laid once"
    if verb == "slide":
        return "the stone must change its place"
    if verb == "ask":
        return f"symbol {numbers[0]} is uncovered already"
    return f"the stone on place {numbers[0]} is uncovered already"
