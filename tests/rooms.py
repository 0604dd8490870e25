"""What the tests that walk all rooms share."""

import os
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

import spielkiste as sk
from spielkiste.check.case import Case, GameCase
from spielkiste.check.checks import examined
from spielkiste.check.walk import random_states, random_successor, room_tests
from spielkiste.core.game import Game
from spielkiste.core.room import Room, all_rooms

__all__ = [
    "chosen_rooms",
    "every_room",
    "every_sample",
    "game_holds",
    "random_states",
    "random_successor",
    "room_holds",
    "room_tests",
]

AnyCase = TypeVar("AnyCase", bound=Case)


def chosen_rooms() -> dict[str, Room]:
    """All rooms, or those named in the environment variable ROOMS (separated by commas) while one is being built."""
    named = os.environ.get("ROOMS")
    return {slug: room for slug, room in all_rooms().items() if named is None or slug in named.split(",")}


def every_room() -> list[Any]:
    return [pytest.param(room, id=slug) for slug, room in chosen_rooms().items()]


def every_sample() -> list[Any]:
    """Each room with each of its sample options."""
    return [
        pytest.param(
            sk.game(slug, **options), id=f"{slug}-{'-'.join(f'{k}={v}' for k, v in options.items()) or 'default'}"
        )
        for slug, room in chosen_rooms().items()
        for options in room.card.samples
    ]


def room_holds(check: Callable[[Case], None], room: Room) -> None:
    """Fails with the sentences that a check (`spielkiste check`) says about a room."""
    no_findings(check, Case(room))


def game_holds(check: Callable[[GameCase], None], game: Game) -> GameCase:
    """The same for a game with its options."""
    return no_findings(check, GameCase(game))


def no_findings(check: Callable[[AnyCase], None], case: AnyCase) -> AnyCase:
    findings = examined(check, case).findings
    assert not findings, "\n".join(map(str, findings))
    return case
