"""What each cell should lead to, for `spielkiste solve`."""

from spielkiste.core.errors import NotYourTurn, OptionError
from spielkiste.core.state import State
from spielkiste.search.answer import Answer
from spielkiste.search.limit import Limit

from ..rules import BEST_SHEET
from .net_players import SoloPlayer


def answers(state: State, seat: int, limit: Limit) -> list[Answer]:
    """The expected final score of each free cell for the own sheet; exact when at most three are free."""
    if state.game.players > 1:
        raise OptionError("knister: only the game alone is solved; players=1")
    if not state.moves(seat):
        raise NotYourTurn("there is no number to write")
    thoughts = SoloPlayer(0).analyse(state, seat, limit)
    values = {one.move: BEST_SHEET * one.value for one in thoughts}
    best = thoughts[0]
    said = f"{best.move}: {values[best.move]:.2f} points in the end"
    return [Answer("Where does the number lead furthest?", said, best.proved, (best.move,), values, "expected score")]
