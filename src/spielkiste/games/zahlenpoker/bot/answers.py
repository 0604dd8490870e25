"""The exact equilibrium of the game for two, for `spielkiste solve`."""

from spielkiste.core.state import State
from spielkiste.search.answer import Answer
from spielkiste.search.limit import Limit

from .solver import chances, strategy


def answers(state: State, seat: int, limit: Limit) -> list[Answer]:
    """The chances from this round on, and how the seat should choose. OptionError for more than two players."""
    outlook = chances(state)
    win, loss = (outlook.win, outlook.loss) if seat == 0 else (outlook.loss, outlook.win)
    said = f"value {win - loss} (wins {float(win):.4f}, draws {float(outlook.draw):.4f}, loses {float(loss):.4f})"
    told = [Answer(f"What may seat {seat} expect against best play?", said, True)]
    if state.moves(seat):
        shares = sorted(strategy(state, seat).items(), key=lambda item: -item[1])
        how = "each move as often as the table says"
        told.append(Answer(f"How should seat {seat} choose?", how, True, values=dict(shares), unit="probability"))
    return told
