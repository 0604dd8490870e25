"""Level 5 answers within two seconds by default; `bench/answer_time.py` measures more positions."""

import sys
from pathlib import Path
from typing import Any

import pytest
from rooms import chosen_rooms

import spielkiste as sk
from spielkiste.core.game import Game

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))

from answer_time import Place, answer_time, places, warm_up

LIMIT = 2.0
TRIES = 3  # one in time will do: other tests share the cores, and seldom used code may be compiled first


def fullest_tables() -> list[Any]:
    """Of each game that more than its usual number can play, the kind with most players among its samples."""
    found = []
    for slug, room in chosen_rooms().items():
        fullest = max((sk.game(slug, **options) for options in room.card.samples), key=lambda which: which.players)
        if fullest.players > sk.game(slug).players:
            found.append(pytest.param(fullest, id=f"{slug}-{fullest.players}"))
    return found


def in_time(place: Place) -> bool:
    return any(answer_time(place, seed) < LIMIT for seed in range(TRIES))


def check(which: Game, *parts: str) -> None:
    warm_up(which, seed=2, seconds=0.01)
    found = list(places(which, seed=1, parts=parts))
    assert len(found) == len(parts)
    for place in found:
        assert in_time(place), f"{which!r}: longer than {LIMIT} s, {place.part}"


@pytest.mark.parametrize("slug", chosen_rooms())
def test_the_strongest_level_answers_in_time(slug: str) -> None:
    check(sk.game(slug), "opening", "middle", "late")


@pytest.mark.parametrize("which", fullest_tables())
def test_it_does_at_full_tables(which: Game) -> None:
    check(which, "middle")
