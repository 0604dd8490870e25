"""Perft: how many sequences of so many moves there are from a position.

A room's naive rules (tests/naive.py) count with this and keep what they counted in tests/perft.json; the rules must
count the same. Nothing here knows either of them: whoever counts says what moves there are and what they lead to.
"""

import copy
import json
import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

Position = TypeVar("Position")
Prefix = list[tuple[int, str]]  # the moves to a position: seat and move
Entry = dict[str, Any]  # of perft.json: options, prefix, depth, count

TELLING = 200_000  # a count above takes too long to be repeated in every test


class Naive(Protocol):
    """A position of naive rules: it changes when a move is played."""

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


# --- for naive rules ----------------------------------------------------------------------------------


def perft(position: Naive, depth: int) -> int:
    """Sequences of exactly `depth` moves from a naive position, by the listed moves of every seat in turn."""
    return sequences(position, depth, moves_of, after_move)


def moves_of(position: Naive) -> list[tuple[int, str]]:
    return [(seat, move) for seat in position.turn() for move in position.moves(seat)]


def after_move(position: NaivePosition, seat: int, move: str) -> NaivePosition:
    """A copy of the position in which the move was played."""
    later = copy.deepcopy(position)
    later.play(seat, move)
    return later


def wander(rng: random.Random, position: Naive, length: int) -> Prefix:
    """Plays so many random moves."""
    prefix: Prefix = []
    for _ in range(length):
        seat = rng.choice(position.turn())
        prefix.append((seat, rng.choice(position.moves(seat))))
        position.play(*prefix[-1])
    return prefix


def entry(position: Naive, options: dict[str, Any], prefix: Prefix, depth: int) -> Entry:
    """What is kept of a count; the position is the one after the prefix."""
    return {"options": options, "prefix": prefix, "depth": depth, "count": perft(position, depth)}


def telling_entries(
    plan: Iterable[tuple[Callable[[], Prefix], int, int]], played: Callable[[Prefix], Naive]
) -> Iterable[Entry]:
    """For each way to a prefix, tried until it is telling: a depth to count to and the least count that is enough."""
    for make_prefix, depth, least in plan:
        found = entry(played(prefix := make_prefix()), {}, prefix, depth)
        while not least <= found["count"] <= TELLING:
            found = entry(played(prefix := make_prefix()), {}, prefix, depth)
        yield found


def write_perft(naive: str, entries: Iterable[Entry]) -> None:
    """Writes perft.json beside the file of the naive rules, a line an entry."""
    text = "[\n" + ",\n".join(map(json.dumps, entries)) + "\n]\n"
    Path(naive).with_name("perft.json").write_text(text, encoding="utf-8")
