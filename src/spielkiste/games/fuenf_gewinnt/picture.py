"""The picture: the stones on a mat, the cells around them where one may be put, and both players above it."""

from functools import cache, lru_cache
from typing import Any, NamedTuple

from spielkiste.core.look import Look
from spielkiste.core.pieces import album, common_album, figure
from spielkiste.core.record import Record
from spielkiste.core.svg import INK, PAPER, STONES, WOOD_DARK, Picture, cut, escaped, on, tidy

from .ending import why_drawn
from .field import NOWHERE, SIDE, bordering, run
from .notation import place
from .rules import FIRST_CELL, FIVE, KEEPING, LIFTING, PLACING, QUIET_TURNS, STONES_EACH, with_free_side
from .view import cells_of

MAT = "#4b6b58"  # darker than the table: paper-coloured writing on it has a contrast of 5
OPEN, STAYS = "#66806e", "#a9b8a6"  # cells; those of a part that may stay
LINE = "#d7432f"
HAND = "#f2c14e"

# A stone's place in the picture never changes: cell x,y is at CELL times x and -y, whatever part of the field is shown.
CELL = 36
HOME = 4  # the picture begins with the cells from -4 to 4

# What surrounds the field is drawn in a space of its own, 360 units wide: one unit is one pixel on a small phone.
WIDTH, HEIGHT = 360.0, 424.0
EDGE = 24.0  # for the coordinates, left of the field and below it
HEAD = 76.0  # for the players and what is going on
LEAST = 24.0  # pixels of a cell; a field for which they would have to be smaller makes the picture larger
TOUCHABLE = 34.0  # pixels of a cell that a finger hits
NAME_WIDTH, NAME_BESIDE_HAND, NAME_IN_CAPTION = 102, 64, 160


class Window(NamedTuple):
    """The cells that are shown, how large they are beside what surrounds them, and where that space lies."""

    columns: range
    rows: range
    cell: float
    width: float
    height: float

    def x(self, x: int) -> float:
        """The middle of a column."""
        spare = self.width - EDGE - 6 - self.cell * len(self.columns)
        return EDGE + spare / 2 + self.cell * (x - self.columns[0] + 0.5)

    def y(self, y: int) -> float:
        """The middle of a row."""
        spare = self.height - HEAD - EDGE - self.cell * len(self.rows)
        return HEAD + spare / 2 + self.cell * (self.rows[-1] - y + 0.5)

    @property
    def crowded(self) -> bool:
        """Whether cells would be too small to touch on a phone: then it shows a part, and the rest by scrolling."""
        return self.cell < TOUCHABLE

    @property
    def least_width(self) -> int:
        """Pixels of the whole, so that every cell can be touched."""
        return round(self.width * TOUCHABLE / self.cell)

    @property
    def scale(self) -> float:
        return CELL / self.cell

    @property
    def corner(self) -> tuple[float, float]:
        """Where in the picture the space around the field begins."""
        return -self.x(0) * self.scale, -self.y(0) * self.scale

    @lru_cache(maxsize=500)  # noqa: B019 - windows are few, and small
    def at(self, x: float = 0, y: float = 0) -> str:
        """To draw what surrounds the field, from a point of that space on."""
        left, top = self.corner
        grown = "" if self.scale == 1 else f" scale({tidy(self.scale)})"
        return f"translate({tidy(left + x * self.scale)} {tidy(top + y * self.scale)}){grown}"


def window(s: Record) -> Window:
    stones = 2
    for white, black in s.stones[: s.tall + 2]:
        stones |= white | black
    return window_around(s.left, s.left + stones.bit_length(), s.low, s.low + max(1, s.tall) + 1)


@lru_cache(maxsize=500)  # a field grows by a cell now and then
def window_around(left: int, right: int, low: int, high: int) -> Window:
    columns, rows = around(left, right), around(low, high)
    fits = min((WIDTH - EDGE - 6) / len(columns), (HEIGHT - HEAD - EDGE) / len(rows))
    cell = max(LEAST, min(float(CELL), fits))
    width, height = EDGE + cell * len(columns) + 6, HEAD + cell * len(rows) + EDGE
    return Window(columns, rows, cell, max(WIDTH, width), max(HEIGHT, height))


class FieldPicture(Picture):
    """A picture whose upper left corner is not 0,0: when more of the field is shown, no stone has to be drawn anew."""

    def __init__(self, shown: Window, title: str) -> None:
        super().__init__(shown.width * shown.scale, shown.height * shown.scale, title)
        self.shown = shown

    def head(self, role: str = "img") -> str:
        left, top = self.shown.corner
        moved = super().head(role).replace('viewBox="0 0', f'viewBox="{tidy(left)} {tidy(top)}')
        return moved.replace(" role=", f' data-wide="{self.shown.least_width}" role=') if self.shown.crowded else moved


