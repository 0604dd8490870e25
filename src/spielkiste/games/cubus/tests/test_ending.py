"""Why a game of Cubus ended, in words; and its stack, ready to be dismantled."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.core.state import State
from spielkiste.games.cubus.card import CARD
from spielkiste.games.cubus.rules import OVER

NAMES = ("Anna", "Ben", "Cem")


def ended(seed: int = 1, **options: Any) -> State:
    """A game in which everybody makes the first listed build, or takes the first box."""
    rng, state = np.random.default_rng(seed), sk.game("cubus", **options).start()
    while not state.over:
        state = sk.deal(state, rng)
        if not state.over:
            seat = next(seat for seat in state.turn if seat >= 0)
            state = state.play(next((m for m in state.moves(seat) if m not in ("knock", "pass")), "pass"), seat=seat)
    return state


def built_out() -> State:
    """Everybody makes the best build there is, to the end."""
    rng, state, player = np.random.default_rng(1), sk.game("cubus").start(), sk.bot("cubus", 4, seed=1)
    while not state.over:
        state = sk.deal(state, rng)
        if not state.over:
            seat = next(seat for seat in state.turn if seat >= 0)
            state = state.play(player.choose(state, seat), seat=seat)
    return state


def passed_out() -> State:
    """Nobody ever builds, though everybody could."""
    rng, state = np.random.default_rng(1), sk.game("cubus").start()
    while not state.over:
        state = sk.deal(state, rng)
        if not state.over:
            state = state.play("pass") if len(state.turn) == 1 else state.play("time", seat=sk.CLOCK)
    return state


ENDS: dict[str, Callable[[], State]] = {
    "exhausted": built_out,
    "round": passed_out,
    "leftovers": lambda: ended(leftovers="best"),
    "dismantled": lambda: ended(mode="dismantle"),
}


def test_every_reason_of_the_card_is_tried() -> None:
    assert set(ENDS) == set(CARD.reasons)


@pytest.mark.parametrize("reason", ENDS)
def test_a_game_ends_for_a_reason_and_says_so_in_both_languages(reason: str) -> None:
    outcome = ENDS[reason]().outcome
    assert outcome is not None and outcome.reason == reason
    german, english = outcome.words("de", NAMES), outcome.words("en", NAMES)
    assert german != english
    assert "Sieg" in german or "gewinnt" in german
    assert "win" in english and ("Anna" in english or "Ben" in english)


def test_the_last_build_of_whoever_has_the_fewest_points_ends_the_game_too() -> None:
    outcome = ended(leftovers="lowest", players=3).outcome
    assert outcome is not None and outcome.reason == "leftovers"


def over(points: list[int], **options: Any) -> State:
    state = sk.game("cubus", players=3, **options).start()
    s: Any = state.record()
    s.phase, s.points = OVER, [*points, 0, 0, 0]
    return state.with_record(s)


def test_the_winner_is_named_and_equal_points_share_the_win() -> None:
    won, shared = over([7, 31, 12]).outcome, over([1, 1, 0]).outcome
    assert won is not None and shared is not None
    assert won.words("de", NAMES) == "Niemand kann mehr bauen: Ben gewinnt (31 Punkte)."
    assert won.words("en") == "Nobody can build any more: player 2 wins (31 points)."
    assert shared.words("de", NAMES) == "Niemand kann mehr bauen: Anna und Ben teilen sich den Sieg (je 1 Punkt)."
    assert shared.words("en", NAMES).endswith("Anna and Ben share the win (1 point each).")


def test_in_the_dismantling_game_tiles_are_counted() -> None:
    outcome = sk.game("cubus", mode="dismantle", stack="0,0=1").start().play("take 0,0").outcome
    assert outcome is not None
    assert outcome.words("de", NAMES) == "Der Stapel ist abgebaut: Anna gewinnt (3 Plättchen)."


@pytest.mark.parametrize("options", [{}, {"players": 3, "young": True}, {"leftovers": "lowest"}])
def test_the_stack_of_a_finished_game_can_be_dismantled(options: dict[str, Any]) -> None:
    for seed in range(3):
        position = ended(seed, **options).view(None)["position"]
        game = sk.game("cubus", mode="dismantle", stack=position["stack"])
        after = game.start().view(None)["position"]
        assert game.options["stack"] == position["stack"] == after["stack"]
        assert (after["boxes"], after["columns"]) == (position["boxes"], position["columns"])
