"""The vocabulary of the picture: symbols and shapes drawn once and used often, lines around cells."""

from functools import lru_cache

from spielkiste.core.pieces import figure
from spielkiste.core.svg import FELT, INK, PAPER, Picture, tidy

from ..shapes import PICTURES, SIDE, SYMBOLS, VALUES

CELL = 33.0  # the side of a cell
INSET = 2.5  # how far inside its cells an outline runs
FONT = "system-ui, sans-serif"
RED = "#9c2f22"
COLOURS = ("#b5483a", "#3f6fa3", "#b87708", "#4f8146", "#3b4a5a", "#8a5aa0")
DRAWINGS = (  # a disc, a square, a triangle, a diamond, a cross and a star around 0,0
    "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z",
    "M-8-8H8V8H-8Z",
    "M0-9.5L10 8H-10Z",
    "M0-11L8 0 0 11-8 0Z",
    "M-3.3-9.5H3.3V-3.3H9.5V3.3H3.3V9.5H-3.3V3.3H-9.5V-3.3H-3.3Z",
    "M0-10.6L2.7-3.7 10.1-3.3 4.3 1.4 6.3 8.6 0 4.5-6.3 8.6-4.3 1.4-10.1-3.3-2.7-3.7Z",
)
SQUARE = 7  # the side of a cell in the little pictures of shapes
Corner = tuple[int, int]  # in cells, from the upper left corner of the board


@figure
def definitions(picture: Picture) -> None:
    """What is used many times. A cell takes its fill and edge from where it is used."""
    defined = Picture()
    for symbol, path, colour in zip(SYMBOLS, DRAWINGS, COLOURS, strict=True):
        defined.add("path", id=f"symbol-{symbol}", d=path, fill=colour, stroke="none")
    defined.add("rect", id="five-cell", x=-16, y=-16, width=32, height=32, rx=3)
    for symbol in SYMBOLS:
        both = Picture()
        both.add("use", href="#five-cell")
        both.add("use", href=f"#symbol-{symbol}")
        defined.group(both, id=f"five-{symbol}")
    defined.add("path", id="five-hatch", d="M-13 13L13-13M-13 3L3-13M-3 13L13-3", stroke=INK, stroke_width=1.6)
    for k, (letter, lines) in enumerate(PICTURES.items()):
        defined.group(sheet_picture(letter, lines, VALUES[k]), id=f"five-shape-{letter}")
    picture.add("defs", "".join(defined.parts))


def sheet_picture(letter: str, lines: tuple[str, ...], value: int) -> Picture:
    """A shape as the sheet shows it, with its letter and its value."""
    left, top = 21 - SQUARE * len(lines[0]) / 2, 21 - SQUARE * len(lines) / 2
    squares = [
        f"M{tidy(left + SQUARE * column)} {tidy(top + SQUARE * row)}h{SQUARE}v{SQUARE}h-{SQUARE}Z"
        for row, line in enumerate(lines)
        for column, mark in enumerate(line)
        if mark == "#"
    ]
    inner = Picture()
    inner.add("path", d="".join(squares), fill=FELT, stroke=PAPER, stroke_width=0.8)
    inner.add("text", str(value), x=48, y=31, font_size=17, font_weight=600)
    inner.add("text", letter, x=48, y=13, font_size=10)
    return inner


def place(cell: int) -> tuple[int, int]:
    """Column from the left and row from the top."""
    return cell // SIDE, SIDE - 1 - cell % SIDE


@lru_cache(maxsize=1_000)  # an outline is drawn, judged, and shown to others
def line_around(cells: tuple[int, ...]) -> str:
    """A closed line just inside the edge of these cells, as a path; several where they do not touch."""
    ways: dict[Corner, list[Corner]] = {}
    squares = {place(cell) for cell in cells}
    for x, y in squares:  # clockwise, so that the inside is on the right
        for begin, end, beside in (
            ((x, y), (x + 1, y), (x, y - 1)),
            ((x + 1, y), (x + 1, y + 1), (x + 1, y)),
            ((x + 1, y + 1), (x, y + 1), (x, y + 1)),
            ((x, y + 1), (x, y), (x - 1, y)),
        ):
            if beside not in squares:
                ways.setdefault(begin, []).append(end)
    path = ""
    while ways:
        path += follow(ways, min(ways))
    return path


def follow(ways: dict[Corner, list[Corner]], begin: Corner) -> str:
    """One closed line along edges, which are taken away. Cells that touch at a corner only are kept apart."""
    corners, heading = [begin], (0, -1)
    while len(corners) == 1 or corners[-1] != begin:
        here = corners[-1]
        right = (here[0] - heading[1], here[1] + heading[0])
        ahead = right if right in ways[here] else ways[here][0]
        ways[here].remove(ahead)
        if not ways[here]:
            del ways[here]
        heading = (ahead[0] - here[0], ahead[1] - here[1])
        corners.append(ahead)
    return pulled_in(corners[:-1])


def pulled_in(corners: list[Corner]) -> str:
    """The path through these corners, moved a little to the right of its course."""
    path = ""
    for k, (x, y) in enumerate(corners):
        before, after = corners[k - 1], corners[(k + 1) % len(corners)]
        came, goes = (x - before[0], y - before[1]), (after[0] - x, after[1] - y)
        if came != goes:
            at_x, at_y = tidy(CELL * x - INSET * (came[1] + goes[1])), tidy(CELL * y + INSET * (came[0] + goes[0]))
            path += f"H{at_x}" if path and came[1] == 0 else f"V{at_y}" if path else f"M{at_x} {at_y}"
    return path + "Z"
