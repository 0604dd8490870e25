"""The position as text, for a terminal."""

from typing import Any

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from ..notation import LETTERS, spell
from ..plurals import any_tiles_spoken, boxes_spoken, points_spoken
from ..rules import HEAP, LAST, OFFER, pile_left, score
from ..stack import KINDS, LEFT, OPEN, RIGHT, boxes, count, height_of, x_of, y_of
from .tiles import faces
from .words import acting, saying, stage

WIDE_ENOUGH = 9  # lines in both directions up to which the drawing is made large, with the names of the columns


def text(s: Record, look: Look) -> str:
    """The drawing, the stack as a build writes it, then tiles and points."""
    stack, number = spell(s.stack) or look.say("weg", "gone"), boxes_spoken(boxes(s.stack), look)
    lines = [stage(s, look), "", *stack_text(s.stack, look), ""]
    lines.append(look.say(f"Stapel  {stack}   ({number})", f"stack  {stack}   ({number})"))
    if s.phase < LAST:
        pile = any_tiles_spoken(pile_left(s), look)
        lines.append(look.say(f"Vorrat  {pile}", f"pile   {pile}"))
    if s.phase in (LAST, OFFER):
        heap = tiles_text(s.hand[HEAP])
        lines.append(look.say(f"Reste   {heap}", f"heap   {heap}"))
    return "\n".join(lines + [player_text(s, player, look) for player in range(s.players)])


def player_text(s: Record, player: int, look: Look) -> str:
    said, widest = saying(s, player, look), max(len(look.name(other)) for other in range(s.players))
    return (
        f"{look.name(player):<{widest}} {'>' if player in acting(s) else ' '} {tiles_text(s.hand[player])}"
        f"   {points_spoken(score(s, player), look)}{f', {said}' if said else ''}"
        f"{look.say('  (du)', '  (you)') if player == look.seat else ''}"
    )


def tiles_text(tiles: list[int]) -> str:
    return "  ".join(f"{LETTERS[kind]} {tiles[kind]:<2}" for kind in range(KINDS))


def stack_text(columns: Any, look: Look) -> list[str]:
    """The edges of all tiles as lines; a small stack large, with x,y on the lids; `o` on an open lid."""
    n = count(columns)
    if n == 0:
        return [look.say("(keine Kiste mehr da)", "(no box is left)")]
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
