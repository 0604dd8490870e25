"""The position as text and as a picture: a wooden board with hollows, and what the player has done so far."""

from typing import Any

from spielkiste.core.svg import GRID, PAPER, WOOD_DARK, Picture
from spielkiste.core.svg import STONES as COLOURS

from .notation import NAMES
from .rules import CELLS, SIDE, STONES, stones_left

HOLLOW, LABEL = "#c6a373", "#6d5537"  # in the wood; coordinates on it
NOW = "#f2c14e"  # the stone that jumped last
COLOUR = "blue"
WIDTH, CELL, LEFT, TOP = 400, 56, 44, 70


# --- in a terminal ------------------------------------------------------------------------------


def text(s: Any, seat: int | None) -> str:
    lines = [headline(s), ""]
    for row in range(SIDE - 1, -1, -1):
        lines.append(f"{row + 1}  " + " ".join(sign(s, SIDE * row + column) for column in range(SIDE)))
    return "\n".join([*lines, "   a b c d e f"])


def headline(s: Any) -> str:
    left, jumps = stones_left(s), STONES - stones_left(s)
    said = f"{counted(left, 'stone')} left, {counted(jumps, 'jump')} in {counted(s.moves, 'move')}"
    return f"Abräumen: {said}{', solved!' if left == 1 else ''}"


def counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def sign(s: Any, cell: int) -> str:
    if not s.stones >> cell & 1:
        return "·"
    return "◉" if cell == s.landed else "●"


# --- as SVG -------------------------------------------------------------------------------------


def draw(s: Any, seat: int | None) -> str:
    picture = Picture(WIDTH, 450, headline(s))
    picture.table()
    draw_counts(picture, s)
    draw_board(picture)
    for cell in sorted((cell for cell in range(CELLS) if s.home[cell]), key=lambda cell: int(s.home[cell])):
        draw_stone(picture, s, cell)  # always in the same order: a stone that jumps keeps its element
    return picture.svg()


def draw_counts(picture: Picture, s: Any) -> None:
    """Stones left, and jumps and moves made; a star when solved."""
    left = stones_left(s)
    fill, edge = COLOURS[COLOUR]
    draw_pill(picture, "stones-left", 14, left, counted(left, "stone") + " left")
    picture.add("circle", cx=36, cy=32, r=11, fill=fill, stroke=edge, stroke_width=1.5)
    draw_pill(picture, "jumps", 143, STONES - left, counted(STONES - left, "jump"))
    draw_arc(picture, 152, 1)
    draw_pill(picture, "moves", 272, s.moves, counted(s.moves, "move") + ": consecutive jumps of a stone are one")
    draw_arc(picture, 281, 2)
    if left == 1:
        star = "M0 -15L4.4 -5L15 -4.6L6.8 2.2L9.4 12.6L0 6.8L-9.4 12.6L-6.8 2.2L-15 -4.6L-4.4 -5Z"
        picture.add(
            "path", d=star, transform="translate(68 32)", fill=NOW, stroke=WOOD_DARK, stroke_width=1.5, title="solved"
        )


def draw_pill(picture: Picture, id: str, x: float, number: int, title: str) -> None:
    picture.add("rect", id=id, x=x, y=12, width=114, height=40, rx=20, fill=PAPER, stroke=WOOD_DARK, stroke_width=1,
                title=title)  # fmt: skip
    picture.words(x + 98, 33, str(number), 21, anchor="end")


def draw_arc(picture: Picture, x: float, hops: int) -> None:
    """One hop for a jump, two in one go for a move."""
    wide = 32 / hops
    arcs = "".join(f"q{wide / 2:g} -{18 / hops + 12:g} {wide:g} 0" for _ in range(hops))
    picture.add("path", d=f"M{x + 4:g} 40{arcs}m-6 -4l6 4l2 -7", fill="none", stroke=COLOURS[COLOUR][1],
                stroke_width=2.5, stroke_linecap="round", stroke_linejoin="round")  # fmt: skip


def centre(cell: int) -> tuple[float, float]:
    return LEFT + CELL * (cell % SIDE + 0.5), TOP + CELL * (SIDE - 0.5 - cell // SIDE)


def draw_board(picture: Picture) -> None:
    picture.board(14, 64, WIDTH - 28, 372)
    for k in range(SIDE):
        picture.words(LEFT + CELL * (k + 0.5), TOP + CELL * SIDE + 14, "abcdef"[k], 14, LABEL)
        picture.words(LEFT - 14, TOP + CELL * (SIDE - 0.5 - k), str(k + 1), 14, LABEL)
    for cell in range(CELLS):
        x, y = centre(cell)
        picture.add("circle", id=f"cell-{NAMES[cell]}", class_="cell", cx=x, cy=y, r=22, fill=HOLLOW, stroke=GRID,
                    stroke_width=1, title=NAMES[cell])  # fmt: skip


def draw_stone(picture: Picture, s: Any, cell: int) -> None:
    x, y = centre(cell)
    last = cell == s.landed
    fill, edge = COLOURS[COLOUR]
    said = f"stone on {NAMES[cell]}" + (", jumped last" if last else "")
    picture.add("circle", id=f"stone-{NAMES[s.home[cell] - 1]}", class_="stone", cx=x, cy=y, r=19 if last else 20,
                fill=fill, stroke=NOW if last else edge, stroke_width=5 if last else 2, title=said)  # fmt: skip
