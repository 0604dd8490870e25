"""Forced wins, for `spielkiste solve`."""

from spielkiste.core.state import State
from spielkiste.search.answer import Answer
from spielkiste.search.limit import Limit

from .solver import forced_win


def answers(state: State, seat: int, limit: Limit) -> list[Answer]:
    """Whether a win that no defence stops was found for the seat in turn."""
    line = forced_win(state, seat, limit)
    said = f"yes: a win that no defence stops, in {len(line)} moves of both" if line else "none was found"
    return [Answer(f"Can seat {seat} force a win by threats?", said, line is not None, tuple(line or ()))]
