"""How boxes are drawn: seen from the front above, each visible face one rhombus tile."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from spielkiste.core.look import Look
from spielkiste.core.pieces import figure, piece
from spielkiste.core.svg import Picture, tidy

from ..plurals import boxes_spoken
from ..stack import CLOSED, LEFT, OPEN, RIGHT, count, height_of, is_open, x_of, y_of

Place = tuple[int, int]
Face = tuple[int, int, int, int]  # x, y and z of a box, and the kind of tile it shows
Point = tuple[float, float]

RISE, ACROSS = 0.5, 0.866  # half of a lid's height and width, in tile edges
LARGEST = 54.0  # edge of a tile at most
TONES = ("#d3a768", "#9a6f45", "#f2d9a4", "#ead0a0")  # light falls from the left; the open lid's is its rim
EDGE, SEAM = "#5d4228", "#c99c50"
INSIDE_LEFT, INSIDE_RIGHT = "#3d2a1a", "#5a4029"  # the two inner walls an open box shows
SMALL = 14.0  # edge of a tile beside a number


class Column(NamedTuple):
    height: int
    open: bool


Standing = Mapping[Place, Column]


def standing(columns: Any) -> dict[Place, Column]:
    """The columns of a stack by their places."""
    return {(x_of(c), y_of(c)): Column(height_of(c), is_open(c)) for c in list(columns)[: count(columns)]}


def faces(columns: Any) -> list[Face]:
    """All tiles of the drawing of a stack."""
    there = standing(columns)
    return [face for place in there for face in faces_of(there, place)]


def faces_of(there: Standing, place: Place) -> list[Face]:
    """The tiles a column shows. No face is half hidden, so each that has no box before it is seen."""
    (x, y), (height, opened) = place, there[place]
    before_left, before_right = height_at(there, (x + 1, y)), height_at(there, (x, y + 1))
    return [
        *((x, y, z, LEFT) for z in range(before_left, height)),
        *((x, y, z, RIGHT) for z in range(before_right, height)),
        (x, y, height - 1, OPEN if opened else CLOSED),
    ]


def height_at(there: Standing, place: Place) -> int:
    return there[place].height if place in there else 0


# --- where things lie on the sheet ---------------------------------------------------------------


def seen(x: float, y: float, z: float) -> Point:
    """A corner of a box on the sheet, in tile edges."""
    return (y - x) * ACROSS, (x + y) * RISE - z


def rhombus(x: int, y: int, z: int, kind: int) -> list[Point]:
    """The corners of a face on the sheet, in tile edges; those of a lid from the back one clockwise."""
    if kind == LEFT:
        solid = [(x + 1, y, z + 1), (x + 1, y + 1, z + 1), (x + 1, y + 1, z), (x + 1, y, z)]
    elif kind == RIGHT:
        solid = [(x + 1, y + 1, z + 1), (x, y + 1, z + 1), (x, y + 1, z), (x + 1, y + 1, z)]
    else:
        solid = [(x, y, z + 1), (x, y + 1, z + 1), (x + 1, y + 1, z + 1), (x + 1, y, z + 1)]
    return [seen(*corner) for corner in solid]


class Frame(NamedTuple):
    """Where on the sheet things are drawn, and how large."""

    edge: float
    x: float
    y: float

    def tile(self, face: Face) -> list[Point]:
        return [(self.x + x * self.edge, self.y + y * self.edge) for x, y in rhombus(*face)]


def frame_for(shown: Iterable[Face], left: float, top: float, width: float, height: float) -> Frame:
    """These faces as large as they fit into a part of the sheet, in its middle."""
    corners = [point for face in shown for point in rhombus(*face)] or [(0.0, 0.0)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    edge = min(LARGEST, width / max(1.0, max(xs) - min(xs)), height / max(1.0, max(ys) - min(ys)))
    edge = round(edge, 1)
    middle_x, middle_y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return Frame(edge, round(left + width / 2 - middle_x * edge, 1), round(top + height / 2 - middle_y * edge, 1))


# --- tiles ---------------------------------------------------------------------------------------


def line(points: list[Point], closed: bool = True) -> str:
    """A path through points."""
    return "M" + "L".join(f"{tidy(x)} {tidy(y)}" for x, y in points) + ("Z" if closed else "")


def centre(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def towards(start: Point, goal: Point, part: float) -> Point:
    return start[0] + (goal[0] - start[0]) * part, start[1] + (goal[1] - start[1]) * part


@figure
def definitions(picture: Picture) -> None:
    """Tiles with edge 1 to draw boxes with, small ones to stand beside numbers, and a small box."""
    inner = Picture()
    for kind, letter in enumerate("LRTO"):
        inner.group(tile(kind), id=f"tile-{letter}", fill=TONES[kind], stroke=EDGE, stroke_linejoin="round")
        x, y = centre(rhombus(0, 0, 0, kind))
        small = Picture()
        small.add("use", href=f"#tile-{letter}", transform=f"scale({SMALL:g}) translate({tidy(-x)} {tidy(-y)})")
        inner.group(small, id=f"small-{letter}", stroke_width=1 / SMALL)
    box = Picture()
    for letter in "LRT":
        box.add("use", href=f"#tile-{letter}")
    inner.group(box, id="small-box", transform="scale(11)", stroke_width=1 / 11)
    picture.add("defs", "".join(inner.parts))


def tile(kind: int) -> Picture:
    """A plain side, a lid with a seam, or an open lid with a rim and the dark inside of the box."""
    drawn, corners = Picture(), rhombus(0, 0, 0, kind)
    drawn.add("path", d=line(corners))
    if kind == OPEN:
        back, right, front, left = (towards(corner, centre(corners), 0.2) for corner in corners)
        drawn.add("path", d=line([back, front, left]), fill=INSIDE_LEFT)
        drawn.add("path", d=line([back, right, front]), fill=INSIDE_RIGHT)
    elif kind == CLOSED:
        begin, end = towards(corners[3], corners[0], 0.5), towards(corners[1], corners[2], 0.5)
        seam = line([towards(begin, end, 0.05), towards(end, begin, 0.05)], False)
        drawn.add("path", d=seam, stroke=SEAM, stroke_width=0.08)
    return drawn


def draw_column(picture: Picture, there: Standing, place: Place, frame: Frame, look: Look, sign: str = "") -> None:
    """A column as one thing to touch; a sign on its lid says what touching it does."""
    x, y = place
    around = tuple((near, there[near]) for near in (place, (x + 1, y), (x, y + 1)) if near in there)
    draw_column_among(picture, around, place, frame, sign, look)


@piece
def draw_column_among(
    picture: Picture, around: tuple[tuple[Place, Column], ...], place: Place, frame: Frame, sign: str, look: Look
) -> None:
    """A column and those before it, that hide some of its sides."""
    there = dict(around)
    tiles, (x, y), (height, opened) = Picture(), place, there[place]
    shown = faces_of(there, place)
    for face_x, face_y, z, kind in shown:
        at_x, at_y = seen(face_x, face_y, z)
        tiles.add("use", href=f"#tile-{'LRTO'[kind]}", x=at_x, y=at_y)
    inner = Picture()
    inner.group(tiles, transform=f"translate({tidy(frame.x)} {tidy(frame.y)}) scale({tidy(frame.edge)})",
                stroke_width=min(1.4 / frame.edge, 0.04))  # fmt: skip
    inner.add("path", d=line(silhouette(there, place, frame)), fill="none", stroke=EDGE, stroke_linejoin="round")
    if sign:
        draw_sign(inner, centre(frame.tile(shown[-1])), frame.edge, sign)
    boxes = boxes_spoken(height, look)
    lid = look.say("offener Deckel", "open lid") if opened else look.say("geschlossener Deckel", "closed lid")
    said = look.say(f"Säule {x},{y}: {boxes}, {lid}", f"column {x},{y}: {boxes}, {lid}")
    does = {
        "+": look.say(", hier eine Kiste dazu", ", add a box here"),
        "-": look.say(", hier eine Kiste weg", ", take a box off here"),
        "swap": look.say(", diesen Deckel tauschen", ", swap this lid"),
    }
    picture.group(inner, id=f"column-{x}-{y}", title=said + does.get(sign, ""))


def silhouette(there: Standing, place: Place, frame: Frame) -> list[Point]:
    """The line around all that is seen of a column."""
    (x, y), top = place, there[place].height
    left, right = height_at(there, (x + 1, y)), height_at(there, (x, y + 1))
    corners = [(x, y, top), (x, y + 1, top), (x, y + 1, right), (x + 1, y + 1, right), (x + 1, y + 1, left),
               (x + 1, y, left), (x + 1, y, top)]  # fmt: skip
    return [(frame.x + at_x * frame.edge, frame.y + at_y * frame.edge) for at_x, at_y in (seen(*c) for c in corners)]


def draw_sign(picture: Picture, at: Point, edge: float, sign: str) -> None:
    """A plus, a minus, or two arrows for swapping, on a small disc."""
    path = {"+": "M-5 0H5M0-5V5", "-": "M-5 0H5", "swap": "M-2-5V4M-5 1L-2 4 .6 1.4M2 5V-4M5-1L2-4-.6-1.4"}[sign]
    inner = Picture()
    inner.add("circle", r=8.5, fill="#ffffff", stroke=EDGE, stroke_width=1)
    inner.add("path", d=path, fill="none", stroke="#33291f", stroke_width=2, stroke_linecap="round")
    place = f"translate({tidy(at[0])} {tidy(at[1])}) scale({tidy(min(1.2, edge / 28))})"
    picture.group(inner, transform=place, pointer_events="none")
