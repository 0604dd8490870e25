"""Cubus: draw tiles, rebuild the stack so that it has more boxes, knock where somebody overlooked a build.

And the dismantling game: take the stack down box by box and win the tiles that are no longer needed.
What a stack is stands in stack.py, what a build is in builds.py.
"""

from collections.abc import Mapping
from typing import Any

from spielkiste.core.record import Field, Out, Record
from spielkiste.core.verbs import CHANCE, CLOCK

from .build_search import can_build_with
from .builds import DRAFTED, MAX_BUILDS, has_elementary_build, lay_draft, list_builds, worth, write_build
from .stack import (
    CLOSED,
    KINDS,
    MOST,
    OPEN,
    can_be_drawn,
    clear,
    column,
    copy_columns,
    count,
    height_of,
    is_open,
    take_box,
    tiles_of_kind,
)

RULE_MODULES = ("stack", "builds")
MAX_MOVES = MAX_BUILDS + 1  # ... and `pass`
MAX_OUTCOMES = KINDS

SHUFFLED = (15, 15, 11, 4)  # the pile by kind: all tiles but those of the first box
MOST_PLAYERS = 6
HEAP = MOST_PLAYERS  # whose tiles: everybody's, for the build with the leftovers
PENALTY = 2  # to every other player when a knocker gives up

DEAL, DRAW, BUILD, WINDOW, KNOCKED, LAST, OFFER, TAKE, OVER = 0, 1, 2, 3, 4, 5, 6, 7, 8  # phases
NONE, LOWEST, BEST = 0, 1, 2  # who builds with the leftovers
PASS, KNOCK, QUIET = 0, 1, 2  # actions that are no build; in the dismantling game an action is the number of a column


def fields(options: Mapping[str, Any]) -> list[Field]:
    offers = MOST_PLAYERS if options.get("leftovers") == "best" else 1
    return [
        ("stack", "i2", MOST),  # the columns on the table (see stack.py)
        ("draft", "i2", MOST),  # a build that was written out in full and is about to be made; else zeros
        ("offer", "i2", (offers, MOST)),  # leftovers "best": the stack each seat offers; zeros: none
        ("points", "i2", MOST_PLAYERS),
        ("hand", "i1", (MOST_PLAYERS + 1, KINDS)),  # tiles of each seat by kind: L R T O; the last row is the HEAP
        ("pile", "i1", KINDS),  # tiles still face down
        ("laid", "i1", KINDS),  # tiles in the stack
        ("players", "i1"),
        ("young", "i1"),  # 1: a box is a point, whatever it was built with
        ("leftovers", "i1"),  # NONE, LOWEST or BEST
        ("phase", "i1"),
        ("turn", "i1"),  # whose turn it is, also while others may knock
        ("knocker", "i1"),  # who knocked and must build; -1: nobody
        ("silent", "i1"),  # seats, as bits, that said pass or quiet; at the end: that made their offer
        ("idle", "i1"),  # turns begun with an empty pile since the last build, this one included
        ("look", "i1"),  # 1: nobody has an elementary build, so only a search can tell whether the game is over
    ]


def start(s: Record, options: Mapping[str, Any]) -> None:
    s.players = options["players"]
    s.knocker = -1
    if options["mode"] == "dismantle":
        from .notation import read_columns  # only here, because notation builds on the rules

        s.phase = TAKE
        set_stack(s, read_columns(options["stack"]))
        return
    s.young = 1 if options["young"] else 0
    s.leftovers = ("none", "lowest", "best").index(options["leftovers"])
    set_stack(s, [column(0, 0, 1, 0)] + [0] * (MOST - 1))
    for kind in range(KINDS):
        s.pile[kind] = 0 if kind == OPEN and s.young else SHUFFLED[kind]


def set_stack(s: Record, columns: Any) -> None:
    copy_columns(columns, s.stack)
    for kind in range(KINDS):
        s.laid[kind] = tiles_of_kind(s.stack, kind)


# --- whose turn ----------------------------------------------------------------------------------


