"""The position as text and as a picture: one large sheet, points at the ends of its lines, the other sheets small."""

from typing import Any

from spielkiste.core.svg import GRID, INK, PAPER, STONES, WOOD_DARK, Picture, on

from .notation import cell_name
from .rules import CELLS, FIRST_DIAGONAL, LINES, ROUNDS, SIDE, is_full, line_points
from .view import LINE_NAMES, has_written

BAND = 3  # sheets side by side
TEXT_SHEETS = 6  # so many players' sheets are printed for a player; a spectator sees all
COLOURS = ("light", "dark", "red", "blue", "yellow", "green")
CHALK, NOW, IDLE, PENCIL = (
    "#e9f0ea",
    "#f2c14e",
    "#d8ddd0",
    "#7a5a2c",
)  # on felt: writing, current, resting; own new entry
DOUBLE, LABEL = "#efdfc0", "#6d5537"  # cells of the diagonals, which count double; coordinates on wood
WIDTH, CELL, LEFT, TOP = 400, 54, 46, 128
SMALL = 21


# --- in a terminal ------------------------------------------------------------------------------


def text(s: Any, seat: int | None) -> str:
    own = 0 if seat is None else seat
    order = [own, *(player for player in range(s.players) if player != own)]
    lines = [headline(s), ""]
    shown = order if seat is None or s.players <= TEXT_SHEETS else [own]
    for at in range(0, len(shown), BAND):
        sheets = [sheet_text(s, player, seat) for player in shown[at : at + BAND]]
        lines += ["".join(parts).rstrip() for parts in zip(*sheets, strict=True)]
    for player in order[len(shown) :]:
        lines.append(f"seat {player:2d}: {s.points[player]:3d}{'  has written' if has_written(s, player) else ''}")
    return "\n".join(lines)


def headline(s: Any) -> str:
    if s.round == ROUNDS:
        return "Knister: the end"
    return f"Knister, round {s.round + 1} of {ROUNDS}: " + (f"write the {s.rolled}" if s.rolled else "the dice roll")


def sheet_text(s: Any, player: int, seat: int | None) -> list[str]:
    """Seven lines of a sheet with its title, 26 characters wide; points stand at the ends of full lines."""
    points = ["" if p is None else str(p) for p in points_of_lines(s, player)]
    rising, falling = points[FIRST_DIAGONAL], points[FIRST_DIAGONAL + 1]
    name = f"seat {player}{' (you)' if player == seat else ' *' if has_written(s, player) else ''}: {s.points[player]}"
    lines = [name, "  " + "".join(f"   {letter}" for letter in "abcde") + f" /{rising}"]
    for row in range(SIDE - 1, -1, -1):
        cells = "".join(cell_text(s, player, SIDE * row + column) for column in range(SIDE))
        lines.append(f"{row + 1:2d}{cells}  {points[row]}")
    lines.append("  " + "".join(f"{p:>4}" for p in points[SIDE : 2 * SIDE]) + f" \\{falling}")
    return [f"{line:26}" for line in [*lines, ""]]


def cell_text(s: Any, player: int, cell: int) -> str:
    if s.entry[player] == cell + 1:
        return f"{f'({s.rolled})':>4}"
    return f"{s.sheet[player][cell] or '·':>4}"


def points_of_lines(s: Any, player: int) -> list[int | None]:
    """Of each line; None while a cell is free."""
    return [line_points(s, player, line) if is_full(s, player, line) else None for line in range(LINES)]


# --- as SVG -------------------------------------------------------------------------------------


