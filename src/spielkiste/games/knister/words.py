"""What the picture says, in the viewer's language."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .lines import lines_said, with_number
from .rules import ROUNDS
from .view import has_written


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
    points = look.say(f"{s.points[player]} Punkte", f"{s.points[player]} points")
    written = look.say(", hat geschrieben", ", has written") if has_written(s, player) else ""
    return f"{look.name(player)}: {points}{written}"


def cell_detail(s: Record, player: int, sheet: list[int], cell: int, look: Look) -> str:
    """The lines through a cell; of a free one while a number is to be written: as they would be with it."""
    if not s.rolled or sheet[cell] or has_written(s, player):
        return lines_said(sheet, cell, look)
    there = look.say(f"Mit der {s.rolled}", f"With the {s.rolled}")
    return f"{there}: {lines_said(with_number(sheet, cell, s.rolled), cell, look)}"
