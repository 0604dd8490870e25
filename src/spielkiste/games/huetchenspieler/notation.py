"""Moves as text: `lay 3142`, `cover`, `slide 1 4`, `ask 3`, `take 2`. Places and symbols are counted from 1."""

from functools import cache

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


def write(s: Record, seat: int, action: int) -> str:
    return written(action)


@cache
def written(action: int) -> str:
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
        return due(s, look)
    if verb == "lay":
        return look.say("jedes der Zeichen 1 2 3 4 wird einmal gelegt", "each of the symbols 1 2 3 4 is laid once")
    if verb == "slide":
        return look.say("der Stein muss seinen Platz wechseln", "the stone must change its place")
    if verb == "ask":
        return look.say(f"Zeichen {numbers[0]} ist schon aufgedeckt", f"symbol {numbers[0]} is uncovered already")
    return look.say(
        f"der Stein auf Platz {numbers[0]} ist schon aufgedeckt",
        f"the stone on place {numbers[0]} is uncovered already",
    )


def due(s: Record, look: Look) -> str:
    """What has to be done first."""
    return {
        LAY: look.say("erst legt der Schieber die vier Zeichen aus", "first the slider lays out the four symbols"),
        LOOK: look.say(
            "noch schauen alle, erst müssen die Steine zugedeckt werden",
            "everybody is still looking, the stones must be covered first",
        ),
        SLIDE: look.say("der Schieber muss noch schieben", "the slider has slides to make"),
        ASK: look.say("der Schieber muss nach einem Zeichen fragen", "the slider must ask for a symbol"),
        TAKE: look.say(
            "ein Zeichen ist gefragt, jemand muss einen Stein aufdecken",
            "a symbol was asked for, a seeker must take a stone",
        ),
    }[s.phase]
