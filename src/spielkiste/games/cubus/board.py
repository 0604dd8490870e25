"""The position as text and as a picture, and what to touch for each move."""

from collections.abc import Mapping
from typing import Any

from spielkiste.core.look import Draft, Look
from spielkiste.core.record import Record
from spielkiste.core.svg import Picture

from . import picture, workshop
from .builds import worth
from .drawing import faces
from .notation import LETTERS, read_columns, spell
from .picture import acts, boxes_spoken, points_spoken, saying, stage, tiles_spoken
from .rules import HEAP, KNOCKED, LAST, OFFER, PENALTY, pile_left, score
from .stack import KINDS, LEFT, MOST, OPEN, RIGHT, boxes, count, find, height_of, is_open, take_box, tiles, x_of, y_of

# --- in a terminal ------------------------------------------------------------------------------

WIDE_ENOUGH = 9  # lines in both directions up to which the drawing is made large, with the names of the columns


def text(s: Record, look: Look) -> str:
    """The drawing, the stack as a build writes it, then tiles and points."""
    seat = look.seat
    lines = [stage(s, Look()), "", *stack_text(s.stack), ""]
    lines += [f"stack  {spell(s.stack) or 'gone'}   ({boxes_spoken(boxes(s.stack), Look())})"]
    if s.phase < LAST:
        lines.append(f"pile   {pile_left(s)} tiles")
    if s.phase in (LAST, OFFER):
        lines.append(f"heap   {tiles_text(s.hand[HEAP])}")
    return "\n".join(lines + [player_text(s, player, seat) for player in range(s.players)])


def player_text(s: Record, player: int, seat: int | None) -> str:
    said = saying(s, player, Look())
    return (
        f"seat {player} {'>' if acts(s, player) else ' '} {tiles_text(s.hand[player])}   {score(s, player)} points"
        f"{f', {said}' if said else ''}{'  (you)' if player == seat else ''}"
    )


def tiles_text(tiles: list[int]) -> str:
    return "  ".join(f"{LETTERS[kind]} {tiles[kind]:<2}" for kind in range(KINDS))


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


# --- in a browser -------------------------------------------------------------------------------


def draw(s: Record, look: Look) -> Picture:
    return picture.draw(s, look)


def draft(s: Record, look: Look, text: str) -> Draft:
    return workshop.draft(s, look, text)


def paths(s: Record, seat: int, moves: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """Buttons, and columns to take a box from. Builds are drafted: whether there is one is never told."""
    found: dict[str, tuple[str, ...]] = {}
    for move in moves:
        word, *rest = move.split()
        if word == "take":
            found[move] = (f"column-{rest[0].replace(',', '-')}",)
        elif word != "build":
            found[move] = (word,)
    return found


def tell(s: Record, seat: int, move: str, look: Look) -> str:
    word, _, rest = move.partition(" ")
    if word == "draw":
        return tiles_spoken(1, LETTERS.index(rest), look)
    if word == "build":
        return build_told(s, read_columns(rest), look)
    if word == "take":
        won = tiles_won(s, *map(int, rest.split(",")))
        number = look.say("1 Plättchen" if won == 1 else f"{won} Plättchen", "1 tile" if won == 1 else f"{won} tiles")
        return look.say(f"nimmt die Kiste auf {rest}, gewinnt {number}", f"takes the box at {rest}, wins {number}")
    if word == "pass" and s.phase == KNOCKED:
        return look.say(f"gibt auf, {PENALTY} Punkte für alle anderen", f"gives up, {PENALTY} points for all others")
    return {
        "pass": look.say("baut nicht", "builds nothing") if s.phase in (LAST, OFFER) else look.say("passt", "passes"),
        "knock": look.say("klopft", "knocks"),
        "quiet": look.say("bleibt still", "stays quiet"),
        "time": look.say("die Zeit ist um", "time is up"),
    }[word]


def build_told(s: Record, columns: list[int], look: Look) -> str:
    new, points = boxes_spoken(boxes(columns), look), points_spoken(worth(s, columns), look)
    if s.phase == OFFER:
        return look.say(f"bietet {new} für {points}", f"offers {new} for {points}")
    return look.say(f"baut um auf {new}, {points}", f"rebuilds to {new}, {points}")


def tiles_won(s: Record, x: int, y: int) -> int:
    """How many tiles the top box of a column brings; one with an open lid brings it, and the next lid is free."""
    there = list(s.stack)
    rest, k = [0] * MOST, there.index(find(there, x, y))
    take_box(there, rest, k)
    gift = 1 if is_open(there[k]) and height_of(there[k]) > 1 else 0
    return tiles(there) - tiles(rest) + gift
