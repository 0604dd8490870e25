from __future__ import annotations

import random
from fractions import Fraction

from spielkiste.check.perft import Entry, entry, write_perft

COLUMNS = "abcdef"
ROWS = "123456"
CELLS = [column + row for column in COLUMNS for row in ROWS]
CORNERS = {"a1", "a6", "f1", "f6"}
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))
SOLUTION = (
    "a4-a6 d1-f1 a3-a1 f4-f6 c5-a5 a6-a4 e5-c5 b3-b5 b5-d5 d4-b4 a4-c4 e3-e5 b1-d1 e6-e4 d6-d4 d3-d5 "
    "d1-d3 b6-d6 d6-d4 d4-f4 f3-f5 f6-f4 f1-f3 f4-f2 f2-d2 d3-b3 b3-b1 a1-c1 c1-c3 c4-c2 d2-b2"
)


def neighbour(cell: str, direction: tuple[int, int]) -> str | None:
    """The next cell that way, or None where the board ends."""
    column = COLUMNS.index(cell[0]) + direction[0]
    row = ROWS.index(cell[1]) + direction[1]
    if column not in range(6) or row not in range(6):
        return None
    return COLUMNS[column] + ROWS[row]


def all_jumps() -> list[tuple[str, str, str]]:
    """Every (from, over, to) that fits on the board."""
    jumps = []
    for start in CELLS:
        for direction in DIRECTIONS:
            over = neighbour(start, direction)
            target = neighbour(over, direction) if over is not None else None
            if over is not None and target is not None:
                jumps.append((start, over, target))
    return jumps


JUMPS = all_jumps()


class Naive:
    """Abräumen, written a second time from its rules page alone."""

    def __init__(self, *, players: int = 1) -> None:
        self.players = players
        self.stones = {cell for cell in CELLS if cell not in CORNERS}
        self.last_landing: str | None = None
        self.moves_counted = 0  # consecutive jumps of the same stone are one

    def legal_jumps(self) -> list[tuple[str, str, str]]:
        return [
            (start, over, target)
            for start, over, target in JUMPS
            if start in self.stones and over in self.stones and target not in self.stones
        ]

    def turn(self) -> tuple[int, ...]:
        return (0,) if self.legal_jumps() else ()

    def moves(self, seat: int) -> list[str]:
        if seat != 0:
            return []
        return sorted(f"{start}-{target}" for start, _, target in self.legal_jumps())

    def chances(self) -> list[tuple[str, Fraction]]:
        return []

    def accepts(self, seat: int, move: str) -> bool:
        return move in self.moves(seat)

    def play(self, seat: int, move: str) -> None:
        for start, over, target in self.legal_jumps():
            if f"{start}-{target}" == move:
                self.stones -= {start, over}
                self.stones.add(target)
                if start != self.last_landing:
                    self.moves_counted += 1
                self.last_landing = target

    def scores(self) -> tuple[int, ...]:
        return (-len(self.stones),)

    def places(self) -> tuple[int, ...] | None:
        return None if self.turn() else (1,)

    def returns(self) -> tuple[float, ...] | None:
        return None if self.turn() else ((32 - len(self.stones)) / 31,)


def random_prefix(rng: random.Random, length: int) -> list[tuple[int, str]]:
    """That many random jumps, from the first random game that lasts longer than this."""
    while True:
        game = Naive()
        prefix: list[tuple[int, str]] = []
        while game.turn():
            if len(prefix) == length:
                return prefix
            move = rng.choice(game.moves(0))
            prefix.append((0, move))
            game.play(0, move)


def perft_entry(prefix: list[tuple[int, str]], depth: int) -> Entry:
    game = Naive()
    for seat, move in prefix:
        game.play(seat, move)
    return entry(game, {}, prefix, depth)


def main() -> None:
    rng = random.Random(5)
    random_positions = [(0, 2), (0, 3), (0, 4), (0, 5), (6, 4), (11, 4), (14, 5), (17, 5), (20, 4)]
    entries = [perft_entry(random_prefix(rng, length), depth) for length, depth in random_positions]
    # Random games seldom come down to a few stones; a solution does.
    solution: list[tuple[int, str]] = [(0, jump) for jump in SOLUTION.split()]
    entries += [perft_entry(solution[:length], depth) for length, depth in ((16, 6), (20, 9), (21, 10))]
    write_perft(__file__, entries)


if __name__ == "__main__":
    main()
