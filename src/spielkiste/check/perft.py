"""Perft: how many sequences of so many moves there are, for states and for naive positions alike.

A room's naive rules count with `perft`, and tests/perft.json keeps what they counted; the fast rules must count the
same. Nothing here knows either.
"""

import copy
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from spielkiste.core.state import State

Position = TypeVar("Position")
Prefix = list[tuple[int, str]]


class Naive(Protocol):
    """A position of the second, naive rules: it changes when a move is played."""

    def turn(self) -> tuple[int, ...]: ...
    def moves(self, seat: int) -> list[str]: ...
    def play(self, seat: int, move: str) -> None: ...


NaivePosition = TypeVar("NaivePosition", bound=Naive)


def sequences(
    position: Position,
    depth: int,
    moves: Callable[[Position], Sequence[tuple[int, str]]],
    after: Callable[[Position, int, str], Position],
) -> int:
    """Sequences of exactly `depth` moves from a position."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(moves(position))
    return sum(sequences(after(position, seat, move), depth - 1, moves, after) for seat, move in moves(position))


def perft(position: NaivePosition, depth: int) -> int:
    """Of a naive position."""
    return sequences(position, depth, naive_moves, naive_after)


def perft_of_state(state: State, depth: int) -> int:
    """Of a state, by the listed moves of every seat in turn."""
    return sequences(
        state,
        depth,
        lambda at: [(seat, move) for seat in at.turn for move in at.moves(seat)],
        lambda at, seat, move: at.play(move, seat=seat),
    )


def naive_moves(position: Naive) -> list[tuple[int, str]]:
    return [(seat, move) for seat in position.turn() for move in position.moves(seat)]


def naive_after(position: NaivePosition, seat: int, move: str) -> NaivePosition:
    later = copy.deepcopy(position)
    later.play(seat, move)
    return later
