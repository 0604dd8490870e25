"""The building tool: a stack in the making, changed one touch at a time.

A draft is written as a stack in a build, "0,0=2 1,0=1o", perhaps after a mode: "remove;0,0=2" or "lids;0,0=2".
It may lie anywhere on the table, so that nothing moves while somebody builds. It can always be drawn; whether there are
tiles for it and whether it brings points is told beside it.
"""

import re

from spielkiste.core.errors import IllegalMove
from spielkiste.core.look import Look
from spielkiste.core.record import Record

from ..builds import worth
from ..notation import COLUMN, missing_tiles, read_columns, why_no_build
from ..plurals import boxes_spoken, points_spoken, tiles_spoken
from ..stack import HIGHEST, KINDS, MOST, boxes, can_be_drawn, column, tiles_of_kind
from .tiles import Column, Place, Standing, height_at, standing

ADD, REMOVE, LIDS = "add", "remove", "lids"  # modes
LONGEST = 400  # letters in a draft; sixteen columns take far fewer
FAR_OUT = 20  # places from the origin, before a draft is moved back to it
Stack = dict[Place, Column]


def modes(s: Record) -> tuple[str, ...]:
    """The young play without open lids."""
    return (ADD, REMOVE) if s.young else (ADD, REMOVE, LIDS)


def touched(there: Standing, place: Place) -> str:
    """The element of a column, or of a free place beside the stack."""
    return f"{'column' if place in there else 'free'}-{place[0]}-{place[1]}"


# --- drafts as text ------------------------------------------------------------------------------


def read_draft(s: Record, text: str, look: Look) -> tuple[str, Stack]:
    """The mode and the stack; IllegalMove if it is no draft."""
    if not isinstance(text, str) or len(text) > LONGEST:
        raise IllegalMove(look.say("das ist kein Entwurf eines Stapels", "this is no draft of a stack"))
    mode, mark, written = text.rpartition(";")
    if mode not in modes(s) and (mark or mode):
        known = ", ".join(modes(s))
        raise IllegalMove(look.say(f"ein Entwurf beginnt mit einem von {known}, nicht mit {mode!r}",
                                   f"a draft begins with one of {known}, not with {mode!r}"))  # fmt: skip
    if not written:
        return mode or ADD, standing(s.stack)
    try:
        columns = read_columns(written, look)
    except ValueError as wrong:
        why = str(wrong)
        raise IllegalMove(
            look.say(f"das ist kein Entwurf eines Stapels: {why}", f"this is no draft of a stack: {why}")
        ) from None
    if not can_be_drawn(columns):
        raise IllegalMove(look.say("dieser Stapel lässt sich nicht zeichnen", "this stack cannot be drawn"))
    found = [re.fullmatch(COLUMN, word, re.ASCII) for word in written.split(" ")]
    parts = [one.groups() for one in found if one]
    return mode or ADD, {(int(x), int(y)): Column(int(height), lid == "o") for x, y, height, lid in parts}


def write_draft(mode: str, there: Standing) -> str:
    """A draft as text, moved back to the origin if it has got far from it."""
    least_x, least_y = min(x for x, _ in there), min(y for _, y in there)
    if max(abs(at) for place in there for at in place) > FAR_OUT:
        there = {(x - least_x, y - least_y): one for (x, y), one in there.items()}
    written = " ".join(f"{x},{y}={one.height}{'o' if one.open else ''}" for (x, y), one in sorted(there.items()))
    return written if mode == ADD else f"{mode};{written}"


def numbered(there: Standing) -> list[int]:
    """The columns as the rules know them, sorted and normalised."""
    least_x, least_y = min(x for x, _ in there), min(y for _, y in there)
    found = sorted(column(x - least_x, y - least_y, one.height, int(one.open)) for (x, y), one in there.items())
    return found + [0] * (MOST - len(found))


# --- what a touch changes ------------------------------------------------------------------------


def changes(there: Standing, mode: str) -> dict[Place, Stack]:
    """The stacks that one touch leads to, by the place touched."""
    if mode == LIDS:
        return {place: {**there, place: Column(one.height, not one.open)} for place, one in there.items()}
    if mode == REMOVE:
        found = {place: without_box(there, place) for place in there}
    else:
        found = {place: {**there, place: one} for place, one in possible_boxes(there).items()}
    return {place: new for place, new in found.items() if fits(new)}


def possible_boxes(there: Standing) -> Stack:
    """Columns one box higher, unless an open lid forbids it, and new ones beside the stack.

    A new column is at least as high as those in front of it, which it would hide otherwise.
    """
    found = {place: Column(one.height + 1, False) for place, one in there.items() if not one.open}
    for x, y in there:
        for place in ((x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y)):
            if place not in there:
                in_front = height_at(there, (place[0] + 1, place[1])), height_at(there, (place[0], place[1] + 1))
                found[place] = Column(max(1, *in_front), False)
    return found


def without_box(there: Standing, place: Place) -> Stack:
    """The stack without a column's top box and whatever lid lay on it."""
    rest = {other: one for other, one in there.items() if other != place}
    return rest if there[place].height == 1 else {**rest, place: Column(there[place].height - 1, False)}


def lifted(there: Standing) -> Stack | None:
    """With a layer under everything."""
    new = {place: Column(one.height + 1, one.open) for place, one in there.items()}
    return new if fits(new) else None


def lowered_as_a_whole(there: Standing) -> Stack | None:
    """Without the lowest layer."""
    new = {place: Column(one.height - 1, one.open) for place, one in there.items() if one.height > 1}
    return new if fits(new) else None


def fits(there: Standing) -> bool:
    """A stack that can be drawn, and is no larger than all tiles together could ever show."""
    if not 0 < len(there) <= MOST or max(one.height for one in there.values()) > HIGHEST:
        return False
    return can_be_drawn(numbered(there))


# --- what it would bring -------------------------------------------------------------------------


def tiles_left(s: Record, columns: list[int], kind: int) -> int:
    """Tiles in hand after this build; below 0 they are missing."""
    return -missing_tiles(s, columns, kind)


def note(s: Record, columns: list[int], look: Look) -> str:
    """Boxes, points and tiles; or why it is no build yet."""
    more, points = boxes(columns) - boxes(s.stack), points_spoken(worth(s, columns), look)
    said = f"{boxes_spoken(boxes(columns), look)} ({more:+d}), {points}. "
    why = why_no_build(s, columns, look)
    said += look.say(f"Noch kein Bau: {why}.", f"No build yet: {why}.") if why else spent_and_back(s, columns, look)
    return said.replace("+0", "±0").replace("-", "−")


def spent_and_back(s: Record, columns: list[int], look: Look) -> str:
    """The tiles a build takes and gives back, by kind."""
    used = [tiles_of_kind(columns, kind) - s.laid[kind] for kind in range(KINDS)]
    spent = [tiles_spoken(used[kind], kind, look) for kind in range(KINDS) if used[kind] > 0]
    back = [tiles_spoken(-used[kind], kind, look) for kind in range(KINDS) if used[kind] < 0]
    gone, again = ", ".join(spent) or look.say("nichts", "nothing"), ", ".join(back)
    if back:
        return look.say(f"Ausgegeben: {gone}; zurück: {again}.", f"Spent: {gone}; back: {again}.")
    return look.say(f"Ausgegeben: {gone}.", f"Spent: {gone}.")
