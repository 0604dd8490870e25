"""The exact equilibrium of Zahlenpoker for two; `docs/zahlenpoker-equilibrium.md` explains it."""

from fractions import Fraction
from typing import Any

from spielkiste.core.errors import NotYourTurn, OptionError
from spielkiste.core.record import Record
from spielkiste.core.state import State

from ..notation import write
from ..rules import NOT_YET, all_have_chosen
from .pairings import Outlook, outlook
from .rounds import choices, copies, finish_stealing, lead


def value(state: State) -> float:
    """What seat 0 may expect: 1 is a win, -1 a loss. Secret choices do not change it: it is that of the round."""
    return float(exact_value(state))


def exact_value(state: State) -> Fraction:
    return chances(state).value


def chances(state: State) -> Outlook:
    """How likely seat 0 wins, draws and loses from here if one of the two plays the equilibrium from this round on."""
    record = record_of_two(state)
    finish_stealing(record)
    record.choice[:] = [NOT_YET] * len(record.choice)
    return outlook(record, lead(record))


def strategy(state: State, seat: int) -> dict[str, float]:
    """The equilibrium: how likely a seat in turn makes each of its moves, by what it may know."""
    record_of_two(state)
    if not state.moves(seat):
        raise NotYourTurn(f"seat {seat} is not in turn; in turn: {state.turn}")
    seen = state.seen(seat)
    moves = {write(seen, seat, action): weight(seen, seat, action) for action in choices(seen, seat)}
    total = sum(moves.values())
    return {move: share / total for move, share in moves.items()}


def weight(s: Record, seat: int, action: int) -> int:
    """Each thing in hand is equally likely; the thief has no choice."""
    return 1 if all_have_chosen(s) else copies(s, seat, action)


def record_of_two(state: State) -> Any:
    if state.game.slug != "zahlenpoker" or state.game.players != 2:
        raise OptionError(f"only zahlenpoker with players=2 is solved, not {state.game!r}")
    return state.record()
