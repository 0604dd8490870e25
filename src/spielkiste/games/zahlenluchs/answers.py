"""Exact winning chances in the classic game, for `spielkiste solve`."""

from spielkiste.core.errors import OptionError
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE
from spielkiste.search.answer import Answer
from spielkiste.search.limit import Limit

from .rules import cells_to_deal, is_classic
from .solver import Endgame, positions


def answers(state: State, seat: int, limit: Limit) -> list[Answer]:
    """How probably the seat wins whose turn it is. OptionError with cards, and where too many positions can follow."""
    s = state.record()
    if not is_classic(s):
        raise OptionError("zahlenluchs: exact chances are known in the classic game only; classic=true")
    if s.dealt < cells_to_deal(s):
        raise OptionError("zahlenluchs: the stones are not all on the board yet")
    endgame = Endgame()
    found, size = endgame.chances(state), positions(state)
    values: dict[str, float] = {}
    if state.turn != (CHANCE,):
        values = dict(sorted(endgame.chances_of_moves(state).items(), key=lambda item: -item[1]))
    said = f"{found:.6f} ({size:,} positions can follow)"
    return [Answer(f"How probably does seat {s.seat} win?", said, True, tuple(values)[:1], values, "chances to win")]
