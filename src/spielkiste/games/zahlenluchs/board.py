"""The position as text and as a picture."""

from typing import Any

from spielkiste.core.svg import GRID, INK, PAPER, STONES, WOOD_DARK, Picture, on

from .notation import COLUMNS, cell_name
from .rules import goal, is_classic, legal, players, side, team
from .view import cells, phase, stones

MARKS = {2: "○●", 4: "○◇●◆"}  # a team shares its fill
COLOURS = {2: ("light", "dark"), 4: ("light", "yellow", "dark", "blue")}
SYMBOLS = {2: (1, 4), 4: (1, 3, 4, 2)}  # dot, line, triangle, square, so that colour is not needed
WIDTH = 360
LABELS = 22  # room for the names of rows and columns
STATUS = 62  # the strip below the board


def mark(s: Any, seat: int) -> str:
    return MARKS[players(s)][seat]


def movers(s: Any) -> set[int]:
    """The cells whose stones may move now."""
    if not s.drawn:
        return set()
    out = [0] * 18
    return {out[k] >> 2 for k in range(legal(s, s.seat, out))}


# --- text --------------------------------------------------------------------------------------


def text(s: Any, seat: int | None) -> str:
    rows = []
    for row in range(side(s), 0, -1):
        rows.append(f"{row}  " + " ".join(cell_text(s, 8 * row + column) for column in range(1, side(s) + 1)))
    names = "    " + "    ".join(COLUMNS[: side(s)])
    return "\n".join([*rows, names, status(s)])


def cell_text(s: Any, cell: int) -> str:
    """Four characters: the stone, its number or that of its card, and a star where it may move."""
    code = s.board[cell]
    shown = mark(s, code >> 3) if code else " "
    number = (code & 7 if code else 0) if is_classic(s) else s.number[cell]
    return f"{shown}{number or '·':>2}{'*' if cell in movers(s) else ' '}"


def status(s: Any) -> str:
    name = f"{mark(s, s.seat)} (seat {s.seat})"
    now = phase(s)
    if now == "over":
        won = " and ".join(f"{mark(s, k)} (seat {k})" for k in range(players(s)) if team(s, k) == s.winner)
        return f"{won} {'wins' if players(s) == 2 else 'win'}"
    if now == "deal":
        return "the board is being laid"
    if now == "start":
        return f"{name} {'rolls' if is_classic(s) else 'draws'} for the start" + (
            f"; highest so far {s.top}" if s.top else ""
        )
    if now == "draw":
        return f"{name} {'rolls' if is_classic(s) else 'draws'}"
    return f"{name} has {'rolled' if is_classic(s) else 'drawn'} {s.drawn}; stones that may move have a *"


# --- picture -----------------------------------------------------------------------------------


def draw(s: Any, seat: int | None) -> str:
    picture = Picture(WIDTH, WIDTH + STATUS, f"Zahlenluchs-EinStein: {status(s)}")
    picture.table()
    picture.board(4, 4, WIDTH - 8, WIDTH - 8)
    may_move = movers(s)
    for k in range(1, side(s) + 1):
        x, y = centre(s, 8 * k + k)
        picture.words(x, WIDTH - LABELS / 2 - 3, COLUMNS[k - 1], 12)
        picture.words(LABELS / 2 + 3, y, str(k), 12)
    for cell in cells(s):
        draw_cell(picture, s, cell)
    for who in range(players(s)):
        draw_goal(picture, s, who)
    for stone in stones(s):
        draw_stone(picture, s, stone, may_move)
    draw_status(picture, s)
    return picture.svg()


def pitch(s: Any) -> float:
    """From one cell to the next."""
    return (WIDTH - LABELS - 16) / side(s)


def corner(s: Any, cell: int) -> tuple[float, float]:
    """The top left corner of a cell."""
    return LABELS + 6 + ((cell & 7) - 1) * pitch(s), 10 + (side(s) - (cell >> 3)) * pitch(s)


def centre(s: Any, cell: int) -> tuple[float, float]:
    x, y = corner(s, cell)
    return x + pitch(s) / 2, y + pitch(s) / 2


def draw_cell(picture: Picture, s: Any, cell: int) -> None:
    x, y = corner(s, cell)
    name, size = cell_name(cell), pitch(s)
    if is_classic(s):
        picture.cell(f"cell-{name}", x + 1, y + 1, size - 2, title=name)
        return
    number = s.number[cell]
    picture.cell(f"cell-{name}", x + 2, y + 2, size - 4, title=f"{name}: card {number}" if number else name)
    if number and s.board[cell]:
        picture.words(x + size * 0.23, y + size * 0.23, str(number), size * 0.25)
    elif number:
        picture.words(x + size / 2, y + size / 2, str(number), size * 0.4)


