"""The position for a terminal."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from ..actions import outline_cells, shape_or_none
from ..notation import COLUMNS, names
from ..rules import AVAILABLE, BASE, CIRCLED, NOBODY, OVER, STRUCK
from ..shapes import CELLS_A_BOARD, ROLLS, SHAPES, SIDE, SYMBOLS, VALUES
from .words import caption, rounds, shown_seats


def text(s: Record, look: Look) -> str:
    lines = [headline(s, look)]
    for seat in range(s.players):
        lines.append(caption(s, seat, look))
        if seat in shown_seats(s, look.seat):
            lines += [*board_lines(s, seat), *outline_lines(s, seat, look), *sheet_lines(s, seat)]
    return "\n".join(lines)


def headline(s: Record, look: Look) -> str:
    kind = (
        look.say("5er finden, Grundspiel", "Find the Fivers, base game"),
        look.say("5er finden, Puzzlespiel", "Find the Fivers, puzzle game"),
        look.say("5er finden allein", "Find the Fivers alone"),
    )[s.mode]
    said = [kind, look.say(f"Runde {s.round} von {rounds(s)}", f"round {s.round} of {rounds(s)}")]
    if s.roll >= 0:
        dice = " ".join(ROLLS[s.roll])
        said.append(look.say(f"Wurf {dice}", f"roll {dice}"))
    if s.turner != NOBODY:
        name = look.name(s.turner)
        said.append(look.say(f"Sanduhr umgedreht von {name}", f"hourglass turned by {name}"))
    if s.phase == OVER:
        said.append(look.say("aus", "over"))
    return ", ".join(said)


def board_lines(s: Record, seat: int) -> list[str]:
    """The symbols, row by row; beside each the number of its outline, or what marks it."""
    marks = [""] * CELLS_A_BOARD
    for shape, letter in enumerate(SHAPES):
        if s.mark[seat][shape]:
            for cell in outline_cells(s.mark[seat][shape] - 1):
                marks[cell] = letter.lower() if s.sheet[seat][shape] == CIRCLED else "/"
    for k in range(s.drawn[seat]):
        for cell in outline_cells(s.outlines[seat][k]):
            marks[cell] = str(k + 1)
    lines = []
    for row in reversed(range(SIDE)):
        cells = range(row, CELLS_A_BOARD, SIDE)
        shown = ["." if s.board[seat][c] < 0 else SYMBOLS[s.board[seat][c]] for c in cells]
        lines.append(f"{row + 1:2} " + "".join(f" {a}{marks[c]:2}" for a, c in zip(shown, cells, strict=True)).rstrip())
    return [*lines, "   " + "".join(f" {column}  " for column in COLUMNS).rstrip()]


def outline_lines(s: Record, seat: int, look: Look) -> list[str]:
    lines = []
    for k in range(s.drawn[seat]):
        shape, cells = shape_or_none(s.outlines[seat][k]), names(outline_cells(s.outlines[seat][k]))
        what = "" if shape is None else f" ({SHAPES[shape]}, {VALUES[shape]})"
        lines.append("   " + look.say(f"Umrandung {k + 1}: {cells}{what}", f"outline {k + 1}: {cells}{what}"))
    return lines


def sheet_lines(s: Record, seat: int) -> list[str]:
    """Shapes and values; circled ones in brackets, struck ones between strokes."""
    if s.mode == BASE:
        return []
    around = {AVAILABLE: "{}", CIRCLED: "({})", STRUCK: "/{}/"}
    fields = [around[s.sheet[seat][k]].format(f"{letter}{VALUES[k]}") for k, letter in enumerate(SHAPES)]
    return ["   " + " ".join(fields)]
