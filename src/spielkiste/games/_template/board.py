"""The position as text and as a picture."""

from typing import Any

from spielkiste.core.svg import Picture


def text(s: Any, seat: int | None) -> str:
    return f"{'| ' * s.heap}({s.heap} matches)"


def draw(s: Any, seat: int | None) -> str:
    picture = Picture(400, 120, f"Matches: {s.heap} left")
    picture.table()
    for k in range(s.heap):
        picture.stone(f"match{k}", 20 + 18 * (k % 20), 30 + 40 * (k // 20), 7, "light", title=f"match {k + 1}")
    return picture.svg()
