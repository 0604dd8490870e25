"""Spielkiste: nine German family games with exact rules, for people, bots and programs."""

from typing import TYPE_CHECKING, Any

from spielkiste.core.deal import deal
from spielkiste.core.errors import (
    BadBytes,
    BadRecord,
    GameOver,
    IllegalMove,
    NotAMove,
    NotYourTurn,
    OptionError,
    RoomError,
    SpielkisteError,
    UnknownGame,
)
from spielkiste.core.game import Game, game
from spielkiste.core.room import add_rooms
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE, CLOCK

if TYPE_CHECKING:
    from spielkiste.core.game import games
    from spielkiste.core.match_record import MatchRecord, load_record
    from spielkiste.search.bots import analyse, bot
    from spielkiste.search.review import review
else:
    from spielkiste import games  # the package of that name answers for the function: see there

__version__ = "0.2.0"

__all__ = [
    "CHANCE",
    "CLOCK",
    "BadBytes",
    "BadRecord",
    "Game",
    "GameOver",
    "IllegalMove",
    "MatchRecord",
    "NotAMove",
    "NotYourTurn",
    "OptionError",
    "RoomError",
    "SpielkisteError",
    "State",
    "UnknownGame",
    "add_rooms",
    "analyse",
    "bot",
    "deal",
    "game",
    "games",
    "load_record",
    "review",
]


def __getattr__(name: str) -> Any:
    if name in ("analyse", "bot"):
        from spielkiste.search import bots

        return getattr(bots, name)
    if name in ("MatchRecord", "load_record"):
        from spielkiste.core import match_record

        return getattr(match_record, name)
    if name == "review":
        from spielkiste.search.review import review

        return review
    raise AttributeError(f"module 'spielkiste' has no attribute {name!r}")
