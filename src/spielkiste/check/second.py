"""A room against a second, naive implementation of its rules, move by move; and its recorded perft counts.

tests/naive.py has a class `Naive(**options)`; a room may prepare it in tests/lockstep.py (`naive(game)`), and offer
moves there that are not listed (`free_move(state, seat, rng)`).
"""

import json
import math
from typing import Any

import numpy as np

from spielkiste.check.case import Case, GameCase
from spielkiste.check.perft import sequences
from spielkiste.check.walk import random_successor, room_tests
from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.core.verbs import CLOCK

FREE_MOVES = 0.2  # of the moves, where a room offers such
ENTRIES = 3  # in perft.json, at least


def naive_of(game: Game) -> Any:
    """The room's naive game with the same options, or None where it has none."""
    lockstep = room_tests(game.room, "lockstep")
    if lockstep is not None:
        return lockstep.naive(game)
    module = room_tests(game.room, "naive")
    return None if module is None else module.Naive(**game.options)


def rules_are_the_naive_ones(case: GameCase) -> None:
    """The rules agree with the naive ones of tests/naive.py, move by move."""
    if naive_of(case.game) is None:
        case.note = "there is no tests/naive.py"
        return
    positions, seed = 0, 0
    while positions < case.effort.lockstep:
        rng = np.random.default_rng(seed)
        seed += 1
        case.at, naive = case.game.start(), naive_of(case.game)
        while True:
            compare(case, case.at, naive)
            positions += 1
            if case.at.over:
                break
            after = next_state(case.at, rng)
            seat, move = after.moves_made[-1]
            if not naive.accepts(seat, move):
                raise case.stop(f"tests/naive.py does not accept {move!r} of seat {seat}, and the rules do")
            case.at = after
            naive.play(seat, move)


def next_state(state: State, rng: np.random.Generator) -> State:
    """A random move; now and then one that is not listed."""
    lockstep = room_tests(state.game.room, "lockstep")
    free_move = None if lockstep is None else vars(lockstep).get("free_move")
    if free_move is not None and rng.random() < FREE_MOVES:
        seat = state.turn[rng.integers(len(state.turn))]
        move = free_move(state, seat, rng)
        if move is not None:
            return state.play(move, seat=seat)
    return random_successor(state, rng)


def compare(case: Case, state: State, naive: Any) -> None:
    agree(case, "in turn", state.turn, naive.turn())
    for seat in range(CLOCK, state.game.players):
        agree(case, f"the moves of seat {seat}", state.moves(seat), naive.moves(seat))
    chances = naive.chances()
    agree(case, "the moves of CHANCE", [move for move, _ in state.chances()], [move for move, _ in chances])
    for (move, p), (_, q) in zip(state.chances(), chances, strict=True):
        if not math.isclose(p, float(q), abs_tol=1e-12):
            agree(case, f"the chance of {move!r}", p, q)
    agree(case, "the scores", state.scores, tuple(naive.scores()))
    agree(case, "the places", state.places, naive.places())
    mine, theirs = state.returns, naive.returns()
    near = all(
        math.isclose(one, float(other), abs_tol=1e-9) for one, other in zip(mine or (), theirs or (), strict=True)
    )
    if (mine is None) != (theirs is None) or not near:
        agree(case, "the returns", mine, theirs)


def agree(case: Case, what: str, fast: object, naive: object) -> None:
    if fast != naive:
        raise case.stop(f"{what}: {fast} by rules.py, {naive} by tests/naive.py")


def perft(state: State, depth: int) -> int:
    """Sequences of exactly `depth` moves from a state."""
    return sequences(
        state,
        depth,
        lambda at: [(seat, move) for seat in at.turn for move in at.moves(seat)],
        lambda at, seat, move: at.play(move, seat=seat),
    )


def counts_are_the_naive_ones(case: Case) -> None:
    """The sequences of moves are as many as the naive rules counted (tests/perft.json)."""
    file = case.room.folder / "tests" / "perft.json"
    if not file.is_file():
        case.note = "there is no tests/perft.json"
        return
    entries = json.loads(file.read_text(encoding="utf-8"))
    if len(entries) < ENTRIES:
        case.say(f"tests/perft.json has {len(entries)} counts; it should have at least {ENTRIES}")
    for entry in entries:
        state = Game(case.room, case.room.card.settle(entry["options"])).start()
        for seat, move in entry["prefix"]:
            state = state.play(move, seat=seat)
        case.at = state
        count = perft(state, entry["depth"])
        if count != entry["count"]:
            case.say(f"{count} sequences of {entry['depth']} moves, and tests/perft.json says {entry['count']}")
