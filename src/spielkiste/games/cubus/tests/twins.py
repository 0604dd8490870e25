"""Another match that looks the same: somebody else secretly offered another build, or none."""

from functools import lru_cache

import numpy as np

from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.games.cubus.rules import OFFER


def applies(game: Game) -> bool:
    """Only offers for the last build are ever secret."""
    return game.options.get("leftovers") == "best"


def twin(state: State, viewer: int | None, rng: np.random.Generator) -> State | None:
    """The same match with other offers of those who made theirs already, where they had another."""
    record = state.record()
    offers = record.silent.bit_count() if record.phase == OFFER else 0
    before, made = state.moves_made[: state.length - offers], state.moves_made[state.length - offers :]
    if all(seat == viewer for seat, _ in made):
        return None
    replayed, changed = before_the_offers(state.game, before), False
    for seat, move in made:
        others = [other for other in replayed.moves(seat) if other != move]
        if seat != viewer and others:
            move, changed = str(rng.choice(others)), True
        replayed = replayed.play(move, seat=seat)
    return replayed if changed else None


@lru_cache(maxsize=1)  # the same for all who offer and all who look
def before_the_offers(game: Game, made: tuple[tuple[int, str], ...]) -> State:
    """The match up to its first offer."""
    state = game.start()
    for seat, move in made:
        state = state.play(move, seat=seat)
    return state