def around(lowest: int, highest: int) -> range:
    """What is shown from the lowest to the highest cell in use: at least nine, those around 0,0 if that is enough.

    Ends are even numbers, so that the picture changes with every other cell of growth only.
    """
    first, last = lowest - lowest % 2, highest + highest % 2
    if last - first < 2 * HOME:
        first = max(last - 2 * HOME, min(first, -HOME))
        last = first + 2 * HOME
    return range(first, last + 1)


def draw(s: Record, look: Look) -> Picture:
    shown, said = window(s), caption(s, look)
    at, first = shown.at(), shown.columns[0]
    picture = FieldPicture(shown, look.say(f"Fünf gewinnt: {said}", f"Five Wins: {said}"))
    picture.parts.append(mat(shown))
    draw_field(picture, s, first, look)
    draw_all_stones(picture, s, first, look)
    if s.winner >= 0:
        draw_fives(picture, s)
    for seat in range(2):
        picture.parts.append(player(s, seat, shown.width, at, look))
        if holds(s, seat):
            x, width = strip_of(seat, shown.width)
            draw_hand(picture, s, shown.at(x + width - 50, 22), look)
    detail = quiet_turns(s, look)
    line = caption_without_words(shown.width, at, bool(detail))
    picture.parts.append(line.format(said=escaped(said), detail=escaped(detail)))
    if must_pass(s) and look.seat == s.turn:
        picture.button("pass", look.say("Passen", "Pass"), strong=True)
    return picture


def over(s: Record) -> bool:
    return bool(s.winner >= 0 or s.drawn)


def must_pass(s: Record) -> bool:
    """Whether the player in turn has no stone with a free side."""
    return (
        s.phase == LIFTING and not over(s) and not any(with_free_side(s, s.turn, row) for row in range(1, s.tall + 1))
    )


# --- above the field ---------------------------------------------------------------------------


def caption(s: Record, look: Look) -> str:
    """What is going on, in words."""
    if s.winner >= 0:
        name = cut(look.name(s.winner), NAME_IN_CAPTION, 13)
        return look.say(f"{name} hat fünf in einer Reihe!", f"{name} has five in a line!")
    if s.drawn:
        return why_drawn(s, look)
    name = cut(look.name(s.turn), NAME_IN_CAPTION, 13)
    if s.phase == PLACING:
        return look.say(f"{name} legt einen Stein", f"{name} puts a stone")
    if s.phase == KEEPING:
        return look.say(f"{name} sagt, welcher Teil bleibt", f"{name} says which part stays")
    if s.source != NOWHERE:
        return look.say(f"{name} setzt den Stein", f"{name} puts the stone down")
    return look.say(f"{name} hebt einen Stein", f"{name} lifts a stone")


def quiet_turns(s: Record, look: Look) -> str:
    """How near the game is to a draw, once stones are lifted."""
    if s.phase == PLACING:
        return ""
    quiet = max(0, s.quiet)
    return look.say(f"{quiet} Züge ohne Abtrennen, bei {QUIET_TURNS} unentschieden",
                    f"{quiet} turns without a capture, a draw at {QUIET_TURNS}")  # fmt: skip


@figure
def caption_without_words(picture: Picture, width: float, at: str, detailed: bool) -> None:
    line = Picture()
    line.add("rect", x=6, y=43, width=width - 12, height=26, rx=13, fill=PAPER, stroke=WOOD_DARK)
    line.words(width / 2, 56.5, "{said}", 13)
    picture.group(line, id="caption", transform=at, title="{said}", data_detail="{detail}" if detailed else None)


def strip_of(seat: int, whole: float) -> tuple[float, float]:
    """Where a player's strip begins, and how wide it is."""
    width = (whole - 18) / 2
    return 6 + seat * (width + 6), width


def holds(s: Record, seat: int) -> bool:
    return bool(s.source != NOWHERE and s.turn == seat and not over(s))


def player(s: Record, seat: int, whole: float, at: str, look: Look) -> str:
    """A player's name and stones: those in stock while stones are placed, those in play later."""
    name, width = look.name(seat), NAME_BESIDE_HAND if holds(s, seat) else NAME_WIDTH
    number, where = s.men[seat], look.say("im Spiel", "in play")
    if s.phase == PLACING:
        number, where = STONES_EACH - number, look.say("im Vorrat", "in stock")
    strip = player_without_words(seat, whole, at, s.turn == seat and not over(s), look.stone(seat))
    said = escaped(f"{name}: {number} {where}")
    return strip.format(said=said, name=escaped(cut(name, width, 14)), number=number)


