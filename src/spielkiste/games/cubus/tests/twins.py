"""Another match that looks the same: somebody else secretly offered another build, or none."""

from typing import Any

import numpy as np

from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.games.cubus.rules import OFFER
from spielkiste.games.cubus.stack import MOST


def applies(game: Game) -> bool:
    """Only offers for the last build are ever secret."""
    return game.options.get("leftovers") == "best"


def twin(state: State, viewer: int | None, rng: np.random.Generator) -> State | None:
    """The same match with other offers of those who made theirs already, where they had another."""
    record = state.record()
    offers = record.silent.bit_count() if record.phase == OFFER else 0
    made = state.moves_made[len(state.moves_made) - offers :]
    if all(seat == viewer for seat, _ in made):
        return None
    replayed, changed = before_the_offers(state, offers), False
    for seat, move in made:
        others = [other for other in replayed.moves(seat) if other != move]
        if seat != viewer and others:
            move, changed = str(rng.choice(others)), True
        replayed = replayed.play(move, seat=seat)
    return replayed if changed else None


def before_the_offers(state: State, offers: int) -> State:
    """The match up to its first offer: until all are made an offer changes nothing else in the record."""
    s: Any = state.record()
    s.silent, s.offer = 0, [[0] * MOST for _ in s.offer]
    history = state._history
    for _ in range(offers):
        history = history.before if history else None
    return State(state.game, s.pack(), history)
