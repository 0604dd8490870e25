"""What the tests that walk all rooms share."""

import importlib
import os
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.core.game import Game
from spielkiste.core.room import Room, all_rooms
from spielkiste.core.state import State


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


def room_tests(room: Room, name: str) -> Any | None:
    """A module from the room's tests folder, or None where it has none."""
    if not (room.folder / "tests" / f"{name}.py").is_file():
        return None
    return importlib.import_module(f"{room.part('card').__name__.rpartition('.')[0]}.tests.{name}")


def random_states(game: Game, rng: np.random.Generator, limit: int = 100_000) -> Iterator[State]:
    """The states of one random game; chance falls by its odds, seats and moves are drawn evenly."""
    state = game.start()
    yield state
    for _ in range(limit):
        if state.over:
            return
        state = random_successor(state, rng)
        yield state


def random_successor(state: State, rng: np.random.Generator) -> State:
    seat = state.turn[rng.integers(len(state.turn))]
    if seat == sk.CHANCE:
        outcomes, odds = zip(*state.chances(), strict=True)
        return state.play(str(rng.choice(outcomes, p=odds)), seat=seat)
    moves = state.moves(seat)
    return state.play(moves[rng.integers(len(moves))], seat=seat)