@figure
def player_without_words(picture: Picture, seat: int, whole: float, at: str, turn: bool, colour: str) -> None:
    """A strip with gaps for a player's name and stones; whoever is in turn has a thick frame."""
    x, width = strip_of(seat, whole)
    fill, edge = STONES[colour]
    strip = Picture()
    strip.add("rect", x=x, y=6, width=width, height=32, rx=16, fill=PAPER, stroke=INK if turn else WOOD_DARK,
              stroke_width=3 if turn else 1)  # fmt: skip
    strip.add("g", disc(seat, 11, colour), fill=fill, stroke=edge, stroke_width=2,
              transform=f"translate({tidy(x + 18)} 22)")  # fmt: skip
    strip.words(x + 35, 22.5, "{name}", 14, anchor="start")
    strip.words(x + width - 11, 22.5, "{number}", 16, anchor="end")
    picture.group(strip, id=f"seat-{seat}", transform=at, title="{said}")


def draw_hand(picture: Picture, s: Record, at: str, look: Look) -> None:
    """The stone in hand keeps the name of the cell that it came from, and so glides from there."""
    name = cell_name(*place(s, s.source))
    colour = look.stone(s.turn)
    picture.add("g", disc(s.turn, 13, colour), id=f"stone-{name}", class_="stone", transform=at,
                fill=STONES[colour][0], stroke=HAND, stroke_width=3,
                title=look.say(f"Stein von {name} in der Hand", f"stone from {name} in hand"))  # fmt: skip


# --- the field ---------------------------------------------------------------------------------


@figure
def mat(picture: Picture, shown: Window) -> None:
    """The table and the mat on it, with the coordinates."""
    inner = Picture(shown.width, shown.height)
    inner.table()
    bottom = shown.height - 3
    inner.add("rect", x=3, y=HEAD - 2, width=shown.width - 6, height=bottom - HEAD + 2, rx=10, fill=MAT)
    names = Picture()
    for x in shown.columns:
        names.add("text", str(x), x=shown.x(x), y=bottom - 10)
    for y in shown.rows:
        names.add("text", str(y), x=EDGE / 2 + 2, y=shown.y(y))
    inner.group(names, font_size=12, fill=PAPER, text_anchor="middle", dominant_baseline="central",
                font_family="system-ui, sans-serif")  # fmt: skip
    picture.group(inner, transform=shown.at())


def cell_name(x: int, y: int) -> str:
    return f"{x},{y}"


def draw_field(picture: Picture, s: Record, first: int, look: Look) -> None:
    """The rows in which stones lie, and those beside them: farther away, and beyond the frame, no cell is open. Cells
    are bits, the lowest of them for the first column that is shown."""
    rows, shift, keeping = draw_row(look), s.left - first, s.phase == KEEPING
    source_row, source = divmod(s.source, SIDE) if s.source != NOWHERE else (NOWHERE, 0)
    for row in range(min(s.tall + 2, SIDE - 1)):
        light, dark = s.stones[row]
        lifted = 1 << source if row == source_row else 0
        stays = s.part[row] if keeping else 0
        cells = light << shift, dark << shift, opened(s, row) << shift, lifted << shift, stays << shift
        picture.parts += rows[*cells, first, s.low + row]


def opened(s: Record, row: int) -> int:
    """The cells of a row where a stone may be put, as bits."""
    if s.tall == 0:
        return 1 << FIRST_CELL % SIDE if row == FIRST_CELL // SIDE else 0
    return bordering(s, row)


@album
def draw_row(
    picture: Picture, light: int, dark: int, open: int, lifted: int, stays: int, first: int, y: int, look: Look
) -> None:
    """The cells of a row that have stones or may get one. `lifted`: where the stone in hand came from; `stays`: stones
    of parts that may stay."""
    owners = [escaped(cut(look.name(seat), NAME_WIDTH, 14)) for seat in range(2)]
    cells = []
    for x, bit in bits_of(light | dark | open | lifted):
        if (light | dark) & bit:
            cell = cell_with_stone(first + x, y, bool(lifted & bit), bool(stays & bit))
            cells.append(cell.replace("{}", owners[0 if light & bit else 1]))
        else:
            cells.append(empty_cell(look.lang, first + x, y, bool(lifted & bit)))
    if cells:
        picture.parts.append(f"<g>{''.join(cells)}</g>")


def bits_of(cells: int) -> list[tuple[int, int]]:
    """The places of the bits of a number, each with the bit."""
    return [(k, 1 << k) for k in range(cells.bit_length()) if cells >> k & 1]


@lru_cache(maxsize=4_000)
def cell_with_stone(x: int, y: int, lifted: bool, stays: bool) -> str:
    """With a gap for the stone's owner."""
    return cell(x, y, f"{cell_name(x, y)}: {{}}", lifted, stays)


