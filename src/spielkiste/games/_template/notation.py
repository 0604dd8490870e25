"""Moves as text: `pour 12`, `take 2`."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record
from spielkiste.core.verbs import CHANCE

from .rules import SMALLEST_HEAP

PATTERN = r"(pour|take) [1-9][0-9]?"


def write(s: Record, seat: int, action: int) -> str:
    return f"pour {action + SMALLEST_HEAP}" if seat == CHANCE else f"take {action + 1}"


def why_not(s: Record, seat: int, text: str, look: Look) -> str:
    """Why a readable move is not possible now."""
    if text.startswith("pour"):
        return look.say("die Hölzer liegen schon da", "the matches are poured out already")
    return look.say(
        f"du darfst eins bis drei nehmen, und {s.heap} sind noch da",
        f"you may take one to three matches, and {s.heap} are left",
    )
