"""Zahlenluchs-EinStein: the drawn number says which stones may move; reach the far corner or take every stone.

Three games, one set of rules: cards for 2 players (5×5), cards for 4 players in two teams (6×6), and the classic dice
game. They differ in the lengths of their record's arrays, so that the compiler settles every "which game is this?".
"""

from collections.abc import Mapping
from typing import Any

from spielkiste.core.dice import below
from spielkiste.core.record import Field, Out, Record
from spielkiste.core.verbs import CHANCE

MAX_MOVES = 18  # six stones, three ways each
MAX_OUTCOMES = 99  # numbers on cards
MEMORY: tuple[str, ...] = ("where",)  # the board says it all; stones without numbers are alike, however they came there

STONES = 6  # of each seat
DIE = 6
OVER = -3  # in `acts`: nobody
ACROSS, ALONG, DIAGONAL = 1, 2, 3  # the ways of a stone: its column, its row, or both come nearer to its goal

# A cell is 8 × row + column, both counted from 1, so in octal it reads "row, column"; 0 is no cell.
#
#   5 | 51 52 53 54 55
#   4 | 41 42 43 44 45        seat 0 starts at 11 and wants to go to 55 (66 on the board for four)
#   3 | 31 32 33 34 35
#   2 | 21 22 23 24 25        seats clockwise: 11, 61, 66, 16; for two players 11 and 55
#   1 | 11 12 13 14 15
#       a  b  c  d  e
TRIANGLE = (0o11, 0o12, 0o13, 0o21, 0o22, 0o31)  # of seat 0, in board order
CLASSIC_DEAL = (*TRIANGLE, 0o35, 0o44, 0o45, 0o53, 0o54, 0o55)


def cells_of_board(options: Mapping[str, Any]) -> int:
    """One more than the highest cell."""
    return 9 * (5 if options["players"] == 2 else 6) + 1


def action_count(options: Mapping[str, Any]) -> int:
    return 4 * cells_of_board(options)


def fields(options: Mapping[str, Any]) -> list[Field]:
    seats, classic = options["players"], options["classic"]
    cells = cells_of_board(options)
    return [
        ("acts", "i1"),  # who is in turn: a seat, CHANCE, or OVER
        ("seat", "i1"),  # whose turn it is, whether they or CHANCE act; before the first turn: who draws
        ("winner", "i1"),  # the team that has won, or -1
        ("drawn", "u1"),  # the number to move by; 0 while it is not drawn yet
        ("dealt", "u1"),  # cards (classic: stones) laid on the board so far
        ("drawing", "u1"),  # who still draws in this round for the start, as bits
        ("ahead", "u1"),  # who has drawn the round's highest number so far, as bits
        ("top", "u1"),  # that number
        ("board", "u1", cells),  # the stone on a cell: 8 × seat + its number (1 on all when played with cards); 0: none
        ("where", "u1", (seats, STONES + 1)),  # the cell of each stone 1–6 of a seat; 0: not on the board
        ("left", "u1", seats),  # stones left
        ("number", "u1", 1 if classic else cells),  # the card under a cell
        ("pile", "u1", 1 if classic else MAX_OUTCOMES + 1),  # how many cards of each number are in the pile
        ("in_pile", "u2"),  # cards in the pile
        ("highest", "u1"),  # number on a card, or on the die
        ("copies", "u1"),  # of each card in the deck
    ]


def start(s: Record, options: Mapping[str, Any]) -> None:
    s.acts, s.winner = CHANCE, -1
    if is_classic(s):
        s.highest = DIE
        return
    s.highest, s.copies = options["highest"], options["copies"]
    for n in range(1, s.highest + 1):
        s.pile[n] = s.copies
    s.in_pile = s.highest * s.copies
    for seat in range(players(s)):
        for k in range(STONES):
            set_stone(s, seat, k + 1, from_corner(s, seat, TRIANGLE[k]))


# --- the board ---------------------------------------------------------------------------------


def is_classic(s: Record) -> bool:
    return len(s.pile) == 1


def players(s: Record) -> int:
    return len(s.where)


def side(s: Record) -> int:
    return 5 if len(s.where) == 2 else 6


def team(s: Record, seat: int) -> int:
    """Of four players 0 and 1 play against 2 and 3; of two everybody alone."""
    return seat if len(s.where) == 2 else seat >> 1


def goes_east(s: Record, seat: int) -> bool:
    """Whether a seat starts in the west."""
    return seat == 0 if len(s.where) == 2 else seat < 2


def goes_north(s: Record, seat: int) -> bool:
    """Whether a seat starts in the south."""
    return seat == 0 if len(s.where) == 2 else seat == 0 or seat == 3


def goal_column(s: Record, seat: int) -> int:
    return side(s) if goes_east(s, seat) else 1


