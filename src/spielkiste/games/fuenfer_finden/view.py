"""What a seat knows, as JSON values. Outlines are secret until their round is judged."""

from typing import Any

from spielkiste.core.record import Record

from .actions import outline_cells
from .notation import cell_name
from .outlines import contested_cells, lies_clear, shows_roll
from .rules import AVAILABLE, BASE, BASE_ROUNDS, CIRCLED, NOBODY, PUZZLE_ROUNDS, SEARCH
from .shapes import ROLLS, SHAPES, SIDE, SYMBOLS

PHASES = ("deal", "roll", "search", "strike", "over")


def epoch(s: Record) -> int:
    """Every round's search is a secret period of its own; all else is open."""
    return int(s.round) if s.phase == SEARCH else 0


def hides(s: Record, viewer: int, seat: int, move: str) -> bool:
    return seat != viewer and move.startswith(("outline", "erase"))


def describe(s: Record, seat: int | None) -> dict[str, Any]:
    return {
        "phase": PHASES[s.phase],
        "round": s.round,
        "rounds": BASE_ROUNDS if s.mode == BASE else PUZZLE_ROUNDS,
        "roll": ROLLS[s.roll] if s.roll >= 0 else None,
        "hourglass_turned_by": None if s.turner == NOBODY else s.turner,
        "acting": [other for other in range(s.players) if s.acting >> other & 1],
        "seats": [
            {
                "rows_from_1": [row(s, other, k) for k in range(SIDE)],
                "outlines": outlines(s, other) if other == seat or s.phase != SEARCH else None,
                "sheet": None
                if s.mode == BASE
                else {shape: sheet_field(s, other, k) for k, shape in enumerate(SHAPES)},
                "points_by_round": [s.points[other][k] for k in range(judged_rounds(s))],
            }
            for other in range(s.players)
        ],
    }


def judged_rounds(s: Record) -> int:
    return int(s.round) - (1 if s.phase == SEARCH else 0)


def is_wrong(s: Record, seat: int, k: int) -> bool:
    """Whether an outline was judged and found invalid (before that nobody is told)."""
    outline = s.outlines[seat][k]
    if s.phase == SEARCH:
        return False
    contested = contested_cells(s, seat, 0), contested_cells(s, seat, 1)
    return not (shows_roll(s, seat, outline) and lies_clear(outline, *contested))


def row(s: Record, seat: int, k: int) -> str:
    """The symbols of a row, `.` where nothing is dealt."""
    symbols = [s.board[seat][column * SIDE + k] for column in range(SIDE)]
    return "".join("." if symbol < 0 else SYMBOLS[symbol] for symbol in symbols)


def outlines(s: Record, seat: int) -> list[list[str]]:
    return [[cell_name(cell) for cell in outline_cells(s.outlines[seat][k])] for k in range(s.drawn[seat])]


def sheet_field(s: Record, seat: int, shape: int) -> dict[str, Any]:
    """What became of a shape, and the cells where it is marked."""
    state = s.sheet[seat][shape]
    mark = s.mark[seat][shape]
    return {
        "state": "available" if state == AVAILABLE else "circled" if state == CIRCLED else "struck",
        "cells": [cell_name(cell) for cell in outline_cells(mark - 1)] if mark else [],
    }
