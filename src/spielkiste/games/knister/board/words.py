"""What the picture says, in the viewer's language: what is going on, and what the lines of a sheet are worth."""

from types import SimpleNamespace
from typing import cast

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from ..rules import CELLS, FIRST_DIAGONAL, LINE_START, LINE_STEP, LINES, ROUNDS, SEVEN, SIDE, line_points
from ..view import has_written


def stage(s: Record, look: Look) -> str:
    if s.round == ROUNDS:
        return look.say("Alle Zettel sind voll", "All sheets are full")
    if s.rolled == 0:
        return look.say("Es wird gewürfelt", "The dice roll")
    if look.seat is None:
        return look.say(f"Alle schreiben die {s.rolled}", f"Everybody writes the {s.rolled}")
    if has_written(s, look.seat):
        return look.say("Warte auf die anderen", "Waiting for the others")
    return look.say(f"Schreib die {s.rolled} auf", f"Write the {s.rolled}")


def round_said(s: Record, look: Look) -> str:
    number = min(s.round + 1, ROUNDS)
    return look.say(f"Runde {number} von {ROUNDS}", f"round {number} of {ROUNDS}")


def player_said(s: Record, player: int, look: Look) -> str:
    said = f"{look.name(player)}: {points_said(int(s.points[player]), look)}"
    return look.say(f"{said}, hat geschrieben", f"{said}, has written") if has_written(s, player) else said


def cell_detail(s: Record, player: int, sheet: list[int], cell: int, look: Look) -> str:
    """The lines through a cell; of a free one while a number is to be written: as they would be with it."""
    if not s.rolled or sheet[cell] or has_written(s, player):
        return lines_said(sheet, cell, look)
    there = lines_said(with_number(sheet, cell, s.rolled), cell, look)
    return look.say(f"Mit der {s.rolled}: {there}", f"With the {s.rolled}: {there}")


def points_said(points: int, look: Look) -> str:
    return look.say("1 Punkt", "1 point") if points == 1 else look.say(f"{points} Punkte", f"{points} points")


# --- lines --------------------------------------------------------------------------------------


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
    return figure_name(same, look)


def figure_name(same: int, look: Look) -> str:
    """By the number of ways to choose two equal numbers, as in the rules."""
    if same == 1:
        return look.say("Zwilling", "pair")
    if same == 2:
        return look.say("zwei Zwillinge", "two pairs")
    if same == 3:
        return look.say("Drilling", "three of a kind")
    if same == 4:
        return look.say("Full House", "full house")
    if same == 6:
        return look.say("Vierling", "four of a kind")
    if same == 10:
        return look.say("fünf Gleiche", "five of a kind")
    return look.say("nichts", "nothing")


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
        found = look.say(f"{found} doppelt", f"{found} doubled")
    return f"{found}, {points_said(scored, look)}"


def line_said(sheet: list[int], line: int, look: Look) -> str:
    """A line's worth and how many of its cells are still free."""
    free = free_cells(sheet, line)
    name = line_name(line, look)
    if free == SIDE:
        return look.say(f"{name}: leer", f"{name}: empty")
    said = f"{name}: {worth(sheet, line, look)}"
    return look.say(f"{said}, noch {free} frei", f"{said}, {free} still free") if free else said


def lines_said(sheet: list[int], cell: int, look: Look) -> str:
    """The lines through a cell."""
    return "; ".join(f"{line_name(line, look)}: {worth(sheet, line, look)}" for line in THROUGH[cell])


def with_number(sheet: list[int], cell: int, number: int) -> list[int]:
    return [number if k == cell else there for k, there in enumerate(sheet)]


def sheet_of(s: Record, player: int) -> list[int]:
    return [int(number) for number in s.sheet[player]]
