"""Another match that looks the same: somebody else wrote this round's number into another cell."""

import numpy as np

from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.games.knister.notation import cell_name

LAST_ROUND = 24  # then nobody has another cell


def applies(game: Game) -> bool:
    """Alone nothing is ever secret."""
    return game.players > 1


def twin(state: State, viewer: int | None, rng: np.random.Generator) -> State | None:
    """The match replayed with other cells for all entries that are secret from the viewer."""
    record = state.record()
    secret = [seat for seat in range(record.players) if record.entry[seat] and seat != viewer]
    if not secret or record.round == LAST_ROUND or rng.random() > keep(state.game.players):
        return None
    began = max(k for k, (seat, _) in enumerate(state.moves_made) if seat < 0)
    replayed = state.game.start()
    for k, (seat, move) in enumerate(state.moves_made):
        if k > began and seat != viewer:
            others = [cell for cell in range(25) if not record.sheet[seat][cell] and cell_name(cell) != move]
            move = cell_name(int(rng.choice(others)))
        replayed = replayed.play(move, seat=seat)
    return replayed


def keep(players: int) -> float:
    """The share of states to replay: of a small table all, of a large one few, for it has many states and viewers."""
    return min(1.0, 4 / players**2)
