"""What the picture says, in the viewer's language: what is going on, and what the lines of a sheet are worth."""

from functools import cache, lru_cache
from operator import itemgetter
from types import SimpleNamespace
from typing import cast

from spielkiste.core.look import Look
from spielkiste.core.record import Record
from spielkiste.core.svg import escaped

from ..rules import CELLS, FIRST_DIAGONAL, LINE_START, LINE_STEP, LINES, ROUNDS, SEVEN, SIDE, line_points
from ..view import has_written

Numbers = tuple[int, ...]  # of a line, sorted: it is worth the same whatever their order; 0 stands for free cells


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


def player_said(player: int, points: int, written: bool, look: Look) -> str:
    said = f"{look.name(player)}: {points_said(points, look)}"
    return look.say(f"{said}, hat geschrieben", f"{said}, has written") if written else said


def secret_said(number: int, look: Look) -> str:
    return look.say(f"{number}, noch geheim", f"{number}, still secret")


def points_said(points: int, look: Look) -> str:
    return look.say("1 Punkt", "1 point") if points == 1 else look.say(f"{points} Punkte", f"{points} points")


# --- lines --------------------------------------------------------------------------------------


def cells_of(line: int) -> list[int]:
    return [LINE_START[line] + k * LINE_STEP[line] for k in range(SIDE)]


CELLS_OF = tuple(tuple(cells_of(line)) for line in range(LINES))
IN_LINE = tuple(itemgetter(*cells) for cells in CELLS_OF)
THROUGH = tuple(itemgetter(*[line for line in range(LINES) if cell in cells_of(line)]) for cell in range(CELLS))


def numbers_of(sheet: Numbers, line: int) -> Numbers:
    """What is written in a line."""
    return tuple(sorted(IN_LINE[line](sheet)))


def with_due(numbers: Numbers, due: int) -> Numbers:
    """A line with the number that is due in one of its free cells."""
    return numbers if numbers[0] else tuple(sorted([due, *numbers[1:]]))


def line_worth(line: int, numbers: Numbers, look: Look) -> str:
    return f"{line_name(line, look)}: {worth(line, numbers, look)}"


@lru_cache(maxsize=10_000)
def line_detail(lang: str, line: int, numbers: Numbers) -> str:
    """The same as SVG writes it."""
    return escaped(line_worth(line, numbers, Look(lang=lang)))


def line_name(line: int, look: Look) -> str:
    return line_name_in(look.lang, line)


@cache
def line_name_in(lang: str, line: int) -> str:
    look = Look(lang=lang)
    if line < SIDE:
        return look.say(f"Reihe {line + 1}", f"row {line + 1}")
    if line < FIRST_DIAGONAL:
        return look.say(f"Spalte {'abcde'[line - SIDE]}", f"column {'abcde'[line - SIDE]}")
    ends = "a1–e5" if line == FIRST_DIAGONAL else "a5–e1"
    return look.say(f"Diagonale {ends}", f"diagonal {ends}")


def points(line: int, numbers: Numbers) -> int | None:
    """By the rules; None while a cell is free."""
    return scored(FIRST_DIAGONAL if line >= FIRST_DIAGONAL else 0, numbers) if numbers[0] else None


@lru_cache(maxsize=10_000)  # so many full lines there are
def scored(line: int, numbers: Numbers) -> int:
    sheet = [0] * CELLS
    for cell, number in zip(CELLS_OF[line], numbers, strict=True):
        sheet[cell] = number
    return int(line_points(cast(Record, SimpleNamespace(sheet=[sheet])), 0, line))


def figure(line: Numbers, look: Look) -> str:
    """The best that is in a line, full or not."""
    numbers = [number for number in line if number]
    same = sum([numbers.count(number) - 1 for number in numbers]) // 2
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


def worth(line: int, numbers: Numbers, look: Look) -> str:
    """A line's figure and, when it is full, what it scores."""
    return worth_in(look.lang, FIRST_DIAGONAL if line >= FIRST_DIAGONAL else 0, numbers)


@lru_cache(maxsize=10_000)  # so many lines there are, half empty ones included
def worth_in(lang: str, line: int, numbers: Numbers) -> str:
    look = Look(lang=lang)
    found = figure(numbers, look)
    if 0 in numbers:
        return found
    brought = scored(line, numbers)
    if brought and line >= FIRST_DIAGONAL:
        found = look.say(f"{found} doppelt", f"{found} doubled")
    return f"{found}, {points_said(brought, look)}"


def line_said(line: int, numbers: Numbers, look: Look) -> str:
    """A line's worth and how many of its cells are still free."""
    free = numbers.count(0)
    if free == SIDE:
        name = line_name(line, look)
        return look.say(f"{name}: leer", f"{name}: empty")
    said = line_worth(line, numbers, look)
    return look.say(f"{said}, noch {free} frei", f"{said}, {free} still free") if free else said
