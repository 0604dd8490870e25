"""The position as text and as a picture: a wooden board with hollows, and what the player has done so far."""

from collections.abc import Mapping
from functools import cache, lru_cache

from spielkiste.core.look import Look
from spielkiste.core.pieces import common_album, figure
from spielkiste.core.record import Record
from spielkiste.core.svg import GRID, PAPER, WOOD_DARK, Picture, escaped
from spielkiste.core.svg import STONES as COLOURS

from .notation import JUMP_NAMES, NAMES
from .plurals import jumps_spoken, moves_spoken, stones_spoken
from .rules import JUMP_CELLS, LAST_CELLS, NOWHERE, SIDE, STEPS, STONES, jumpers, stones_left

# A cell, as bits: whether a stone is there, whether it jumped last, and whether it can jump north, east, south, west.
STONE, LAST, CAN_JUMP = 1, 2, (4, 8, 16, 32)
HOLLOW = "#c6a373"  # in the wood
NOW = "#f2c14e"  # the stone that jumped last

# The picture's measures: 360 units wide, so that one unit is one pixel on a small phone.
WIDTH, HEIGHT = 360, 438
CELL, LEFT, TOP = 54, 28, 54
HOLLOW_RADIUS, RADIUS = 22, 19.5


# --- in a terminal ------------------------------------------------------------------------------


def text(s: Record, look: Look) -> str:
    lines = [headline(s, look), ""]
    for row in range(SIDE - 1, -1, -1):
        lines.append(f"{row + 1}  " + " ".join(sign(s, SIDE * row + column) for column in range(SIDE)))
    return "\n".join([*lines, "   a b c d e f"])


def headline(s: Record, look: Look) -> str:
    left = stones_left(s)
    numbers = counts(left, s.moves, look)
    if left == 1:
        return look.say(f"Abräumen: {numbers}, gelöst!", f"Clear the Board: {numbers}, solved!")
    return look.say(f"Abräumen: {numbers}", f"Clear the Board: {numbers}")


def sign(s: Record, cell: int) -> str:
    """White and black stones; the one that jumped last has a ring."""
    if not s.home[cell]:
        return "·"
    last = cell == s.landed
    return ("◉" if last else "●") if colour_of(s.home[cell]) == "dark" else ("◎" if last else "○")


# --- as a picture -------------------------------------------------------------------------------


def draw(s: Record, look: Look) -> Picture:
    cells, possible, left = cells_shown(s)
    now = outlook(s, possible, left, look)
    title = look.say("Abräumen", "Clear the Board")
    picture = Picture(WIDTH, HEIGHT, f"{title}: {counts(left, s.moves, look)}. {now}")
    picture.table()
    parts = picture.parts
    parts += draw_stones_left(look)[(left,)]
    parts += draw_moves(look)[(s.moves,)]
    parts += draw_outlook(look)[now, left == 1]
    parts += draw_wood(look)[()]
    rows, stones = draw_hollows(look), draw_stone(look)
    for row in range(SIDE):
        parts += rows[row, cells[SIDE * row : SIDE * row + SIDE]]
    for home, cell in sorted([(home, cell) for cell, home in enumerate(s.home) if home]):
        parts += stones[home, cell, cells[cell]]  # in the same order always: who jumps keeps their element
    return picture


def cells_shown(s: Record) -> tuple[bytes, int, int]:
    """The cells, how many jumps are possible and how many stones are left."""
    cells, possible = bytearray([STONE if home else 0 for home in s.home]), 0
    left = cells.count(STONE)
    for direction, jump in enumerate(CAN_JUMP):
        ready = jumpers(int(s.stones), direction)
        while ready:
            cell = ready.bit_length() - 1
            cells[cell] |= jump
            ready ^= 1 << cell
            possible += 1
    if s.landed != NOWHERE:
        cells[s.landed] |= LAST
    return bytes(cells), possible, left


def counts(left: int, moves: int, look: Look) -> str:
    return f"{stones_spoken(left, look)}, {jumps_spoken(STONES - left, look)}, {moves_spoken(moves, look)}"


def outlook(s: Record, possible: int, left: int, look: Look) -> str:
    """What can still be done, by the number of jumps, or how it ended."""
    if possible == 1:
        return look.say("Nur noch ein Sprung möglich", "Only one jump possible")
    if possible:
        return look.say(f"{possible} Sprünge möglich", f"{possible} jumps possible")
    if left == 1:
        return look.say(f"Gelöst in {s.moves} Zügen!", f"Solved in {s.moves} moves!")
    return look.say(f"Kein Sprung mehr: {left} Steine übrig", f"No jump left: {left} stones remain")


@common_album
def draw_stones_left(picture: Picture, left: int, look: Look) -> None:
    """Stones left and jumps made, above the board."""
    draw_pill(
        picture, "stones-left", 6, stones_spoken(left, look), look.say("Einer soll bleiben.", "One is to remain.")
    )
    draw_pill(
        picture, "jumps", 124, jumps_spoken(STONES - left, look), look.say("31 sind es am Ende.", "31 to the end.")
    )


@common_album
def draw_moves(picture: Picture, moves: int, look: Look) -> None:
    together = look.say("Springt ein Stein mehrmals hintereinander, ist das ein Zug.",
                        "Jumps of one stone in a row are one move.")  # fmt: skip
    draw_pill(picture, "moves", 242, moves_spoken(moves, look), together)


