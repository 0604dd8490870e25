"""The position as a picture: one large sheet, points at the ends of its lines, the others small."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from spielkiste.core.look import Look
from spielkiste.core.pieces import common_album, figure, piece
from spielkiste.core.record import Record
from spielkiste.core.svg import GRID, INK, PAPER, WOOD_DARK, Picture, cut, escaped

from ..notation import cell_name
from ..rules import CELLS, FIRST_DIAGONAL, LINES, ROUNDS, SIDE
from ..view import has_written
from .words import (
    THROUGH,
    Numbers,
    line_detail,
    line_said,
    numbers_of,
    player_said,
    points,
    round_said,
    secret_said,
    stage,
    with_due,
)

BAND = 3  # sheets side by side
SMALL_SHEETS = 3  # so many other players are drawn with their sheets
LISTED = 9  # of more players so many are listed with their points, the best first

# The picture's measures: 360 units wide, so that one unit is one pixel on a small phone.
WIDTH, CELL, LEFT, TOP = 360, 54, 30, 94
FOOT = TOP + CELL * SIDE + 38  # below the large sheet
SMALL, SHEET_WIDTH, SHEET_HEIGHT, ROW = 20, 112, 136, 24
CHALK, NOW, IDLE, PENCIL = "#e9f0ea", "#f2c14e", "#d8ddd0", "#7a4a12"  # signs on felt, current, resting; own new entry
DOUBLE, LABEL = "#efdfc0", "#55401f"  # cells of the diagonals, which count double; names of lines on wood
WRITING = {"font_family": "system-ui, sans-serif", "dominant_baseline": "central"}
CENTRED = {**WRITING, "text_anchor": "middle"}
PIPS = ((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))  # on a grid of 3 by 3


def draw(s: Record, look: Look) -> Picture:
    own = 0 if look.seat is None else look.seat
    others = [player for player in range(s.players) if player != own]
    picture = Picture(WIDTH, FOOT + height_of_others(len(others)), f"Knister, {round_said(s, look)}: {stage(s, look)}")
    picture.table()
    draw_dice(picture, s.rolled, s.round, look)
    draw_head(picture, s, own, look)
    draw_sheet(picture, sheet_shown(s, own), look)
    if len(others) <= SMALL_SHEETS:
        left = (WIDTH + 6 - 118 * len(others)) / 2
        for k, player in enumerate(others):
            draw_small_sheet(picture, s, player, left + 118 * k, look)
    else:
        draw_list(picture, s, others, look)
    return picture


def height_of_others(count: int) -> int:
    if count == 0:
        return 0
    if count <= SMALL_SHEETS:
        return SHEET_HEIGHT + 6
    rows = -(-min(count, LISTED) // BAND)
    return ROW * (rows + (count > LISTED)) + 4


@piece
def draw_dice(picture: Picture, rolled: int, number: int, look: Look) -> None:
    """Two dice that show the sum, or their places while they are in the cup."""
    for k, face in enumerate(faces(rolled, number)):
        said = look.say(f"Würfel: {face}", f"die: {face}") if face else look.say("noch kein Wurf", "no roll yet")
        picture.add("g", die_with(k, face), id=f"die-{k + 1}", class_="die", fill=INK,
                    data_round=number + 1 if face else 0, title=said)  # fmt: skip


@figure
def die_with(picture: Picture, k: int, face: int) -> None:
    """One of the two dice, with its pips."""
    left, top = 10 + 52 * k, 10
    picture.add("rect", x=left, y=top, width=44, height=44, rx=9, fill=PAPER if face else "none",
                stroke=WOOD_DARK if face else CHALK, stroke_width=2,
                stroke_dasharray=None if face else "5 5")  # fmt: skip
    for at in PIPS[face]:
        picture.add("circle", cx=left + 11 + 11 * (at % 3), cy=top + 11 + 11 * (at // 3), r=4.2)


def faces(rolled: int, number: int) -> tuple[int, int]:
    """Faces that make the sum. Only the sum is kept, so they are made up, in each round in another way."""
    if not rolled:
        return 0, 0
    lowest, highest = max(1, rolled - 6), min(6, rolled - 1)
    first = lowest + (7 * number + 3) % (highest - lowest + 1)
    return first, rolled - first


def draw_head(picture: Picture, s: Record, own: int, look: Look) -> None:
    """The sum, framed while the owner of the large sheet has yet to write it; whose sheet it is, and the points."""
    written = has_written(s, own)
    head = Picture()
    head.parts.append(sum_framed(s.rolled, s.rolled > 0 and not written))
    head.words(164, 22, stage(s, look), 13, anchor="start")
    head.words(164, 42, f"{cut(look.name(own), 75, 13)} · {min(s.round + 1, ROUNDS)}/{ROUNDS}", 13, anchor="start")
    head.words(WIDTH - 14, 33, str(s.points[own]), 22, anchor="end")
    said = f"{round_said(s, look)}; {player_said(own, s.points[own], written, look)}"
    picture.group(head, id="head", title=said, data_detail=said)


@figure
def sum_framed(picture: Picture, rolled: int, due: bool) -> None:
    picture.add("rect", x=114, y=8, width=WIDTH - 120, height=48, rx=12, fill=PAPER, stroke=NOW if due else WOOD_DARK,
                stroke_width=4 if due else 1)  # fmt: skip
    picture.words(138, 33, str(rolled) if rolled else "–", 30)


class SheetShown(NamedTuple):
    """What is drawn of the large sheet."""

    numbers: tuple[int, ...]  # by cell, 0 in free ones
    rolled: int
    entry: int  # the cell, counted from 1, of a number that the others do not see yet
    due: bool  # whether the number is still to be written


def sheet_shown(s: Record, player: int) -> SheetShown:
    due = s.rolled > 0 and not has_written(s, player)
    return SheetShown(tuple(s.sheet[player]), s.rolled if due or s.entry[player] else 0, s.entry[player], due)


@piece
def draw_sheet(picture: Picture, shown: SheetShown, look: Look) -> None:
    """The large sheet: names of lines above and to the left, their points to the right and below."""
    draw_wood(picture)
    lines = [numbers_of(shown.numbers, line) for line in range(LINES)]
    draw_cells(picture, shown, lines, look)
    drawn = draw_line(look)
    for line, numbers in enumerate(lines):
        picture.parts += drawn[line, numbers]


def draw_cells(picture: Picture, shown: SheetShown, lines: Sequence[Numbers], look: Look) -> None:
    """The cells, with the lines through each of them in words; in a free one as they would be with what is due."""
    due, lang = shown.rolled if shown.due else 0, look.lang
    now = [line_detail(lang, line, numbers) for line, numbers in enumerate(lines)]
    then = [line_detail(lang, line, with_due(numbers, due)) for line, numbers in enumerate(lines)] if due else now
    begun = escaped(look.say(f"Mit der {due}: ", f"With the {due}: ")) if due else ""
    free = escaped(look.say("frei", "free"))
    numbers, parts = [], picture.parts
    for cell, (number, through, (before, between, after)) in enumerate(
        zip(shown.numbers, THROUGH, gaps(), strict=True)
    ):
        if number:
            parts.append(f"{before}{'; '.join(through(now))}{between}{number}{after}")
            numbers.append(number_written(number, 0, cell))
            continue
        secret = shown.rolled if shown.entry == cell + 1 else 0
        said = escaped(secret_said(secret, look)) if secret else free
        parts.append(f"{before}{begun}{'; '.join(through(then))}{between}{said}{after}")
        if secret:
            numbers.append(number_written(0, secret, cell))
    picture.add("g", "".join(numbers), fill=INK, font_size=25, pointer_events="none", **CENTRED)


@piece
def draw_wood(picture: Picture) -> None:
    picture.board(6, 62, WIDTH - 12, FOOT - 68)
    names = Picture()
    for k in range(SIDE):
        put(names, LEFT + CELL * (k + 0.5), TOP - 15, "abcde"[k])
        put(names, LEFT - 12, TOP + CELL * (4.5 - k), str(k + 1))
    picture.group(names, fill=LABEL, font_size=14, **CENTRED)


def corner(cell: int) -> tuple[int, int]:
    return LEFT + CELL * (cell % SIDE), TOP + CELL * (SIDE - 1 - cell // SIDE)


@cache
def gaps() -> list[list[str]]:
    """The cells of the large sheet, each cut where its lines and its number stand in words."""
    return [cell_without_words(cell).split("{}") for cell in range(CELLS)]


@figure
def cell_without_words(picture: Picture, cell: int) -> None:
    row, column, name = cell // SIDE, cell % SIDE, cell_name(cell)
    x, y = corner(cell)
    picture.add("rect", id=f"cell-{name}", class_="cell", x=x + 1, y=y + 1, width=CELL - 2, height=CELL - 2, rx=5,
                fill=DOUBLE if row == column or row + column == SIDE - 1 else PAPER, stroke=GRID,
                title=f"{name}: {{}}", data_detail="{}")  # fmt: skip


@figure
def number_written(picture: Picture, number: int, rolled: int, cell: int) -> None:
    """A number of the large sheet; in pencil and ringed the one that the others do not see yet."""
    x, y = corner(cell)
    inner, id = Picture(), f"number-{cell_name(cell)}"
    if number:
        put(picture, x + CELL / 2, y + CELL / 2 + 1, str(number), id=id)
        return
    put(inner, x + CELL / 2, y + CELL / 2 + 1, str(rolled))
    inner.add("circle", cx=x + CELL / 2, cy=y + CELL / 2, r=20, fill="none", stroke=PENCIL, stroke_width=2,
              stroke_dasharray="4 4")  # fmt: skip
    picture.group(inner, id=id, fill=PENCIL)


def line_end(line: int) -> tuple[float, float]:
    """Where the points of a line stand: right of a row, below a column, and at the right ends of the diagonals."""
    right, below = LEFT + CELL * SIDE + 27, TOP + CELL * SIDE + 15
    if line < SIDE:
        return right, TOP + CELL * (4.5 - line)
    if line < FIRST_DIAGONAL:
        return LEFT + CELL * (line - SIDE + 0.5), below
    return right, TOP - 15 if line == FIRST_DIAGONAL else below


@common_album
def draw_line(picture: Picture, line: int, numbers: Numbers, look: Look) -> None:
    said = line_said(line, numbers, look)
    picture.add("g", pill_with(line, points(line, numbers)), id=f"line-{line}", class_="line", title=said,
                data_detail=said)  # fmt: skip


@figure
def pill_with(picture: Picture, line: int, brought: int | None) -> None:
    """A pill with the points of a full line, a pale one of a line that is not; diagonals show which way they run."""
    x, y = line_end(line)
    picture.add("rect", x=x - 21, y=y - 12, width=42, height=24, rx=12, fill=PAPER, stroke=GRID,
                fill_opacity=None if brought else 0.25)  # fmt: skip
    if line >= FIRST_DIAGONAL:
        slope = 5 if line == FIRST_DIAGONAL else -5
        picture.add("path", d=f"M{x - 15:g} {y + slope:g}l10 {-2 * slope}", stroke=INK, stroke_width=2)
    if brought is not None:
        picture.words(x + (6 if line >= FIRST_DIAGONAL else 0), y + 0.5, str(brought), 14)


# --- the others ---------------------------------------------------------------------------------


@piece
def draw_small_sheet(picture: Picture, s: Record, player: int, x: float, look: Look) -> None:
    """Another player's sheet: who, whether they have written, their points and numbers."""
    sheet, numbers, points, written = Picture(), Picture(), s.points[player], has_written(s, player)
    draw_name(sheet, player, points, written, SHEET_HEIGHT, 14, look)
    grid = "".join(f"M{6 + SMALL * k} 28v100M6 {28 + SMALL * k}h100" for k in range(SIDE + 1))
    sheet.add("path", d=grid, stroke=GRID, stroke_width=0.75, fill="none")
    for cell in range(CELLS):
        if s.sheet[player][cell]:
            put(numbers, 16 + SMALL * (cell % SIDE), 119 - SMALL * (cell // SIDE), str(s.sheet[player][cell]))
    sheet.group(numbers, font_size=12.5, text_anchor="middle")
    group_of_player(picture, sheet, f"sheet-{player}", player_said(player, points, written, look), x, FOOT)


def draw_list(picture: Picture, s: Record, others: list[int], look: Look) -> None:
    """The best of many players, and how many more there are."""
    best = sorted(others, key=lambda player: -s.points[player])[:LISTED]
    for k, player in enumerate(best):
        x, y = 6 + 118 * (k % BAND), FOOT + ROW * (k // BAND)
        draw_listed(picture, player, s.points[player], has_written(s, player), x, y, look)
    if len(others) > LISTED:
        draw_more(picture, s, len(others) - LISTED, look)


@piece
def draw_listed(picture: Picture, player: int, points: int, written: bool, x: float, y: float, look: Look) -> None:
    row = Picture()
    draw_name(row, player, points, written, ROW - 3, 11, look)
    group_of_player(picture, row, f"score-{player}", player_said(player, points, written, look), x, y)


def draw_name(
    picture: Picture, player: int, points: int, written: bool, height: float, middle: float, look: Look
) -> None:
    """A slip with a player's name and points, and a tick once they have written."""
    picture.add("rect", width=SHEET_WIDTH, height=height, rx=9, fill=PAPER if written else IDLE, stroke=WOOD_DARK)
    put(picture, 8, middle, cut(look.name(player), 67, 13))
    if written:
        picture.add("path", d=f"M72 {middle:g}l3 4l6 -8", fill="none", stroke=INK, stroke_width=2)
    put(picture, SHEET_WIDTH - 7, middle, str(points), text_anchor="end")


def group_of_player(picture: Picture, inner: Picture, id: str, said: str, x: float, y: float) -> None:
    picture.group(inner, id=id, transform=f"translate({x:g} {y:g})", font_size=13, fill=INK, title=said,
                  data_detail=said, **WRITING)  # fmt: skip


@piece
def draw_more(picture: Picture, s: Record, more: int, look: Look) -> None:
    written = sum(has_written(s, player) for player in range(s.players))
    said = look.say(
        f"und {more} weitere · {written} von {s.players} haben geschrieben",
        f"and {more} more · {written} of {s.players} have written",
    )
    y = FOOT + ROW * -(-LISTED // BAND)
    row = Picture()
    row.add("rect", x=6, y=y, width=WIDTH - 12, height=ROW - 3, rx=9, fill=IDLE, stroke=WOOD_DARK)
    row.words(WIDTH / 2, y + 11, said, 13)
    picture.group(row, id="more")


def put(picture: Picture, x: float, y: float, text: str, **attributes: str) -> None:
    """Text inside a group that says how it is written: shorter than saying it each time."""
    picture.add("text", escaped(text), title="", x=x, y=y, **attributes)
