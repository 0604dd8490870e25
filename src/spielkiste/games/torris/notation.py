"""Moves as text: `deal 3`, and a cell with a direction: `c2n`."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record
from spielkiste.core.verbs import CHANCE

from .rules import COLUMNS, NOWHERE, colour_of_cell, occupied_ahead, owner, stones_through, symbol

PATTERN = r"deal [1-4]|[a-h][1-4][nesw]"
DIRECTIONS = "nesw"
SPOKEN = ("north", "east", "south", "west")
COLOURS = ("white", "black")


def cell_name(cell: int) -> str:
    return "abcdefgh"[cell % COLUMNS] + str(cell // COLUMNS + 1)


def read_cell(name: str) -> int:
    return "abcdefgh".index(name[0]) + COLUMNS * (int(name[1]) - 1)


def write(s: Record, seat: int, action: int) -> str:
    return f"deal {action + 1}" if seat == CHANCE else cell_name(action // 4) + DIRECTIONS[action % 4]


def why_not(s: Record, seat: int, text: str, look: Look) -> str:
    """Why a readable move is not possible now."""
    if seat == CHANCE:
        if not text.startswith("deal"):
            return "the stones are still being dealt"
        return f"all {COLOURS[colour_of_cell(s.dealt)]} stones with symbol {text[-1]} are dealt"
    if text.startswith("deal"):
        return "all stones are dealt"
    return why_not_from(s, seat, read_cell(text), DIRECTIONS.index(text[2]))


def why_not_from(s: Record, seat: int, cell: int, direction: int) -> str:
    """Why a top stone cannot go in a direction."""
    name = cell_name(cell)
    if s.height[cell] == 0:
        return f"{name} is empty"
    top = s.stone[stones_through(s, cell) - 1]
    if owner(top) != seat:
        return f"the top stone of {name} is {COLOURS[owner(top)]}"
    to = occupied_ahead(s, cell, direction, symbol(top))
    if to == NOWHERE:
        return f"{name} needs {symbol(top)} occupied cell{'s' * (symbol(top) > 1)} to the {SPOKEN[direction]}"
    return f"it must climb: {name} is {s.height[cell]} high, {cell_name(to)} only {s.height[to]}"
