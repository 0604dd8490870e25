"""The position as text and as a picture."""

from typing import Any

from spielkiste.core.svg import FELT, INK, PAPER, WOOD, Picture, tidy

from .actions import outline_cells, shape_or_none
from .notation import COLUMNS, cell_name, names
from .outlines import doubly_outlined, lies_clear, shows_roll
from .rules import (
    AVAILABLE,
    BASE,
    BASE_ROUNDS,
    CIRCLED,
    NOBODY,
    OVER,
    PUZZLE_ROUNDS,
    SEARCH,
    SOLO,
    STRIKING,
    STRUCK,
    score,
    wanted_shapes,
)
from .shapes import CELLS_A_BOARD, PICTURES, ROLLS, SHAPES, SIDE, SYMBOLS, VALUES

FORMS = ("disc", "square", "triangle", "diamond", "cross", "star")
COLOURS = ("#b5483a", "#3f6fa3", "#d29a1e", "#4f8146", "#3b4a5a", "#8a5aa0")
TINTS = {"drawn": "#ffe7a3", "circled": "#cfe3c4", "struck": "#d8d2c8", "wrong": "#f1c4b8"}
CELL, BOARD_X, PANEL = 32.0, 26.0, 360.0  # sizes in the picture: a cell, the board's left edge, one seat's part
HEADER, TITLE, SHEET, FOOT = 58.0, 24.0, 104.0, 22.0  # heights


def shown_seats(s: Any, seat: int | None) -> list[int]:
    """A player looks at their own board, a spectator at all of them."""
    return list(range(s.players)) if seat is None else [seat]


def rounds(s: Any) -> int:
    return BASE_ROUNDS if s.mode == BASE else PUZZLE_ROUNDS


def doing(s: Any, seat: int) -> str:
    """What a seat is about, in a word or two."""
    if s.phase == STRIKING:
        return "must strike a shape" if s.acting >> seat & 1 else "waits"
    if s.phase != SEARCH:
        return ""
    if s.turner == seat:
        return "turned the hourglass"
    return "searches" if s.acting >> seat & 1 else "done"


def caption(s: Any, seat: int) -> str:
    points = score(s, seat)
    said = doing(s, seat)
    return f"seat {seat}: {points} point{'' if points == 1 else 's'}" + (f", {said}" if said else "")


def is_wrong(s: Any, seat: int, k: int) -> bool:
    """Whether an outline was judged and found invalid (before that nobody is told)."""
    outline = s.outlines[seat][k]
    if s.phase == SEARCH:
        return False
    twice = doubly_outlined(s, seat, 0), doubly_outlined(s, seat, 1)
    return not (shows_roll(s, seat, outline) and lies_clear(outline, *twice))


# --- text ------------------------------------------------------------------------------------------


def text(s: Any, seat: int | None) -> str:
    lines = [f"5er finden, {('base', 'puzzle', 'solo')[s.mode]} game, round {s.round} of {rounds(s)}"]
    if s.roll >= 0:
        lines[0] += f", roll {' '.join(ROLLS[s.roll])}"
    if s.turner != NOBODY:
        lines[0] += f", hourglass turned by seat {s.turner}"
    if s.phase == OVER:
        lines[0] += ", over"
    for other in range(s.players):
        lines.append(caption(s, other))
        if other in shown_seats(s, seat):
            lines += [*board_lines(s, other), *sheet_lines(s, other)]
    return "\n".join(lines)


def board_lines(s: Any, seat: int) -> list[str]:
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


def sheet_lines(s: Any, seat: int) -> list[str]:
    lines = []
    for k in range(s.drawn[seat]):
        shape = shape_or_none(s.outlines[seat][k])
        what = "" if shape is None else f" ({SHAPES[shape]}, {VALUES[shape]})"
        lines.append(f"   outline {k + 1}: {names(outline_cells(s.outlines[seat][k]))}{what}")
    if s.mode != BASE:
        around = {AVAILABLE: "{}", CIRCLED: "({})", STRUCK: "/{}/"}
        lines.append("   " + " ".join(around[s.sheet[seat][k]].format(f"{a}{VALUES[k]}") for k, a in enumerate(SHAPES)))
    return lines


