"""5er finden: outline groups of five cells that show the rolled symbols, each shape once; three games on one board.

Base: five rounds, any number of outlines a round, boards wiped in between. Puzzle: up to twelve rounds, one outline a
round, every shape used once in the whole game, boards never wiped. Solo: the puzzle game alone, without hourglass.
"""

from collections.abc import Mapping
from typing import Any

from spielkiste.core.bits import lowest
from spielkiste.core.dice import below
from spielkiste.core.record import Field, Out, Record
from spielkiste.core.verbs import CHANCE, CLOCK

from .actions import DONE, ERASE, SAND, STRIKE, STRIKE_UNMARKED, TURN, shape_of
from .outlines import (
    SHAPE_COUNT,
    WORD,
    WORDS,
    cheapest_five,
    find_fivers,
    first_cell,
    lies_clear,
    outline_on,
    shows_roll,
    taken_cells,
    used_cells,
    valid_shapes,
)
from .shapes import (
    BAG,
    CELLS_A_BOARD,
    FEWEST_WAYS,
    FIRST_OF_SHAPE,
    PLACEMENTS,
    ROLL_OF_WAY,
    ROLL_WEIGHTS,
    SIDE,
    SYMBOLS,
    VALUES,
)

SEATS = 4
MOST_OUTLINES = 40  # on one board; twice as many as fit side by side
MAX_MOVES = PLACEMENTS + MOST_OUTLINES + 2
MAX_OUTCOMES = len(ROLL_WEIGHTS)

BASE, PUZZLE, SOLO = 0, 1, 2
DEAL, ROLL, SEARCH, STRIKING, OVER = 0, 1, 2, 3, 4
AVAILABLE, CIRCLED, STRUCK = 0, 1, 2
BASE_ROUNDS, PUZZLE_ROUNDS = 5, 12
NOBODY = -1


def fields(options: Mapping[str, Any]) -> list[Field]:
    return [
        ("players", "i1"),
        ("mode", "i1"),  # BASE, PUZZLE or SOLO
        ("same", "i1"),  # 1: all play the same board
        ("phase", "i1"),  # DEAL, ROLL, SEARCH, STRIKING or OVER
        ("round", "i1"),  # from 1; 0 before the first roll
        ("roll", "i1"),  # number in ROLLS of the last roll, -1 before the first
        ("acting", "i1"),  # seats still searching or still to strike, as bits
        ("turner", "i1"),  # who turned the hourglass this round, or NOBODY
        ("dealt", "i2"),  # symbols dealt, all boards together
        ("bag", "i1", len(SYMBOLS)),  # how many of each symbol are left for the board being dealt
        ("board", "i1", (SEATS, CELLS_A_BOARD)),  # symbol 0 to 5, -1 not dealt; cell numbers as drawn in shapes.py
        ("fivers", "u4", (SEATS, WORDS)),  # placements that show the roll: bit p % 32 of word p // 32
        ("drawn", "i1", SEATS),  # how many outlines stand on the board
        ("outlines", "i8", (SEATS, MOST_OUTLINES)),  # the moves that drew them, in order (see actions.py)
        ("sheet", "i1", (SEATS, SHAPE_COUNT)),  # AVAILABLE, CIRCLED or STRUCK (puzzle and solo)
        ("mark", "i2", (SEATS, SHAPE_COUNT)),  # placement + 1 where the shape is marked, 0 nowhere (puzzle and solo)
        ("points", "i1", (SEATS, PUZZLE_ROUNDS)),  # points of each judged round
    ]


def start(s: Record, options: Mapping[str, Any]) -> None:
    s.players = options["players"]
    s.mode = ("base", "puzzle", "solo").index(options["mode"])
    s.same = int(options["boards"] == "same")
    s.phase = DEAL
    s.roll = -1
    s.turner = NOBODY
    for symbol in range(len(SYMBOLS)):
        s.bag[symbol] = BAG[symbol]
    for seat in range(SEATS):
        for cell in range(CELLS_A_BOARD):
            s.board[seat][cell] = -1


# --- whose turn, which moves -----------------------------------------------------------------------


def in_turn(s: Record) -> int:
    if s.phase == OVER:
        return 0
    if s.phase == DEAL or s.phase == ROLL:
        return 1 << (CHANCE + 2)
    sand_runs = s.phase == SEARCH and s.turner != NOBODY
    return int(s.acting) << 2 | (1 if sand_runs else 0)


def odds(s: Record, out: Out) -> int:
    """Symbols as they are left in the bag; rolls by the number of ways they can fall."""
    if s.phase == DEAL:
        for symbol in range(len(SYMBOLS)):
            out[symbol] = s.bag[symbol]
        return len(SYMBOLS)
    for roll in range(len(ROLL_WEIGHTS)):
        out[roll] = ROLL_WEIGHTS[roll]
    return len(ROLL_WEIGHTS)


