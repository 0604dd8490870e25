"""A draft and its picture: the stack with signs where it can be changed, and the tiles that would be left."""

from collections.abc import Mapping

from spielkiste.core.errors import IllegalMove
from spielkiste.core.look import Draft, Look
from spielkiste.core.record import Record
from spielkiste.core.svg import INK, PAPER, WOOD, WOOD_DARK, Picture

from ..builds import is_build, worth
from ..notation import LETTERS, spell
from ..plurals import points_spoken, tiles_spoken
from ..rules import whose_tiles
from ..stack import CLOSED, KINDS, RIGHT, boxes, tiles_of_kind
from .draft_stack import (
    ADD,
    LIDS,
    REMOVE,
    changes,
    lifted,
    lowered_as_a_whole,
    modes,
    note,
    numbered,
    read_draft,
    tiles_left,
    touched,
    write_draft,
)
from .picture import BUILDING, WIDTH, draw_boxes
from .tiles import (
    Column,
    Face,
    Frame,
    Place,
    Standing,
    centre,
    definitions,
    draw_column,
    draw_sign,
    faces_of,
    frame_for,
    height_at,
    line,
    rhombus,
)
from .words import acting

SIGNS = {ADD: "+", REMOVE: "-", LIDS: "swap"}
SHEET, TALLEST = 330, 520  # heights: the paper with the stack, as a rule and at most
TILES = 44  # and the strip with the tiles
COMFORTABLE = 30.0  # the edge of a tile below which the paper rather gets taller
MISSING = "#9c2f22"


def draft(s: Record, look: Look, text: str) -> Draft:
    """The draft of this text; "" begins with the stack on the table."""
    if look.seat is None or s.phase not in BUILDING or look.seat not in acting(s):
        raise IllegalMove(look.say("hier gibt es jetzt nichts zu bauen", "there is nothing to build now"))
    mode, there = read_draft(s, text, look)
    columns = numbered(there)
    changed = changes(there, mode)
    layer = lowered_as_a_whole(there) if mode == REMOVE else lifted(there)
    steps = {touched(there, place): write_draft(mode, new) for place, new in changed.items()}
    steps |= {} if layer is None else {"layer": write_draft(mode, layer)}
    steps |= {f"mode-{other}": write_draft(other, there) for other in modes(s) if other != mode}
    legal = is_build(s, whose_tiles(s), columns)
    picture = draw(s, there, columns, mode, steps, look)
    return Draft(picture, steps, f"build {spell(columns)}" if legal else None, note(s, columns, look))


def draw(s: Record, there: Standing, columns: list[int], mode: str, steps: Mapping[str, str], look: Look) -> Picture:
    free = {place: new[place] for place, new in changes(there, ADD).items() if place not in there}
    faces = shown_faces(there, free)
    sheet = sheet_for(faces)
    brings = note(s, columns, look)
    picture = Picture(WIDTH, sheet + TILES + 18, look.say(f"Dein Entwurf: {brings}", f"Your draft: {brings}"))
    picture.parts.append(definitions())
    picture.table()
    picture.board(6, 6, WIDTH - 12, sheet, PAPER)
    frame = frame_for(faces, 14, 34, WIDTH - 28, sheet - 40)
    for place in sorted(there):
        draw_column(picture, there, place, frame, look, SIGNS[mode] if touched(there, place) in steps else "")
    if mode == ADD:
        for place, new in free.items():
            draw_free_place(picture, there, place, new, frame, look)
    draw_boxes(picture, boxes(columns), look)
    draw_points(picture, worth(s, columns), look)
    draw_tiles_left(picture, s, columns, sheet + 12, look)
    add_buttons(picture, s, mode, "layer" in steps, look)
    return picture


def sheet_for(faces: list[Face]) -> float:
    """How tall the paper must be for these faces to be large enough to touch."""
    ys = [y for face in faces for _, y in rhombus(*face)]
    return float(max(SHEET, min(TALLEST, round(COMFORTABLE * (max(ys) - min(ys))) + 40)))


