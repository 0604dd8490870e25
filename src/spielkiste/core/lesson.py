"""Positions worth showing: pictures in the rules, and the few moves of somebody's first game."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from spielkiste.core.card import Texts
from spielkiste.core.game import game
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE

Played = str | tuple[int, str]  # a move, with its seat where several may act


@dataclass(frozen=True)
class Example:
    """A position: options, then moves. With a seed, chance falls by it; without one its moves are among the moves."""

    moves: tuple[Played, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    seat: int | None = None  # who looks at it


@dataclass(frozen=True)
class Step:
    """A step of a first game: what to know now, the move to make (none: just read on), what the others do then."""

    text: Texts
    move: str | None = None
    replies: tuple[Played, ...] = ()
    touch: tuple[str, ...] = ()  # the elements to touch for a move that is not listed; default: the move's path


@dataclass(frozen=True)
class Lesson:
    """Your first game: from an example's position on, step by step."""

    start: Example
    steps: tuple[Step, ...]
    seat: int = 0


def reach(slug: str, example: Example) -> State:
    """The position of an example."""
    return go_on(game(slug, **example.options).start(), example.moves, example.seed)


def go_on(state: State, moves: tuple[Played, ...], seed: int | None) -> State:
    """Plays moves, with a seed also the chance events before, between and after them."""
    state = fall(state, seed)
    for move in moves:
        state = state.play(move) if isinstance(move, str) else state.play(move[1], seat=move[0])
        state = fall(state, seed)
    return state


def fall(state: State, seed: int | None) -> State:
    """Chance events, drawn from the seed and the number of moves so far: the same everywhere and always."""
    while seed is not None and state.turn == (CHANCE,):
        ticket = random.Random(f"{seed}/{len(state.moves_made)}").random()
        state = state.play(drawn(state.chances(), ticket))
    return state


def drawn(chances: list[tuple[str, float]], ticket: float) -> str:
    """The outcome that a number from 0 to 1 falls on."""
    for move, chance in chances:
        ticket -= chance
        if ticket < 0:
            return move
    return chances[-1][0]


def course(slug: str, lesson: Lesson) -> list[State]:
    """The position before each step, and after the last."""
    state = reach(slug, lesson.start)
    states = [state]
    for step in lesson.steps:
        moves = (() if step.move is None else ((lesson.seat, step.move),)) + step.replies
        state = go_on(state, moves, lesson.start.seed)
        states.append(state)
    return states