# --- picture ---------------------------------------------------------------------------------------


def draw(s: Any, seat: int | None) -> str:
    shown = shown_seats(s, seat)
    columns = min(2, len(shown))
    panel_height = TITLE + SIDE * CELL + 24 + SHEET
    others = [other for other in range(s.players) if other not in shown]
    height = HEADER + panel_height * -(-len(shown) // columns) + FOOT * len(others) + 8
    rolled = f", roll {ROLLS[s.roll]}" if s.roll >= 0 else ""
    picture = Picture(PANEL * columns, height, f"5er finden, round {s.round} of {rounds(s)}{rolled}")
    picture.table()
    draw_header(picture, s)
    for k, other in enumerate(shown):
        x, y = PANEL * (k % columns), HEADER + panel_height * (k // columns)
        prefix = "" if len(shown) == 1 else f"{other}-"
        picture.words(x + BOARD_X, y + TITLE / 2, caption(s, other), 14, "#ffffff", "start")
        draw_board(picture, s, other, x + BOARD_X, y + TITLE, prefix)
        draw_sheet(picture, s, other, x + BOARD_X, y + TITLE + SIDE * CELL + 26, prefix)
    for k, other in enumerate(others):
        picture.words(BOARD_X, height - FOOT * (len(others) - k) - 2, caption(s, other), 13, "#ffffff", "start")
    return picture.svg()


def draw_header(picture: Picture, s: Any) -> None:
    """The dice, the hourglass and the round."""
    for k in range(5):
        x = BOARD_X + 43 * k
        said = f"rolled: {ROLLS[s.roll][k]}" if s.roll >= 0 else "not rolled yet"
        picture.add("rect", id=f"die-{k}", x=x, y=12, width=38, height=38, rx=8, fill=PAPER, stroke=INK,
                    stroke_width=1.5, title=said)  # fmt: skip
        if s.roll >= 0:
            draw_symbol(picture, SYMBOLS.index(ROLLS[s.roll][k]), x + 19, 31, 24)
    if s.mode != SOLO:
        draw_hourglass(picture, BOARD_X + 236, 31, s.turner)
    picture.words(PANEL - 14, 31, f"{s.round} / {rounds(s)}", 17, "#ffffff", "end")


def draw_hourglass(picture: Picture, x: float, y: float, turner: int) -> None:
    """Its sand lies below before it is turned, above while it runs."""
    said = "the hourglass has not been turned" if turner == NOBODY else f"seat {turner} turned the hourglass"
    glass = f"M{tidy(x - 10)} {tidy(y - 17)}h20l-8 17 8 17h-20l8 -17z"
    sand = (
        f"M{tidy(x - 7)} {tidy(y + 15)}h14l-4.5 -9h-5z"
        if turner == NOBODY
        else f"M{tidy(x - 6)} {tidy(y - 12)}h12l-5 11h-2z"
    )
    picture.add(
        "path",
        id="hourglass",
        d=glass,
        fill="#eef3ee",
        stroke=WOOD,
        stroke_width=2.5,
        stroke_linejoin="round",
        title=said,
    )
    picture.add("path", d=sand, fill="#d29a1e", pointer_events="none")


def draw_board(picture: Picture, s: Any, seat: int, x: float, y: float, prefix: str) -> None:
    picture.board(x - 20, y - 4, SIDE * CELL + 26, SIDE * CELL + 24)
    for k in range(SIDE):
        picture.words(x - 10, y + CELL * (SIDE - k - 0.5), str(k + 1), 11)
        picture.words(x + CELL * (k + 0.5), y + CELL * SIDE + 10, COLUMNS[k], 11)
    for cell in range(CELLS_A_BOARD):
        symbol = s.board[seat][cell]
        said = cell_name(cell) if symbol < 0 else f"{cell_name(cell)}: {SYMBOLS[symbol]}, {FORMS[symbol]}"
        left, top = corner(cell, x, y)
        picture.cell(f"cell-{prefix}{cell_name(cell)}", left, top, CELL, title=said)
    hatched = 0
    for shape in range(len(SHAPES)):
        if s.mark[seat][shape]:
            cells = outline_cells(s.mark[seat][shape] - 1)
            struck = s.sheet[seat][shape] == STRUCK
            hatched |= sum(1 << cell for cell in cells) if struck else 0
            draw_outline(picture, cells, x, y, "struck" if struck else "circled", f"mark-{prefix}{SHAPES[shape]}")
    for k in range(s.drawn[seat]):
        kind = "wrong" if is_wrong(s, seat, k) else "drawn"
        draw_outline(picture, outline_cells(s.outlines[seat][k]), x, y, kind, f"outline-{prefix}{k}")
    for cell in range(CELLS_A_BOARD):
        if s.board[seat][cell] >= 0:
            left, top = corner(cell, x, y)
            draw_symbol(picture, s.board[seat][cell], left + CELL / 2, top + CELL / 2, CELL * 0.56)
            if hatched >> cell & 1:
                draw_hatching(picture, left, top)
    for k in range(s.drawn[seat]):
        if is_wrong(s, seat, k):
            draw_cross(picture, *corner(outline_cells(s.outlines[seat][k])[0], x, y))


def corner(cell: int, x: float, y: float) -> tuple[float, float]:
    """The upper left corner of a cell on a board at (x, y)."""
    return x + CELL * (cell // SIDE), y + CELL * (SIDE - 1 - cell % SIDE)


def draw_outline(picture: Picture, cells: list[int], x: float, y: float, kind: str, id: str) -> None:
    """A ribbon through the cells: a broad dark line with a slightly narrower light one on it."""
    middle = {cell: (left + CELL / 2, top + CELL / 2) for cell in cells for left, top in [corner(cell, x, y)]}
    path = ""
    for cell, (cx, cy) in middle.items():
        path += f"M{tidy(cx)} {tidy(cy)}h0.01"
        joined = [
            cell + step for step in (1, SIDE) if cell + step in middle and (step == SIDE or cell % SIDE < SIDE - 1)
        ]
        if len(joined) == 2 and cell + SIDE + 1 in middle:  # a block of four has no hole
            path += f"M{tidy(cx + CELL / 2)} {tidy(cy - CELL / 2)}h0.01"
        for other in joined:
            path += f"M{tidy(cx)} {tidy(cy)}L{tidy(middle[other][0])} {tidy(middle[other][1])}"
    dark = "#9c2f22" if kind == "wrong" else INK
    said = {"drawn": "outlined", "circled": "circled", "struck": "struck", "wrong": "invalid"}[kind]
    for line, width in ((dark, CELL - 4), (TINTS[kind], CELL - 9)):
        picture.add("path", id=id if line == dark else None, d=path, stroke=line, stroke_width=width, fill="none",
                    stroke_linecap="square", stroke_linejoin="round", pointer_events="none",
                    title=f"{said}: {names(cells)}" if line == dark else "")  # fmt: skip


def draw_hatching(picture: Picture, left: float, top: float) -> None:
    path = "".join(
        f"M{tidy(left + 4 + k)} {tidy(top + CELL - 4)}L{tidy(left + CELL - 4)} {tidy(top + 4 + k)}" for k in (0, 8, 16)
    )
    path += "".join(
        f"M{tidy(left + 4)} {tidy(top + CELL - 4 - k)}L{tidy(left + CELL - 4 - k)} {tidy(top + 4)}" for k in (8, 16)
    )
    picture.add("path", d=path, stroke=INK, stroke_width=1.6, opacity=0.75, fill="none", pointer_events="none")


def draw_cross(picture: Picture, left: float, top: float) -> None:
    """Over the first cell of an invalid outline."""
    path = f"M{tidy(left + 6)} {tidy(top + 6)}l20 20m0 -20l-20 20"
    picture.add(
        "path", d=path, stroke="#9c2f22", stroke_width=3, stroke_linecap="round", fill="none", pointer_events="none"
    )


def draw_symbol(picture: Picture, symbol: int, x: float, y: float, size: float) -> None:
    """A disc, B square, C triangle, D diamond, E cross, F star."""
    h = size / 2
    points = {
        1: ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)),
        2: ((0, -1), (1.05, 0.85), (-1.05, 0.85)),
        3: ((0, -1.15), (0.85, 0), (0, 1.15), (-0.85, 0)),
        4: ((-0.35, -1), (0.35, -1), (0.35, -0.35), (1, -0.35), (1, 0.35), (0.35, 0.35),
            (0.35, 1), (-0.35, 1), (-0.35, 0.35), (-1, 0.35), (-1, -0.35), (-0.35, -0.35)),
        5: ((0, -1.15), (0.29, -0.4), (1.1, -0.36), (0.47, 0.15), (0.68, 0.93),
            (0, 0.49), (-0.68, 0.93), (-0.47, 0.15), (-1.1, -0.36), (-0.29, -0.4)),
    }  # fmt: skip
    if symbol == 0:
        picture.add("circle", cx=x, cy=y, r=h * 0.95, fill=COLOURS[0], pointer_events="none")
        return
    path = "L".join(f"{tidy(x + h * dx)} {tidy(y + h * dy)}" for dx, dy in points[symbol])
    picture.add("path", d=f"M{path}Z", fill=COLOURS[symbol], pointer_events="none")


def draw_sheet(picture: Picture, s: Any, seat: int, x: float, y: float, prefix: str) -> None:
    """The twelve shapes with their values; cheap ones first."""
    picture.add(
        "rect",
        x=x - 20,
        y=y,
        width=SIDE * CELL + 26,
        height=SHEET - 10,
        rx=6,
        fill=PAPER,
        stroke=WOOD,
        stroke_width=1.5,
    )
    wanted = wanted_shapes(s, seat)
    order = sorted(range(len(SHAPES)), key=lambda shape: VALUES[shape])
    for k, shape in enumerate(order):
        left, top = x - 17 + 57 * (k % 6), y + 3 + 44 * (k // 6)
        draw_sheet_field(picture, s.sheet[seat][shape], shape, left, top, bool(wanted >> shape & 1), prefix)


def draw_sheet_field(picture: Picture, state: int, shape: int, x: float, y: float, wanted: bool, prefix: str) -> None:
    letter = SHAPES[shape]
    said = {CIRCLED: "circled", STRUCK: "struck"}.get(state, "available" if wanted else "outlined")
    fill = TINTS["circled"] if state == CIRCLED else TINTS["drawn"] if said == "outlined" else PAPER
    picture.add("rect", id=f"shape-{prefix}{letter}", x=x, y=y, width=55, height=42, rx=6, fill=fill,
                title=f"{letter}, {VALUES[shape]} points, {said}")  # fmt: skip
    lines = PICTURES[letter]
    size = 7.0
    left, top = x + 20 - size * len(lines[0]) / 2, y + 21 - size * len(lines) / 2
    for row, line in enumerate(lines):
        for column, mark in enumerate(line):
            if mark == "#":
                picture.add("rect", x=left + size * column, y=top + size * row, width=size, height=size, fill=FELT,
                            stroke=PAPER, stroke_width=0.8, pointer_events="none")  # fmt: skip
    picture.words(x + 46, y + 21, str(VALUES[shape]), 14)
    if state == CIRCLED:
        picture.add(
            "ellipse",
            cx=x + 20,
            cy=y + 21,
            rx=19,
            ry=19,
            fill="none",
            stroke=INK,
            stroke_width=2,
            pointer_events="none",
        )
    if state == STRUCK:
        picture.add("path", d=f"M{tidy(x + 4)} {tidy(y + 38)}L{tidy(x + 51)} {tidy(y + 4)}", stroke="#9c2f22",
                    stroke_width=3, stroke_linecap="round", pointer_events="none")  # fmt: skip