@common_album
def draw_outlook(picture: Picture, now: str, solved: bool, look: Look) -> None:
    """What can be done, below the board, with a star when it is solved."""
    line = Picture()
    line.add("rect", x=34, y=404, width=WIDTH - 68, height=28, rx=14, fill=PAPER, stroke=WOOD_DARK)
    line.words(WIDTH / 2, 418.5, now, 14)
    if solved:
        star = "M0 -13L3.8 -4.3L13 -4L5.9 1.9L8.1 10.9L0 5.9L-8.1 10.9L-5.9 1.9L-13 -4L-3.8 -4.3Z"
        for x in (56, WIDTH - 56):
            line.add("path", d=star, transform=f"translate({x} 418)", fill=NOW, stroke=WOOD_DARK, stroke_width=1.5)
    picture.group(line, id="outlook")


def draw_pill(picture: Picture, id: str, x: float, counted: str, detail: str) -> None:
    pill = Picture()
    number, thing = counted.split()
    pill.add("rect", x=x, y=6, width=112, height=36, rx=18, fill=PAPER, stroke=WOOD_DARK, stroke_width=1)
    pill.words(x + 37, 24.5, number, 21, anchor="end")
    pill.words(x + 43, 26, thing, 14, anchor="start")
    picture.group(pill, id=id, title=counted, data_detail=detail)


def centre(cell: int) -> tuple[float, float]:
    return LEFT + CELL * (cell % SIDE + 0.5), TOP + CELL * (SIDE - 0.5 - cell // SIDE)


@common_album
def draw_wood(picture: Picture, look: Look) -> None:
    picture.board(3, TOP - 5, WIDTH - 6, SIDE * CELL + 28)
    for k in range(SIDE):
        picture.words(LEFT + CELL * (k + 0.5), TOP + CELL * SIDE + 10, "abcdef"[k], 13)
        picture.words(LEFT - 11, TOP + CELL * (SIDE - 0.5 - k), str(k + 1), 13)


@common_album
def draw_hollows(picture: Picture, row: int, cells: bytes, look: Look) -> None:
    """A row of the board."""
    hollows = draw_hollow(look)
    drawn = [hollows[cell, shown][0] for cell, shown in enumerate(cells, SIDE * row)]
    picture.parts.append(row_with_gap().format("".join(drawn)))


@figure
def row_with_gap(picture: Picture) -> None:
    picture.add("g", "{}", fill=HOLLOW, stroke=GRID, stroke_width=1)


@common_album
def draw_hollow(picture: Picture, cell: int, shown: int, look: Look) -> None:
    picture.parts.append(hollow_without_words(cell).format(escaped(contents(cell, shown, look))))


@figure
def hollow_without_words(picture: Picture, cell: int) -> None:
    x, y = centre(cell)
    picture.add("circle", id=f"cell-{NAMES[cell]}", class_="cell", cx=x, cy=y, r=HOLLOW_RADIUS, title="{}")


def contents(cell: int, shown: int, look: Look) -> str:
    """What lies on a cell, and where it can jump; of an empty one, whether the last stone may end there."""
    name = NAMES[cell]
    if not shown & STONE:
        if cell in LAST_CELLS:
            return look.say(f"{name}: leer; hier kann der letzte Stein liegen",
                            f"{name}: empty; the last stone may end here")  # fmt: skip
        return look.say(f"{name}: leer", f"{name}: empty")
    said = [look.say(f"{name}: Stein", f"{name}: stone")]
    if shown & LAST:
        said.append(look.say("zuletzt gesprungen", "jumped last"))
    to = look.say(" oder ", " or ").join([NAMES[goal] for goal in goals(cell, shown)])
    if to:
        said.append(look.say(f"kann nach {to} springen", f"can jump to {to}"))
    return ", ".join(said)


def goals(cell: int, shown: int) -> list[int]:
    """Where a stone can jump."""
    return [cell + 2 * step for step, jump in zip(STEPS, CAN_JUMP, strict=True) if shown & jump]


def colour_of(home: int) -> str:
    """As printed: white where a stone came from the inner 4 x 4, black from the rows around it. It means nothing."""
    row, column = divmod(home - 1, SIDE)
    return "light" if 0 < row < SIDE - 1 and 0 < column < SIDE - 1 else "dark"


@common_album
def draw_stone(picture: Picture, home: int, cell: int, shown: int, look: Look) -> None:
    said = escaped(contents(cell, shown, look))
    picture.parts.append(stone_without_words(home, cell, bool(shown & LAST)).format(said))


@lru_cache(maxsize=5_000)  # some thousands there are
def stone_without_words(home: int, cell: int, last: bool) -> str:
    """A stone, named after the cell it came from; the one that jumped last has a golden ring."""
    stone, (x, y) = Picture(), centre(cell)
    fill, edge = COLOURS[colour_of(home)]
    stone.add("circle", id=f"stone-{NAMES[home - 1]}", class_="stone", cx=x, cy=y,
              r=RADIUS - 1.5 if last else RADIUS, fill=fill, stroke=NOW if last else edge,
              stroke_width=5 if last else 2, title="{}")  # fmt: skip
    return stone.parts[0]


# --- moves --------------------------------------------------------------------------------------


def paths(s: Record, seat: int, moves: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """From the cell to the cell."""
    return {move: touched(move) for move in moves}


@cache
def touched(move: str) -> tuple[str, str]:
    return f"cell-{move[:2]}", f"cell-{move[3:]}"


def tell(s: Record, seat: int, move: str, look: Look) -> str:
    cells = JUMP_CELLS[JUMP_NAMES.index(move)]
    start, over, to = (NAMES[cell] for cell in cells)
    if s.landed == cells[0]:
        return look.say(
            f"{start} über {over} nach {to}, im selben Zug", f"{start} over {over} to {to}, in the same move"
        )
    return look.say(f"{start} über {over} nach {to}", f"{start} over {over} to {to}")
