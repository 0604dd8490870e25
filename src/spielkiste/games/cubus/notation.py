"""Moves as text: `build 0,0=3 0,1=2o 1,0=2`, `pass`, `knock`, `quiet`, `take 1,0`, `draw L`, `time`."""

import re
from functools import lru_cache
from typing import Any

from spielkiste.core.errors import brief
from spielkiste.core.look import Look
from spielkiste.core.record import Record
from spielkiste.core.verbs import CHANCE, CLOCK

from .builds import DRAFTED, is_build, worth, write_build
from .plurals import boxes_spoken, points_spoken, tiles_spoken
from .rules import BUILD, KNOCK, KNOCKED, LAST, MAX_MOVES, OFFER, PASS, QUIET, TAKE, WINDOW, legal, whose_tiles
from .stack import (
    HIGHEST,
    KINDS,
    LEFT,
    MOST,
    OPEN,
    RIGHT,
    boxes,
    can_be_drawn,
    clear,
    column,
    copy_columns,
    count,
    floor_can_be_drawn,
    height_of,
    is_open,
    open_lids_stay,
    same,
    tiles_of_kind,
    x_of,
    y_of,
)

COLUMN = r"(-?[0-9]{1,3}),(-?[0-9]{1,3})=([0-9]{1,3})(o?)"
PATTERN = rf"build( {COLUMN})+|pass|knock|quiet|take [0-9]{{1,2}},[0-9]{{1,2}}|draw [LRTO]|time"
LETTERS = "LRTO"
WORDS = {PASS: "pass", KNOCK: "knock", QUIET: "quiet"}
MOST_OPEN = 4
ENGLISH = Look()  # for options, which programs give


def write(s: Record, seat: int, action: int) -> str:
    if seat == CHANCE:
        return f"draw {LETTERS[action]}"
    if seat == CLOCK:
        return "time"
    if s.phase == TAKE:
        return f"take {x_of(s.stack[action])},{y_of(s.stack[action])}"
    if action in WORDS:
        return WORDS[action]
    return f"build {spell(s.draft)}" if action == DRAFTED else build_text(tuple(s.stack), action)


@lru_cache(maxsize=2_000)  # while a stack stands, its builds are listed with every move
def build_text(stack: tuple[int, ...], action: int) -> str:
    return f"build {spell(built(stack, action))}"


def built(stack: Any, action: int) -> list[int]:
    """The stack after an elementary build."""
    out = [0] * MOST
    write_build(stack, action, out)
    return out


def spell(columns: Any) -> str:
    """A stack as text."""
    return " ".join(
        f"{x_of(c)},{y_of(c)}={height_of(c)}{'o' if is_open(c) else ''}" for c in list(columns)[: count(columns)]
    )


def read_columns(text: str, look: Look = ENGLISH) -> list[int]:
    """A stack from text, sorted and normalised; ValueError says, to whom looks, what is wrong with it."""
    parts = [re.fullmatch(COLUMN, word, re.ASCII) for word in text.split(" ", 2 * MOST)]  # no endless lists
    if None in parts:
        raise ValueError(look.say(f"{brief(text)} ist keine Liste von Säulen wie 0,0=3 0,1=2o",
                                  f"{brief(text)} is no list of columns like 0,0=3 0,1=2o"))  # fmt: skip
    found = [(int(x), int(y), int(h), o) for part in parts if part for x, y, h, o in [part.groups()]]
    if len({(x, y) for x, y, _, _ in found}) < len(found):
        raise ValueError(look.say("eine Säule ist zweimal genannt", "a column is named twice"))
    if min(h for _, _, h, _ in found) < 1:
        raise ValueError(look.say("eine Säule hat mindestens eine Kiste", "a column has at least one box"))
    least_x, least_y = min(x for x, _, _, _ in found), min(y for _, y, _, _ in found)
    moved = [(x - least_x, y - least_y, h, int(o == "o")) for x, y, h, o in found]
    if len(moved) > MOST or max(max(x, y, h) for x, y, h, _ in moved) > HIGHEST:
        raise ValueError(look.say("für einen so großen Stapel gibt es nicht genug Plättchen",
                                  "there are not enough tiles for so large a stack"))  # fmt: skip
    return sorted(column(*one) for one in moved) + [0] * (MOST - len(moved))


def stack_for_dismantling(text: str) -> list[int]:
    """A stack that can be drawn with the tiles of the box; ValueError says what is wrong with it."""
    columns = read_columns(text)
    if not can_be_drawn(columns):
        raise ValueError(why_not_drawable(columns, ENGLISH))
    sides = max(tiles_of_kind(columns, LEFT), tiles_of_kind(columns, RIGHT))
    if sides > HIGHEST or tiles_of_kind(columns, OPEN) > MOST_OPEN:
        raise ValueError("there are not enough tiles for this stack")
    return columns


