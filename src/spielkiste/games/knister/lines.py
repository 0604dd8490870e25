"""What the lines of a sheet are worth, in words."""

from types import SimpleNamespace
from typing import cast

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .rules import CELLS, FIRST_DIAGONAL, LINE_START, LINE_STEP, LINES, SEVEN, SIDE, line_points

NOTHING = ("nichts", "nothing")
FIGURES = {  # by the number of ways to choose two equal numbers, as in the rules
    0: NOTHING,
    1: ("Paar", "pair"),
    2: ("zwei Paare", "two pairs"),
    3: ("Drilling", "three of a kind"),
    4: ("volles Haus", "full house"),
    6: ("Vierling", "four of a kind"),
    10: ("fünf Gleiche", "five of a kind"),
}


def cells_of(line: int) -> list[int]:
    return [LINE_START[line] + k * LINE_STEP[line] for k in range(SIDE)]


THROUGH = tuple(tuple(line for line in range(LINES) if cell in cells_of(line)) for cell in range(CELLS))


def line_name(line: int, look: Look) -> str:
    if line < SIDE:
        return look.say(f"Reihe {line + 1}", f"row {line + 1}")
    if line < FIRST_DIAGONAL:
        return look.say(f"Spalte {'abcde'[line - SIDE]}", f"column {'abcde'[line - SIDE]}")
    ends = "a1–e5" if line == FIRST_DIAGONAL else "a5–e1"
    return look.say(f"Diagonale {ends}", f"diagonal {ends}")


def points(sheet: list[int], line: int) -> int:
    """By the rules; 0 while a cell is free."""
    return int(line_points(cast(Record, SimpleNamespace(sheet=[sheet])), 0, line))


def figure(sheet: list[int], line: int, look: Look) -> str:
    """The best that is in a line, full or not."""
    numbers = [sheet[cell] for cell in cells_of(line) if sheet[cell]]
    same = sum(one == other for k, one in enumerate(numbers) for other in numbers[:k])
    if same == 0 and len(numbers) > 1 and max(numbers) - min(numbers) < SIDE:
        return straight(numbers, look)
    return look.say(*FIGURES[same])


def straight(numbers: list[int], look: Look) -> str:
    if len(numbers) < SIDE:
        return look.say("Teil einer Straße", "part of a straight")
    if min(numbers) <= SEVEN <= max(numbers):
        return look.say("Straße mit 7", "straight with a 7")
    return look.say("Straße ohne 7", "straight without a 7")


def free_cells(sheet: list[int], line: int) -> int:
    return sum(not sheet[cell] for cell in cells_of(line))


def worth(sheet: list[int], line: int, look: Look) -> str:
    """A line's figure and, when it is full, what it scores."""
    found = figure(sheet, line, look)
    if free_cells(sheet, line):
        return found
    scored = points(sheet, line)
    if scored and line >= FIRST_DIAGONAL:
        found += look.say(" doppelt", " doubled")
    return f"{found}, {scored} " + (look.say("Punkt", "point") if scored == 1 else look.say("Punkte", "points"))


def line_said(sheet: list[int], line: int, look: Look) -> str:
    """A line's worth and how many of its cells are still free."""
    free = free_cells(sheet, line)
    name = line_name(line, look)
    if free == SIDE:
        return f"{name}: " + look.say("leer", "empty")
    said = f"{name}: {worth(sheet, line, look)}"
    return said + look.say(f", noch {free} frei", f", {free} still free") if free else said


def lines_said(sheet: list[int], cell: int, look: Look) -> str:
    """The lines through a cell."""
    return "; ".join(f"{line_name(line, look)}: {worth(sheet, line, look)}" for line in THROUGH[cell])


def with_number(sheet: list[int], cell: int, number: int) -> list[int]:
    return [number if k == cell else there for k, there in enumerate(sheet)]


def sheet_of(s: Record, player: int) -> list[int]:
    return [int(number) for number in s.sheet[player]]
