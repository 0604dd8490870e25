"""The position as a picture: one large sheet, points at the ends of its lines, the others small."""

from functools import cache

from spielkiste.core.look import Look
from spielkiste.core.pieces import album, common_album, figure
from spielkiste.core.record import Record
from spielkiste.core.svg import GRID, INK, PAPER, WOOD_DARK, Picture, cut, escaped

from ..notation import cell_name
from ..rules import CELLS, FIRST_DIAGONAL, HIGHEST, LOWEST, ROUNDS, SIDE
from ..view import has_written
from .words import (
    THROUGH,
    Numbers,
    details,
    line_said,
    lines_counted,
    numbers_in,
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
DIGITS = ("", *map(str, range(1, HIGHEST + 1)))  # as written in a cell
PIPS = ((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))  # on a grid of 3 by 3


def draw(s: Record, look: Look) -> Picture:
    own = 0 if look.seat is None else look.seat
    others = [player for player in range(s.players) if player != own]
    rounds, now = round_said(s, look), stage(s, look)
    picture = Picture(WIDTH, FOOT + height_of_others(len(others)), f"Knister, {rounds}: {now}")
    picture.table()
    picture.parts += draw_dice(look)[s.rolled, s.round]
    draw_head(picture, s, own, rounds, now, look)
    picture.parts += draw_sheet(look)[tuple(s.sheet[own]), number_shown(s, own), s.entry[own]]
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


@common_album
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


def draw_head(picture: Picture, s: Record, own: int, rounds: str, now: str, look: Look) -> None:
    """The sum, framed while the owner of the large sheet has yet to write it; whose sheet it is, and the points."""
    written, points = has_written(s, own), s.points[own]
    picture.parts.append(
        head_with_gaps(s.rolled, s.rolled > 0 and not written).format(
            said=escaped(f"{rounds}; {player_said(own, points, written, look)}"),
            stage=escaped(now),
            name=escaped(cut(look.name(own), 75, 13)),
            round=min(s.round + 1, ROUNDS),
            points=points,
        )
    )


@figure
def head_with_gaps(picture: Picture, rolled: int, due: bool) -> None:
    head = Picture()
    head.parts.append(sum_framed(rolled, due))
    head.words(164, 22, "{stage}", 13, anchor="start")
    head.words(164, 42, f"{{name}} · {{round}}/{ROUNDS}", 13, anchor="start")
    head.words(WIDTH - 14, 33, "{points}", 22, anchor="end")
    picture.group(head, id="head", title="{said}", data_detail="{said}")


@figure
def sum_framed(picture: Picture, rolled: int, due: bool) -> None:
    picture.add("rect", x=114, y=8, width=WIDTH - 120, height=48, rx=12, fill=PAPER, stroke=NOW if due else WOOD_DARK,
                stroke_width=4 if due else 1)  # fmt: skip
    picture.words(138, 33, str(rolled) if rolled else "–", 30)


def number_shown(s: Record, player: int) -> int:
    """What a player has yet to write, or has written secretly if the viewer knows where; else 0."""
    return s.rolled if s.entry[player] or not has_written(s, player) else 0


@common_album
def draw_sheet(picture: Picture, numbers: Numbers, number: int, entry: int, look: Look) -> None:
    """The large sheet: names of lines above and to the left, their points to the right and below. A number is due or,
    where an entry is known, stands in that cell, counted from 1, and the others do not see it yet."""
    lines = lines_counted(numbers)
    picture.parts += draw_wood(look)[()]
    draw_cells(picture, numbers, lines, number, entry, look)
    draw_numbers(picture, numbers, number, entry)
    drawn = draw_line(look)
    for line, counted in enumerate(lines):
        picture.parts += drawn[line, counted]


def draw_cells(picture: Picture, numbers: Numbers, lines: list[int], number: int, entry: int, look: Look) -> None:
    """The cells, with the lines through each of them in words; in a free one as they would be with what is due."""
    free = escaped(look.say("frei", "free"))
    said = [DIGITS[number] or free for number in numbers]
    now = then = details(look.lang, lines)
    begun = ""
    if entry:
        said[entry - 1] = escaped(secret_said(number, look))
    elif number:
        then = details(look.lang, with_due(lines, number))
        begun = escaped(look.say(f"Mit der {number}: ", f"With the {number}: "))
    picture.parts += [
        f"{before}{'; '.join(through(now))}{between}{word}{after}"
        if written
        else f"{before}{begun}{'; '.join(through(then))}{between}{word}{after}"
        for written, word, through, (before, between, after) in zip(numbers, said, THROUGH, gaps(), strict=True)
    ]


def draw_numbers(picture: Picture, numbers: Numbers, number: int, entry: int) -> None:
    """The numbers on top of the cells, in one element."""
    written = [texts[number] for texts, number in zip(numbers_written(), numbers, strict=True)]
    if entry:
        written[entry - 1] = number_in_pencil(entry - 1, number)
    together = "".join(written)
    picture.parts.append(group_of_numbers("{}").format(together) if together else group_of_numbers(""))


@common_album
def draw_wood(picture: Picture, look: Look) -> None:
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
def group_of_numbers(picture: Picture, content: str) -> None:
    picture.add("g", content, fill=INK, font_size=25, pointer_events="none", **CENTRED)


@cache
def numbers_written() -> list[list[str]]:
    """For each cell of the large sheet every number as it stands there, nothing for a free one."""
    return [["", "", *[number_in_ink(cell, number) for number in range(LOWEST, HIGHEST + 1)]] for cell in range(CELLS)]


@figure
def number_in_ink(picture: Picture, cell: int, number: int) -> None:
    x, y = corner(cell)
    put(picture, x + CELL / 2, y + CELL / 2 + 1, str(number), id=f"number-{cell_name(cell)}")


@figure
def number_in_pencil(picture: Picture, cell: int, number: int) -> None:
    """A number that the others do not see yet, ringed."""
    inner, (x, y) = Picture(), corner(cell)
    put(inner, x + CELL / 2, y + CELL / 2 + 1, str(number))
    inner.add("circle", cx=x + CELL / 2, cy=y + CELL / 2, r=20, fill="none", stroke=PENCIL, stroke_width=2,
              stroke_dasharray="4 4")  # fmt: skip
    picture.group(inner, id=f"number-{cell_name(cell)}", fill=PENCIL)


def line_end(line: int) -> tuple[float, float]:
    """Where the points of a line stand: right of a row, below a column, and at the right ends of the diagonals."""
    right, below = LEFT + CELL * SIDE + 27, TOP + CELL * SIDE + 15
    if line < SIDE:
        return right, TOP + CELL * (4.5 - line)
    if line < FIRST_DIAGONAL:
        return LEFT + CELL * (line - SIDE + 0.5), below
    return right, TOP - 15 if line == FIRST_DIAGONAL else below


@common_album
def draw_line(picture: Picture, line: int, counted: int, look: Look) -> None:
    numbers = numbers_in(counted)
    said = escaped(line_said(line, numbers, look))
    picture.parts.append(line_with_gaps(line, points(line, numbers)).format(said))


@figure
def line_with_gaps(picture: Picture, line: int, brought: int | None) -> None:
    picture.add("g", pill_with(line, brought), id=f"line-{line}", class_="line", title="{0}", data_detail="{0}")


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


def draw_small_sheet(picture: Picture, s: Record, player: int, x: float, look: Look) -> None:
    """Another player's sheet: who, whether they have written, their points and numbers."""
    points, written = s.points[player], has_written(s, player)
    numbers = "".join([texts[number] for texts, number in zip(small_numbers(), s.sheet[player], strict=True)])
    picture.parts.append(
        small_sheet_with_gaps(player, written, x, "{numbers}" if numbers else "").format(
            said=escaped(player_said(player, points, written, look)),
            name=escaped(cut(look.name(player), 67, 13)),
            points=points,
            numbers=numbers,
        )
    )


@figure
def small_sheet_with_gaps(picture: Picture, player: int, written: bool, x: float, numbers: str) -> None:
    sheet = Picture()
    draw_slip(sheet, written, SHEET_HEIGHT, 14)
    grid = "".join(f"M{6 + SMALL * k} 28v100M6 {28 + SMALL * k}h100" for k in range(SIDE + 1))
    sheet.add("path", d=grid, stroke=GRID, stroke_width=0.75, fill="none")
    sheet.add("g", numbers, font_size=12.5, text_anchor="middle")
    group_of_player(picture, sheet, f"sheet-{player}", x, FOOT)


@cache
def small_numbers() -> list[list[str]]:
    """For each cell of a small sheet every number as it stands there, nothing for a free one."""
    return [["", "", *[small_number(cell, number) for number in range(LOWEST, HIGHEST + 1)]] for cell in range(CELLS)]


@figure
def small_number(picture: Picture, cell: int, number: int) -> None:
    put(picture, 16 + SMALL * (cell % SIDE), 119 - SMALL * (cell // SIDE), str(number))


def draw_list(picture: Picture, s: Record, others: list[int], look: Look) -> None:
    """The best of many players, and how many more there are."""
    best, listed = sorted(others, key=lambda player: -s.points[player])[:LISTED], draw_listed(look)
    for k, player in enumerate(best):
        x, y = 6 + 118 * (k % BAND), FOOT + ROW * (k // BAND)
        picture.parts += listed[player, s.points[player], has_written(s, player), x, y]
    if len(others) > LISTED:
        written = sum([has_written(s, player) for player in range(s.players)])
        picture.parts += draw_more(look)[len(others) - LISTED, written, s.players]


@album
def draw_listed(picture: Picture, player: int, points: int, written: bool, x: float, y: float, look: Look) -> None:
    picture.parts.append(
        listed_with_gaps(player, written, x, y).format(
            said=escaped(player_said(player, points, written, look)),
            name=escaped(cut(look.name(player), 67, 13)),
            points=points,
        )
    )


@figure
def listed_with_gaps(picture: Picture, player: int, written: bool, x: float, y: float) -> None:
    row = Picture()
    draw_slip(row, written, ROW - 3, 11)
    group_of_player(picture, row, f"score-{player}", x, y)


def draw_slip(picture: Picture, written: bool, height: float, middle: float) -> None:
    """A slip for a player's name and points, with a tick once they have written."""
    picture.add("rect", width=SHEET_WIDTH, height=height, rx=9, fill=PAPER if written else IDLE, stroke=WOOD_DARK)
    put(picture, 8, middle, "{name}")
    if written:
        picture.add("path", d=f"M72 {middle:g}l3 4l6 -8", fill="none", stroke=INK, stroke_width=2)
    put(picture, SHEET_WIDTH - 7, middle, "{points}", text_anchor="end")


def group_of_player(picture: Picture, inner: Picture, id: str, x: float, y: float) -> None:
    picture.group(inner, id=id, transform=f"translate({x:g} {y:g})", font_size=13, fill=INK, title="{said}",
                  data_detail="{said}", **WRITING)  # fmt: skip


@common_album
def draw_more(picture: Picture, more: int, written: int, players: int, look: Look) -> None:
    said = look.say(
        f"und {more} weitere · {written} von {players} haben geschrieben",
        f"and {more} more · {written} of {players} have written",
    )
    y = FOOT + ROW * -(-LISTED // BAND)
    row = Picture()
    row.add("rect", x=6, y=y, width=WIDTH - 12, height=ROW - 3, rx=9, fill=IDLE, stroke=WOOD_DARK)
    row.words(WIDTH / 2, y + 11, said, 13)
    picture.group(row, id="more")


def put(picture: Picture, x: float, y: float, text: str, **attributes: str) -> None:
    """Text inside a group that says how it is written: shorter than saying it each time."""
    picture.add("text", escaped(text), title="", x=x, y=y, **attributes)