def fall(s: Record, dice: Any, out: Out) -> int:
    if s.phase == ROLL:
        return int(ROLL_OF_WAY[below(dice, len(ROLL_OF_WAY) * FEWEST_WAYS) // FEWEST_WAYS])
    ticket = below(dice, CELLS_A_BOARD - s.dealt % CELLS_A_BOARD)
    outcome = 0
    for symbol in range(len(SYMBOLS)):
        ticket -= s.bag[symbol]
        outcome += 1 if ticket >= 0 else 0
    return outcome


def legal(s: Record, seat: int, out: Out) -> int:
    if seat == CLOCK:
        out[0] = SAND
        return 1
    if s.phase == STRIKING:
        return list_strikes(s, seat, out)
    return list_other_moves(s, seat, out, list_outlines(s, seat, out))


def list_other_moves(s: Record, seat: int, out: Out, count: int) -> int:
    """What else one can do while searching, after so many outlines."""
    count = list_erasures(s, seat, out, count)
    if may_turn(s):
        out[count] = TURN
        count += 1
    out[count] = DONE
    return count + 1


def list_outlines(s: Record, seat: int, out: Out) -> int:
    """The sensible outlines: fivers on cells neither outlined nor taken, in a shape still wanted."""
    if not may_outline(s, seat):
        return 0
    shapes = wanted_shapes(s, seat)
    left, right = used_cells(s, seat, 0), used_cells(s, seat, 1)
    count = 0
    for word in range(WORDS):
        rest = int(s.fivers[seat][word])
        while rest:
            placement = WORD * word + lowest(rest)
            rest &= rest - 1
            if shapes >> shape_of(placement) & 1 and lies_clear(placement, left, right):
                out[count] = placement
                count += 1
    return count


def may_outline(s: Record, seat: int) -> bool:
    """In the puzzle one outline may stand; in the base game as many as the board holds."""
    return bool(s.drawn[seat] < (MOST_OUTLINES if s.mode == BASE else 1))


def wanted_shapes(s: Record, seat: int) -> int:
    """As bits: in the base game shapes without an outline, right or wrong; in the puzzle those still available."""
    shapes = 0
    for shape in range(SHAPE_COUNT):
        if s.sheet[seat][shape] == AVAILABLE:
            shapes |= 1 << shape
    if s.mode == BASE:
        for k in range(s.drawn[seat]):
            if s.outlines[seat][k] < PLACEMENTS:
                shapes &= ~(1 << shape_of(s.outlines[seat][k]))
    return shapes


def list_erasures(s: Record, seat: int, out: Out, count: int) -> int:
    """Each outline by its first cell; outlines with the same first cell are one move."""
    begun = count
    for k in range(s.drawn[seat]):
        action = ERASE + first_cell(int(s.outlines[seat][k]))
        known = False
        for other in range(begun, count):
            known = known or out[other] == action
        if not known:
            out[count] = action
            count += 1
    return count


def may_turn(s: Record) -> bool:
    """The first to do so only; alone there is no hourglass."""
    return bool(s.turner == NOBODY and s.mode != SOLO)


def list_strikes(s: Record, seat: int, out: Out) -> int:
    """Every available shape on every free placement; without marking only if none has one."""
    left, right = taken_cells(s, seat, 0), taken_cells(s, seat, 1)
    count = 0
    for shape in range(SHAPE_COUNT):
        if s.sheet[seat][shape] == AVAILABLE:
            for placement in range(FIRST_OF_SHAPE[shape], FIRST_OF_SHAPE[shape + 1]):
                if lies_clear(placement, left, right):
                    out[count] = STRIKE + placement
                    count += 1
    return count if count > 0 else list_unmarked_strikes(s, seat, out)


def list_unmarked_strikes(s: Record, seat: int, out: Out) -> int:
    count = 0
    for shape in range(SHAPE_COUNT):
        if s.sheet[seat][shape] == AVAILABLE:
            out[count] = STRIKE_UNMARKED + shape
            count += 1
    return count


# --- making a move ---------------------------------------------------------------------------------


def play(s: Record, seat: int, action: int) -> None:
    if s.phase == DEAL:
        deal(s, action)
    elif s.phase == ROLL:
        begin_round(s, action)
    elif s.phase == STRIKING:
        strike(s, seat, action)
    elif action == SAND:
        end_round(s)
    elif action in (TURN, DONE):
        if action == TURN:
            s.turner = seat
        finish(s, seat)
        if s.acting == 0:
            end_round(s)
    elif ERASE <= action < TURN:
        erase(s, seat, action - ERASE)
    else:
        s.outlines[seat][s.drawn[seat]] = action
        s.drawn[seat] += 1


def deal(s: Record, symbol: int) -> None:
    """The next cell, along the rows from a1: a1 b1 … j1 a2 …; a bag a board."""
    place = s.dealt % CELLS_A_BOARD
    cell = place % SIDE * SIDE + place // SIDE
    if s.same:
        for seat in range(s.players):
            s.board[seat][cell] = symbol
    else:
        s.board[s.dealt // CELLS_A_BOARD][cell] = symbol
    s.bag[symbol] -= 1
    s.dealt += 1
    if s.dealt == CELLS_A_BOARD * (1 if s.same else s.players):
        s.phase = ROLL
    elif s.dealt % CELLS_A_BOARD == 0:
        for k in range(len(SYMBOLS)):
            s.bag[k] = BAG[k]


def begin_round(s: Record, roll: int) -> None:
    open_round(s, roll)
    for seat in range(s.players):
        find_fivers(s, seat)


def open_round(s: Record, roll: int) -> None:
    """Five new symbols, clean boards (in the puzzle all but the taken cells), everybody searches."""
    s.phase = SEARCH
    s.round += 1
    s.roll = roll
    s.turner = NOBODY
    s.acting = (1 << s.players) - 1
    for seat in range(s.players):
        wipe(s, seat)


def wipe(s: Record, seat: int) -> None:
    for k in range(s.drawn[seat]):
        s.outlines[seat][k] = 0
    s.drawn[seat] = 0


def erase(s: Record, seat: int, cell: int) -> None:
    """The outline on this cell, of several the one drawn last."""
    k = outline_on(s, seat, cell)
    s.drawn[seat] -= 1
    for later in range(k, s.drawn[seat]):
        s.outlines[seat][later] = s.outlines[seat][later + 1]
    s.outlines[seat][s.drawn[seat]] = 0


def finish(s: Record, seat: int) -> None:
    s.acting &= ~(1 << seat)


# --- judging ---------------------------------------------------------------------------------------


def end_round(s: Record) -> None:
    s.acting = 0
    if s.mode == BASE:
        for seat in range(s.players):
            s.points[seat][s.round - 1] = judged_points(s, seat)
        next_round(s)
    else:
        judge_puzzle(s)


def next_round(s: Record) -> None:
    last = BASE_ROUNDS if s.mode == BASE else PUZZLE_ROUNDS
    s.phase = OVER if s.round == last else ROLL


def hourglass_point(s: Record, seat: int) -> int:
    return 1 if s.turner == seat else 0


def judged_points(s: Record, seat: int) -> int:
    """A round of the base game: the counted fivers, doubled in the last round, and the hourglass."""
    points = cheapest_five(valid_shapes(s, seat))
    if s.round == BASE_ROUNDS:
        points *= 2
    return points + hourglass_point(s, seat)


def judge_puzzle(s: Record) -> None:
    """Who found a fiver circles its shape; the others must strike one, unless nobody found any (solo goes on)."""
    strikers = 0
    for seat in range(s.players):
        points = hourglass_point(s, seat)
        if found_fiver(s, seat):
            placement = int(s.outlines[seat][0])
            shape = shape_of(placement)
            s.sheet[seat][shape] = CIRCLED
            s.mark[seat][shape] = placement + 1
            points += VALUES[shape]
        else:
            strikers |= 1 << seat
        s.points[seat][s.round - 1] = points
        wipe(s, seat)
    if strikers == 0:
        next_round(s)
    elif strikers == (1 << s.players) - 1 and s.mode != SOLO:
        s.phase = OVER
    else:
        s.phase = STRIKING
        s.acting = strikers


def found_fiver(s: Record, seat: int) -> bool:
    """The outline shows the roll, on free cells, in an available shape."""
    if s.drawn[seat] == 0:
        return False
    outline = int(s.outlines[seat][0])
    if not shows_roll(s, seat, outline) or s.sheet[seat][shape_of(outline)] != AVAILABLE:
        return False
    return lies_clear(outline, taken_cells(s, seat, 0), taken_cells(s, seat, 1))


def strike(s: Record, seat: int, action: int) -> None:
    if action >= STRIKE:
        shape = shape_of(action - STRIKE)
        s.mark[seat][shape] = action - STRIKE + 1
    else:
        shape = action - STRIKE_UNMARKED
    s.sheet[seat][shape] = STRUCK
    finish(s, seat)
    if s.acting == 0:
        next_round(s)


# --- results ---------------------------------------------------------------------------------------


def score(s: Record, seat: int) -> int:
    points = 0
    for k in range(PUZZLE_ROUNDS):
        points += int(s.points[seat][k])
    return points


def standing(s: Record, seat: int) -> int:
    """Ties: in the base game the best single round before the last, in the puzzle more circled shapes."""
    return 64 * score(s, seat) + (best_early_round(s, seat) if s.mode == BASE else circled_shapes(s, seat))


def best_early_round(s: Record, seat: int) -> int:
    """Points of the best round of the base game before the double one, its hourglass point included."""
    best = 0
    for k in range(BASE_ROUNDS - 1):
        best = max(best, int(s.points[seat][k]))
    return best


def circled_shapes(s: Record, seat: int) -> int:
    count = 0
    for shape in range(SHAPE_COUNT):
        if s.sheet[seat][shape] == CIRCLED:
            count += 1
    return count


def conceal(s: Record, seat: int) -> None:
    """While a round runs everybody sees only their own outlines."""
    if s.phase == SEARCH:
        for other in range(s.players):
            if other != seat:
                wipe(s, other)
