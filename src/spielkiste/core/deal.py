"""Dealing: chance events played with a random generator, or as they fell before.

All of them on one record: a game may begin with hundreds.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from spielkiste.core.errors import IllegalMove
from spielkiste.core.record import Plain
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE

if TYPE_CHECKING:
    import numpy as np

ONLY_CHANCE = 1 << (CHANCE + 2)


def deal(state: State, rng: "np.random.Generator") -> State:
    """Plays chance events until somebody else is in turn or the game is over."""

    def draw(record: Plain) -> int:
        weights = state._weights(record)
        ticket = int(rng.integers(sum(weights)))
        outcome = 0
        while ticket >= weights[outcome]:
            ticket -= weights[outcome]
            outcome += 1
        return outcome

    return fallen(state, draw)


def deal_again(state: State, moves: Sequence[str]) -> State:
    """Plays these chance events, as `deal` once did; IllegalMove if they cannot have fallen."""
    write, left = state.game.room.notation.write, iter(moves)

    def read(record: Plain) -> int | None:
        move = next(left, None)
        if move is None:
            return None
        for outcome, weight in enumerate(state._weights(record)):
            if weight and write(record, CHANCE, outcome) == move:
                return outcome
        raise IllegalMove(f"chance cannot bring {move!r} now")

    after = fallen(state, read)
    if after.length - state.length < len(moves):
        raise IllegalMove(f"{moves[after.length - state.length]!r}: chance is not in turn")
    return after


def fallen(state: State, outcome_of: Callable[[Plain], int | None]) -> State:
    """The state after chance events, as long as there are any and their outcome is known."""
    record, history, in_turn = state.record(), state._history, state.game.room.plain_verbs.in_turn
    while in_turn(record) == ONLY_CHANCE and (outcome := outcome_of(record)) is not None:
        history = state._make(record, CHANCE, outcome, history)
    return state if history is state._history else State(state.game, record.pack(), history)
