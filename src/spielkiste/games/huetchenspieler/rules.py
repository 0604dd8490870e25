"""Hütchenspieler: the slider lays four stones, covers them and slides them about; the seekers must find the symbols."""

from collections.abc import Mapping
from itertools import permutations
from typing import Any

from spielkiste.core.record import Field, Out, Record
from spielkiste.core.verbs import CLOCK

PLACES = 4
ROUNDS = 2  # in each everybody is the slider once
SLIDES = (3, 4)  # in the first and in the second round
QUESTIONS = 3  # the third decides two stones

LAY, LOOK, SLIDE, ASK, TAKE = 0, 1, 2, 3, 4  # the phases of a hiding

# Actions: 24 layouts, the cover, 12 slides (3 to each place's stone), 4 questions, 4 answers.
LAYOUTS = tuple(int("".join(order)) for order in permutations("1234"))
COVER = 24
FIRST_SLIDE = 25
FIRST_ASK = 37
FIRST_TAKE = 41
ACTIONS = FIRST_TAKE + PLACES
MAX_MOVES = 24

MEMORY: tuple[str, ...] = ("origin", "taker", "last_row")


def fields(options: Mapping[str, Any]) -> list[Field]:
    """Places are counted from the left.

    ┌───┬───┬───┬───┐
    │ 0 │ 1 │ 2 │ 3 │   in moves: places 1 2 3 4
    └───┴───┴───┴───┘
    """
    return [
        ("players", "i1"),
        ("hiding", "i1"),  # hidings finished; the slider is this modulo the players
        ("phase", "i1"),  # LAY, LOOK, SLIDE, ASK or TAKE
        ("slides", "i1"),  # slides still to make
        ("asked", "i1"),  # the symbol asked for, 0: none
        ("row", "i1", PLACES),  # the symbol on each place; 0: no stone, or a face the viewer may not know
        ("uncovered", "i1", PLACES),  # 1: the stone on this place was uncovered by a seeker
        ("won", "i1", 4),  # stones of each seat
        ("origin", "i1", PLACES),  # the place, from 1, where the stone on this place was laid
        ("taker", "i1", PLACES),  # who got the stone on this place: seat + 1, 0: nobody yet; kept until the next lay
        ("last_row", "i1", PLACES),  # the symbols of the last hiding, all open; kept until the next lay
    ]


def action_count(options: Mapping[str, Any]) -> int:
    return ACTIONS


def start(s: Record, options: Mapping[str, Any]) -> None:
    s.players = options["players"]


def in_turn(s: Record) -> int:
    if s.hiding == ROUNDS * s.players:
        return 0
    if s.phase == LOOK:
        return bit(slider(s)) | bit(CLOCK)
    if s.phase == TAKE:
        return bit(seeker(s))
    return bit(slider(s))


def bit(seat: int) -> int:
    return 1 << (seat + 2)


def slider(s: Record) -> int:
    return int(s.hiding % s.players)


def seeker(s: Record) -> int:
    """Who answers the next question: in turn from the slider's left, again and again, the slider left out."""
    return int((s.hiding + 1 + stones_uncovered(s) % (s.players - 1)) % s.players)


def stones_uncovered(s: Record) -> int:
    count = 0
    for place in range(PLACES):
        count += s.uncovered[place]
    return count


def is_uncovered(s: Record, symbol: int) -> bool:
    found = False
    for place in range(PLACES):
        if s.uncovered[place] == 1 and s.row[place] == symbol:
            found = True
    return found


def covered(s: Record) -> bool:
    """Whether the row lies face down."""
    return bool(s.phase >= SLIDE)


def legal(s: Record, seat: int, out: Out) -> int:
    if s.phase == LAY:
        return every_action(out, 0, COVER)
    if s.phase == LOOK:
        return every_action(out, COVER, FIRST_SLIDE)
    if s.phase == SLIDE:
        return every_action(out, FIRST_SLIDE, FIRST_ASK)
    count = 0
    for k in range(PLACES):
        if s.phase == ASK and not is_uncovered(s, k + 1):
            out[count] = FIRST_ASK + k
            count += 1
        elif s.phase == TAKE and s.uncovered[k] == 0:
            out[count] = FIRST_TAKE + k
            count += 1
    return count


def every_action(out: Out, first: int, end: int) -> int:
    for k in range(end - first):
        out[k] = first + k
    return end - first


def play(s: Record, seat: int, action: int) -> None:
    if s.phase == LAY:
        lay(s, LAYOUTS[action])
    elif s.phase == LOOK:
        s.phase = SLIDE
    elif s.phase == SLIDE:
        slide(s, slide_from(action), slide_to(action))
    elif s.phase == ASK:
        s.asked = action - FIRST_ASK + 1
        s.phase = TAKE
    else:
        uncover(s, action - FIRST_TAKE)


def lay(s: Record, layout: int) -> None:
    """The four symbols face up, left to right as the digits of `layout`."""
    for k in range(PLACES):
        place = PLACES - 1 - k
        s.row[place] = layout % 10
        layout //= 10
        s.origin[place] = place + 1
        s.taker[place] = 0
        s.last_row[place] = 0
    s.slides = SLIDES[s.hiding // s.players]
    s.phase = LOOK


def slide_from(action: int) -> int:
    return (action - FIRST_SLIDE) // (PLACES - 1)


def slide_to(action: int) -> int:
    """One of the three other places."""
    to = (action - FIRST_SLIDE) % (PLACES - 1)
    return to + 1 if to >= slide_from(action) else to


def slide(s: Record, place: int, to: int) -> None:
    """Takes one stone out and pushes it in again so that it stands on place `to`; those between close up."""
    step = 1 if to > place else -1
    symbol = s.row[place]
    origin = s.origin[place]
    while place != to:
        s.row[place] = s.row[place + step]
        s.origin[place] = s.origin[place + step]
        place += step
    s.row[to] = symbol
    s.origin[to] = origin
    s.slides -= 1
    if s.slides == 0:
        s.phase = ASK


def uncover(s: Record, place: int) -> None:
    """The seeker takes the stone if it shows the symbol asked for, otherwise the slider gets it."""
    winner = seeker(s) if s.row[place] == s.asked else slider(s)
    give(s, place, winner)
    s.asked = 0
    s.phase = ASK
    if stones_uncovered(s) == QUESTIONS:
        for other in range(PLACES):
            if s.uncovered[other] == 0:
                give(s, other, winner)
        clear_away(s)


def give(s: Record, place: int, winner: int) -> None:
    s.uncovered[place] = 1
    s.taker[place] = winner + 1
    s.won[winner] += 1


def clear_away(s: Record) -> None:
    """The hiding is over; the next slider lays."""
    for place in range(PLACES):
        s.last_row[place] = s.row[place]
        s.row[place] = 0
        s.uncovered[place] = 0
        s.origin[place] = 0
    s.phase = LAY
    s.hiding += 1


def score(s: Record, seat: int) -> int:
    """Stones won as a seeker or kept as the slider."""
    return int(s.won[seat])


def conceal(s: Record, seat: int) -> None:
    """Once covered, faces are known only from memory: nobody's view has them, not even the slider's."""
    if covered(s):
        for place in range(PLACES):
            if s.uncovered[place] == 0:
                s.row[place] = 0