def goal_row(s: Record, seat: int) -> int:
    return side(s) if goes_north(s, seat) else 1


def goal(s: Record, seat: int) -> int:
    """The corner opposite to the seat's own."""
    return 8 * goal_row(s, seat) + goal_column(s, seat)


def from_corner(s: Record, seat: int, cell: int) -> int:
    """Where a cell seen from a1 lies when seen from a seat's corner."""
    row, column = cell >> 3, cell & 7
    if not goes_north(s, seat):
        row = side(s) + 1 - row
    if not goes_east(s, seat):
        column = side(s) + 1 - column
    return 8 * row + column


def step(s: Record, seat: int, cell: int, way: int) -> int:
    """The cell that a seat's stone comes to."""
    across = 1 if goes_east(s, seat) else -1
    along = 8 if goes_north(s, seat) else -8
    return cell + (way & ACROSS) * across + (way >> 1) * along


def set_stone(s: Record, seat: int, stone: int, cell: int) -> None:
    s.board[cell] = 8 * seat + (stone if is_classic(s) else 1)
    s.where[seat][stone] = cell
    s.left[seat] += 1


def stone_on(s: Record, seat: int, cell: int) -> int:
    """Which of a seat's stones stands on a cell."""
    if is_classic(s):
        return int(s.board[cell] & 7)
    stone = 1
    while s.where[seat][stone] != cell:
        stone += 1
    return stone


def number_of(s: Record, seat: int, stone: int) -> int:
    """The number a stone counts as: its own, or that of the card under it; 0 when it is gone."""
    cell = s.where[seat][stone]
    if cell == 0:
        return 0
    return stone if is_classic(s) else int(s.number[cell])


# --- chance: dealing, drawing for the start, drawing for a move -----------------------------------


def cells_to_deal(s: Record) -> int:
    return 2 * STONES if is_classic(s) else side(s) * side(s)


def in_turn(s: Record) -> int:
    return 0 if s.acts == OVER else 1 << (s.acts + 2)


def odds(s: Record, out: Out) -> int:
    """Outcome k: the number k + 1, from the pile, the die, or the numbers a seat has not been dealt yet."""
    if not is_classic(s):
        for n in range(1, s.highest + 1):
            out[n - 1] = s.pile[n]
        return int(s.highest)
    dealing = s.dealt < cells_to_deal(s)
    seat = s.dealt // STONES
    for n in range(1, DIE + 1):
        out[n - 1] = 0 if dealing and s.where[seat][n] else 1
    return DIE


