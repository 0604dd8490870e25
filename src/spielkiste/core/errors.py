"""The vocabulary of errors. Each says what was wrong and what would be right; nothing has changed when it is raised."""

from typing import Any

REPEATED = 60  # characters of a value that a sentence about it repeats …
MOVE_REPEATED = 200  # … and of a move: the longest build seen at Cubus has 105


class SpielkisteError(ValueError):
    """The base of all errors this package raises on bad input."""


class UnknownGame(SpielkisteError):
    """There is no game of that name."""


class OptionError(SpielkisteError):
    """An option the game does not have, that does not apply here, or a value it cannot take."""


class NotAMove(SpielkisteError):
    """The text cannot be read as a move of this game."""


class IllegalMove(SpielkisteError):
    """A move of this game, but not one that is possible now."""


class NotYourTurn(SpielkisteError):
    """The seat may not act now, does not exist, or must be named because several may act."""


class GameOver(SpielkisteError):
    """The game has ended; no more moves."""


class BadBytes(SpielkisteError):
    """The bytes are not a position of this game, or are damaged."""


class BadRecord(SpielkisteError):
    """The record of a match is damaged, of another game, or of rules that are not here."""


class RoomError(SpielkisteError):
    """A game's folder does not keep the contract of a room."""


def brief(value: Any, most: int = REPEATED) -> str:
    """A value as a sentence repeats it: not all of one that is long."""
    try:
        text = repr(value)
    except RecursionError:
        text = repr(type(value))  # nested too deeply
    return text if len(text) <= most else f"{text[:most]}…"
