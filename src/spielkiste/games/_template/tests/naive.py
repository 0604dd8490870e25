"""Matches a second time, as naively as possible; what tests/test_naive.py compares the rules with."""

from fractions import Fraction
from typing import Any


class Naive:
    """Matches, written a second time from its rule text."""

    def __init__(self, players: int = 2, most: int = 21) -> None:
        self.players, self.most = players, most
        self.heap: int | None = None
        self.log: list[tuple[int, int]] = []

    def turn(self) -> tuple[int, ...]:
        if self.heap is None:
            return (-1,)
        return (len(self.log) % self.players,) if self.heap else ()

    def moves(self, seat: int) -> list[str]:
        if seat not in self.turn():
            return []
        if self.heap is None:
            return sorted(f"pour {size}" for size in range(4, self.most + 1))
        return [f"take {count}" for count in (1, 2, 3) if count <= self.heap]

    def chances(self) -> list[tuple[str, Fraction]]:
        moves = self.moves(-1)
        return [(move, Fraction(1, len(moves))) for move in moves]

    def accepts(self, seat: int, move: str) -> bool:
        return move in self.moves(seat)

    def play(self, seat: int, move: str) -> None:
        number = int(move.split()[1])
        if self.heap is None:
            self.heap = number
        else:
            self.heap -= number
            self.log.append((seat, number))

    def scores(self) -> tuple[int, ...]:
        winner = self.log[-1][0] if self.heap == 0 else None
        return tuple(int(seat == winner) for seat in range(self.players))

    def places(self) -> tuple[int, ...] | None:
        return None if self.turn() else tuple(1 if score else 2 for score in self.scores())

    def returns(self) -> tuple[Any, ...] | None:
        if self.turn():
            return None
        return tuple(1 if score else -1 / (self.players - 1) for score in self.scores())