def draw_goal(picture: Picture, s: Any, seat: int) -> None:
    """A frame in the seat's colour around the cell it wants to reach."""
    x, y = corner(s, goal(s, seat))
    size = pitch(s) - 6
    fill, edge = STONES[COLOURS[players(s)][seat]]
    frame: dict[str, Any] = {"x": x + 3, "y": y + 3, "width": size, "height": size, "rx": size / 10, "fill": "none"}
    picture.add("rect", **frame, stroke=edge, stroke_width=5)
    picture.add("rect", **frame, id=f"goal-{seat}", stroke=fill, stroke_width=3, title=f"goal of seat {seat}")


def draw_stone(picture: Picture, s: Any, stone: dict[str, Any], may_move: set[int]) -> None:
    seat, k = stone["seat"], stone["stone"]
    cell = s.where[seat][k]
    x, y = centre(s, cell)
    size = pitch(s)
    if is_classic(s):
        radius = size * 0.36
    else:
        x, y, radius = x + size * 0.11, y + size * 0.11, size * 0.28
    colour = COLOURS[players(s)][seat]
    can = cell in may_move
    if can:
        picture.add("circle", cx=x, cy=y, r=radius + 2.5, fill="none", stroke="#d9822b", stroke_width=3.5)
    number = f", number {stone['number']}" if stone["number"] else ""
    said = f"stone of seat {seat} on {stone['cell']}{number}{', may move' if can else ''}"
    picture.stone(f"stone-{seat}-{k}", x, y, radius, colour, title=said)
    if is_classic(s):
        picture.words(x, y, str(k), size * 0.36, fill=on(colour))
        picture.symbol(SYMBOLS[2][seat], x, y + radius * 0.72, radius * 0.26, on(colour))
    else:
        picture.symbol(SYMBOLS[players(s)][seat], x, y, radius * 0.8, on(colour))


def draw_status(picture: Picture, s: Any) -> None:
    """Whose turn it is, the number to move by, the pile; at the end a star beside the winners."""
    middle = WIDTH + STATUS / 2 - 3
    over = phase(s) == "over"
    shown = [k for k in range(players(s)) if (team(s, k) == s.winner if over else k == s.seat)]
    if phase(s) == "deal":
        shown = []
    for place, seat in enumerate(shown):
        colour = COLOURS[players(s)][seat]
        picture.stone(
            f"turn-{seat}", 34 + 44 * place, middle, 18, colour, title=f"seat {seat} {'wins' if over else 'is in turn'}"
        )
        picture.symbol(SYMBOLS[players(s)][seat], 34 + 44 * place, middle, 14, on(colour))
    if over:
        star(picture, 34 + 44 * len(shown), middle)
    if s.drawn:
        (die if is_classic(s) else drawn_card)(picture, s.drawn, 84, middle)
    if not is_classic(s):
        for k in range(3):
            picture.add(
                "rect", x=WIDTH - 62 + 3 * k, y=middle - 22 - 2 * k, width=34, height=46, rx=5, fill=PAPER, stroke=GRID
            )
        picture.words(WIDTH - 39, middle - 3, str(s.in_pile), 15)
        picture.add(
            "rect",
            x=WIDTH - 56,
            y=middle - 26,
            width=34,
            height=46,
            fill_opacity=0,
            title=f"{s.in_pile} cards in the pile",
        )


def drawn_card(picture: Picture, number: int, x: float, y: float) -> None:
    picture.add("rect", id="drawn", x=x - 17, y=y - 23, width=34, height=46, rx=5, fill=PAPER, stroke=WOOD_DARK,
                stroke_width=2, title=f"card {number}")  # fmt: skip
    picture.words(x, y, str(number), 20)


def die(picture: Picture, number: int, x: float, y: float) -> None:
    picture.add("rect", id="drawn", x=x - 20, y=y - 20, width=40, height=40, rx=8, fill=PAPER, stroke=WOOD_DARK,
                stroke_width=2, title=f"the die shows {number}")  # fmt: skip
    pips = {1: "0", 2: "-+", 3: "-0+", 4: "-+/\\", 5: "-+/\\0", 6: "-+/\\<>"}[number]
    spots = {"0": (0, 0), "-": (-1, -1), "+": (1, 1), "/": (1, -1), "\\": (-1, 1), "<": (-1, 0), ">": (1, 0)}
    for pip in pips:
        picture.add("circle", cx=x + 11 * spots[pip][0], cy=y + 11 * spots[pip][1], r=3.8, fill=INK)


def star(picture: Picture, x: float, y: float) -> None:
    points = "0,-16 4,-5 16,-5 6,2 10,14 0,7 -10,14 -6,2 -16,-5 -4,-5"
    picture.add(
        "polygon", points=points, transform=f"translate({x} {y})", fill="#e3b23c", stroke="#8a651a", title="won"
    )
