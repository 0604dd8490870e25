"""How a position is looked at: by whom, in which language; and what a board offers to a person's fingers."""

from dataclasses import dataclass
from typing import NamedTuple

from spielkiste.core.language import translated
from spielkiste.core.svg import SEAT_STONES, Picture


@dataclass(frozen=True)
class Look:
    """Who looks: from which seat (None: a spectator), in which language, how the players are called, and which stones
    they have chosen (a colour for each seat, or nothing)."""

    seat: int | None = None
    lang: str = "en"
    names: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()

    def say(self, de: str, en: str) -> str:
        """What stands here in German and in English; in any other language what its catalogue has for the English."""
        if self.lang == "de":
            return de
        return en if self.lang == "en" else translated(self.lang, en, self.names)

    def name(self, seat: int) -> str:
        """What the player on a seat is called; people count from 1."""
        return self.given(seat) or self.say(f"Spieler {seat + 1}", f"player {seat + 1}")

    def given(self, seat: int) -> str:
        """The name that somebody on a seat was given, or ""."""
        return self.names[seat] if seat < len(self.names) else ""

    def stone(self, seat: int, usual: tuple[str, ...] = SEAT_STONES) -> str:
        """The colour a player is drawn with: the one chosen, or the room's own."""
        return (self.colours or usual)[seat]


class AskedLook(Look):
    """A look that notes whether its seat was asked for: if not, what was said is the same for everybody."""

    def __init__(self, look: Look) -> None:
        own = self.__dict__
        own.update(lang=look.lang, names=look.names, colours=look.colours, asked=False)
        own["unasked"] = look.__dict__["unasked"] if isinstance(look, AskedLook) else look.seat

    asked: bool
    unasked: int | None  # the seat, for whoever takes care of the difference

    @property
    def seat(self) -> int | None:
        self.__dict__["asked"] = True
        return self.unasked


class Gather(NamedTuple):
    """A tool to touch any of these elements, in a stroke or one by one; the board makes a move of them (`gathered`)."""

    id: str
    label: str
    elements: tuple[str, ...]
    most: int
    wanted: int = 0  # how many make a move that can be right; 0: any number
    hint: str = ""  # what to do with it, in a sentence


class Draft(NamedTuple):
    """A move in the making: its picture, the next drafts by the element touched, the move to commit, a note."""

    picture: Picture
    steps: dict[str, str]
    move: str | None
    note: str