def shown_faces(there: Standing, free: Standing) -> list[Face]:
    """All that must fit on the sheet, whatever the mode: so nothing moves when the mode changes."""
    faces = [face for place in there for face in faces_of(there, place)]
    return faces + [ghost(there, place, new) for place, new in free.items()]


def ghost(there: Standing, place: Place, new: Column) -> Face:
    """What is shown of a column that could be: its floor in front of the stack, its lid behind something."""
    x, y = place
    hidden = height_at(there, (x + 1, y)) or height_at(there, (x, y + 1))
    return x, y, new.height - 1 if hidden else -1, CLOSED


def draw_free_place(picture: Picture, there: Standing, place: Place, new: Column, frame: Frame, look: Look) -> None:
    corners = frame.tile(ghost(there, place, new))
    inner = Picture()
    inner.add("path", d=line(corners), fill=WOOD, fill_opacity=0.25, stroke=WOOD_DARK, stroke_width=1.5,
              stroke_dasharray="4 3", stroke_linejoin="round")  # fmt: skip
    draw_sign(inner, centre(corners), frame.edge, "+")
    name, height = f"{place[0]},{place[1]}", new.height
    said = look.say(f"neue Säule auf {name}, Höhe {height}", f"a new column at {name}, height {height}")
    picture.group(inner, id=touched(there, place), title=said)


def draw_points(picture: Picture, points: int, look: Look) -> None:
    said = points_spoken(points, look).replace("-", "−")
    inner = Picture()
    inner.words(WIDTH - 20, 26.5, said, 17, INK if points > 0 else MISSING, anchor="end")
    picture.group(inner, id="points", title=look.say(f"Dieser Bau bringt {said}.", f"This build brings {said}."))


def draw_tiles_left(picture: Picture, s: Record, columns: list[int], top: float, look: Look) -> None:
    """For each kind: how many tiles would be left, and how that number changes."""
    picture.add("rect", x=6, y=top, width=WIDTH - 12, height=TILES, rx=8, fill=WOOD, stroke=WOOD_DARK)
    for kind in range(KINDS):
        left, used = tiles_left(s, columns, kind), tiles_of_kind(columns, kind) - s.laid[kind]
        x, y = 30 + 86 * kind, top + TILES / 2
        inner = Picture()
        inner.add("use", href=f"#small-{LETTERS[kind]}", x=x, y=y)
        if left < 0:
            inner.add("rect", x=x + (17 if kind > RIGHT else 10), y=y - 13, width=24, height=26, rx=6, fill="#ffffff",
                      stroke=MISSING, stroke_width=1.5)  # fmt: skip
        inner.words(x + (29 if kind > RIGHT else 22), y + 0.5, str(left).replace("-", "−"), 17,
                    MISSING if left < 0 else INK)  # fmt: skip
        if used and left >= 0:
            change = f"({-used:+d})".replace("-", "−")
            inner.words(x + (42 if kind > RIGHT else 36), y + 0.5, change, 12, anchor="start")
        number = tiles_spoken(abs(left), kind, look)
        said = look.say(f"{number} übrig", f"{number} left")
        if left < 0:
            said = look.say(f"es fehlt: {number}", f"missing: {number}")
        picture.group(inner, id=f"left-{LETTERS[kind]}", title=said)


def add_buttons(picture: Picture, s: Record, mode: str, layer: bool, look: Look) -> None:
    """A layer, and what else touching a column could do; what it does now is seen by the signs."""
    if layer and mode == REMOVE:
        picture.button("layer", look.say("Unterste Schicht weg", "Take the lowest layer off"))
    elif layer:
        picture.button("layer", look.say("Schicht darunter", "Layer below"))
    labels = {
        ADD: look.say("Kisten dazu", "Add boxes"),
        REMOVE: look.say("Kisten weg", "Take boxes off"),
        LIDS: look.say("Deckel tauschen", "Swap lids"),
    }
    for other in modes(s):
        if other != mode:
            picture.button(f"mode-{other}", labels[other])
