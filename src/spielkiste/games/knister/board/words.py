"""What the picture says, in the viewer's language: what is going on, and what the lines of a sheet are worth."""

from collections.abc import Sequence
from functools import cache, lru_cache
from operator import itemgetter
from types import SimpleNamespace
from typing import cast

from spielkiste.core.look import Look
from spielkiste.core.record import Record
from spielkiste.core.svg import escaped

from ..rules import (
    CELLS,
    FIRST_DIAGONAL,
    HIGHEST,
    LINE_START,
    LINE_STEP,
    LINES,
    LOWEST,
    ROUNDS,
    SEVEN,
    SIDE,
    line_points,
)
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


def line_worth(line: int, numbers: Numbers, look: Look) -> str:
    return f"{line_name(line, look)}: {worth(line, numbers, look)}"


# The numbers of a line as one: how often each of them stands there, in digits of base 6. The last counts free cells.
BASE = SIDE + 1
COUNTED = (1, 0, *[BASE ** (number - 1) for number in range(LOWEST, HIGHEST + 1)])
IN_SHEET = tuple(slice(start, start + SIDE * step, step) for start, step in zip(LINE_START, LINE_STEP, strict=True))


def lines_counted(sheet: Numbers) -> list[int]:
    """What stands in each line of a sheet."""
    counted = [COUNTED[number] for number in sheet]
    return [sum(counted[cells]) for cells in IN_SHEET]


def with_due(lines: Sequence[int], due: int) -> list[int]:
    """The same with the number that is due in one of their free cells."""
    more = COUNTED[due] - COUNTED[0]
    return [line + more if line % BASE else line for line in lines]


def numbers_in(line: int) -> Numbers:
    """What was counted."""
    free, line = line % BASE, line // BASE
    numbers = [0] * free
    for number in range(LOWEST, HIGHEST + 1):
        numbers += [number] * (line % BASE)
        line //= BASE
    return tuple(numbers)


class Worths(dict[int, str]):
    """What lines of a kind are worth, as SVG writes it, by what was counted in them; some thousands there are."""

    def __init__(self, line: int, look: Look) -> None:
        self._line, self._look = line, look

    def __missing__(self, counted: int) -> str:
        said = self[counted] = escaped(worth(self._line, numbers_in(counted), self._look))
        return said


@cache
def worths_in(lang: str) -> list[tuple[str, Worths]]:
    """The names of the lines, and what each may be worth."""
    look = Look(lang=lang)
    plain, doubled = Worths(0, look), Worths(FIRST_DIAGONAL, look)
    return [(escaped(line_name(line, look)), doubled if line >= FIRST_DIAGONAL else plain) for line in range(LINES)]


def details(lang: str, lines: Sequence[int]) -> list[str]:
    """The lines of a sheet with what they are worth, as SVG writes it."""
    return [f"{name}: {worths[line]}" for (name, worths), line in zip(worths_in(lang), lines, strict=True)]


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
