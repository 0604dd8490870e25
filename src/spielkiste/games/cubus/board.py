"""The position as text and as a picture: the stack as it is drawn with tiles, and a strip for each player."""

from typing import Any

from spielkiste.core.svg import FELT, GRID, INK, PAPER, SEAT_STONES, STONES, WOOD, WOOD_DARK, Picture, on, tidy

from .builds import worth
from .notation import LETTERS, spell
from .rules import (
    BUILD,
    DEAL,
    DRAW,
    HEAP,
    KNOCKED,
    LAST,
    OFFER,
    OVER,
    TAKE,
    WINDOW,
    in_turn,
    pile_left,
    score,
)
from .stack import KINDS, LEFT, OPEN, RIGHT, boxes, count, find, height_of, is_open, x_of, y_of

Face = tuple[int, int, int, int]  # x, y and z of a box, and the kind of tile it shows
SPOKEN = ("left side", "right side", "lid", "open lid")


def faces(columns: Any) -> list[Face]:
    """All tiles of the drawing. No face is half hidden, so each that has no box before it is seen."""
    found: list[Face] = []
    for c in columns[: count(columns)]:
        x, y, height = x_of(c), y_of(c), height_of(c)
        found += [(x, y, z, LEFT) for z in range(height_of(find(columns, x + 1, y)), height)]
        found += [(x, y, z, RIGHT) for z in range(height_of(find(columns, x, y + 1)), height)]
        found.append((x, y, height - 1, OPEN if is_open(c) else OPEN - 1))
    return found


def stage(s: Any) -> str:
    """What is going on, in words."""
    whose = f"seat {s.turn}"
    return {
        DEAL: f"the first round: {whose} takes a tile",
        DRAW: f"{whose} takes a tile",
        BUILD: f"{whose} builds or passes",
        WINDOW: f"{whose} passed: knock or stay quiet?",
        KNOCKED: f"seat {s.knocker} knocked and builds with the tiles of {whose}",
        LAST: f"{whose} may make a last build with all leftovers",
        OFFER: "everybody secretly offers a build with all leftovers",
        TAKE: f"{whose} takes a box",
        OVER: "the end",
    }[s.phase]


def boxes_spoken(s: Any) -> str:
    n = boxes(s.stack)
    return "1 box" if n == 1 else f"{n} boxes"


def acts(s: Any, player: int) -> bool:
    return bool(in_turn(s) >> (player + 2) & 1)


# --- in a terminal ------------------------------------------------------------------------------

WIDE_ENOUGH = 9  # lines in both directions up to which the drawing is made large, with the names of the columns


def text(s: Any, seat: int | None) -> str:
    """The drawing, the stack as a build writes it, then tiles and points."""
    lines = [stage(s), "", *stack_text(s.stack), ""]
    lines += [f"stack  {spell(s.stack) or 'gone'}   ({boxes_spoken(s)})"]
    if s.phase < LAST:
        lines.append(f"pile   {pile_left(s)} tiles")
    if s.phase in (LAST, OFFER):
        lines.append(f"heap   {tiles_text(s.hand[HEAP])}")
    return "\n".join(lines + [player_text(s, player, seat) for player in range(s.players)])


def player_text(s: Any, player: int, seat: int | None) -> str:
    said = saying(s, player)
    return (
        f"seat {player} {'>' if acts(s, player) else ' '} {tiles_text(s.hand[player])}   {score(s, player)} points"
        f"{f', {said}' if said else ''}{'  (you)' if player == seat else ''}"
    )


def tiles_text(tiles: list[int]) -> str:
    return "  ".join(f"{LETTERS[kind]} {tiles[kind]:<2}" for kind in range(KINDS))


def saying(s: Any, player: int) -> str:
    """What a player has said or done while others are asked."""
    silent = s.silent >> player & 1
    if s.phase == WINDOW:
        return "passed" if player == s.turn else "quiet" if silent else "asked"
    if s.phase == KNOCKED:
        return "knocked" if player == s.knocker else "passed" if player == s.turn else ""
    if s.phase == OFFER and silent:
        own = s.offer[player]
        return f"offers {spell(own)} for {worth(s, own)}" if count(own) else "has decided"
    return ""


def stack_text(columns: Any) -> list[str]:
    """The edges of all tiles as lines; a small stack large, with x,y on the lids; `o` on an open lid."""
    n = count(columns)
    if n == 0:
        return ["(no box is left)"]
    depth = max(x_of(c) for c in columns[:n]) + max(y_of(c) for c in columns[:n]) + 2
    size = 2 if depth + height_of(max(columns[:n], key=height_of)) <= WIDE_ENOUGH else 1
    dots: dict[tuple[int, int], str] = {}
    for x, y, z, kind in faces(columns):
        draw_text_face(dots, x, y, z, kind, size)
    least, most = min(r for r, _ in dots), max(r for r, _ in dots)
    begin, end = min(c for _, c in dots), max(c for _, c in dots)
    return [
        "  " + "".join(dots.get((r, c), " ") for c in range(begin, end + 1)).rstrip() for r in range(least, most + 1)
    ]