@lru_cache(maxsize=4_000)
def empty_cell(lang: str, x: int, y: int, lifted: bool) -> str:
    name, look = cell_name(x, y), Look(lang=lang)
    if lifted:
        said = look.say(f"{name}: hier lag der Stein", f"{name}: the stone in hand was here")
    else:
        said = look.say(f"{name}: leer", f"{name}: empty")
    return cell(x, y, said, lifted, False)


def cell(x: int, y: int, said: str, lifted: bool, stays: bool) -> str:
    looks: dict[str, Any] = {"fill": OPEN}
    if lifted:
        looks = {"fill": MAT, "stroke": PAPER, "stroke_dasharray": "4 4"}
    elif stays:
        looks = {"fill": STAYS}
    drawn = Picture()
    drawn.add("rect", id=f"cell-{cell_name(x, y)}", class_="cell", x=x * CELL - CELL // 2 + 1,
              y=-y * CELL - CELL // 2 + 1, width=CELL - 2, height=CELL - 2, rx=5, **looks, title=said)  # fmt: skip
    return drawn.parts[0]


def inside(column: int, row: int) -> bool:
    """Whether a cell belongs to the frame; beyond it nothing can lie."""
    return 0 <= column < SIDE and 0 <= row < SIDE - 1


def is_source(s: Record, column: int, row: int) -> bool:
    """Whether the stone in hand came from this cell."""
    return bool(row * SIDE + column == s.source)


def is_open(s: Record, column: int, row: int) -> bool:
    """Whether an empty cell shares a side with a stone, or is the first one."""
    return bool(opened(s, row) >> column & 1)


def is_doomed(s: Record, column: int, row: int) -> bool:
    """Whether a stone lies in a part that is smaller than the largest ones."""
    return s.phase == KEEPING and not s.part[row] >> column & 1


# --- stones ------------------------------------------------------------------------------------


@cache
def disc(seat: int, radius: float, colour: str) -> str:
    """A wooden disc: the first player's with a ring, the other's with a cross, so that they differ in shape too."""
    whole, half = f'<circle r="{tidy(radius)}"/>', tidy(radius * 0.42)
    if seat == 0:
        return f'{whole}<circle r="{half}"/>'
    cross = f"M-{half}-{half}L{half} {half}M-{half} {half}L{half}-{half}"
    return f'{whole}<path d="{cross}" stroke="{on(colour)}"/>'


def draw_all_stones(picture: Picture, s: Record, first: int, look: Look) -> None:
    """Seat by seat and row by row."""
    stones, shift, keeping = draw_stones(look), s.left - first, s.phase == KEEPING
    lines = s.stones[: s.tall + 2]
    for seat in range(2):
        colour = look.stone(seat)
        for row, line in enumerate(lines):
            if line[seat]:
                doomed = line[seat] & ~s.part[row] if keeping else 0
                picture.parts += stones[seat, line[seat] << shift, doomed << shift, first, s.low + row, colour]


@common_album
def draw_stones(picture: Picture, seat: int, row: int, doomed: int, first: int, y: int, colour: str, _: Look) -> None:
    """A player's stones in a row, and which of them lie in parts that cannot stay, both as bits from a column on."""
    for x, bit in bits_of(row):
        picture.parts.append(stone(seat, first + x, y, bool(doomed & bit), colour))


@figure
def stone(picture: Picture, seat: int, x: int, y: int, doomed: bool, colour: str) -> None:
    """A stone, faint in a part that cannot stay. What lies under a finger is always the cell."""
    fill, edge = STONES[colour]
    picture.add("g", disc(seat, 15.5, colour), id=f"stone-{cell_name(x, y)}", class_="stone", fill=fill, stroke=edge,
                stroke_width=2, transform=f"translate({x * CELL} {-y * CELL})", opacity=0.45 if doomed else None,
                pointer_events="none")  # fmt: skip


def draw_fives(picture: Picture, s: Record) -> None:
    for start, end in lines_of_five(s):
        (x1, y1), (x2, y2) = place(s, start), place(s, end)
        picture.add("line", class_="five", x1=x1 * CELL, y1=-y1 * CELL, x2=x2 * CELL, y2=-y2 * CELL, stroke=LINE,
                    stroke_width=7, stroke_linecap="round", opacity=0.85, pointer_events="none")  # fmt: skip


def lines_of_five(s: Record) -> list[tuple[int, int]]:
    """The ends of the winner's lines of five or more, as cells of the frame."""
    found = []
    for cell in cells_of(s, s.winner):
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = run(s, s.winner, cell % SIDE, cell // SIDE, right, up)
            if length + 1 >= FIVE and run(s, s.winner, cell % SIDE, cell // SIDE, -right, -up) == 0:
                found.append((cell, cell + length * (right + up * SIDE)))
    return found
