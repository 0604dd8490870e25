"""Random walks through a game, and the modules in a room's tests folder that help to check it."""

import importlib
from collections.abc import Iterator
from types import ModuleType

import numpy as np

from spielkiste.core.dice import seed_dice
from spielkiste.core.game import Game
from spielkiste.core.room import Room
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE, fall_by_odds

LONGEST = 10_000  # moves; a game that lasts longer does not end


def games_of(room: Room) -> list[Game]:
    """The room's game with each of its sample options."""
    return [Game(room, room.card.settle(options)) for options in room.card.samples]


def random_states(game: Game, rng: np.random.Generator, limit: int | None = None) -> Iterator[State]:
    """The states of one random game; chance falls by its odds, seats and moves are drawn evenly."""
    state = game.start()
    yield state
    for _ in range(LONGEST if limit is None else limit):
        if state.over:
            return
        state = random_successor(state, rng)
        yield state


def random_successor(state: State, rng: np.random.Generator) -> State:
    seat = state.turn[rng.integers(len(state.turn))]
    if seat == CHANCE:
        outcomes, odds = zip(*state.chances(), strict=True)
        return state.play(str(rng.choice(outcomes, p=odds)), seat=seat)
    moves = state.moves(seat)
    return state.play(moves[rng.integers(len(moves))], seat=seat)


def falls(game: Game, seed: int = 1) -> Iterator[tuple[int, int]]:
    """At each chance event of a random game: what falls, and what the odds make of the same random number."""
    verbs, out = game.room.verbs, [0] * game.room.longest_list
    for number, state in enumerate(random_states(game, np.random.default_rng(seed))):
        if state.turn == (CHANCE,):
            dice, same = [0, 0, 0], [0, 0, 0]
            seed_dice(dice, seed, number)
            seed_dice(same, seed, number)
            yield verbs.fall(state.record(), dice, out), fall_by_odds(state.record(), same, out)


def room_tests(room: Room, name: str) -> ModuleType | None:
    """A module from the room's tests folder, or None where it has none."""
    if not (room.folder / "tests" / f"{name}.py").is_file():
        return None
    return importlib.import_module(f"{room.part('card').__name__.rpartition('.')[0]}.tests.{name}")
