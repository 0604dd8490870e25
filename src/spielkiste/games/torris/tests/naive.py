"""Torris, written a second time from its rules page alone, for comparison with the product's rules."""

import copy
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from spielkiste.check.perft import telling_entries, write_perft

Cell = tuple[int, int]
Stone = tuple[int, int]
"""Owner and symbol."""
Tower = tuple[Stone, ...]
"""From the bottom to the top."""

CHANCE = -1
COLUMNS = "abcdefgh"
ROWS = "1234"
CELLS = [(column, row) for row in range(len(ROWS)) for column in range(len(COLUMNS))]
SYMBOLS = (1, 2, 3, 4)
DIRECTIONS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}


def name(cell: Cell) -> str:
    return COLUMNS[cell[0]] + ROWS[cell[1]]


def named_cell(text: str) -> Cell:
    return COLUMNS.index(text[0]), ROWS.index(text[1])


def colour_of_cell(cell: Cell) -> int:
    black_like_a1 = (cell[0] + cell[1]) % 2 == 0
    return 1 if black_like_a1 else 0


def ahead(cell: Cell, direction: str) -> list[Cell]:
    """The cells of the board from here on in that direction, nearest first, without this one."""
    dx, dy = DIRECTIONS[direction]
    x, y = cell[0] + dx, cell[1] + dy
    cells = []
    while (x, y) in CELLS:
        cells.append((x, y))
        x, y = x + dx, y + dy
    return cells


def opposite(direction: str) -> str:
    return {"n": "s", "s": "n", "e": "w", "w": "e"}[direction]


class Naive:
    """Torris, written a second time from its rules page alone."""

    def __init__(self, **options: Any) -> None:
        self.options = {"players": 2, **options}
        self.left = {(seat, symbol): 4 for seat in (0, 1) for symbol in SYMBOLS}
        self.dealt = 0
        self.towers: dict[Cell, Tower] = {}
        self.in_turn: int | None = CHANCE

    def __deepcopy__(self, memo: dict[int, Any]) -> "Naive":
        # Towers are tuples and never change, so sharing them keeps move trees affordable.
        twin = copy.copy(self)
        twin.left = self.left.copy()
        twin.towers = self.towers.copy()
        return twin

    def turn(self) -> tuple[int, ...]:
        return () if self.in_turn is None else (self.in_turn,)

    def moves(self, seat: int) -> list[str]:
        if seat not in self.turn():
            return []
        if seat == CHANCE:
            return [move for move, _ in self.chances()]
        return self.possible_moves(seat)

    def chances(self) -> list[tuple[str, Fraction]]:
        if self.in_turn != CHANCE:
            return []
        colour = colour_of_cell(CELLS[self.dealt])
        stones_left = sum(self.left[colour, symbol] for symbol in SYMBOLS)
        return [
            (f"deal {symbol}", Fraction(self.left[colour, symbol], stones_left))
            for symbol in SYMBOLS
            if self.left[colour, symbol] > 0
        ]

    def accepts(self, seat: int, move: str) -> bool:
        return move in self.moves(seat)

    def play(self, seat: int, move: str) -> None:
        if seat == CHANCE:
            self.deal(int(move.removeprefix("deal ")))
        else:
            self.move_stone(named_cell(move), move[2])
            self.pass_turn_to(1 - seat)

    def scores(self) -> tuple[int, ...]:
        return sum(self.heights(0)), sum(self.heights(1))

    def places(self) -> tuple[int, ...] | None:
        if self.in_turn is not None:
            return None
        winner = self.winner()
        if winner is None:
            return 1, 1
        return (1, 2) if winner == 0 else (2, 1)

    def returns(self) -> tuple[float, ...] | None:
        if self.in_turn is not None:
            return None
        winner = self.winner()
        if winner is None:
            return 0.0, 0.0
        return (1.0, -1.0) if winner == 0 else (-1.0, 1.0)

    def deal(self, symbol: int) -> None:
        cell = CELLS[self.dealt]
        colour = colour_of_cell(cell)
        self.left[colour, symbol] -= 1
        self.towers[cell] = ((colour, symbol),)
        self.dealt += 1
        if self.dealt == len(CELLS):
            self.pass_turn_to(0)

    def pass_turn_to(self, seat: int) -> None:
        """Who is blocked waits; when neither can move the game is over."""
        if self.possible_moves(seat):
            self.in_turn = seat
        elif self.possible_moves(1 - seat):
            self.in_turn = 1 - seat
        else:
            self.in_turn = None

    def possible_moves(self, seat: int) -> list[str]:
        own = [cell for cell, tower in self.towers.items() if tower[-1][0] == seat]
        return sorted(
            name(cell) + direction for cell in own for direction in DIRECTIONS if self.may_move(cell, direction)
        )

    def may_move(self, cell: Cell, direction: str) -> bool:
        target = self.destination(cell, direction)
        return target is not None and len(self.towers[target]) >= len(self.towers[cell])

    def destination(self, cell: Cell, direction: str) -> Cell | None:
        symbol = self.towers[cell][-1][1]
        occupied = self.occupied_ahead(cell, direction)
        return occupied[symbol - 1] if len(occupied) >= symbol else None

    def occupied_ahead(self, cell: Cell, direction: str) -> list[Cell]:
        return [there for there in ahead(cell, direction) if there in self.towers]

    def move_stone(self, cell: Cell, direction: str) -> None:
        target = self.destination(cell, direction)
        assert target is not None
        tower = self.towers.pop(cell)
        self.towers[target] += (tower[-1],)
        if len(tower) > 1:
            self.towers[cell] = tower[:-1]
        else:
            self.close_up(cell, direction)

    def close_up(self, vacated: Cell, direction: str) -> None:
        sliding = []
        for cell in ahead(vacated, opposite(direction)):
            if cell not in self.towers:
                break
            sliding.append(self.towers.pop(cell))
        next_tower = self.occupied_ahead(vacated, direction)[0]
        new_cells = ahead(next_tower, opposite(direction))
        for tower, cell in zip(sliding, new_cells, strict=False):
            self.towers[cell] = tower

    def heights(self, seat: int) -> list[int]:
        return [len(tower) for tower in self.towers.values() if tower[-1][0] == seat]

    def winner(self) -> int | None:
        white, black = self.scores()
        if white == black:
            white, black = max(self.heights(0)), max(self.heights(1))
        if white == black:
            return None
        return 0 if white > black else 1


