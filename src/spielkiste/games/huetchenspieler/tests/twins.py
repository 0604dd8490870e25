"""Another match that looks the same: the covered stones of the current hiding lay in another order."""

import re
from itertools import permutations

import numpy as np

from spielkiste.core.state import State
from spielkiste.games.huetchenspieler.rules import covered


def twin(state: State, viewer: int | None, rng: np.random.Generator) -> State | None:
    """The match replayed with another layout; what was uncovered shows the same, so all answers stay as they were."""
    record = state.record()
    if not covered(record):
        return None
    laid = max(k for k, (_, move) in enumerate(state.moves_made) if move.startswith("lay"))
    fixed = {record.origin[place]: record.row[place] for place in range(4) if record.uncovered[place]}
    before = re.sub(r"\D", "", state.moves_made[laid][1])
    others = [
        "".join(order)
        for order in permutations("1234")
        if "".join(order) != before and all(order[origin - 1] == str(symbol) for origin, symbol in fixed.items())
    ]
    replayed = state.game.start()
    for k, (seat, move) in enumerate(state.moves_made):
        replayed = replayed.play(f"lay {rng.choice(others)}" if k == laid else move, seat=seat)
    return replayed
