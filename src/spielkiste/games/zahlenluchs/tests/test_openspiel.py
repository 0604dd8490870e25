"""The classic game in lockstep with OpenSpiel's `einstein_wurfelt_nicht`: same moves, boards and results.

OpenSpiel's board is ours upside down: black starts in the top left corner and is our seat 0 at a1.
"""

import random
from typing import Any

import pytest

import spielkiste as sk

from ..notation import cell_of
from ..rules import ALONG, DIAGONAL

pyspiel = pytest.importorskip("pyspiel")

GAMES = 2000
WAYS = (("right", "down"), ("left", "up"))  # along a row, along a column: of black and of white


def their_board(state: sk.State) -> str:
    s = state.record()
    rows = [[s.board[8 * row + column] for column in range(1, 6)] for row in range(1, 6)]
    return "".join("".join(f"|{'bw'[c >> 3]}{c & 7}|" if c else "|__|" for c in row) + "\n" for row in rows)


def their_name(state: sk.State, seat: int, action: int) -> str:
    """Our action as OpenSpiel writes it: `W3-up*`, the star for a capture."""
    s = state.record()
    cell, way = action >> 2, action & 3
    target = cell_of(state.game.room.notation.write(s, seat, action)[3:])
    name = "diag" if way == DIAGONAL else WAYS[seat][way == ALONG]
    return f"{'BW'[seat]}{s.board[cell] & 7}-{name}{'*' if s.board[target] else ''}"


def dealt(game: sk.Game, theirs: Any, rng: random.Random) -> sk.State:
    """Both tables with the same numbers: theirs are dealt, ours are read off and laid."""
    for _ in range(2):
        theirs.apply_action(rng.randrange(720))
    board = str(theirs).replace("||", "|").replace("|", " ").split()
    state = game.start()
    for cell in ("a1", "b1", "c1", "a2", "b2", "a3", "e3", "d4", "e4", "c5", "d5", "e5"):
        state = state.play(f"deal {board[5 * (int(cell[1]) - 1) + 'abcde'.index(cell[0])][1]}")
    return state


def play_one_game(game: sk.Game, their_game: Any, rng: random.Random) -> int:
    theirs = their_game.new_initial_state()
    ours = dealt(game, theirs, rng)
    first = None
    while not theirs.is_terminal():
        rolled = rng.randrange(6)
        theirs.apply_action(rolled)
        seat = theirs.current_player()
        if first is None:  # they begin with a fixed colour, we roll for it
            first = seat
            for roll in (("roll 6", "roll 1"), ("roll 1", "roll 6"))[seat]:
                ours = ours.play(roll)
        assert str(theirs) == their_board(ours)
        ours = ours.play(f"roll {rolled + 1}")
        assert ours.turn == (seat,)
        listed = {their_name(ours, seat, action): move for move, action in ours._listed(seat).items()}
        actions = {theirs.action_to_string(seat, action): action for action in theirs.legal_actions()}
        assert listed.keys() == actions.keys()
        name = rng.choice(sorted(listed))
        theirs.apply_action(actions[name])
        ours = ours.play(listed[name])
        assert ours.over == theirs.is_terminal()
    assert str(theirs) == their_board(ours)
    assert list(ours.returns or ()) == theirs.returns()
    return int(ours.scores[1])


def test_classic_agrees_with_openspiel() -> None:
    rng = random.Random(1)
    game, their_game = sk.game("zahlenluchs", classic=True), pyspiel.load_game("einstein_wurfelt_nicht")
    won_by_white = sum(play_one_game(game, their_game, rng) for _ in range(GAMES))
    assert 0 < won_by_white < GAMES
