"""Pictures of positions, and what is touched in them, made once for all who see the same."""

from collections import OrderedDict

from spielkiste.core.game import Game
from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.core.svg import Picture

KEPT = 512  # pages of a table are told of a move one right after the other; somebody may look again a little later

Paths = dict[str, tuple[str, ...]]
Key = tuple[Game, bytes, str, tuple[str, ...]]


class Noticing(Look):
    """A look that notices whether the board asks which seat it is drawn for."""

    asked: bool

    def __init__(self, look: Look) -> None:
        self.__dict__.update(lang=look.lang, names=look.names, through=look.seat, asked=False)

    @property
    def seat(self) -> int | None:
        self.__dict__["asked"] = True
        return self.__dict__["through"]  # type: ignore[no-any-return]


class Gallery:
    """The pictures drawn lately. A board that does not ask for the seat is the same for all who see the same record."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._pictures: OrderedDict[tuple[Key, int | None, bool], Picture] = OrderedDict()
        self._paths: OrderedDict[tuple[Game, bytes, int], Paths] = OrderedDict()

    def picture(self, state: State, look: Look) -> Picture:
        """The position as it is seen through a look. Whoever gets it must not change it: others have the same."""
        seen = state.seen(look.seat)
        key = (state.game, seen.pack(), look.lang, look.names)
        for place in ((key, None, True), (key, look.seat, False)):
            if place in self._pictures:
                self._pictures.move_to_end(place)
                return self._pictures[place]
        noticing = Noticing(look)
        drawn: Picture = state.game.room.board.draw(seen, noticing)
        self._pictures[key, look.seat if noticing.asked else None, not noticing.asked] = drawn
        if len(self._pictures) > self._kept:
            self._pictures.popitem(last=False)
        return drawn

    def paths(self, state: State, seat: int) -> Paths:
        """What a seat may touch; asked for when it may, and again to show what it touched."""
        key = (state.game, state.data, seat)
        found = self._paths.get(key)
        if found is None:
            found = self._paths[key] = state.paths(seat)
            if len(self._paths) > self._kept:
                self._paths.popitem(last=False)
        return found


GALLERY = Gallery()
