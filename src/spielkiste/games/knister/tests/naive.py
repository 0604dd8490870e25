from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

from spielkiste.check.perft import Entry, entry, wander, write_perft

CHANCE = -1
ROUNDS = 25
BEST_POSSIBLE = 168
CELLS = [column + row for column in "abcde" for row in "12345"]
ROWS = [[column + row for column in "abcde"] for row in "12345"]
COLUMNS = [[column + row for row in "12345"] for column in "abcde"]
DIAGONALS = [["a1", "b2", "c3", "d4", "e5"], ["a5", "b4", "c3", "d2", "e1"]]


def line_score(numbers: list[int]) -> int:
    """The best description of five numbers, in any order."""
    alike = sorted(Counter(numbers).values(), reverse=True)
    lowest = min(numbers)
    descriptions = [0]
    if alike[0] >= 2:
        descriptions.append(1)  # pair
    if alike[:2] == [2, 2]:
        descriptions.append(3)  # two pairs
    if alike[0] >= 3:
        descriptions.append(3)  # three
    if alike == [3, 2]:
        descriptions.append(8)  # full house
    if alike[0] >= 4:
        descriptions.append(6)  # four
    if alike[0] == 5:
        descriptions.append(10)  # five
    if sorted(numbers) == [lowest, lowest + 1, lowest + 2, lowest + 3, lowest + 4]:
        descriptions.append(8 if 7 in numbers else 12)  # straight
    return max(descriptions)


def full_line_score(sheet: dict[str, int], line: list[str]) -> int:
    return line_score([sheet[cell] for cell in line]) if all(cell in sheet for cell in line) else 0


def sheet_score(sheet: dict[str, int]) -> int:
    once = sum(full_line_score(sheet, line) for line in ROWS + COLUMNS)
    return once + 2 * sum(full_line_score(sheet, line) for line in DIAGONALS)


class Naive:
    """Knister, written a second time from its rules page alone."""

    def __init__(self, *, players: int = 1) -> None:
        self.players = players
        self.rounds_finished = 0
        self.rolled: int | None = None
        self.written: dict[int, str] = {}  # seat -> cell chosen this round, still secret
        self.sheets: list[dict[str, int]] = [{} for _ in range(players)]  # what all can see

    def is_over(self) -> bool:
        return self.rounds_finished == ROUNDS

    def turn(self) -> tuple[int, ...]:
        if self.is_over():
            return ()
        if self.rolled is None:
            return (CHANCE,)
        return tuple(seat for seat in range(self.players) if seat not in self.written)

    def moves(self, seat: int) -> list[str]:
        if seat not in self.turn():
            return []
        if seat == CHANCE:
            return [move for move, _ in self.chances()]
        return sorted(cell for cell in CELLS if cell not in self.sheets[seat])

    def chances(self) -> list[tuple[str, Fraction]]:
        if self.turn() != (CHANCE,):
            return []
        return sorted((f"roll {total}", Fraction(6 - abs(total - 7), 36)) for total in range(2, 13))

    def accepts(self, seat: int, move: str) -> bool:
        return move in self.moves(seat)

    def play(self, seat: int, move: str) -> None:
        if seat == CHANCE:
            self.rolled = int(move.split(" ")[1])
            return
        self.written[seat] = move
        if len(self.written) == self.players:
            self.reveal()

    def reveal(self) -> None:
        assert self.rolled is not None
        for seat, cell in self.written.items():
            self.sheets[seat][cell] = self.rolled
        self.written = {}
        self.rolled = None
        self.rounds_finished += 1

    def scores(self) -> tuple[int, ...]:
        return tuple(sheet_score(sheet) for sheet in self.sheets)

    def places(self) -> tuple[int, ...] | None:
        if not self.is_over():
            return None
        scores = self.scores()
        return tuple(1 + sum(other > mine for other in scores) for mine in scores)

    def returns(self) -> tuple[float, ...] | None:
        places = self.places()
        if places is None:
            return None
        if self.players == 1:
            return (self.scores()[0] / BEST_POSSIBLE,)
        return tuple(
            (sum(other > mine for other in places) - sum(other < mine for other in places)) / (self.players - 1)
            for mine in places
        )


def perft_entry(rng: random.Random, players: int, length: int, depth: int) -> Entry:
    """Random moves to a position `length` moves into the game, and the count from there."""
    game = Naive(players=players)
    prefix = wander(rng, game, length)
    return entry(game, {} if players == 1 else {"players": players}, prefix, depth)


def main() -> None:
    rng = random.Random(5)
    # A round is one roll and one move of each player.
    positions = [
        (1, 0, 4),
        (1, 1, 3),
        (1, 2 * 12, 4),
        (1, 2 * 23, 4),  # to the very end
        (2, 0, 3),
        (2, 3 * 20 + 2, 4),  # one has written, the other not yet
        (2, 3 * 24, 3),
        (3, 4 * 8 + 1, 3),
        (3, 4 * 23 + 1, 7),
        (4, 5 * 24, 5),
        (12, 0, 2),
        (12, 13 * 24 + 1, 5),
    ]
    entries = [perft_entry(rng, *position) for position in positions]
    write_perft(__file__, entries)


if __name__ == "__main__":
    main()