def draw(s: Any, seat: int | None) -> str:
    own = 0 if seat is None else seat
    others = [player for player in range(s.players) if player != own]
    picture = Picture(WIDTH, 446 + 144 * -(-len(others) // BAND), headline(s))
    picture.table()
    draw_progress(picture, s)
    draw_roll(picture, s, own)
    draw_sheet(picture, s, own)
    for k, player in enumerate(others):
        draw_small_sheet(picture, s, player, 14 + 127 * (k % BAND), 446 + 144 * (k // BAND))
    return picture.svg()


def draw_progress(picture: Picture, s: Any) -> None:
    """A pip for each round, in fives; those to come are rings."""
    for k in range(ROUNDS):
        now = k == s.round
        picture.add("circle", cx=24 + 14 * k + 4 * (k // SIDE), cy=22, r=6 if now else 4.5,
                    fill=NOW if now else CHALK, fill_opacity=1 if k <= s.round else 0, stroke=NOW if now else CHALK,
                    stroke_width=1.5)  # fmt: skip


def draw_roll(picture: Picture, s: Any, own: int) -> None:
    """The sum to write, ringed while the owner of the large sheet has yet to write it; the owner and the points."""
    if s.rolled:
        due = not has_written(s, own)
        picture.add("rect", id="dice", x=LEFT, y=42, width=CELL, height=48, rx=11, fill=PAPER,
                    stroke=NOW if due else WOOD_DARK, stroke_width=5 if due else 2,
                    title=f"{s.rolled} is rolled" + ("" if due else ", written"))  # fmt: skip
        picture.words(LEFT + CELL / 2, 67, str(s.rolled), 28)
        if not due:
            draw_tick(picture, LEFT + CELL + 18, 66, CHALK, 1.6)
    elif s.round < ROUNDS:
        picture.add("rect", id="dice", x=LEFT, y=42, width=CELL, height=48, rx=11, fill="none", stroke=CHALK,
                    stroke_width=2, stroke_dasharray="5 5", title="the dice are to be rolled")  # fmt: skip
    picture.add("rect", x=252, y=46, width=134, height=40, rx=20, fill=PAPER, stroke=WOOD_DARK, stroke_width=1,
                title=f"seat {own}: {s.points[own]} points")  # fmt: skip
    draw_token(picture, own, 274, 66, 14)
    picture.words(366, 67, str(s.points[own]), 22, anchor="end")


def draw_sheet(picture: Picture, s: Any, player: int) -> None:
    """The large sheet: coordinates above and to the left, points to the right and below."""
    picture.board(14, 100, WIDTH - 28, 334)
    for k in range(SIDE):
        picture.words(LEFT + CELL * (k + 0.5), TOP - 13, "abcde"[k], 14, LABEL)
        picture.words(LEFT - 15, TOP + CELL * (4.5 - k), str(k + 1), 14, LABEL)
    for cell in range(CELLS):
        draw_cell(picture, s, player, cell)
    for line, points in enumerate(points_of_lines(s, player)):
        draw_points(picture, line, points)


def draw_cell(picture: Picture, s: Any, player: int, cell: int) -> None:
    row, column, name = cell // SIDE, cell % SIDE, cell_name(cell)
    x, y = LEFT + CELL * column, TOP + CELL * (SIDE - 1 - row)
    number, secret = s.sheet[player][cell], s.entry[player] == cell + 1
    diagonal = row == column or row + column == SIDE - 1
    said = f"{s.rolled}, not shown yet" if secret else str(number or "free")
    picture.cell(f"cell-{name}", x + 1, y + 1, CELL - 2, DOUBLE if diagonal else PAPER, title=f"{name}: {said}")
    if secret:
        picture.add("circle", cx=x + CELL / 2, cy=y + CELL / 2, r=20, fill="none", stroke=PENCIL, stroke_width=2,
                    stroke_dasharray="4 4")  # fmt: skip
        picture.words(x + CELL / 2, y + CELL / 2 + 1, str(s.rolled), 25, PENCIL)
    elif number:
        picture.words(x + CELL / 2, y + CELL / 2 + 1, str(number), 25)


def line_end(line: int) -> tuple[float, float]:
    """Where the points of a line stand: right of a row, below a column, and at the right ends of the diagonals."""
    right, below = LEFT + CELL * SIDE + 29, TOP + CELL * SIDE + 17
    if line < SIDE:
        return right, TOP + CELL * (4.5 - line)
    if line < FIRST_DIAGONAL:
        return LEFT + CELL * (line - SIDE + 0.5), below
    return right, TOP - 14 if line == FIRST_DIAGONAL else below


def draw_points(picture: Picture, line: int, points: int | None) -> None:
    x, y = line_end(line)
    if line >= FIRST_DIAGONAL:  # which way it runs: a stroke towards its cells
        slope = 6 if line == FIRST_DIAGONAL else -6
        picture.add("path", d=f"M{x - 29:g} {y + slope:g}L{x - 17:g} {y - slope:g}", stroke=GRID, stroke_width=2)
    if points is None:
        picture.add("circle", cx=x, cy=y, r=2, fill=GRID)
        return
    picture.add("rect", x=x - 15, y=y - 11, width=30, height=22, rx=11, fill=PAPER if points else "none", stroke=GRID,
                stroke_width=1, title=f"{LINE_NAMES[line]}: {points}")  # fmt: skip
    picture.words(x, y + 0.5, str(points), 14)


def draw_small_sheet(picture: Picture, s: Any, player: int, x: float, y: float) -> None:
    """Another player's sheet: who, whether they have written, their points and numbers."""
    written = has_written(s, player)
    inner = Picture(0, 0, "")
    inner.add("rect", width=118, height=138, rx=8, fill=PAPER if written else IDLE, stroke=WOOD_DARK, stroke_width=1)
    draw_token(inner, player, 16, 14, 10)
    if written:
        draw_tick(inner, 40, 14, INK, 1)
    inner.words(110, 15, str(s.points[player]), 14, anchor="end")
    lines = "".join(f"M{6.5 + SMALL * k:g} 27v105M6.5 {27 + SMALL * k}h105" for k in range(SIDE + 1))
    inner.add("path", d=lines, stroke=GRID, stroke_width=0.75, fill="none")
    for cell in range(CELLS):
        number, secret = s.sheet[player][cell], s.entry[player] == cell + 1
        if number or secret:
            at_x, at_y = 6.5 + SMALL * (cell % SIDE + 0.5), 27 + SMALL * (4.5 - cell // SIDE) + 0.5
            inner.words(at_x, at_y, str(number or s.rolled), 12.5, PENCIL if secret else INK)
    said = f"seat {player}: {s.points[player]} points" + (", has written" if written else "")
    picture.add("g", "".join(inner.parts), id=f"sheet-{player}", transform=f"translate({x:g} {y:g})", title=said)


def draw_token(picture: Picture, player: int, x: float, y: float, radius: float) -> None:
    """A player: a disc with the number of the seat."""
    colour = COLOURS[player % len(COLOURS)]
    fill, edge = STONES[colour]
    picture.add("circle", cx=x, cy=y, r=radius, fill=fill, stroke=edge, stroke_width=2)
    picture.words(x, y + 0.5, str(player), radius * 1.15, on(colour))


def draw_tick(picture: Picture, x: float, y: float, stroke: str, scale: float) -> None:
    d = f"M{x - 6 * scale:g} {y:g}l{4 * scale:g} {5 * scale:g}l{8 * scale:g} {-10 * scale:g}"
    picture.add("path", d=d, fill="none", stroke=stroke, stroke_width=2.5 * scale, stroke_linecap="round")
