"""Every touch that does nothing gets its reason from the rules."""

import random
import re

import pytest

import spielkiste as sk
from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.server.reasons import why_dead


def later(slug: str, moves: int, seed: int = 1, **options: object) -> State:
    """A position of a random game, with somebody in turn."""
    rng, state = random.Random(seed), sk.game(slug, **options).start()
    for _ in range(moves):
        state = settled(state, rng)
        seat = next(seat for seat in state.turn if seat >= 0)
        state = state.play(rng.choice(state.moves(seat)), seat=seat)
    return settled(state, rng)


def settled(state: State, rng: random.Random) -> State:
    while sk.CHANCE in state.turn:
        state = state.play(rng.choice(state.moves(sk.CHANCE)), seat=sk.CHANCE)
    return state


@pytest.mark.parametrize("slug, moves", [("abraeumen", 2), ("zahlenluchs", 3), ("torris", 4), ("fuenf_gewinnt", 5),
                                         ("fuenf_gewinnt", 32), ("knister", 5)])  # fmt: skip
def test_every_dead_cell_has_a_reason(slug: str, moves: int) -> None:
    state = later(slug, moves)
    seat = next(seat for seat in state.turn if seat >= 0)
    alive = {path[0] for path in state.paths(seat).values()}
    cells = set(re.findall(r' id="(cell-[^"]+)"', state.svg(seat))) - alive
    assert cells
    for lang in ("de", "en"):
        said = [why_dead(state, Look(seat, lang), [], [cell]) for cell in cells]
        assert all(one[0].isupper() and one.endswith(".") for one in said)


def test_how_far_a_stone_goes() -> None:
    """Where a move is not written by the cell it ends on, the room says it."""
    state = later("torris", 0)
    start = next(path[0] for path in state.paths(0).values())
    targets = {path[1] for path in state.paths(0).values() if path[0] == start}
    far = next(f"cell-{column}{row}" for column in "hgfe" for row in "4321" if f"cell-{column}{row}" not in targets)
    said = why_dead(state, Look(0, "de"), [start], [far])
    assert re.fullmatch(r"(Der|Das) \w+ geht \w+ besetzte?s? Felde?r? weit\.", said)


def test_the_second_touch_is_explained_too() -> None:
    state = later("abraeumen", 0)
    start = next(path[0] for path in state.paths(0).values())
    assert why_dead(state, Look(0, "en"), [start], ["cell-f6" if start != "cell-f6" else "cell-a1"]) != ""


def test_nobody_out_of_turn_is_told_anything() -> None:
    state = later("torris", 0)
    assert why_dead(state, Look(1, "de"), [], ["cell-a1"]) == why_dead(state, Look(None, "de"), [], ["cell-a1"]) == ""