def in_turn(s: Record) -> int:
    if s.look or s.phase == OVER:  # nobody goes on before the end was looked at
        return 0
    if s.phase == DEAL or s.phase == DRAW:
        return 1 << (CHANCE + 2)
    if s.phase == WINDOW:
        return seats_not_silent(s) | 1 << (CLOCK + 2)
    if s.phase == KNOCKED:
        return 1 << (int(s.knocker) + 2) | 1 << (CLOCK + 2)
    if s.phase == OFFER:
        return seats_not_silent(s)
    return 1 << (int(s.turn) + 2)


def seats_not_silent(s: Record) -> int:
    return ((1 << int(s.players)) - 1 & ~int(s.silent)) << 2


def whose_tiles(s: Record) -> int:
    """A build takes the tiles of the player in turn, also after a knock; at the end all unused ones."""
    return HEAP if s.phase == LAST or s.phase == OFFER else int(s.turn)


# --- tiles and turns -----------------------------------------------------------------------------


def odds(s: Record, out: Out) -> int:
    """Outcome k: a tile of kind k."""
    for kind in range(KINDS):
        out[kind] = s.pile[kind]
    return KINDS


def pile_left(s: Record) -> int:
    left = 0
    for kind in range(KINDS):
        left += int(s.pile[kind])
    return left


def take_tile(s: Record, kind: int) -> None:
    s.pile[kind] -= 1
    s.hand[s.turn][kind] += 1
    if s.phase == DEAL:  # the first round: one tile for everybody
        s.turn = (s.turn + 1) % s.players
        if s.turn == 0:
            s.phase = DRAW
        return
    s.phase = BUILD
    if pile_left(s) == 0:
        look_for_the_end(s)


def next_turn(s: Record) -> None:
    s.turn = (s.turn + 1) % s.players
    s.knocker = -1
    s.silent = 0
    if pile_left(s) > 0:
        s.phase = DRAW
    elif s.idle == s.players:  # one turn of each player brought no build
        end_building(s)
    else:
        s.idle += 1
        s.phase = BUILD
        look_for_the_end(s)


def look_for_the_end(s: Record) -> None:
    """The pile is empty: the game is over if nobody can build. Elementary builds are found here, others by resolve."""
    s.look = 1
    for seat in range(int(s.players)):
        if has_elementary_build(s, seat):
            s.look = 0
            return


def has_question(s: Record) -> bool:
    return bool(s.look)


def resolve(s: Record) -> None:
    """Ends the game if no player can make any build at all."""
    if s.look:
        s.look = 0
        for seat in range(int(s.players)):
            if can_build_with(s.stack, s.laid, s.hand[seat], int(s.young)):
                return
        end_building(s)


def end_building(s: Record) -> None:
    s.phase = OVER
    if s.leftovers != NONE:
        s.phase = LAST if s.leftovers == LOWEST else OFFER
        s.turn = seat_with_fewest_points(s)
        s.idle = 0
        gather_leftovers(s)


def gather_leftovers(s: Record) -> None:
    for seat in range(int(s.players)):
        for kind in range(KINDS):
            s.hand[HEAP][kind] += s.hand[seat][kind]
            s.hand[seat][kind] = 0


def seat_with_fewest_points(s: Record) -> int:
    """The first in turn order if equal."""
    lowest = 0
    for seat in range(1, int(s.players)):
        if s.points[seat] < s.points[lowest]:
            lowest = seat
    return lowest


# --- moves ---------------------------------------------------------------------------------------


def legal(s: Record, seat: int, out: Out) -> int:
    if s.phase == TAKE:
        return legal_takes(s, out)
    if seat == CLOCK:
        out[0] = 0
        return 1
    if s.phase == WINDOW:
        out[0] = KNOCK
        out[1] = QUIET
        return 2
    out[0] = PASS
    return list_builds(s, whose_tiles(s), out, 1)


def play(s: Record, seat: int, action: int) -> None:
    if seat == CHANCE:
        take_tile(s, action)
    elif s.phase == TAKE:
        take(s, seat, action)
    elif s.phase == WINDOW:
        answer_the_pass(s, seat, action)
    elif s.phase == OFFER:
        make_offer(s, seat, action)
    elif seat == CLOCK or action == PASS:
        build_nothing(s)
    else:
        build(s, seat, action)


