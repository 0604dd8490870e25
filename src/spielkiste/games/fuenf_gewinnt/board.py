"""The position as text and as a picture: the field and one cell around it."""

from typing import Any

from spielkiste.core.svg import PAPER, SEAT_STONES, STONES, Picture, on

from .field import NOWHERE, SIDE, bordering, run
from .notation import place, stone_on
from .rules import FIRST_CELL, FIVE, KEEPING, PLACING, STONES_EACH
from .view import DRAWS, cells_of

MARKS = "○●"
DOOMED = "◦•"  # stones of parts that cannot stay
CELL = 40.0
EDGE = 30.0  # for the coordinates
FOOT = 46.0  # for both players' stones
SMALLEST = 7  # cells in each direction, so that the first stones are not giants


def text(s: Any, seat: int | None) -> str:
    columns, rows = window(s)
    lines = []
    for row in reversed(rows):
        marks = "".join(f"{mark(s, column, row):>4}" for column in columns)
        lines.append(f"{s.low + row:>5} {marks}".rstrip())
    numbers = "".join(f"{s.left + column:>4}" for column in columns)
    return "\n".join([*lines, f"{'y/x':>5} {numbers}", "", caption(s)])


def window(s: Any) -> tuple[range, range]:
    """The columns and rows of the frame that are shown."""
    wide = max((cell % SIDE for seat in range(2) for cell in cells_of(s, seat)), default=1)
    return around(wide), around(max(1, s.tall))


