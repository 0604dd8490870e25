"""Another match that looks the same: somebody else has secretly chosen something else in this round."""

import numpy as np

from spielkiste.core.state import State
from spielkiste.games.zahlenpoker.rules import NOT_YET, all_have_chosen


def twin(state: State, viewer: int | None, rng: np.random.Generator) -> State | None:
    """The match replayed with other choices of those who chose already, where they had another."""
    record = state.record()
    if all_have_chosen(record):
        return None
    chosen = sum(record.choice[seat] != NOT_YET for seat in range(state.game.players))
    begin = len(state.moves_made) - chosen
    replayed = state.game.start()
    changed = False
    for k, (seat, move) in enumerate(state.moves_made):
        others = [other for other in replayed.moves(seat) if other != move]
        if k >= begin and seat != viewer and others:
            move, changed = str(rng.choice(others)), True
        replayed = replayed.play(move, seat=seat)
    return replayed if changed else None