def build(s: Record, seat: int, action: int) -> None:
    if action != DRAFTED:
        write_build(s.stack, action, s.draft)
    s.points[seat] += worth(s, s.draft)
    lay_draft(s, whose_tiles(s))
    s.idle = 0
    if s.phase == LAST:
        s.phase = OVER
    else:
        next_turn(s)


def build_nothing(s: Record) -> None:
    """A pass, and a knocker's time running out."""
    if s.phase == BUILD:
        s.phase = WINDOW
        s.silent = 1 << int(s.turn)
    elif s.phase == KNOCKED:
        for other in range(int(s.players)):
            if other != s.knocker:
                s.points[other] += PENALTY
        next_turn(s)
    else:
        s.phase = OVER


def answer_the_pass(s: Record, seat: int, action: int) -> None:
    """Knock or stay quiet; when all are quiet or the time is up, the turn is over."""
    if seat == CLOCK:
        next_turn(s)
    elif action == KNOCK:
        s.phase = KNOCKED
        s.knocker = seat
        s.silent = 0
    else:
        s.silent |= 1 << seat
        if seats_not_silent(s) == 0:
            next_turn(s)


# --- the leftovers: the best of all offers is built ----------------------------------------------


def make_offer(s: Record, seat: int, action: int) -> None:
    if action != PASS:
        if action != DRAFTED:
            write_build(s.stack, action, s.draft)
        copy_columns(s.draft, s.offer[seat])
        clear(s.draft)
    s.silent |= 1 << seat
    if seats_not_silent(s) == 0:
        build_best_offer(s)
        s.phase = OVER


def build_best_offer(s: Record) -> None:
    """The offer worth most, the first in turn order if equal; nothing if all passed."""
    best, builder = 0, 0
    for seat in range(int(s.players)):
        if count(s.offer[seat]) > 0 and worth(s, s.offer[seat]) > best:
            best, builder = worth(s, s.offer[seat]), seat
    if best > 0:
        copy_columns(s.offer[builder], s.draft)
        lay_draft(s, HEAP)
        s.points[builder] += best


def conceal(s: Record, seat: int) -> None:
    """Offers are secret until everybody has made one."""
    if s.phase == OFFER:
        for other in range(int(s.players)):
            if other != seat:
                clear(s.offer[other])


# --- the dismantling game ------------------------------------------------------------------------


def legal_takes(s: Record, out: Out) -> int:
    """Action k: the top box of column k. A box with an open lid only if no other box can be taken."""
    n = list_takes(s, False, out)
    return n if n > 0 else list_takes(s, True, out)


def list_takes(s: Record, with_open_lid: bool, out: Out) -> int:
    n = 0
    for k in range(count(s.stack)):
        if is_open(s.stack[k]) == with_open_lid and can_take(s, k):
            out[n] = k
            n += 1
    return n


def can_take(s: Record, k: int) -> bool:
    """What remains must be a stack that can be drawn, or nothing at all."""
    take_box(s.stack, s.draft, k)
    fine = count(s.draft) == 0 or can_be_drawn(s.draft)
    clear(s.draft)
    return fine


def take(s: Record, seat: int, k: int) -> None:
    """Takes the top box of column k and wins the tiles that are no longer needed; a lid below an open one is free."""
    if is_open(s.stack[k]):
        s.hand[seat][OPEN] += 1
        s.laid[OPEN] -= 1
        s.laid[CLOSED] += 1 if height_of(s.stack[k]) > 1 else 0
        s.stack[k] -= 1
    take_box(s.stack, s.draft, k)
    lay_draft(s, seat)
    s.points[seat] = 0
    for kind in range(KINDS):
        s.points[seat] += s.hand[seat][kind]
    s.turn = (s.turn + 1) % s.players
    if count(s.stack) == 0:
        s.phase = OVER


def score(s: Record, seat: int) -> int:
    """Points; in the dismantling game the tiles won."""
    return int(s.points[seat])