def read(s: Record, seat: int, text: str) -> int | None:
    """A build written out in full goes to the draft; one that is listed is given by its action."""
    if not text.startswith("build") or seat < 0 or s.phase not in (BUILD, KNOCKED, LAST, OFFER):
        return None
    try:
        columns = read_columns(text.removeprefix("build "))
    except ValueError:
        return None
    if not is_build(s, whose_tiles(s), columns):
        return None
    listed = [0] * MAX_MOVES
    for action in listed[: legal(s, seat, listed)]:
        if action not in WORDS and same(built(s.stack, action), columns):
            return action
    clear(s.draft)
    copy_columns(columns, s.draft)
    return DRAFTED


def why_not(s: Record, seat: int, text: str, look: Look) -> str:
    """Why a readable move is not possible now."""
    word = text.split(" ")[0]
    if word == "take":
        return why_no_take(s, text, look)
    if s.phase == TAKE:
        return look.say("beim Abbauen nimmst du eine Kiste von einer Säule",
                        "in the dismantling game a move is take and a column")  # fmt: skip
    if word == "draw" or (word == "time" and seat != CLOCK):
        return look.say("das tun nur der Zufall und die Uhr", "that is for chance and the clock")
    if word in ("knock", "quiet"):
        return look.say("dazu muss gerade jemand gepasst haben", "somebody must have passed just before")
    if s.phase == WINDOW:
        return look.say("klopfe, oder bleib still", "knock, or stay quiet")
    if word == "build" and seat >= 0:
        try:
            return why_no_build(s, read_columns(text.removeprefix("build "), look), look)
        except ValueError as wrong:
            return str(wrong)
    return ""


def why_no_build(s: Record, columns: list[int], look: Look) -> str:
    """What keeps a stack from being a build now; empty if nothing does."""
    if not can_be_drawn(columns):
        return why_not_drawable(columns, look)
    missing = {kind: number for kind in range(KINDS) if (number := missing_tiles(s, columns, kind)) > 0}
    if missing:
        tiles = ", ".join(tiles_spoken(number, kind, look) for kind, number in missing.items())
        if sum(missing.values()) == 1:
            return look.say(f"es fehlt {tiles}", f"missing {tiles}")
        return look.say(f"es fehlen {tiles}", f"missing {tiles}")
    if not open_lids_stay(s.stack, columns):
        return look.say("offene Deckel bleiben, wo sie sind, und werden nur alle zusammen gehoben",
                        "open lids stay where they are and are only lifted all together")  # fmt: skip
    if boxes(columns) <= boxes(s.stack):
        now = boxes_spoken(boxes(s.stack), look)
        return look.say(f"es müssen mehr als {now} werden", f"the new stack must have more than {now}")
    if worth(s, columns) < 1:
        points = points_spoken(worth(s, columns), look)
        return look.say(f"er bringt {points} statt mindestens 1", f"it brings {points} instead of at least 1")
    return ""


def missing_tiles(s: Record, columns: list[int], kind: int) -> int:
    """Tiles of a kind that a stack needs beyond those laid and in the hand that builds; below 0 they are left."""
    return tiles_of_kind(columns, kind) - int(s.laid[kind] + s.hand[whose_tiles(s)][kind])


def why_not_drawable(columns: Any, look: Look) -> str:
    if not floor_can_be_drawn(columns):
        return look.say("der Boden muss aus einem Stück sein, ohne fehlende innere Ecke",
                        "the floor must be in one piece and have no missing inner corner")  # fmt: skip
    return look.say("er lässt sich nicht zeichnen: keine Säule darf höher sein als eine hinter ihr",
                    "it cannot be drawn: no column may be higher than one behind it")  # fmt: skip


def why_no_take(s: Record, text: str, look: Look) -> str:
    if s.phase != TAKE:
        return look.say("Kisten nimmst du nur beim Abbauen", "boxes are taken in the dismantling game only")
    x, y = map(int, text.removeprefix("take ").split(","))
    for c in s.stack[: count(s.stack)]:
        if (x_of(c), y_of(c)) == (x, y):
            if is_open(c):
                return look.say("ein offener Deckel wartet, bis es keine andere Kiste gibt",
                                "an open lid waits until no other box can be taken")  # fmt: skip
            return look.say("was bleibt, ließe sich nicht zeichnen", "what remains could not be drawn")
    return look.say("dort steht keine Säule", "no column stands there")
