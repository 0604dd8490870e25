"""The position as text and as a picture."""

from typing import Any

from spielkiste.core.svg import GRID, INK, PAPER, STONES, WOOD_DARK, Picture, on
from spielkiste.core.verbs import CHANCE

from .notation import COLOURS, cell_name
from .rules import CELLS, COLUMNS, OVER, ROWS, highest, owner, score, symbol
from .view import towers

LETTERS = ("W", "B")
MATERIAL = ("light", "dark")
SMALL_DIGITS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
Tower = list[tuple[int, int]]

# The picture's measures: 360 units wide, so that one unit is one pixel on a small phone.
WIDTH, HEIGHT = 360, 316
LEFT, TOP = 20, 50  # the corner of the cells; row names stand left of it
CELL_WIDTH, CELL_HEIGHT = 41, 58
RADIUS = 14.5
LAYER, LAYERS = 3.5, 17.0  # a stone lies this much above the one below; no tower's top is further up than LAYERS


def spoken(stone: int) -> str:
    return f"{COLOURS[owner(stone)]} {symbol(stone)}"


def stage(s: Any) -> str:
    """What is going on, in words."""
    if s.turn == CHANCE:
        return f"{s.dealt} of {CELLS} stones dealt"
    if s.turn != OVER:
        return f"{COLOURS[s.turn]} to move"
    white, black = ((score(s, seat), highest(s, seat)) for seat in (0, 1))
    return "a draw" if white == black else f"{COLOURS[white < black]} wins"


# --- text -------------------------------------------------------------------------------------


def text(s: Any, seat: int | None) -> str:
    """W3 is a white stone with symbol 3; B1⁴ a tower of four with a black 1 on top. What lies below is listed."""
    standing = towers(s)
    lines = [f"White {score(s, 0)} : {score(s, 1)} Black, {stage(s)}", ""]
    for row in reversed(range(ROWS)):
        cells = [shown(standing.get(row * COLUMNS + column, [])) for column in range(COLUMNS)]
        lines.append(f" {row + 1} | " + " ".join(f"{cell:<4}" for cell in cells).rstrip())
    lines.append("     " + " ".join(f"{letter:<4}" for letter in "abcdefgh").rstrip())
    tall = {cell: tower for cell, tower in standing.items() if len(tower) > 1}
    if tall:
        lines += ["", "Towers, from the top:"]
    for cell, tower in tall.items():
        lines.append(f" {cell_name(cell)}  " + " ".join(short(stone) for stone, _ in reversed(tower)))
    return "\n".join(lines)


def short(stone: int) -> str:
    return f"{LETTERS[owner(stone)]}{symbol(stone)}"


def shown(tower: Tower) -> str:
    if not tower:
        return "·"
    return short(tower[-1][0]) + (str(len(tower)).translate(SMALL_DIGITS) if len(tower) > 1 else "")


# --- picture ----------------------------------------------------------------------------------


def draw(s: Any, seat: int | None) -> str:
    picture = Picture(WIDTH, HEIGHT, f"Torris: white {score(s, 0)}, black {score(s, 1)}, {stage(s)}")
    picture.table()
    draw_scores(picture, s)
    draw_field(picture)
    standing = towers(s)
    for cell in sorted(standing, reverse=True):  # from the far row to the near one, which stands in front
        draw_tower(picture, cell, standing[cell])
    return picture.svg()


def draw_scores(picture: Picture, s: Any) -> None:
    """Both scores on one bar, an arrow at whoever is to move."""
    middle, half = WIDTH / 2, 168.0
    picture.add("rect", x=middle - half, y=6, width=2 * half, height=32, rx=16, fill=PAPER, stroke=WOOD_DARK)
    picture.words(middle, 22, ":", 20)
    for seat, side in ((0, -1), (1, 1)):
        picture.add("circle", cx=middle + side * 58, cy=22, r=10, fill=STONES[MATERIAL[seat]][0],
                    stroke=STONES[MATERIAL[seat]][1], stroke_width=1.5, title=COLOURS[seat])  # fmt: skip
        picture.words(middle + side * 26, 22, str(score(s, seat)), 20)
        if s.turn == seat:
            tip, base = middle + side * 74, middle + side * 86
            picture.add(
                "path", id="to-move", d=f"M{tip:g} 22L{base:g} 15V29Z", fill=INK, title=f"{COLOURS[seat]} to move"
            )


def draw_field(picture: Picture) -> None:
    picture.board(2, TOP - 6, WIDTH - 4, ROWS * CELL_HEIGHT + 28)
    for cell in range(CELLS):
        x, y = corner(cell)
        picture.add("rect", id=f"cell-{cell_name(cell)}", class_="cell", x=x + 1, y=y + 1, width=CELL_WIDTH - 2,
                    height=CELL_HEIGHT - 2, rx=4, fill=PAPER, fill_opacity=0.55, stroke=GRID, stroke_width=0.8,
                    title=cell_name(cell))  # fmt: skip
    for column, letter in enumerate("abcdefgh"):
        picture.words(LEFT + (column + 0.5) * CELL_WIDTH, TOP + ROWS * CELL_HEIGHT + 10, letter, 13)
    for row in range(ROWS):
        picture.words(LEFT - 9, TOP + (ROWS - row - 0.5) * CELL_HEIGHT, str(row + 1), 13)


def corner(cell: int) -> tuple[float, float]:
    return LEFT + cell % COLUMNS * CELL_WIDTH, TOP + (ROWS - 1 - cell // COLUMNS) * CELL_HEIGHT


def draw_tower(picture: Picture, cell: int, tower: Tower) -> None:
    """Its stones from the bottom up, each a little higher; with two or more, their number."""
    x, y = corner(cell)
    x += CELL_WIDTH / 2
    rise = min(LAYER, LAYERS / max(1, len(tower) - 1))
    lowest = y + CELL_HEIGHT / 2 + rise * (len(tower) - 1) / 2
    for level, (stone, home) in enumerate(tower):
        draw_stone(picture, x, lowest - level * rise, stone, home, inside(cell, tower[: level + 1]))
    if len(tower) > 1:
        badge = Picture(0, 0, "")
        badge.add("circle", cx=x + 11.5, cy=y + CELL_HEIGHT - 11, r=8.5, fill=PAPER, stroke=INK, stroke_width=1)
        badge.words(x + 11.5, y + CELL_HEIGHT - 10.5, str(len(tower)), 12)
        picture.add("g", "".join(badge.parts), id=f"height-{cell_name(cell)}", pointer_events="none")


def inside(cell: int, tower: Tower) -> str:
    """A stone's name and, from the top down, what lies below it."""
    below = ", ".join(spoken(stone) for stone, _ in reversed(tower[:-1]))
    name = f"{cell_name(cell)}: {spoken(tower[-1][0])}"
    return f"{name}, level {len(tower)}, on {below}" if below else name


def draw_stone(picture: Picture, x: float, y: float, stone: int, home: int, title: str) -> None:
    """A stone keeps its id, named after the cell it was dealt to, wherever it goes."""
    material = MATERIAL[owner(stone)]
    group = Picture(0, 0, "")
    fill, edge = STONES[material]
    group.add("circle", r=RADIUS, fill=fill, stroke=edge, stroke_width=1.5)
    group.symbol(symbol(stone), 0, 0, 15, on(material))
    picture.add("g", "".join(group.parts), id=f"stone-{cell_name(home)}", class_="stone",
                transform=f"translate({x:g} {y:g})", title=title)  # fmt: skip
