"""Exact winning chances in the classic game, once the stones left have few cells before them.

Stones only advance, so a position can be followed by no more positions than there are ways to put each stone on a cell
between where it stands and its goal, or aside. All of them fit into one table: a stone is a digit, its steps
to the goal by row and by column, 0 when it is gone; every move makes the position's number smaller. So one walk through
the numbers from 0 up finds everything that follows already known, and no search is needed. Two stones against two
are always within reach, three against three mostly, and more when they are far ahead. (An endgame tablebase, made for
the position that is asked about.)
"""

import re
from typing import Any

from spielkiste.core.errors import OptionError
from spielkiste.core.game import game
from spielkiste.core.record import Record
from spielkiste.core.scratch import scratch
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE

from .notation import cell_of
from .rules import DIE, OVER, STONES, cells_to_deal, goal, is_classic, play, set_stone

LARGEST = 30_000_000  # positions in a table: 240 MB
BOTH = 2 * STONES
NUMBERS = STONES + 2  # of stones, with one below and one above


class Table:
    """The winning chances in all positions that can follow one, for whoever's turn it is."""

    def __init__(self, state: State) -> None:
        import numpy as np

        from spielkiste.core.compiled import compiled

        if (size := positions(state)) > LARGEST:
            raise OptionError(f"{size:,} positions can follow; exact play is computed up to {LARGEST:,}")
        self.stones = stones(state.record())
        self.chances = np.zeros((2, size), dtype=np.float32)
        compiled(fill)(np.array(self.stones, dtype=np.int64), self.chances)

    def __contains__(self, s: Record) -> bool:
        return number_among(self.stones, s) >= 0

    def chance(self, s: Record) -> float:
        """How probably the seat wins whose turn it is, before the die is rolled."""
        return float(self.chances[s.seat][number_among(self.stones, s)])


Stone = tuple[int, int, int, int]


def number_among(all_stones: list[Stone], s: Record) -> int:
    """The number of a position among those that can follow one with these stones, -1 if it cannot follow."""
    ahead = {(seat, number): (rows, columns) for seat, number, rows, columns in stones(s)}
    at, stride = 0, 1
    for seat, number, rows, columns in all_stones:
        left = ahead.pop((seat, number), (0, 0))
        if left[0] > rows or left[1] > columns:
            return -1
        at += stride * (left[0] * (columns + 1) + left[1])
        stride *= (rows + 1) * (columns + 1)
    return -1 if ahead else at


def stones(s: Record) -> list[Stone]:
    """Seat, number, rows and columns to go of every stone."""
    found = []
    for seat in range(2):
        aim = goal(s, seat)
        for number in range(1, STONES + 1):
            cell = s.where[seat][number]
            if cell:
                found.append((seat, number, abs((aim >> 3) - (cell >> 3)), abs((aim & 7) - (cell & 7))))
    return found


def positions(state: State) -> int:
    """How many numbers a table of all positions that can follow has."""
    s = state.record()
    if not is_classic(s) or s.dealt < cells_to_deal(s) or s.drawing or s.acts == OVER:
        raise OptionError("exact play is known for the classic game between the first turn and the end")
    size = 1
    for _, _, rows, columns in stones(s):
        size *= (rows + 1) * (columns + 1)
    return size


def fill(stones: Any, chances: Any) -> None:
    """All positions in the order of their numbers. A digit is rows × width + columns to go."""
    count = len(stones)
    digits, strides = scratch(BOTH, "i8"), scratch(BOTH, "i8")
    board, best = scratch(25, "i8"), scratch(NUMBERS, "f8")
    strides[0] = 1
    for k in range(1, count):
        strides[k] = strides[k - 1] * (stones[k - 1][2] + 1) * (stones[k - 1][3] + 1)
    for number in range(1, chances.shape[1]):
        k = 0
        digits[0] += 1
        while digits[k] == (stones[k][2] + 1) * (stones[k][3] + 1):
            digits[k] = 0
            k += 1
            digits[k] += 1
        if occupied(stones, digits, board):
            for seat in range(2):
                chances[seat][number] = chance(stones, digits, strides, board, best, chances, seat, number)


def cell(stone: Any, digit: int) -> int:
    """Where a stone stands, 5 × row + column."""
    width = stone[3] + 1
    rows, columns = digit // width, digit % width
    return int(24 - 5 * rows - columns if stone[0] == 0 else 5 * rows + columns)


