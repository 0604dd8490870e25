"""Dealing: chance events played with a random generator, or as they fell before."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from spielkiste.core.errors import MOVE_REPEATED, IllegalMove, brief
from spielkiste.core.record import Plain
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE

ONLY_CHANCE = 1 << (CHANCE + 2)


class Randomness(Protocol):
    """A generator: NumPy's, or `Pcg64`."""

    def integers(self, n: int, /) -> Any: ...


def deal(state: State, rng: Randomness) -> State:
    """Plays chance events until somebody else is in turn or the game is over."""
    return fallen(state, lambda record: drawn(state, record, rng))


def dealt(state: State, rng: Randomness) -> Iterator[State]:
    """The states after each of the chance events that `deal` plays."""
    while state.turn == (CHANCE,):
        record = state.record()
        state = state._after(record, CHANCE, drawn(state, record, rng))
        yield state


def drawn(state: State, record: Plain, rng: Randomness) -> int:
    """An outcome of a chance event."""
    weights = state._weights(record)
    ticket = int(rng.integers(sum(weights)))
    outcome = 0
    while ticket >= weights[outcome]:
        ticket -= weights[outcome]
        outcome += 1
    return outcome


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
        raise IllegalMove(f"chance cannot bring {brief(move, MOVE_REPEATED)} now")

    after = fallen(state, read)
    if after.length - state.length < len(moves):
        raise IllegalMove(f"{moves[after.length - state.length]!r}: chance is not in turn")
    return after


def fallen(state: State, outcome_of: Callable[[Plain], int | None]) -> State:
    """The state after chance events, as long as there are any and their outcome is known; all on one record, because a
    game may begin with hundreds."""
    record, history, in_turn = state.record(), state._history, state.game.room.plain_verbs.in_turn
    while in_turn(record) == ONLY_CHANCE and (outcome := outcome_of(record)) is not None:
        history = state._make(record, CHANCE, outcome, history)
    return state if history is state._history else state._reached(record, history)
