"""Answers judged by a perfect memory: everybody saw the row laid and every slide, so everybody could know."""

from typing import Any

from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.search.judge import STONES, Judge, Verdict, ranked
from spielkiste.search.limit import Limit

from .rules import (
    COVER,
    FIRST_ASK,
    FIRST_SLIDE,
    FIRST_TAKE,
    LAY,
    LOOK,
    PLACES,
    SLIDE,
    TAKE,
    in_turn,
    is_uncovered,
    play,
)


class MemoryJudge(Judge):
    """Stones in the end if from now on nobody forgets anything. How a slider lays, slides and asks makes no difference
    then: that is judged by nobody."""

    measure = STONES

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.manner = "shared"

    def verdict(self, state: State, seat: int, limit: Limit) -> Verdict:
        if state.record().phase != TAKE:
            return ranked(dict.fromkeys(state.moves(seat), self.outlook(state, seat, limit)), exact=True)
        return ranked(
            {move: self.outlook(state.play(move, seat=seat), seat, limit) for move in state.moves(seat)}, exact=True
        )

    def outlook(self, state: State, seat: int, limit: Limit) -> float:
        s: Any = state.record()
        while in_turn(s):
            play(s, 0, right_action(s))
        return float(s.won[seat])

    def exact_outlook(self, state: State) -> bool:
        return True

    def may_tip(self, state: State, seat: int) -> bool:
        """Where the stones are everybody must remember."""
        return bool(state.record().phase != TAKE)


def right_action(s: Any) -> int:
    """Any move, and of the answers the right one."""
    if s.phase == LAY:
        return 0
    if s.phase == LOOK:
        return COVER
    if s.phase == SLIDE:
        return FIRST_SLIDE
    if s.phase == TAKE:
        return FIRST_TAKE + next(k for k in range(PLACES) if s.row[k] == s.asked)
    return FIRST_ASK + next(k for k in range(PLACES) if not is_uncovered(s, k + 1))
