"""Dealing: chance events played with a random generator."""

from collections.abc import Iterator
from typing import Any, Protocol

from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE


class Randomness(Protocol):
    """A generator: NumPy's, or `Pcg64`."""

    def integers(self, n: int, /) -> Any: ...


def deal(state: State, rng: Randomness) -> State:
    """Plays chance events until somebody else is in turn or the game is over."""
    for after in dealt(state, rng):
        state = after
    return state


def dealt(state: State, rng: Randomness) -> Iterator[State]:
    """The states after each of the chance events that `deal` plays."""
    while state.turn == (CHANCE,):
        record = state.record()
        weights = state._weights(record)
        ticket = int(rng.integers(sum(weights)))
        outcome = 0
        while ticket >= weights[outcome]:
            ticket -= weights[outcome]
            outcome += 1
        state = state._after(record, CHANCE, outcome)
        yield state
