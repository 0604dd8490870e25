"""What a seat knows, as JSON values. What others wrote this round is hidden until the last has written."""

from typing import Any

from spielkiste.core.record import Record

from .notation import cell_name
from .rules import CELLS, LINES, ROUNDS, SIDE, is_full, line_points

LINE_NAMES = (*(f"row {k}" for k in "12345"), *(f"column {k}" for k in "abcde"), "diagonal a1-e5", "diagonal a5-e1")


def describe(s: Record, seat: int | None) -> dict[str, Any]:
    return {
        "round": min(s.round + 1, ROUNDS),
        "rounds": ROUNDS,
        "rolled": s.rolled or None,
        "sheets": [describe_sheet(s, player) for player in range(s.players)],
    }


def describe_sheet(s: Record, player: int) -> dict[str, Any]:
    sheet = s.sheet[player]
    return {
        "seat": player,
        "rows_from_top": [
            [number or None for number in sheet[at : at + SIDE]] for at in range(CELLS - SIDE, -1, -SIDE)
        ],
        "written": has_written(s, player),
        "secret_entry": cell_name(s.entry[player] - 1) if s.entry[player] else None,
        "points": s.points[player],
        "full_lines": {LINE_NAMES[line]: line_points(s, player, line) for line in full_lines(s, player)},
    }


def full_lines(s: Record, player: int) -> list[int]:
    return [line for line in range(LINES) if is_full(s, player, line)]


def points_of_lines(s: Record, player: int) -> list[int | None]:
    """Of each line; None while a cell is free."""
    return [line_points(s, player, line) if is_full(s, player, line) else None for line in range(LINES)]


def has_written(s: Record, player: int) -> bool:
    """Whether a player has written this round's number."""
    return s.rolled > 0 and not s.waiting >> (player + 2) & 1


def epoch(s: Record) -> int:
    """Entries are secret within their round."""
    return int(s.round)


def hides(s: Record, viewer: int, seat: int, move: str) -> bool:
    """The roll is open; an entry is known to its writer alone."""
    return seat >= 0 and seat != viewer
