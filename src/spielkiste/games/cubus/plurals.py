"""Numbers of boxes, tiles and points in words."""

from collections.abc import Sequence
from functools import lru_cache

from spielkiste.core.look import Look

from .stack import CLOSED, KINDS, LEFT, OPEN, RIGHT


def boxes_spoken(number: int, look: Look) -> str:
    if number == 1:
        return look.say("1 Kiste", "1 box")
    return look.say(f"{number} Kisten", f"{number} boxes")


def points_spoken(number: int, look: Look) -> str:
    if number == 1:
        return look.say("1 Punkt", "1 point")
    return look.say(f"{number} Punkte", f"{number} points")


def any_tiles_spoken(number: int, look: Look) -> str:
    """Tiles of whatever kind."""
    if number == 1:
        return look.say("1 Plättchen", "1 tile")
    return look.say(f"{number} Plättchen", f"{number} tiles")


def tiles_spoken(number: int, kind: int, look: Look) -> str:
    if number == 1:
        return look.say(*ONE_TILE[kind])
    if kind == LEFT:
        return look.say(f"{number} linke Seiten", f"{number} left sides")
    if kind == RIGHT:
        return look.say(f"{number} rechte Seiten", f"{number} right sides")
    if kind == CLOSED:
        return look.say(f"{number} geschlossene Deckel", f"{number} closed lids")
    return look.say(f"{number} offene Deckel", f"{number} open lids")


ONE_TILE = {
    LEFT: ("1 linke Seite", "1 left side"),
    RIGHT: ("1 rechte Seite", "1 right side"),
    CLOSED: ("1 geschlossener Deckel", "1 closed lid"),
    OPEN: ("1 offener Deckel", "1 open lid"),
}


def all_tiles_spoken(tiles: Sequence[int], look: Look) -> str:
    return ", ".join([tiles_spoken_in(look.lang, tiles[kind], kind) for kind in range(KINDS)])


@lru_cache(maxsize=1_000)
def tiles_spoken_in(lang: str, number: int, kind: int) -> str:
    return tiles_spoken(number, kind, Look(lang=lang))
