"""Solving a position: what a room can answer (`answers.py`), else alpha-beta to the end of an open game."""

from typing import TYPE_CHECKING

from spielkiste.core.errors import GameOver, NotYourTurn, OptionError
from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE
from spielkiste.search.answer import Answer, InEach
from spielkiste.search.bots import all_cores, back_of, is_closed
from spielkiste.search.limit import Limit
from spielkiste.search.players import two_sides

if TYPE_CHECKING:
    from spielkiste.search.deepen import Found


def answers(state: State, seat: int | None = None, seconds: float = 10.0) -> list[Answer]:
    """Everything that can be solved in a position for a seat (by default the first in turn).

    OptionError where nothing can be: the game has no solver, or not for these options.
    """
    limit = Limit(seconds=seconds, cores=all_cores())
    if state.over:
        raise GameOver("the game is over; there is nothing to solve")
    who = asking(state, seat)
    home = state.game.room
    found: list[Answer] | None = None
    own = back_of(home).answers
    if own is not None:
        found = own(state, who, limit)
    elif is_closed(state.game):
        raise OptionError(f"{home.slug}: there is no solver for this game; its bots are all there is")
    return to_the_end(state, limit) if found is None else found


def asking(state: State, seat: int | None) -> int:
    """Whose question it is. What is open is asked for the seat in turn, what is secret any seat may ask for itself."""
    if seat is None:
        return next((one for one in state.turn if one >= 0), 0)
    if not 0 <= seat < state.game.players:
        raise NotYourTurn(f"there is no seat {seat}; the seats are 0 to {state.game.players - 1}")
    if seat not in state.turn and not is_closed(state.game):
        raise NotYourTurn(f"seat {seat} is not in turn; in turn: {state.turn}")
    return seat


def to_the_end(state: State, limit: Limit) -> list[Answer]:
    """The best play of both sides, if it can be seen in the time; else how far it was seen."""
    from spielkiste.search.deepen import best_play

    if not two_sides(state.game):
        raise OptionError(f"{state.game!r}: only play of two sides is searched to the end")
    if state.turn == (CHANCE,):
        raise NotYourTurn("a chance event comes first: name its outcome among the moves")
    question = {
        "de": "Wie geht es aus, wenn beide am besten spielen?",
        "en": "How does it end if both sides play best?",
    }
    try:
        searches, end = best_play(state, limit)
    except NotYourTurn:
        raise OptionError(f"{state.game.slug}: chance still plays a part, so there is no one best line") from None
    if end.returns is not None and all(found.exact for found in searches):
        line, nodes = tuple(found.move for found in searches), sum(found.nodes for found in searches)
        return [Answer(question, InEach(lambda look: to_its_end(end, nodes, look)), True, line)]
    return [Answer(question, InEach(lambda look: so_far(state, searches[0], limit, look)), False, searches[0].line)]


def to_its_end(end: State, nodes: int, look: Look) -> str:
    scores, winners = " : ".join(map(str, end.scores)), winning(end, look)
    if not winners:
        return look.say(f"unentschieden, {scores} ({nodes} Stellungen)", f"a draw, {scores} ({nodes} nodes)")
    return look.say(
        f"{winners} gewinnt, {scores} ({nodes} Stellungen)", f"a win of {winners}, {scores} ({nodes} nodes)"
    )


def winning(end: State, look: Look) -> str:
    """Who has won, by name."""
    winners = [look.name(seat) for seat, gained in enumerate(end.returns or ()) if gained > 0]
    return look.say(" mit ", " with ").join(winners)


def so_far(state: State, first: "Found", limit: Limit, look: Look) -> str:
    """What was seen in the time."""
    name, value, seconds = look.name(state.turn[0]), f"{first.value:+.2f}", f"{limit.time:g}"
    return look.say(
        f"in {seconds} s nicht bis zum Ende gesehen; {first.depth} Züge weit, {name} steht dann bei {value}",
        f"not seen to the end in {seconds} s; looked {first.depth} moves ahead, {name} then stands at {value}",
    )
