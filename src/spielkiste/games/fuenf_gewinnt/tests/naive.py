"""Fünf gewinnt, written a second time from its rules page alone, for comparison with the product's rules."""

import copy
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from spielkiste.check.perft import telling_entries, write_perft

Cell = tuple[int, int]
Stones = dict[Cell, int]
Position = tuple[int, frozenset[tuple[int, int, int]]]

STONES_EACH = 16
LINE = 5
QUIET_TURNS = 100
REPETITIONS = 3
LINE_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def sides(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def name(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def named_cell(move: str) -> Cell:
    x, y = move.split(" ")[1].split(",")
    return int(x), int(y)


def connected_parts(stones: Stones) -> list[set[Cell]]:
    parts: list[set[Cell]] = []
    unseen = set(stones)
    while unseen:
        part: set[Cell] = set()
        border = [unseen.pop()]
        while border:
            cell = border.pop()
            part.add(cell)
            for side in sides(cell):
                if side in unseen:
                    unseen.remove(side)
                    border.append(side)
        parts.append(part)
    return parts


def largest_parts(stones: Stones) -> list[set[Cell]]:
    parts = connected_parts(stones)
    most = max(len(part) for part in parts)
    return [part for part in parts if len(part) == most]


def has_free_side(stones: Stones, cell: Cell) -> bool:
    return any(side not in stones for side in sides(cell))


def cells_beside(stones: Stones) -> set[Cell]:
    return {side for cell in stones for side in sides(cell) if side not in stones}


def has_line(stones: Stones, seat: int) -> bool:
    for x, y in stones:
        for dx, dy in LINE_DIRECTIONS:
            if all(stones.get((x + i * dx, y + i * dy)) == seat for i in range(LINE)):
                return True
    return False


def position_up_to_translation(stones: Stones, seat: int) -> Position:
    left = min(x for x, _ in stones)
    bottom = min(y for _, y in stones)
    return seat, frozenset((x - left, y - bottom, owner) for (x, y), owner in stones.items())


class Naive:
    """Fünf gewinnt, written a second time from its rules page alone."""

    def __init__(self, **options: Any) -> None:
        self.options = {"players": 2, **options}
        self.stones: Stones = {}
        self.seat = 0
        self.unplaced = [STONES_EACH, STONES_EACH]
        self.lifted_from: Cell | None = None
        self.must_keep = False
        self.captured_this_turn = False
        self.quiet_turns = 0
        self.seen: Counter[Position] = Counter()
        self.winner: int | None = None
        self.drawn = False

    def __deepcopy__(self, memo: dict[int, Any]) -> "Naive":
        # The cells and positions never change, so sharing them keeps move trees affordable.
        twin = copy.copy(self)
        twin.stones = self.stones.copy()
        twin.unplaced = self.unplaced.copy()
        twin.seen = self.seen.copy()
        return twin

    def turn(self) -> tuple[int, ...]:
        return () if self.over() else (self.seat,)

    def moves(self, seat: int) -> list[str]:
        if seat not in self.turn():
            return []
        if self.placing_phase():
            return self.put_moves()
        if self.must_keep:
            return self.keep_moves()
        if self.lifted_from is not None:
            return self.put_moves()
        return self.lift_moves() or ["pass"]

    def chances(self) -> list[tuple[str, Fraction]]:
        return []

    def accepts(self, seat: int, move: str) -> bool:
        return move in self.moves(seat)

    def play(self, seat: int, move: str) -> None:
        if move == "pass":
            self.end_moving_turn()
            return
        cell = named_cell(move)
        if move.startswith("lift "):
            self.lift(cell)
        elif move.startswith("keep "):
            self.keep(cell)
        elif self.placing_phase():
            self.place(cell)
        else:
            self.put_down(cell)

    def scores(self) -> tuple[int, ...]:
        return int(self.winner == 0), int(self.winner == 1)

    def places(self) -> tuple[int, ...] | None:
        if not self.over():
            return None
        if self.winner is None:
            return 1, 1
        return (1, 2) if self.winner == 0 else (2, 1)

    def returns(self) -> tuple[float, ...] | None:
        if not self.over():
            return None
        if self.winner is None:
            return 0.0, 0.0
        return (1.0, -1.0) if self.winner == 0 else (-1.0, 1.0)

    def over(self) -> bool:
        return self.drawn or self.winner is not None

    def placing_phase(self) -> bool:
        return sum(self.unplaced) > 0

    def put_moves(self) -> list[str]:
        if not self.stones:
            return ["put 0,0"]
        return sorted(f"put {name(cell)}" for cell in cells_beside(self.stones) if cell != self.lifted_from)

    def lift_moves(self) -> list[str]:
        own = [cell for cell, owner in self.stones.items() if owner == self.seat]
        return sorted(f"lift {name(cell)}" for cell in own if has_free_side(self.stones, cell))

    def keep_moves(self) -> list[str]:
        return sorted(f"keep {name(cell)}" for part in largest_parts(self.stones) for cell in part)

    def place(self, cell: Cell) -> None:
        self.stones[cell] = self.seat
        self.unplaced[self.seat] -= 1
        if has_line(self.stones, self.seat):
            self.winner = self.seat
            return
        self.seat = 1 - self.seat
        if not self.placing_phase():
            self.begin_moving_turn()

    def lift(self, cell: Cell) -> None:
        del self.stones[cell]
        self.lifted_from = cell
        largest = largest_parts(self.stones)
        if len(largest) > 1:
            self.must_keep = True
        else:
            self.capture_all_outside(largest[0])

    def keep(self, cell: Cell) -> None:
        self.must_keep = False
        for part in largest_parts(self.stones):
            if cell in part:
                self.capture_all_outside(part)
                return

    def capture_all_outside(self, field: set[Cell]) -> None:
        captured = [cell for cell in self.stones if cell not in field]
        for cell in captured:
            del self.stones[cell]
        if captured:
            self.captured_this_turn = True
            self.drawn = self.stones_of(0) < LINE and self.stones_of(1) < LINE

    def stones_of(self, seat: int) -> int:
        in_hand = int(seat == self.seat and self.lifted_from is not None)
        return in_hand + sum(owner == seat for owner in self.stones.values())

    def put_down(self, cell: Cell) -> None:
        self.stones[cell] = self.seat
        self.lifted_from = None
        if has_line(self.stones, self.seat):
            self.winner = self.seat
            return
        self.end_moving_turn()

    def end_moving_turn(self) -> None:
        self.quiet_turns = 0 if self.captured_this_turn else self.quiet_turns + 1
        self.captured_this_turn = False
        self.seat = 1 - self.seat
        self.begin_moving_turn()
        if self.quiet_turns == QUIET_TURNS:
            self.drawn = True

    def begin_moving_turn(self) -> None:
        position = position_up_to_translation(self.stones, self.seat)
        self.seen[position] += 1
        if self.seen[position] == REPETITIONS:
            self.drawn = True


Prefix = list[tuple[int, str]]
Value = Callable[[Naive], float]


def played(prefix: Prefix) -> Naive:
    game = Naive()
    for seat, move in prefix:
        game.play(seat, move)
    return game


def after_move(game: Naive, move: str) -> Naive:
    after = copy.deepcopy(game)
    after.play(game.seat, move)
    return after


def step(game: Naive, prefix: Prefix, move: str) -> None:
    prefix.append((game.seat, move))
    game.play(game.seat, move)


def unfinished_move(game: Naive, rng: random.Random, value: Value) -> str:
    """A random one of the moves of the highest value, of those that do not end the game if there are any."""
    moves = game.moves(game.seat)
    rng.shuffle(moves)
    results = [(move, after_move(game, move)) for move in moves]
    going_on = [(move, after) for move, after in results if not after.over()] or results
    return max(going_on, key=lambda pair: value(pair[1]))[0]


def whatever(_: Naive) -> float:
    return 0


def no_capture(game: Naive) -> float:
    return len(game.stones) - 100 * int(game.must_keep)


def seat_1_bare(game: Naive) -> float:
    """The fewer stones seat 1 can lift and the more stones seat 0 has, the better."""
    free = sum(owner == 1 and has_free_side(game.stones, cell) for cell, owner in game.stones.items())
    return game.stones_of(0) - 3 * game.stones_of(1) - 5 * free


def both_bare(game: Naive) -> float:
    return -len(game.stones)


def prefix_until(rng: random.Random, value: Value, reached: Callable[[Naive], bool]) -> Prefix:
    while True:
        game, prefix = Naive(), Prefix()
        while not game.over() and not reached(game):
            step(game, prefix, unfinished_move(game, rng, whatever if game.placing_phase() else value))
        if not game.over():
            return prefix


def at_turn_start(game: Naive) -> bool:
    return not game.placing_phase() and not game.over() and game.lifted_from is None


def stone_in_hand(game: Naive) -> bool:
    return game.lifted_from is not None and not game.must_keep


def can_win_by_placing(game: Naive) -> bool:
    return game.unplaced[0] < 6 and game.placing_phase() and can_win_next(game)


def can_win_by_moving(game: Naive) -> bool:
    return stone_in_hand(game) and can_win_next(game)


def can_win_next(game: Naive) -> bool:
    return any(after_move(game, move).winner is not None for move in game.moves(game.seat))


def can_draw_by_lifting(game: Naive) -> bool:
    return at_turn_start(game) and any(after_move(game, move).drawn for move in game.moves(game.seat))


def can_choose_field(game: Naive) -> bool:
    return at_turn_start(game) and any(after_move(game, move).must_keep for move in game.moves(game.seat))


def must_choose_field(game: Naive) -> bool:
    return game.must_keep


def must_pass(game: Naive) -> bool:
    return game.moves(game.seat) == ["pass"]


def one_quiet_turn_left(game: Naive) -> bool:
    return at_turn_start(game) and game.quiet_turns == QUIET_TURNS - 1


def there_and_back(rng: random.Random) -> Prefix:
    """Both move one stone out and back, until the next stone put back makes the third repetition."""
    while True:
        prefix = prefix_until(rng, whatever, at_turn_start)
        game = played(prefix)
        first = len(prefix)
        for _ in range(4):
            step(game, prefix, unfinished_move(game, rng, no_capture))
        if len(game.stones) < 2 * STONES_EACH or not at_turn_start(game):
            continue
        out = [move for _, move in prefix[first:]]
        a, b, c, d = (name(named_cell(move)) for move in out)
        back = [f"lift {b}", f"put {a}", f"lift {d}", f"put {c}"]
        if all_accepted(game, prefix, back + out + back[:3]):
            return prefix


def all_accepted(game: Naive, prefix: Prefix, moves: list[str]) -> bool:
    for move in moves:
        if not game.accepts(game.seat, move):
            return False
        step(game, prefix, move)
    return True


def drifted_repetition(rng: random.Random) -> Prefix:
    """A few stones wander until a put can make the third repetition on other cells than before."""
    while True:
        prefix = prefix_until(rng, both_bare, lambda game: at_turn_start(game) and len(game.stones) < 10)
        game = played(prefix)
        exact: Counter[tuple[int, frozenset[tuple[Cell, int]]]] = Counter()
        while not game.over():
            if stone_in_hand(game):
                for move in game.moves(game.seat):
                    after = after_move(game, move)
                    if after.drawn and exact[after.seat, frozenset(after.stones.items())] == 0:
                        return prefix
            step(game, prefix, unfinished_move(game, rng, no_capture))
            if at_turn_start(game):
                exact[game.seat, frozenset(game.stones.items())] += 1


def perft_plan(rng: random.Random) -> list[tuple[Callable[[], Prefix], int, int]]:
    """Ways to a prefix, each with the depth to count to and the least count that makes a telling entry."""

    def until(value: Value, reached: Callable[[Naive], bool]) -> Callable[[], Prefix]:
        return lambda: prefix_until(rng, value, reached)

    return [
        (Prefix, 5, 1),
        (until(whatever, can_win_by_placing), 3, 1000),
        (until(whatever, lambda game: sum(game.unplaced) == 1), 3, 1000),
        (until(whatever, at_turn_start), 3, 1000),
        (until(no_capture, can_win_by_moving), 3, 1000),
        (until(whatever, can_choose_field), 4, 10000),
        (until(whatever, must_choose_field), 3, 1000),
        (until(both_bare, can_draw_by_lifting), 4, 100),
        (until(seat_1_bare, must_pass), 4, 100),
        (lambda: there_and_back(rng), 3, 1000),
        (lambda: drifted_repetition(rng), 3, 100),
        (until(no_capture, one_quiet_turn_left), 3, 1000),
    ]


if __name__ == "__main__":
    write_perft(__file__, telling_entries(perft_plan(random.Random(20)), played))
