"""Positions drawn in text, for the rule tests."""

from typing import Any

import spielkiste as sk
from spielkiste.core.state import State

from ..rules import ROLL
from ..shapes import SIDE, SYMBOLS

# Six fivers for the roll ABCDE, worth 1 4 2 1 2 4; every dot is an F.
SIX = """
    A B C D . . . . . .
    E . . . . . A . . .
    . . . . . B C D . .
    A . C . . . E . . .
    B D E . . . . . . .
    . . . . . A B C D .
    . A B . . . E . . .
    C D . . . . . A . .
    . E . . . . . B C .
    . . . . . . . . D E
"""
L, X, U = "a9 a10 b10 c10 d10", "f8 g7 g8 g9 h8", "a6 a7 b6 c6 c7"
Y, F, W = "f5 g4 g5 h5 i5", "a3 b2 b3 b4 c4", "h2 h3 i1 i2 j1"

EMPTY = "\n" + "\n".join(["F " * 10] * 10) + "\n"

# A second L along the right edge, a Z worth 3 and a Y with one symbol too many.
MIXED = """
    A B C D . . . . . A
    E . . . . . . . . B
    . . . . . . . . . C
    A . C . . . . . E D
    B D E . . . . . . .
    . . . . . A B C D .
    . . . . . . A . . .
    . . . . . . . . . .
    . A B . . . . . . .
    . C . . . . . . . .
"""
SECOND_L, WRONG_Y, FOUR = "i7 j7 j8 j9 j10", "f5 g4 g5 h5 i5", "b1 b2 c2 c1"


def drawn(picture: str, roll: str = "ABCDE", before: int = 0, **options: Any) -> State:
    """A position just after a roll: everybody has the drawn board; `before` rounds have been played."""
    game = sk.game("fuenfer_finden", **options)
    s: Any = game.plain.unpack(game.first)
    s.phase, s.round, s.dealt = ROLL, before, 100
    lines = picture.split("\n")[1:-1]
    for seat in range(game.players):
        for row, line in enumerate(reversed(lines)):
            for column, letter in enumerate(line.split()):
                s.board[seat][column * SIDE + row] = SYMBOLS.index(letter.replace(".", "F"))
    return State(game, s.pack()).play(f"roll {roll}")


def outlined(state: State, seat: int, *outlines: str) -> State:
    for cells in outlines:
        state = state.play(f"outline {cells}", seat=seat)
    return state


def done(state: State, *seats: int) -> State:
    for seat in seats:
        state = state.play("done", seat=seat)
    return state


def edited(state: State, **values: Any) -> State:
    """The position with some fields of its record set to other values."""
    s = state.record()
    for name, value in values.items():
        setattr(s, name, value)
    return State(state.game, s.pack())


def own_outlines(state: State) -> list[list[str]]:
    return state.view(0)["position"]["seats"][0]["outlines"]  # type: ignore[no-any-return]  # a view is JSON