def draw_text_face(dots: dict[tuple[int, int], str], x: int, y: int, z: int, kind: int, size: int) -> None:
    """Writes the four edges of a face: two along the kind's directions from one corner, two from the opposite one."""
    step = size + 1

    def corner(cx: int, cy: int, cz: int) -> tuple[int, int]:
        return size * (cx + cy - cz), step * (cy - cx)

    def along_x(cx: int, cy: int, cz: int) -> None:
        row, at = corner(cx, cy, cz)
        dots.update({(row + k, at - 1 - k): "/" for k in range(size)})

    def along_y(cx: int, cy: int, cz: int) -> None:
        row, at = corner(cx, cy, cz)
        dots.update({(row + k, at + 1 + k): "\\" for k in range(size)})

    def down(cx: int, cy: int, cz: int) -> None:
        row, at = corner(cx, cy, cz)
        dots.update({(row + k, at): "|" for k in range(size)})

    if kind == LEFT:
        along_y(x + 1, y, z)
        along_y(x + 1, y, z + 1)
        down(x + 1, y, z + 1)
        down(x + 1, y + 1, z + 1)
    elif kind == RIGHT:
        along_x(x, y + 1, z)
        along_x(x, y + 1, z + 1)
        down(x, y + 1, z + 1)
        down(x + 1, y + 1, z + 1)
    else:
        along_x(x, y, z + 1)
        along_x(x, y + 1, z + 1)
        along_y(x, y, z + 1)
        along_y(x + 1, y, z + 1)
        row, at = corner(x, y, z + 1)
        if size > 1:
            dots.update({(row + 1, at - 1 + k): letter for k, letter in enumerate(f"{x},{y}")})
        if kind == OPEN:
            dots[row + 2 * (size - 1), at] = "o"


# --- as SVG -------------------------------------------------------------------------------------

WIDTH, SHEET, STRIP = 360, 272, 38  # the picture, the paper with the stack, a player's strip
LARGEST = 54.0  # edge of a tile at most
RISE = 0.5  # half of a lid's height; a lid is as wide as it is high times the square root of 3
ACROSS = 0.866
TONES = ("#d3a768", "#9a6f45", "#f2d9a4", "#ead0a0")  # light falls from the left; the open lid's is its rim
EDGE, SEAM = "#5d4228", "#dcb877"
INSIDE_LEFT, INSIDE_RIGHT = "#3d2a1a", "#5a4029"  # the two inner walls an open box shows
NOW, IDLE = "#f2c14e", "#d8ddd0"
COLOURS = (*SEAT_STONES, "yellow", "green")
Point = tuple[float, float]


def draw(s: Any, seat: int | None) -> str:
    has_heap = s.phase in (LAST, OFFER)
    top = 20 + SHEET
    picture = Picture(WIDTH, top + STRIP * (s.players + has_heap) + 4, f"Cubus: {stage(s)}")
    picture.table()
    picture.board(10, 10, WIDTH - 20, SHEET, PAPER)
    draw_stack(picture, s.stack)
    draw_count_of_boxes(picture, s)
    if s.phase < LAST:
        draw_pile(picture, s)
    if has_heap:
        draw_heap(picture, s, top)
        top += STRIP
    for player in range(s.players):
        draw_player(picture, s, player, seat, top + STRIP * player)
    return picture.svg()