def fall(s: Record, dice: Any, out: Out) -> int:
    if not is_classic(s):
        return drawn_card(s, below(dice, int(s.in_pile)))
    if s.dealt == cells_to_deal(s):
        return below(dice, DIE)
    return undealt_stone(s, s.dealt // STONES, below(dice, STONES - s.dealt % STONES))


def drawn_card(s: Record, ticket: int) -> int:
    """The card in this place of the pile, the lowest numbers first."""
    outcome = 0
    for n in range(1, s.highest + 1):
        ticket -= s.pile[n]
        outcome += 1 if ticket >= 0 else 0
    return outcome


def undealt_stone(s: Record, seat: int, ticket: int) -> int:
    """The stone in this place of those that are not on the board yet."""
    outcome = 0
    for n in range(1, STONES + 1):
        ticket -= 0 if s.where[seat][n] else 1
        outcome += 1 if ticket >= 0 else 0
    return outcome


def take_from_pile(s: Record, n: int) -> None:
    if not is_classic(s):
        s.pile[n] -= 1
        s.in_pile -= 1


def deal(s: Record, n: int) -> None:
    """The next card goes to the next cell; in the classic game, a stone with this number."""
    if is_classic(s):
        set_stone(s, s.dealt // STONES, n, CLASSIC_DEAL[s.dealt])
    else:
        s.number[8 * (s.dealt // side(s) + 1) + s.dealt % side(s) + 1] = n
    s.dealt += 1
    if s.dealt == cells_to_deal(s):
        s.drawing = (1 << players(s)) - 1


def draw_for_start(s: Record, n: int) -> None:
    """Everybody draws in seat order; the highest number begins, and who shares it draws again."""
    bit = 1 << s.seat
    if n > s.top:
        s.top, s.ahead = n, bit
    elif n == s.top:
        s.ahead |= bit
    s.drawing &= ~bit
    if s.drawing == 0:
        end_round(s)
    else:
        s.seat = lowest(s.drawing)


def end_round(s: Record) -> None:
    """One is ahead, or the tied draw again; the lowest of them begins if the pile is too small for that."""
    tied = int(s.ahead)
    s.seat = lowest(tied)
    s.top = s.ahead = 0
    if size(tied) == 1 or (not is_classic(s) and s.in_pile < size(tied)):
        refill_pile(s)
    else:
        s.drawing = tied


def lowest(seats: int) -> int:
    seat = 0
    while seats >> seat & 1 == 0:
        seat += 1
    return seat


def size(seats: int) -> int:
    return (seats & 1) + (seats >> 1 & 1) + (seats >> 2 & 1) + (seats >> 3 & 1)


def refill_pile(s: Record) -> None:
    """An empty pile is made of the cards laid aside: all that do not lie on the board."""
    if is_classic(s) or s.in_pile:
        return
    for n in range(1, s.highest + 1):
        s.pile[n] = s.copies
    for row in range(1, side(s) + 1):
        for column in range(1, side(s) + 1):
            s.pile[s.number[8 * row + column]] -= 1
    s.in_pile = s.highest * s.copies - side(s) * side(s)


# --- a turn --------------------------------------------------------------------------------------


def legal(s: Record, seat: int, out: Out) -> int:
    """Action 4 × cell + way: a stone that may move by the drawn number goes that way."""
    return legal_by_die(s, seat, out) if is_classic(s) else legal_by_card(s, seat, out)


def legal_by_die(s: Record, seat: int, out: Out) -> int:
    """The stone with the drawn number, or else the next lower and the next higher one."""
    n = int(s.drawn)
    cell = int(s.where[seat][n])
    if cell:
        return ways(s, seat, cell, out, 0)
    count = 0
    lower, higher = n - 1, n + 1
    while lower > 0 and s.where[seat][lower] == 0:
        lower -= 1
    if lower > 0:
        count = ways(s, seat, int(s.where[seat][lower]), out, count)
    while higher <= DIE and s.where[seat][higher] == 0:
        higher += 1
    if higher <= DIE:
        count = ways(s, seat, int(s.where[seat][higher]), out, count)
    return count


def legal_by_card(s: Record, seat: int, out: Out) -> int:
    """All stones on the drawn number, or else those on the next lower and the next higher number under own stones."""
    n = int(s.drawn)
    lower, higher = 0, MAX_OUTCOMES + 1
    for stone in range(1, STONES + 1):
        own = number_of(s, seat, stone)
        if lower < own <= n:
            lower = own
        if n <= own < higher:
            higher = own
    count = 0
    for stone in range(1, STONES + 1):
        own = number_of(s, seat, stone)
        if own and own in (lower, higher):
            count = ways(s, seat, int(s.where[seat][stone]), out, count)
    return count


def ways(s: Record, seat: int, cell: int, out: Out, count: int) -> int:
    """Lists where a stone can go without leaving the board; short of the goal there is always a way.

    Each way is written and then counted or not, which is faster than asking first.
    """
    across = 1 if cell & 7 != goal_column(s, seat) else 0
    along = 1 if cell >> 3 != goal_row(s, seat) else 0
    out[count] = 4 * cell + ACROSS
    count += across
    out[count] = 4 * cell + ALONG
    count += along
    out[count] = 4 * cell + DIAGONAL
    return count + (across & along)


def play(s: Record, seat: int, action: int) -> None:
    if seat != CHANCE:
        move(s, seat, action >> 2, action & 3)
        return
    n = action + 1
    take_from_pile(s, n)
    if s.dealt < cells_to_deal(s):
        deal(s, n)
    elif s.drawing:
        draw_for_start(s, n)
    else:
        s.drawn = n
        s.acts = s.seat


def move(s: Record, seat: int, cell: int, way: int) -> None:
    """One step; the goal wins before anything else counts, and a colour without stones loses for its team."""
    target = step(s, seat, cell, way)
    victim = take(s, target)
    stone = stone_on(s, seat, cell)
    s.board[target] = s.board[cell]
    s.board[cell] = 0
    s.where[seat][stone] = target
    s.drawn = 0
    if target == goal(s, seat):
        win(s, team(s, seat))
    elif s.left[victim] == 0:
        win(s, 1 - team(s, victim))
    else:
        next_turn(s, seat)


def take(s: Record, cell: int) -> int:
    """Captures what stands on a cell, own stones too; whose it was (seat 0 for an empty cell, who has stones then)."""
    taken = int(s.board[cell])
    victim = taken >> 3
    if is_classic(s):  # without a branch: stone 0 is nobody's
        s.where[victim][taken & 7] = 0
        s.left[victim] -= 1 if taken else 0
    elif taken:
        s.where[victim][stone_on(s, victim, cell)] = 0
        s.left[victim] -= 1
    return victim


def next_turn(s: Record, seat: int) -> None:
    s.seat = seat + 1 if seat + 1 < players(s) else 0
    s.acts = CHANCE
    refill_pile(s)


def win(s: Record, winners: int) -> None:
    s.winner = winners
    s.acts = OVER


def score(s: Record, seat: int) -> int:
    return 1 if s.winner == team(s, seat) else 0
