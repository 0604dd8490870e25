"""How the room plays: leave a multiple of four."""

from spielkiste.core.game import Game
from spielkiste.core.record import Record
from spielkiste.search.player import Back, Player
from spielkiste.search.players import AnyMove, Greedy


def worth(s: Record, seat: int, action: int) -> float:
    """How good a legal move looks, before it is made; `s` is what the seat sees."""
    return -float((s.heap - action - 1) % 4)


def player(game: Game, level: int, seed: int) -> Player:
    return AnyMove(seed) if level == 1 else Greedy(seed, worth)


BACK = Back(levels=(1, 2), player=player)