def draw_stack(picture: Picture, columns: Any) -> None:
    """The tiles, as large as the sheet allows, in its middle."""
    tiles = faces(columns)
    corners = [point for tile in tiles for point in rhombus(*tile)] or [(0.0, 0.0)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    edge = min(LARGEST, (WIDTH - 56) / max(1.0, right - left), (SHEET - 28) / max(1.0, bottom - top))
    middle_x, middle_y = WIDTH / 2 - (left + right) / 2 * edge, 10 + SHEET / 2 - (top + bottom) / 2 * edge
    for x, y, z, kind in tiles:
        placed = [(middle_x + at_x * edge, middle_y + at_y * edge) for at_x, at_y in rhombus(x, y, z, kind)]
        draw_tile(picture, placed, kind, f"face-{x}-{y}-{z}-{'LRTT'[kind]}", f"{SPOKEN[kind]} of box {x},{y},{z}")


def rhombus(x: int, y: int, z: int, kind: int) -> list[Point]:
    """The corners of a face on the sheet, in tile edges; those of a lid from the back one clockwise."""
    if kind == LEFT:
        solid = [(x + 1, y, z + 1), (x + 1, y + 1, z + 1), (x + 1, y + 1, z), (x + 1, y, z)]
    elif kind == RIGHT:
        solid = [(x + 1, y + 1, z + 1), (x, y + 1, z + 1), (x, y + 1, z), (x + 1, y + 1, z)]
    else:
        solid = [(x, y, z + 1), (x, y + 1, z + 1), (x + 1, y + 1, z + 1), (x + 1, y, z + 1)]
    return [((cy - cx) * ACROSS, (cx + cy) * RISE - cz) for cx, cy, cz in solid]


def draw_tile(picture: Picture, corners: list[Point], kind: int, id: str = "", title: str = "") -> None:
    """One tile: a plain side, a lid with a seam, or an open lid with a rim and the dark inside of the box."""
    inner = Picture(0, 0, "")
    thick = min(1.4, abs(corners[1][0] - corners[0][0]) / 14)
    inner.add("path", d=outline(corners), fill=TONES[kind], stroke=EDGE, stroke_width=thick, stroke_linejoin="round")
    if kind == OPEN:
        back, right, front, left = (towards(corner, centre(corners), 0.2) for corner in corners)
        inner.add("path", d=outline([back, front, left]), fill=INSIDE_LEFT)
        inner.add("path", d=outline([back, right, front]), fill=INSIDE_RIGHT)
        inner.add("path", d=outline([back, right, front, left]), fill="none", stroke=EDGE, stroke_width=thick * 0.8)
    elif kind > RIGHT:
        begin, end = towards(corners[3], corners[0], 0.5), towards(corners[1], corners[2], 0.5)
        begin, end = towards(begin, end, 0.04), towards(end, begin, 0.04)
        inner.add("path", d=outline([begin, end]), stroke=SEAM, stroke_width=thick * 2.4, fill="none")
    picture.add("g", "".join(inner.parts), id=id or None, class_="tile" if id else None, title=title)


def outline(points: list[Point]) -> str:
    return "M" + "L".join(f"{tidy(x)} {tidy(y)}" for x, y in points) + "Z"


def centre(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def towards(start: Point, goal: Point, part: float) -> Point:
    return start[0] + (goal[0] - start[0]) * part, start[1] + (goal[1] - start[1]) * part


def draw_symbol(picture: Picture, x: float, y: float, edge: float, kind: int) -> None:
    """A tile by itself, centred on a point."""
    corners = rhombus(0, 0, 0, kind)
    middle = centre(corners)
    draw_tile(picture, [(x + (cx - middle[0]) * edge, y + (cy - middle[1]) * edge) for cx, cy in corners], kind)


def draw_count_of_boxes(picture: Picture, s: Any) -> None:
    inner = Picture(0, 0, "")
    for kind, x, y in ((2, 30, 24), (LEFT, 25.67, 31.5), (RIGHT, 34.33, 31.5)):
        draw_symbol(inner, x, y, 10, kind)
    inner.words(44, 29, str(boxes(s.stack)), 17, anchor="start")
    picture.add("g", "".join(inner.parts), id="boxes", title=f"{boxes_spoken(s)} in the stack")


def draw_pile(picture: Picture, s: Any) -> None:
    """The tiles face down; framed while one is taken."""
    inner, left = Picture(0, 0, ""), pile_left(s)
    for k in range(min(3, left)):
        lid = [(WIDTH - 32 + (x * 15), 30 - 3 * k + (y * 15)) for x, y in rhombus(0, 0, -1, 2)]
        inner.add("path", d=outline([(x, y - 7.5) for x, y in lid]), fill=FELT, stroke=INK, stroke_width=1)
    inner.words(WIDTH - 52, 29, str(left), 17, anchor="end")
    if s.phase in (DEAL, DRAW):
        inner.add("rect", x=WIDTH - 82, y=14, width=68, height=30, rx=8, fill="none", stroke=NOW, stroke_width=3)
    picture.add("g", "".join(inner.parts), id="pile", title=f"{left} tiles face down")


def draw_heap(picture: Picture, s: Any, y: float) -> None:
    """All leftovers together."""
    picture.add("rect", id="heap", x=10, y=y, width=WIDTH - 20, height=STRIP - 5, rx=8, fill=WOOD, stroke=WOOD_DARK,
                title="all leftovers: " + tiles_spoken(s.hand[HEAP]))  # fmt: skip
    draw_tiles(picture, s.hand[HEAP], "heap", y + (STRIP - 5) / 2)


def tiles_spoken(tiles: list[int]) -> str:
    return ", ".join(f"{SPOKEN[kind]} {tiles[kind]}" for kind in range(KINDS))


def draw_player(picture: Picture, s: Any, player: int, seat: int | None, y: float) -> None:
    """An arrow for who may act, a frame for the viewer; from the left: seat, tiles, what was said, points."""
    said = saying(s, player)
    spoken = f"seat {player}: {score(s, player)} points, {tiles_spoken(s.hand[player])}"
    picture.add("rect", id=f"player-{player}", x=10, y=y, width=WIDTH - 20, height=STRIP - 5, rx=12,
                fill=PAPER if acts(s, player) or is_winner(s, player) else IDLE,
                stroke=INK if player == seat else WOOD_DARK, stroke_width=3 if player == seat else 1,
                title=spoken + (f", {said}" if said else "") + (", to act" if acts(s, player) else ""))  # fmt: skip
    middle = y + (STRIP - 5) / 2
    fill, edge = STONES[COLOURS[player]]
    if acts(s, player):
        picture.add("path", d=f"M17 {middle - 6:g}L25 {middle:g}L17 {middle + 6:g}Z", fill=INK)
    elif s.phase in (DEAL, DRAW) and player == s.turn:
        picture.add("circle", cx=20, cy=middle, r=4, fill=NOW, stroke=INK, stroke_width=1, title="takes a tile")
    picture.add("circle", cx=40, cy=middle, r=11, fill=fill, stroke=edge, stroke_width=2)
    picture.words(40, middle + 0.5, str(player), 13, on(COLOURS[player]))
    draw_tiles(picture, s.hand[player], str(player), middle)
    draw_saying(picture, s, player, said, middle)
    picture.words(WIDTH - 22, middle + 0.5, str(score(s, player)), 18, anchor="end")
    if is_winner(s, player):
        draw_star(picture, WIDTH - 70, middle)


def is_winner(s: Any, player: int) -> bool:
    return bool(s.phase == OVER and score(s, player) == max(score(s, other) for other in range(s.players)))


def draw_tiles(picture: Picture, tiles: list[int], owner: str, y: float) -> None:
    """A small tile of each kind with its number; pale where there is none."""
    for kind in range(KINDS):
        inner, x = Picture(0, 0, ""), 70 + 49 * kind
        draw_symbol(inner, x, y, 14 if kind > RIGHT else 16, kind)
        inner.words(x + (17 if kind > RIGHT else 12), y + 0.5, str(tiles[kind]), 16, anchor="start")
        picture.add("g", "".join(inner.parts), id=f"tiles-{owner}-{LETTERS[kind]}", opacity=1 if tiles[kind] else 0.35,
                    title=f"{SPOKEN[kind]}: {tiles[kind]}")  # fmt: skip


def draw_saying(picture: Picture, s: Any, player: int, said: str, y: float) -> None:
    """A bubble: ? asked, – passed, … quiet; a fist: knocked; an envelope: an offer, with its points if known."""
    if not said:
        return
    inner = Picture(0, 0, "")
    if s.phase == OFFER:
        inner.add("path", d="M-14 -9H14V9H-14ZM-14 -9L0 2L14 -9", fill="#ffffff", stroke=INK, stroke_width=1.5)
        if count(s.offer[player]):
            inner.words(-18, 0.5, f"+{worth(s, s.offer[player])}", 14, anchor="end")
    elif said == "knocked":
        inner.add("rect", x=-13, y=-2, width=26, height=12, rx=5, fill=NOW, stroke=INK, stroke_width=1.4)
        for k in range(4):
            inner.add("rect", x=-13 + 6.5 * k, y=-9, width=6.5, height=11, rx=3, fill=NOW, stroke=INK, stroke_width=1.4)
    else:
        inner.add("path", d="M-13 -11H13Q15 -11 15 -9V4Q15 6 13 6H-4L-10 12L-9 6H-13Q-15 6 -15 4V-9Q-15 -11 -13 -11Z",
                  fill="#ffffff", stroke=GRID, stroke_width=1.2)  # fmt: skip
        inner.words(0, -2, {"asked": "?", "passed": "–", "quiet": "…"}[said], 15)
    picture.add(
        "g", "".join(inner.parts), id=f"saying-{player}", transform=f"translate({WIDTH - 76} {y:g})", title=said
    )


def draw_star(picture: Picture, x: float, y: float) -> None:
    """For the winner."""
    picture.add("path", d="M0 -10L3 -3.2L10 -3L4.5 1.6L6.3 8.6L0 4.6L-6.3 8.6L-4.5 1.6L-10 -3L-3 -3.2Z", fill=NOW,
                stroke=INK, stroke_width=1, transform=f"translate({x:g} {y:g})", title="wins")  # fmt: skip