def occupied(stones: Any, digits: Any, board: Any) -> bool:
    """Puts the stones on the board; whether they all have room and both sides are there."""
    for at in range(25):
        board[at] = -1
    first = second = 0
    for k in range(len(stones)):
        if digits[k]:
            at = cell(stones[k], digits[k])
            if board[at] >= 0:
                return False
            board[at] = k
            first += 1 - stones[k][0]
            second += stones[k][0]
    return first > 0 and second > 0


def chance(
    stones: Any, digits: Any, strides: Any, board: Any, best: Any, chances: Any, seat: int, number: int
) -> float:
    """How probably a seat in turn wins: over all rolls, the best of the moves they allow."""
    for n in range(NUMBERS):
        best[n] = -1.0
    rivals = 0
    for k in range(len(stones)):
        rivals += 1 if digits[k] and stones[k][0] != seat else 0
    for k in range(len(stones)):
        if digits[k] and stones[k][0] == seat:
            best[stones[k][1]] = best_of_stone(stones, digits, strides, board, chances, k, number, rivals)
    total = 0.0
    for n in range(1, DIE + 1):
        lower = higher = n
        if best[n] < 0.0:
            while lower > 0 and best[lower] < 0.0:
                lower -= 1
            while higher <= DIE and best[higher] < 0.0:
                higher += 1
        total += max(best[lower], best[higher])
    return total / DIE


def best_of_stone(
    stones: Any, digits: Any, strides: Any, board: Any, chances: Any, k: int, number: int, rivals: int
) -> float:
    """The chances of a stone's owner after its best move."""
    seat, width, best = stones[k][0], stones[k][3] + 1, 0.0
    rows, columns = digits[k] // width, digits[k] % width
    for way in range(1, 4):
        down, across = way >> 1, way & 1
        if down <= rows and across <= columns:
            digit = digits[k] - down * width - across
            victim = -1 if digit == 0 else board[cell(stones[k], digit)]
            if digit == 0 or (victim >= 0 and stones[victim][0] != seat and rivals == 1):
                return 1.0
            after = number - (digits[k] - digit) * strides[k]
            if victim >= 0:
                after -= digits[victim] * strides[victim]
            best = max(best, 1.0 - chances[1 - seat][after])
    return best


# --- for players and people -----------------------------------------------------------------------


def records_after(state: State) -> dict[str, Record]:
    """The record after every legal move of the seat in turn, before the die is rolled."""
    seat, found = state.turn[0], {}
    for move, action in state.actions(seat).items():
        s: Record = state.record()
        play(s, seat, action)
        found[move] = s
    return found


class Endgame:
    """Exact chances from the positions of a match; the table of an earlier one serves those that follow."""

    def __init__(self) -> None:
        self.latest: Table | None = None

    def compile(self) -> None:
        """Does the least there is to do, so that nothing has to be compiled in the middle of a game."""
        Table(laid(("d4=1", "b2=1"), turn=0, roll=0)).chance(laid(("d4=1", "b2=1"), turn=0, roll=0).record())

    def table(self, state: State) -> Table:
        if self.latest is None or state.record() not in self.latest:
            self.latest = Table(state)
        return self.latest

    def chances_of_moves(self, state: State) -> dict[str, float]:
        """Every legal move with the chances to win after it, of the seat in turn."""
        seat, table = state.turn[0], self.table(state)
        return {
            move: float(s.winner == seat) if s.acts == OVER else 1.0 - table.chance(s)
            for move, s in records_after(state).items()
        }

    def chances(self, state: State) -> float:
        """How probably the seat wins whose turn it is, whether the die is rolled or not."""
        if state.turn == (CHANCE,):
            return self.table(state).chance(state.record())
        return max(self.chances_of_moves(state).values())


def laid(seats: tuple[str, str], turn: int, roll: int) -> State:
    """A position by its stones: `a1=3 b2=5` for each seat. Roll 0: the die is still to be rolled."""
    of = game("zahlenluchs", classic=True)
    s: Record = of.plain.unpack(of.first)
    for seat, text in enumerate(seats):
        for token in text.split():
            if not re.fullmatch("[a-e][1-5]=[1-6]", token):
                raise OptionError(f"{token!r}: a stone is given as a cell and its number, like b2=5")
            cell, number = cell_of(token[:2]), int(token[3])
            if s.board[cell] or s.where[seat][number] or cell == goal(s, seat):
                raise OptionError(f"{token!r}: the cell or the number is taken, or it is the goal")
            set_stone(s, seat, number, cell)
    if not s.left[0] or not s.left[1]:
        raise OptionError("both sides need a stone")
    s.dealt, s.seat, s.drawn, s.acts = cells_to_deal(s), turn, roll, turn if roll else CHANCE
    return State(of, s.pack())
