"""What can happen at a table: a struct for each kind of event, and the form in which it is stored.

A kind and its fields are stored as they are named here, for as long as there are tables. A new kind is a new struct and
a line in KINDS; an old one never changes its meaning.
"""

from typing import Literal

import msgspec

from spielkiste.core.errors import SpielkisteError

Moves = tuple[tuple[int, str], ...]  # seat and move: a player's or the clock's first, then what chance did after it


class News(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an event says has happened."""


# --- before the game ------------------------------------------------------------------------------


class Opened(News, frozen=True):
    """The table is there."""


class Sat(News, frozen=True):
    seat: int
    person: str
    name: str


class Stood(News, frozen=True):
    """Nobody sits there any more."""

    seat: int


class Allowed(News, frozen=True):
    """Whom the host had taken from the table may sit down again."""

    person: str


class SeatedBot(News, frozen=True, omit_defaults=True):
    seat: int
    level: int
    name: str = ""  # which of the computer's players it is; tables of long ago had none


class Swapped(News, frozen=True):
    seat: int
    other: int


class Renamed(News, frozen=True):
    person: str
    name: str


class Coloured(News, frozen=True):
    """Whoever sits there has chosen the colour of the stones."""

    seat: int
    colour: str


class Drew(News, frozen=True):
    """It is settled who begins: the seats are turned so that this one is the first."""

    first: int
    how: Literal["lot", "others", "chosen"]  # drawn among all, among all but the host, or said by the host


class Started(News, frozen=True):
    """The game has begun; what chance laid out first."""

    moves: Moves


# --- the game -------------------------------------------------------------------------------------


class Played(News, frozen=True, omit_defaults=True):
    """A move, and the chance events after it."""

    moves: Moves
    shows: float = 0.0  # seconds in which everybody looks at what came of it before anybody decides again


class WentOn(News, frozen=True):
    """Somebody has seen enough of what is shown."""


class Asked(News, frozen=True):
    """Somebody would like to go back before the event of a number."""

    number: int
    name: str


class Agreed(News, frozen=True):
    """One of those asked has said yes."""


class Declined(News, frozen=True):
    """Somebody has said no, or does not ask any longer."""


class Undone(News, frozen=True):
    """The table is again as it was before the event of a number."""

    number: int


class Stopped(News, frozen=True):
    """The game is over, not by its rules."""

    why: Literal["resigned", "abandoned", "forgotten"]
    seat: int  # whose doing it was; -1 for a table that nobody came back to


# --- around the game ------------------------------------------------------------------------------


class Chatted(News, frozen=True):
    text: str
    name: str


class Reacted(News, frozen=True):
    what: str
    name: str


class Replaced(News, frozen=True):
    """A bot goes on for somebody who is away."""

    seat: int
    level: int


class Waited(News, frozen=True):
    """The others wait for somebody who is away."""

    seat: int


class Hiccuped(News, frozen=True):
    """A bot had to be started anew."""

    seat: int


class Erased(News, frozen=True):
    """Somebody was taken out of all events before: whoever knows them from before reads them anew."""


class TipsSwitched(News, frozen=True):
    """Whether tips are given at this table."""

    on: bool


class WantedAgain(News, frozen=True):
    """Somebody would like to play once more, or to go on with what follows the game."""

    sequel: bool = False


class Followed(News, frozen=True):
    """There is a rematch, at another table."""

    match: str


KINDS: dict[str, type[News]] = {
    "opened": Opened,
    "sat": Sat,
    "stood": Stood,
    "allowed": Allowed,
    "seated_bot": SeatedBot,
    "swapped": Swapped,
    "renamed": Renamed,
    "coloured": Coloured,
    "drew": Drew,
    "started": Started,
    "played": Played,
    "went_on": WentOn,
    "asked": Asked,
    "agreed": Agreed,
    "declined": Declined,
    "undone": Undone,
    "stopped": Stopped,
    "chatted": Chatted,
    "reacted": Reacted,
    "replaced": Replaced,
    "waited": Waited,
    "hiccuped": Hiccuped,
    "erased": Erased,
    "tips_switched": TipsSwitched,
    "wanted_again": WantedAgain,
    "followed": Followed,
}
NAMES = {struct: kind for kind, struct in KINDS.items()}


class UnknownEvent(SpielkisteError):  # noqa: N818 - named like the errors of the core
    """A stored event that this version cannot read: of a kind it does not know, or with other fields."""


class BadEvent(SpielkisteError):  # noqa: N818
    """A stored event that cannot have happened at its table."""


def kind_of(news: News) -> str:
    """What this kind of event is called in the database."""
    return NAMES[type(news)]


def to_stored(news: News) -> str:
    """The fields as they are stored, beside the kind."""
    return msgspec.json.encode(news).decode()


def from_stored(kind: str, data: str) -> News:
    """What was stored; UnknownEvent where that says nothing to this version."""
    struct = KINDS.get(kind)
    if struct is None:
        raise UnknownEvent(f"{kind!r} is no kind of event; known are {', '.join(KINDS)}")
    try:
        return msgspec.json.decode(data, type=struct)
    except msgspec.DecodeError as wrong:
        raise UnknownEvent(f"an event of the kind {kind!r} cannot be read: {wrong}") from None
