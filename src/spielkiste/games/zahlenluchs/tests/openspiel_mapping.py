"""Our classic game and OpenSpiel's `einstein_wurfelt_nicht`, side by side.

OpenSpiel's board is ours upside down: black starts in the top left corner and is our seat 0 at a1.
"""

import random
from typing import Any

import spielkiste as sk
from spielkiste.games.zahlenluchs.notation import cell_of
from spielkiste.games.zahlenluchs.rules import ALONG, DIAGONAL

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


def begun(state: sk.State, seat: int) -> sk.State:
    """They begin with a fixed colour, we roll for it; nothing to do when that is done."""
    if len(state.moves_made) == 12:
        for roll in (("roll 6", "roll 1"), ("roll 1", "roll 6"))[seat]:
            state = state.play(roll)
    return state


def pairs_of_moves(ours: sk.State, theirs: Any, seat: int) -> dict[str, int]:
    """Our moves and their actions; both must list the same ones."""
    listed = {their_name(ours, seat, action): move for move, action in ours.actions(seat).items()}
    actions = {theirs.action_to_string(seat, action): action for action in theirs.legal_actions()}
    assert listed.keys() == actions.keys(), (sorted(listed), sorted(actions))
    return {move: actions[name] for name, move in listed.items()}
