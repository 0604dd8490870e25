"""Which tables this server can go on with: those whose game it has, in the version of the rules they began with."""

from collections.abc import Callable
from typing import Literal, Protocol

from spielkiste.core.room import all_rooms
from spielkiste.server.events import Match
from spielkiste.server.rulings import Refused
from spielkiste.server.texts import N_

Why = Literal["older", "newer", "game", "events"]
SENTENCES: dict[Why, str] = {
    "older": N_(
        "This table was begun with older rules (version {table}). Here the game has version {server} by now. "
        "So that no move means something else than it did, the table stays as it is."
    ),
    "newer": N_(
        "This table was begun with newer rules (version {table}) than we have here (version {server}). "
        "It stays as it is until they are here too."
    ),
    "game": N_("The game of this table is not here at the moment. The table stays as it is until it is back."),
    "events": N_(
        "Something has happened at this table that we cannot read here. "
        "The table stays as it is until a newer version of Spielkiste is here."
    ),
}


class Rules(Protocol):
    """The rules a match is played by, such as a Match."""

    @property
    def slug(self) -> str: ...

    @property
    def version(self) -> int: ...


class Unfamiliar(Refused):
    """A table of rules that this server does not have. It is shown as what it is, and nothing of it is touched."""

    def __init__(self, match: Match, why: Why) -> None:
        super().__init__(N_("This table belongs to other rules than we have here."))
        self.match, self.why = match, why

    def in_words(self, translate: Callable[[str], str]) -> str:
        """For those who come to the table."""
        return sentence_of(self.why, self.match, translate)


def sentence_of(why: Why, rules: Rules, translate: Callable[[str], str]) -> str:
    """What is in the way of going on with a table of these rules."""
    return translate(SENTENCES[why]).format(table=rules.version, server=known_rules().get(rules.slug))


def known_rules() -> dict[str, int]:
    """The version of each game's rules that this server has."""
    return {slug: room.card.version for slug, room in all_rooms().items()}


def why_unfamiliar(rules: Rules) -> Why | None:
    """What is in the way of going on with a table; None: nothing, as far as the match itself tells."""
    version = known_rules().get(rules.slug)
    if version is None:
        return "game"
    if rules.version == version:
        return None
    return "older" if rules.version < version else "newer"
