"""Each room against a second, naive implementation of its rules, move by move; and its recorded perft counts."""

import json
from typing import Any

import numpy as np
import pytest
from rooms import every_room, every_sample, random_successor, room_tests

import spielkiste as sk
from spielkiste.core.game import Game
from spielkiste.core.room import Room

POSITIONS_A_SAMPLE = 3000


def naive_of(game: Game) -> Any:
    """The room's naive game with the same options; a room may prepare it in tests/lockstep.py."""
    lockstep = room_tests(game.room, "lockstep")
    if lockstep is not None:
        return lockstep.naive(game)
    module = room_tests(game.room, "naive")
    assert module is not None, f"{game.slug} has no tests/naive.py"
    return module.Naive(**game.options)


@pytest.mark.parametrize("game", every_sample())
def test_rules_agree_with_the_naive_ones(game: Game) -> None:
    positions, seed = 0, 0
    while positions < POSITIONS_A_SAMPLE:
        rng = np.random.default_rng(seed)
        seed += 1
        state, naive = game.start(), naive_of(game)
        while True:
            compare(state, naive)
            positions += 1
            if state.over:
                break
            state = next_state(state, rng)
            seat, move = state.moves_made[-1]
            assert naive.accepts(seat, move)
            naive.play(seat, move)


def next_state(state: sk.State, rng: np.random.Generator) -> sk.State:
    """A random move; a room with free-form moves may also offer unlisted ones in tests/lockstep.py."""
    lockstep = room_tests(state.game.room, "lockstep")
    if lockstep is not None and hasattr(lockstep, "free_move") and rng.random() < 0.2:
        seat = state.turn[rng.integers(len(state.turn))]
        move = lockstep.free_move(state, seat, rng)
        if move is not None:
            return state.play(move, seat=seat)
    return random_successor(state, rng)


def compare(state: sk.State, naive: Any) -> None:
    assert state.turn == naive.turn()
    for seat in range(sk.CLOCK, state.game.players):
        assert state.moves(seat) == naive.moves(seat)
    chances = naive.chances()
    assert [move for move, _ in state.chances()] == [move for move, _ in chances]
    assert [p for _, p in state.chances()] == pytest.approx([float(p) for _, p in chances], abs=1e-12)
    assert state.scores == tuple(naive.scores())
    assert state.places == naive.places()
    assert state.returns == (None if naive.returns() is None else pytest.approx(naive.returns()))


@pytest.mark.parametrize("room", every_room())
def test_perft_counts_of_the_naive_rules(room: Room) -> None:
    entries = json.loads((room.folder / "tests" / "perft.json").read_text(encoding="utf-8"))
    assert len(entries) >= 3
    for entry in entries:
        state = sk.game(room.slug, **entry["options"]).start()
        for seat, move in entry["prefix"]:
            state = state.play(move, seat=seat)
        assert perft(state, entry["depth"]) == entry["count"], entry


def perft(state: sk.State, depth: int) -> int:
    """Sequences of `depth` moves from here, by the listed moves of every seat in turn."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(len(state.moves(seat)) for seat in state.turn)
    return sum(perft(state.play(move, seat=seat), depth - 1) for seat in state.turn for move in state.moves(seat))
