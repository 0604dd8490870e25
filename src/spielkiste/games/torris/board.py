"""The position as text and as a picture."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate

from spielkiste.core.look import Look
from spielkiste.core.pieces import common_album, figure, piece
from spielkiste.core.record import Record
from spielkiste.core.svg import GRID, INK, PAPER, STONES, WOOD_DARK, Picture, cut, escaped, on
from spielkiste.core.verbs import CHANCE

from .ending import winner
from .notation import DIRECTIONS, cell_name, colour_name, read_cell
from .quick_rules import nth_occupied
from .rules import BLACK, CELLS, COLUMNS, OVER, ROWS, WHITE, owner, score, stones_through, symbol
from .view import towers

MATERIAL = ("light", "dark")
SMALL_DIGITS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
Tower = Sequence[tuple[int, int]]
Stones = tuple[int, ...]  # of a tower, from the bottom up

# The picture's measures: 360 units wide, so that one unit is one pixel on a small phone.
WIDTH, HEIGHT = 360, 308
LEFT, TOP = 20, 50  # the corner of the cells; row names stand left of it
CELL_WIDTH, CELL_HEIGHT = 41, 58
RADIUS = 14.5
NAME_WIDTH = 72
MIDDLE, BAR = WIDTH / 2, 176.0  # of the bar with the scores: where it has its middle, and half of its length
SIDES = (-1, 1)  # on which side of it a seat is
STAR = "M0 -11L3 -3.5H11L4.5 1.5L7 9.5L0 5L-7 9.5L-4.5 1.5L-11 -3.5H-3Z"
LAYER, LAYERS = 3.5, 17.0  # a stone lies this much above the one below; no tower's top is further up than LAYERS


@cache
def spoken(lang: str, stone: int) -> str:
    return f"{colour_name(owner(stone), Look(lang=lang))} {symbol(stone)}"


def stage(s: Record, look: Look) -> str:
    """What is going on, in words."""
    if s.turn == CHANCE:
        return look.say(f"{s.dealt} von {CELLS} Steinen liegen", f"{s.dealt} of {CELLS} stones dealt")
    if s.turn != OVER:
        return look.say(f"{colour_name(s.turn, look)} ist am Zug", f"{colour_name(s.turn, look)} to move")
    won = winner(s)
    if won is None:
        return look.say("unentschieden", "a draw")
    return look.say(f"{colour_name(won, look)} gewinnt", f"{colour_name(won, look)} wins")


# --- text -------------------------------------------------------------------------------------


def text(s: Record, look: Look) -> str:
    """W3 is a white stone with symbol 3; B1⁴ a tower of four with a black 1 on top (German: S1⁴). What lies below is
    listed."""
    standing = towers(s)
    lines = [headline(s, look), ""]
    for row in reversed(range(ROWS)):
        cells = [shown(standing.get(row * COLUMNS + column, []), look) for column in range(COLUMNS)]
        lines.append(f" {row + 1} | " + " ".join(f"{cell:<4}" for cell in cells).rstrip())
    lines.append("     " + " ".join(f"{letter:<4}" for letter in "abcdefgh").rstrip())
    tall = {cell: tower for cell, tower in standing.items() if len(tower) > 1}
    if tall:
        lines += ["", look.say("Türme, von oben:", "Towers, from the top:")]
    for cell, tower in tall.items():
        lines.append(f" {cell_name(cell)}  " + " ".join(short(stone, look) for stone, _ in reversed(tower)))
    return "\n".join(lines)


def headline(s: Record, look: Look) -> str:
    points = f"{score(s, WHITE)} : {score(s, BLACK)}"
    white, black = (look.name(seat) for seat in (WHITE, BLACK))
    return look.say(
        f"Weiß ({white}) {points} Schwarz ({black}), {stage(s, look)}",
        f"White ({white}) {points} Black ({black}), {stage(s, look)}",
    )


def short(stone: int, look: Look) -> str:
    """A stone in two characters."""
    letter = look.say("W", "W") if owner(stone) == WHITE else look.say("S", "B")
    return f"{letter}{symbol(stone)}"


def shown(tower: Tower, look: Look) -> str:
    if not tower:
        return "·"
    return short(tower[-1][0], look) + (str(len(tower)).translate(SMALL_DIGITS) if len(tower) > 1 else "")


# --- picture ----------------------------------------------------------------------------------


def draw(s: Record, look: Look) -> Picture:
    cells, towers, points = drawn_cells(s, look)
    now = stage(s, look)
    counts = ", ".join([f"{colour_name(seat, look)} {points[seat]}" for seat in (WHITE, BLACK)])
    picture = Picture(WIDTH, HEIGHT, f"Torris: {counts}, {now}")
    picture.table()
    draw_scores(picture, s, points, now, look)
    draw_wood(picture)
    picture.parts += cells
    draw_letters(picture)
    for tower in reversed(towers):  # from the far row to the near one, which stands in front
        picture.parts += tower
    return picture


def drawn_cells(s: Record, look: Look) -> tuple[list[str], list[list[str]], tuple[int, int]]:
    """All cells, what stands on each of them, and both scores, as the rules count them."""
    album, stones, homes = draw_cell(look), tuple(s.stone), tuple(s.home)
    cells, towers, points, begin = [], [], [0, 0], 0
    for cell, height in enumerate(s.height):
        end = begin + height
        empty, *tower = album[cell, stones[begin:end], homes[begin:end]]
        cells.append(empty)
        if height:
            towers.append(tower)
            points[owner(stones[end - 1])] += height
        begin = end
    return cells, towers, (points[WHITE], points[BLACK])


# What is drawn of the score is cut into pieces that look the same in many games: names apart from numbers.


def draw_scores(picture: Picture, s: Record, points: tuple[int, int], now: str, look: Look) -> None:
    """Both players and their scores on one bar, an arrow at whoever is to move, in the end a star at the winner."""
    draw_bar(picture)
    won, numbers = winner(s), draw_points(look)
    for seat in (WHITE, BLACK):
        picture.parts += numbers[seat, points[seat]]
        name = cut(look.name(seat), NAME_WIDTH, 13)
        picture.words(MIDDLE + SIDES[seat] * 164, 22.5, name, 13, anchor=("start", "end")[seat])
        if s.turn == seat:
            picture.parts.append(arrow(seat, now))
        if won == seat:
            picture.parts.append(star(seat, now))


@piece
def draw_bar(picture: Picture) -> None:
    picture.add("rect", x=MIDDLE - BAR, y=6, width=2 * BAR, height=32, rx=16, fill=PAPER, stroke=WOOD_DARK)
    picture.words(MIDDLE, 22, ":", 20)


@common_album
def draw_points(picture: Picture, seat: int, points: int, look: Look) -> None:
    fill, edge = STONES[MATERIAL[seat]]
    picture.add("circle", cx=MIDDLE + SIDES[seat] * 58, cy=22, r=10, fill=fill, stroke=edge, stroke_width=1.5,
                title=colour_name(seat, look))  # fmt: skip
    picture.words(MIDDLE + SIDES[seat] * 26, 22, str(points), 20)


@figure
def arrow(picture: Picture, seat: int, now: str) -> None:
    tip, base = MIDDLE + SIDES[seat] * 74, MIDDLE + SIDES[seat] * 86
    picture.add("path", id=f"to-move-{seat}", d=f"M{tip:g} 22L{base:g} 15V29Z", fill=INK, title=now)


@figure
def star(picture: Picture, seat: int, now: str) -> None:
    fill, edge = STONES["yellow"]
    picture.add("path", id="winner", d=STAR, transform=f"translate({MIDDLE + SIDES[seat] * 82:g} 22)", fill=fill,
                stroke=edge, title=now)  # fmt: skip


@piece
def draw_wood(picture: Picture) -> None:
    picture.board(2, TOP - 6, WIDTH - 4, ROWS * CELL_HEIGHT + 28)


@common_album
def draw_cell(picture: Picture, cell: int, stones: Stones, homes: tuple[int, ...], look: Look) -> None:
    """A cell and, after it, the tower on it: its stones from the bottom up, each a little higher; with two or more,
    their number."""
    picture.parts.append(cell_without_words(cell).replace("{}", escaped(contents(cell, stones, look))))
    height = len(stones)
    x, y = corner(cell)
    rise = min(LAYER, LAYERS / max(1, height - 1))
    lowest = y + CELL_HEIGHT / 2 + rise * (height - 1) / 2
    for level, (stone, home) in enumerate(zip(stones, homes, strict=True)):
        said = escaped(contents(cell, stones[: level + 1], look))
        at = f"{x + CELL_WIDTH / 2:g} {lowest - level * rise:g}"
        picture.parts.append(stone_without_words(stone).format(home=cell_name(home), at=at, said=said))
    if height > 1:
        picture.parts.append(height_of_tower(cell, height))


@figure
def cell_without_words(picture: Picture, cell: int) -> None:
    x, y = corner(cell)
    picture.add("rect", id=f"cell-{cell_name(cell)}", class_="cell", x=x + 1, y=y + 1, width=CELL_WIDTH - 2,
                height=CELL_HEIGHT - 2, rx=4, fill=PAPER, fill_opacity=0.55, stroke=GRID, stroke_width=0.8,
                title="{}")  # fmt: skip


@piece
def draw_letters(picture: Picture) -> None:
    for column, letter in enumerate("abcdefgh"):
        picture.words(LEFT + (column + 0.5) * CELL_WIDTH, TOP + ROWS * CELL_HEIGHT + 10, letter, 13)
    for row in range(ROWS):
        picture.words(LEFT - 9, TOP + (ROWS - row - 0.5) * CELL_HEIGHT, str(row + 1), 13)


def corner(cell: int) -> tuple[float, float]:
    return LEFT + cell % COLUMNS * CELL_WIDTH, TOP + (ROWS - 1 - cell // COLUMNS) * CELL_HEIGHT


@figure
def height_of_tower(picture: Picture, cell: int, height: int) -> None:
    """How many stones a tower has."""
    x, y = corner(cell)
    x += CELL_WIDTH / 2
    badge = Picture()
    badge.add("circle", cx=x + 11.5, cy=y + CELL_HEIGHT - 11, r=8.5, fill=PAPER, stroke=INK, stroke_width=1)
    badge.words(x + 11.5, y + CELL_HEIGHT - 10.5, str(height), 12)
    picture.group(badge, id=f"height-{cell_name(cell)}", pointer_events="none")


def contents(cell: int, stones: Stones, look: Look) -> str:
    """A cell's top stone and, from the top down, what lies below it."""
    name, height = cell_name(cell), len(stones)
    if not stones:
        return look.say(f"{name}: leer", f"{name}: empty")
    top = f"{name}: {spoken(look.lang, stones[-1])}"
    if height == 1:
        return top
    below = ", ".join([spoken(look.lang, stone) for stone in stones[-2::-1]])
    return look.say(f"{top}, Höhe {height}, auf {below}", f"{top}, level {height}, on {below}")


