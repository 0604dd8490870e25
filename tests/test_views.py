"""Nothing leaks: states that differ only in what a seat may not know look the same to it.

A room that hides things has tests/twins.py with `twin(state, viewer, rng)`: another state that the viewer cannot tell
apart from this one, or None where nothing is hidden now; and, where only some options hide anything, `applies(game)`.
"""

from typing import Any

import numpy as np
import pytest
from rooms import every_sample, random_states, room_tests

import spielkiste as sk
from spielkiste.core.game import Game

PAIRS_AT_LEAST = 50


@pytest.mark.parametrize("game", every_sample())
def test_nobody_sees_what_is_hidden(game: Game) -> None:
    twins = room_tests(game.room, "twins")
    hides = "hidden" in game.card.kinds
    assert hides == (twins is not None), "a room has tests/twins.py exactly when its card says hidden"
    if twins is not None and getattr(twins, "applies", always)(game):
        compare_twins(game, twins)
    else:
        nothing_is_hidden(game)


def always(game: Game) -> bool:
    return True


def compare_twins(game: Game, twins: Any) -> None:
    pairs, seed = 0, 0
    while pairs < PAIRS_AT_LEAST and seed < 200:
        rng = np.random.default_rng(seed)
        seed += 1
        for state in random_states(game, rng):
            for viewer in (None, *range(game.players)):
                twin = twins.twin(state, viewer, rng)
                if twin is not None:
                    pairs += 1
                    compare(state, twin, viewer)
    assert pairs >= PAIRS_AT_LEAST


def compare(state: sk.State, twin: sk.State, viewer: int | None) -> None:
    assert state.data != twin.data
    assert state.view(viewer) == twin.view(viewer)
    assert state.text(viewer) == twin.text(viewer)
    assert state.svg(viewer) == twin.svg(viewer)


def nothing_is_hidden(game: Game) -> None:
    for state in random_states(game, np.random.default_rng(2), limit=60):
        assert state.view(None)["moves_made"] == [list(made) for made in state.moves_made]
        assert state.seen(0).pack() == state.data