Prefix = list[tuple[int, str]]
Reached = Callable[[Naive, Prefix], bool]


def played(prefix: Prefix) -> Naive:
    game = Naive()
    for seat, move in prefix:
        game.play(seat, move)
    return game


def prefix_until(rng: random.Random, reached: Reached) -> Prefix:
    while True:
        game, prefix = Naive(), Prefix()
        while game.turn():
            if reached(game, prefix):
                return prefix
            (seat,) = game.turn()
            move = rng.choice(game.moves(seat))
            prefix.append((seat, move))
            game.play(seat, move)


def made(count: int) -> Reached:
    return lambda game, prefix: len(prefix) == count


def one_colour_nearly_out(game: Naive, prefix: Prefix) -> bool:
    return game.dealt == 20 and len(game.chances()) == 2


def other_waited(game: Naive, prefix: Prefix) -> bool:
    """The seat in turn has moved three times running because the other is blocked."""
    return len(prefix) > 35 and len({seat for seat, _ in prefix[-3:]} | {*game.turn()}) == 1


def wide_gap(game: Naive, prefix: Prefix) -> bool:
    """Some single stone may move on over an empty cell, with towers behind it that close up."""
    return any(
        len(game.towers[named_cell(move)]) == 1 and gap_before(game, move) and neighbour_behind(game, move)
        for seat in game.turn()
        if seat != CHANCE
        for move in game.moves(seat)
    )


def gap_before(game: Naive, move: str) -> bool:
    return ahead(named_cell(move), move[2])[0] not in game.towers


def neighbour_behind(game: Naive, move: str) -> bool:
    behind = ahead(named_cell(move), opposite(move[2]))
    return len(behind) > 1 and behind[0] in game.towers and behind[1] in game.towers


def may_end_level(game: Naive, prefix: Prefix) -> bool:
    """A move can end the game at 16:16."""
    if len(prefix) < 54:
        return False
    for seat in game.turn():
        for move in game.moves(seat):
            after = copy.deepcopy(game)
            after.play(seat, move)
            if not after.turn() and after.scores() == (16, 16):
                return True
    return False


def one_seat_left(game: Naive, prefix: Prefix) -> bool:
    """The other seat has no moves, though it may get some again."""
    return game.in_turn != CHANCE and any(not game.possible_moves(1 - seat) for seat in game.turn())


def perft_plan(rng: random.Random) -> list[tuple[Callable[[], Prefix], int, int]]:
    """Ways to a prefix, each with the depth to count to and the least count that makes a telling entry."""

    def until(reached: Reached) -> Callable[[], Prefix]:
        return lambda: prefix_until(rng, reached)

    return [
        (Prefix, 7, 1),
        (until(one_colour_nearly_out), 9, 100),
        (until(made(29)), 5, 1000),
        (until(made(32)), 3, 1000),
        (until(made(38)), 3, 1000),
        (until(made(45)), 4, 1000),
        (until(wide_gap), 3, 1000),
        (until(made(52)), 5, 1000),
        (until(made(58)), 5, 20),
        (until(one_seat_left), 4, 100),
        (until(other_waited), 3, 20),
        (until(may_end_level), 2, 10),
    ]


if __name__ == "__main__":
    write_perft(__file__, telling_entries(perft_plan(random.Random(20)), played))
