"""A game with its options settled: the factory of its states."""

from typing import Any

from spielkiste.core.once import once
from spielkiste.core.record import Layout, Plain
from spielkiste.core.room import Room, all_rooms, room
from spielkiste.core.state import State
from spielkiste.core.storage import from_bytes


class Game:
    """A game with its options. Two games are equal when name and options are."""

    def __init__(self, home: Room, options: dict[str, Any]) -> None:
        self.room = home
        self.slug = home.slug
        self.card = home.card
        self._options = options
        self.players = home.card.seats(options)
        self.layout: Layout = home.layout(options)
        self.plain: type[Plain] = home.plain(options)

    @property
    def options(self) -> dict[str, Any]:
        """The options that apply, as a new dict; `sk.game(slug, **options)` gives this game again."""
        return dict(self._options)

    @once
    def teams(self) -> tuple[int, ...]:
        """The team of each seat; everybody alone unless the game has teams."""
        return self.card.teams(self._options) if self.card.teams else tuple(range(self.players))

    @once
    def action_count(self) -> int | None:
        """The numbers of all moves of players are below this; None where moves are free forms."""
        numbered = self.room.front.numbered
        return numbered.action_count(self._options) if numbered else None

    @once
    def first(self) -> bytes:
        """The record every match of this game begins with."""
        record = self.plain.zero()
        self.room.rules.start(record, self._options)
        return record.pack()

    def start(self) -> State:
        """The position before the first move."""
        return State(self, self.first)

    def from_bytes(self, data: bytes) -> State:
        """The state that `to_bytes` wrote; BadBytes if these are not the bytes of a state of this very game."""
        return from_bytes(self, data)

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.slug, self._options)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Game) and (self.slug, self._options) == (other.slug, other._options)

    def __hash__(self) -> int:
        return self._hash

    @once
    def key(self) -> str:
        """Another for another game: to look something up by a text is quicker than by the game itself."""
        return f"{self.slug} {sorted(self._options.items())!r}"

    @once
    def _hash(self) -> int:
        return hash((self.slug, tuple(sorted(self._options.items()))))

    def __repr__(self) -> str:
        return f"game({', '.join([repr(self.slug), *(f'{k}={v!r}' for k, v in self._options.items())])})"


def restored(slug: str, options: dict[str, Any]) -> Game:
    """A game from its name and options, in another process."""
    return game(slug, **options)


def games() -> tuple[str, ...]:
    """The names of all games, sorted."""
    return tuple(all_rooms())


def game(slug: str, **options: Any) -> Game:
    """A game by name, options by keyword. UnknownGame and OptionError say what is wrong."""
    home = room(slug)
    return Game(home, home.card.settle(options))
