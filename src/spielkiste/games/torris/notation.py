"""Moves as text: `deal 3`, and a cell with a direction: `c2n`."""

import re
from collections.abc import Sequence

from spielkiste.core.look import Look
from spielkiste.core.record import Record
from spielkiste.core.verbs import CHANCE

from .rules import (
    CELLS,
    COLUMNS,
    EAST,
    NORTH,
    NOWHERE,
    SOUTH,
    WHITE,
    colour_of_cell,
    occupied_ahead,
    owner,
    stones_through,
    symbol,
)

PATTERN = r"deal [1-4]|[a-h][1-4][nesw]"
DIRECTIONS = "nesw"
NAMES = tuple("abcdefgh"[cell % COLUMNS] + str(cell // COLUMNS + 1) for cell in range(CELLS))
CELL = re.compile("cell-[a-h][1-4]")  # what is touched


def cell_name(cell: int) -> str:
    return NAMES[cell]


def read_cell(name: str) -> int:
    return "abcdefgh".index(name[0]) + COLUMNS * (int(name[1]) - 1)


def colour_name(seat: int, look: Look) -> str:
    return look.say("Weiß", "white") if seat == WHITE else look.say("Schwarz", "black")


def direction_name(direction: int, look: Look) -> str:
    if direction == NORTH:
        return look.say("nach Norden", "to the north")
    if direction == EAST:
        return look.say("nach Osten", "to the east")
    return look.say("nach Süden", "to the south") if direction == SOUTH else look.say("nach Westen", "to the west")


def write(s: Record, seat: int, action: int) -> str:
    return f"deal {action + 1}" if seat == CHANCE else cell_name(action // 4) + DIRECTIONS[action % 4]


def why_not(s: Record, seat: int, text: str, look: Look) -> str:
    """Why a readable move is not possible now."""
    if seat == CHANCE:
        if not text.startswith("deal"):
            return look.say("die Steine werden noch ausgelegt", "the stones are still being dealt")
        colour = colour_name(colour_of_cell(s.dealt), look)
        return look.say(
            f"alle Steine mit dem Symbol {text[-1]} in {colour} liegen schon",
            f"all {colour} stones with symbol {text[-1]} are dealt",
        )
    if text.startswith("deal"):
        return look.say("alle Steine liegen schon", "all stones are dealt")
    return why_not_from(s, seat, read_cell(text), DIRECTIONS.index(text[2]), look)


def why_not_touch(s: Record, seat: int, elements: Sequence[str], look: Look) -> str:
    """A stone and where it should go: how far it goes, or that it must climb."""
    cells = [read_cell(element[-2:]) for element in elements if CELL.fullmatch(element)]
    if len(cells) != 2 or s.height[cells[0]] == 0:
        return ""
    start, to = cells
    number = symbol(s.stone[stones_through(s, start) - 1])
    for direction in range(4):
        if to == occupied_ahead(s, start, direction, number):
            return why_not_from(s, seat, start, direction, look)
    return how_far(number, look)


def how_far(number: int, look: Look) -> str:
    """What a symbol says."""
    return (
        look.say("Der Punkt geht ein besetztes Feld weit", "The dot moves one occupied cell"),
        look.say("Der Strich geht zwei besetzte Felder weit", "The line moves two occupied cells"),
        look.say("Das Dreieck geht drei besetzte Felder weit", "The triangle moves three occupied cells"),
        look.say("Das Quadrat geht vier besetzte Felder weit", "The square moves four occupied cells"),
    )[number - 1]


def why_not_from(s: Record, seat: int, cell: int, direction: int, look: Look) -> str:
    """Why a top stone cannot go in a direction."""
    name = cell_name(cell)
    if s.height[cell] == 0:
        return look.say(f"{name} ist leer", f"{name} is empty")
    top = s.stone[stones_through(s, cell) - 1]
    if owner(top) != seat:
        colour = colour_name(owner(top), look)
        return look.say(f"der oberste Stein von {name} ist {colour.lower()}", f"the top stone of {name} is {colour}")
    to = occupied_ahead(s, cell, direction, symbol(top))
    if to == NOWHERE:
        way, needed = direction_name(direction, look), symbol(top)
        if needed == 1:
            return look.say(f"{name} braucht ein besetztes Feld {way}", f"{name} needs an occupied cell {way}")
        return look.say(f"{name} braucht {needed} besetzte Felder {way}", f"{name} needs {needed} occupied cells {way}")
    return look.say(
        f"es muss aufwärts gehen: {name} ist {s.height[cell]} hoch, {cell_name(to)} nur {s.height[to]}",
        f"it must climb: {name} is {s.height[cell]} high, {cell_name(to)} only {s.height[to]}",
    )
