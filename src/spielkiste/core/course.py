"""Playing examples and lessons: the positions they lead to."""

import random

from spielkiste.core.game import Game, game
from spielkiste.core.lesson import Example, Lesson, Played
from spielkiste.core.room import Room
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE


def reach(home: str | Room, example: Example) -> State:
    """The position of an example of a game, given by its name or its room."""
    begun = Game(home, home.card.settle(example.options)) if isinstance(home, Room) else game(home, **example.options)
    return go_on(begun.start(), example.moves, example.seed)


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


def course(home: str | Room, lesson: Lesson) -> list[State]:
    """The position before each step, and after the last."""
    state = reach(home, lesson.start)
    states = [state]
    for step in lesson.steps:
        moves = (() if step.move is None else ((lesson.seat, step.move),)) + step.replies
        state = go_on(state, moves, lesson.start.seed)
        states.append(state)
    return states