def around(length: int) -> range:
    extra = max(0, SMALLEST - length - 2)
    return range(-(extra // 2), length + 2 + extra - extra // 2)


def mark(s: Any, column: int, row: int) -> str:
    """A stone, · where one may be put, × where the stone in hand came from."""
    if not inside(column, row):
        return ""
    owner = stone_on(s, column, row)
    if owner is not None:
        return DOOMED[owner] if is_doomed(s, column, row) else MARKS[owner]
    if row * SIDE + column == s.source:
        return "×"
    return "·" if is_open(s, column, row) else ""


def is_doomed(s: Any, column: int, row: int) -> bool:
    """Whether a stone lies in a part that is smaller than the largest ones."""
    return s.phase == KEEPING and not s.part[row] >> column & 1


def is_open(s: Any, column: int, row: int) -> bool:
    """Whether an empty cell shares a side with a stone, or is the first one."""
    if s.tall == 0:
        return row * SIDE + column == FIRST_CELL
    return bool(bordering(s, row) >> column & 1)


def inside(column: int, row: int) -> bool:
    """Whether a cell belongs to the frame; beyond it nothing can lie."""
    return 0 <= column < SIDE and 0 <= row < SIDE - 1


def caption(s: Any) -> str:
    if s.winner >= 0:
        return f"{MARKS[s.winner]} (seat {s.winner}) has five in a line and wins"
    if s.drawn:
        return f"draw: {DRAWS[s.drawn]}"
    who = f"{MARKS[s.turn]} (seat {s.turn})"
    if s.phase == PLACING:
        return f"{who} puts a stone, {STONES_EACH - s.men[s.turn]} in stock"
    if s.phase == KEEPING:
        return f"{who} says which largest part stays (small stones cannot)"
    if s.source != NOWHERE:
        x, y = place(s, s.source)
        return f"{who} puts the stone from {x},{y}"
    return f"{who} lifts a stone, {s.quiet} turns without a capture"


def draw(s: Any, seat: int | None) -> str:
    columns, rows = window(s)
    width, height = EDGE + CELL * len(columns) + 12, 12 + CELL * len(rows) + EDGE
    picture = Picture(width, height + FOOT, f"Fünf gewinnt: {caption(s)}")
    picture.table()

    def centre(column: int, row: int) -> tuple[float, float]:
        return EDGE + CELL * (column - columns[0] + 0.5), 12 + CELL * (rows[-1] - row + 0.5)

    size = min(18.0, max(14.0, 1.4 * len(columns)))  # a wide field is shown smaller
    for column in columns:
        picture.words(centre(column, 0)[0], height - EDGE / 2, str(s.left + column), size, PAPER)
    for row in rows:
        picture.words(EDGE / 2, centre(0, row)[1], str(s.low + row), size, PAPER)
    for row in rows:
        for column in columns:
            draw_cell(picture, s, column, row, *centre(column, row))
    if s.winner >= 0:
        for line in lines_of_five(s):
            (x1, y1), (x2, y2) = (centre(*end) for end in line)
            picture.add("line", class_="five", x1=x1, y1=y1, x2=x2, y2=y2, stroke="#d7432f", stroke_width=7,
                        stroke_linecap="round", opacity=0.85)  # fmt: skip
    draw_foot(picture, s, width, height)
    return picture.svg()


def draw_cell(picture: Picture, s: Any, column: int, row: int, x: float, y: float) -> None:
    name = f"{s.left + column},{s.low + row}"
    if not inside(column, row):
        return
    owner = stone_on(s, column, row)
    if owner is not None:
        opacity = 0.45 if is_doomed(s, column, row) else None
        draw_stone(picture, f"stone-{name}", x, y, CELL * 0.44, owner, f"{name}: seat {owner}", opacity)
    elif row * SIDE + column == s.source:
        picture.add("circle", id=f"cell-{name}", class_="cell", cx=x, cy=y, r=CELL * 0.4, fill="none", stroke=PAPER,
                    stroke_width=2, stroke_dasharray="4 4", title=f"{name}: the stone in hand was here")  # fmt: skip
    elif is_open(s, column, row):
        size = CELL * 0.84
        picture.add("rect", id=f"cell-{name}", class_="cell", x=x - size / 2, y=y - size / 2, width=size, height=size,
                    rx=6, fill=PAPER, fill_opacity=0.16, title=f"{name}: empty")  # fmt: skip


def draw_stone(
    picture: Picture, id: str, x: float, y: float, radius: float, seat: int, title: str, opacity: float | None = None
) -> None:
    """A wooden disc: light with a ring, dark with a cross, so that they differ in shape too."""
    colour, half = SEAT_STONES[seat], radius * 0.42
    fill, edge = STONES[colour]
    disc = Picture(0, 0, "")
    disc.add("circle", cx=x, cy=y, r=radius, fill=fill, stroke=edge, stroke_width=2)
    if seat == 0:
        disc.add("circle", cx=x, cy=y, r=half, fill="none", stroke=edge, stroke_width=2)
    else:
        for up in (-half, half):
            disc.add("line", x1=x - half, y1=y - up, x2=x + half, y2=y + up, stroke=on(colour), stroke_width=2,
                     stroke_opacity=0.8, stroke_linecap="round")  # fmt: skip
    picture.add("g", "".join(disc.parts), id=id, class_="stone", opacity=opacity, title=title)


def draw_foot(picture: Picture, s: Any, width: float, height: float) -> None:
    """Both players' stones: in stock while placing, in play later; the player in turn is underlined."""
    for seat in range(2):
        x, y = width * (0.25 + 0.5 * seat), height + FOOT / 2 - 4
        number = STONES_EACH - s.men[seat] if s.phase == PLACING else s.men[seat]
        said = f"{number} in stock" if s.phase == PLACING else f"{number} in play"
        draw_stone(picture, f"seat-{seat}", x - 22, y, 13, seat, f"seat {seat}: {said}")
        picture.words(x + 24, y, f"× {number}", 19, PAPER)
        if s.winner < 0 and not s.drawn and s.turn == seat:
            picture.add("rect", id="turn", x=x - 38, y=y + 18, width=90, height=4, rx=2, fill=PAPER)


def lines_of_five(s: Any) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The ends of the winner's lines of five or more."""
    found = []
    for cell in cells_of(s, s.winner):
        column, row = cell % SIDE, cell // SIDE
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = run(s, s.winner, column, row, right, up)
            if length + 1 >= FIVE and run(s, s.winner, column, row, -right, -up) == 0:
                found.append(((column, row), (column + length * right, row + length * up)))
    return found
