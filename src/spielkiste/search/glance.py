"""A glance at a position: what each move looks like at once, by the room's `estimate`, compiled."""

from functools import lru_cache
from typing import Any

import numpy as np

from spielkiste.core.compiled import Machine, compiled
from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.core.verbs import estimate, in_turn, play, resolve
from spielkiste.search.mcts import reward

GAMES_KEPT = 8


def look(first: Any, work: Any, seat: int, actions: Any, teams: Any, values: Any) -> None:
    """The value for a seat once each of these moves is made."""
    for k in range(len(actions)):
        work[0] = first[0]
        play(work[0], seat, actions[k])
        resolve(work[0])
        values[k] = reward(work[0], seat, teams) if in_turn(work[0]) == 0 else estimate(work[0], seat)


@lru_cache(GAMES_KEPT)
def machine_of(game: Game) -> Machine:
    return Machine(game)


def glance(state: State, seat: int) -> dict[str, float]:
    """From -1 (lost) to 1 (won): how each listed move of a seat looks. For open games: it sees the whole state."""
    listed, machine = state.actions(seat), machine_of(state.game)
    values = np.zeros(len(listed))
    actions, teams = np.array(list(listed.values()), dtype=np.int64), np.array(state.game.teams, dtype=np.int64)
    compiled(look)(machine.records(1, state.data), machine.records(1), seat, actions, teams, values)
    return dict(zip(listed, values.tolist(), strict=True))
