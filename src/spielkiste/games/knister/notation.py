"""Moves as text: `roll 8`, and the cell to write into: `c3`."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record
from spielkiste.core.verbs import CHANCE

from .rules import CELLS, LOWEST, SIDE

PATTERN = r"roll ([2-9]|1[0-2])|[a-e][1-5]"
CELL_NAMES = tuple("abcde"[cell % SIDE] + str(cell // SIDE + 1) for cell in range(CELLS))


def cell_name(cell: int) -> str:
    return CELL_NAMES[cell]


def read_cell(name: str) -> int:
    return "abcde".index(name[0]) + SIDE * (int(name[1]) - 1)


def write(s: Record, seat: int, action: int) -> str:
    return f"roll {action + LOWEST}" if seat == CHANCE else CELL_NAMES[action]


def why_not(s: Record, seat: int, text: str, look: Look) -> str:
    """Why a readable move is not possible now."""
    if seat == CHANCE:
        return look.say("erst muss gewürfelt werden", "the dice must be rolled first")
    if text.startswith("roll"):
        return look.say(
            f"gewürfelt ist schon, jetzt wird die {s.rolled} geschrieben",
            f"the dice are rolled, the {s.rolled} must be written",
        )
    number = s.sheet[seat][read_cell(text)]
    return look.say(f"auf {text} steht schon eine {number}", f"{text} holds {number} already")
