"""Moves as text: from where to where, `c6-a6`."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .rules import CELLS, JUMP_CELLS, SIDE

PATTERN = r"[a-f][1-6]-[a-f][1-6]"
NAMES = tuple("abcdef"[cell % SIDE] + str(cell // SIDE + 1) for cell in range(CELLS))
JUMP_NAMES = tuple(f"{NAMES[start]}-{NAMES[to]}" for start, _, to in JUMP_CELLS)


def write(s: Record, seat: int, action: int) -> str:
    return JUMP_NAMES[action]


def why_not(s: Record, seat: int, text: str, look: Look) -> str:
    """Why a readable move is not possible now."""
    if text not in JUMP_NAMES:
        return look.say("ein Stein springt zwei Felder weit, waagerecht oder senkrecht",
                        "a stone jumps two cells, along a row or a column")  # fmt: skip
    start, over, to = (NAMES[cell] for cell in JUMP_CELLS[JUMP_NAMES.index(text)])
    if not s.stones >> NAMES.index(start) & 1:
        return look.say(f"auf {start} liegt kein Stein", f"there is no stone on {start}")
    if not s.stones >> NAMES.index(over) & 1:
        return look.say(f"auf {over} liegt kein Stein zum Überspringen", f"there is no stone on {over} to jump over")
    return look.say(f"{to} ist nicht leer", f"{to} is not empty")