@figure
def stone_without_words(picture: Picture, stone: int) -> None:
    """A disc with its symbol; there are eight. It keeps its id, named after the cell it was dealt to, wherever it goes:
    gaps are left for that, for the place and for what is said."""
    material = MATERIAL[owner(stone)]
    fill, edge = STONES[material]
    disc = Picture()
    disc.add("circle", r=RADIUS, fill=fill, stroke=edge, stroke_width=1.5)
    disc.symbol(symbol(stone), 0, 0, 15, on(material))
    picture.group(disc, id="stone-{home}", class_="stone", transform="translate({at})", title="{said}")


# --- moves ------------------------------------------------------------------------------------


def target(s: Record, move: str) -> int:
    """The cell a stone lands on."""
    cell = read_cell(move)
    top = s.stone[stones_through(s, cell) - 1]
    return nth_occupied(s.height, cell, DIRECTIONS.index(move[2]), symbol(top))


def paths(s: Record, seat: int, moves: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """From the cell to the cell."""
    ends = list(accumulate(s.height))
    found: dict[str, tuple[str, ...]] = {}
    for move, action in moves.items():
        cell, direction = divmod(action, 4)
        to = nth_occupied(s.height, cell, direction, symbol(s.stone[ends[cell] - 1]))
        found[move] = (f"cell-{move[:2]}", f"cell-{cell_name(to)}")
    return found


def tell(s: Record, seat: int, move: str, look: Look) -> str:
    if seat == CHANCE:
        return look.say(f"eine {move[-1]} auf {cell_name(s.dealt)}", f"a {move[-1]} on {cell_name(s.dealt)}")
    landing = target(s, move)
    height = s.height[landing] + 1
    return look.say(
        f"{move[:2]} nach {cell_name(landing)}, Höhe {height}", f"{move[:2]} to {cell_name(landing)}, level {height}"
    )
