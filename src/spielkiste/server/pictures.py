"""Pictures of positions, and what is touched in them, made once for all who see the same."""

from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.core.svg import Picture
from spielkiste.server.kept import Kept

BYTES_KEPT = 24 << 20  # pages of a table are told of a move one right after the other, and somebody may look again
BESIDE, PATH = 400, 250  # bytes of a key, and of a path, roughly

Paths = dict[str, tuple[str, ...]]


class Noticing(Look):
    """A look that notices whether the board asks which seat it is drawn for."""

    asked: bool

    def __init__(self, look: Look) -> None:
        self.__dict__.update(lang=look.lang, names=look.names, colours=look.colours, through=look.seat, asked=False)

    @property
    def seat(self) -> int | None:
        self.__dict__["asked"] = True
        return self.__dict__["through"]  # type: ignore[no-any-return]


class Gallery:
    """The pictures drawn lately. A board that does not ask for the seat is the same for all who see the same record."""

    def __init__(self, most: int = BYTES_KEPT) -> None:
        self._pictures: Kept[Picture] = Kept(most)
        self._paths: Kept[Paths] = Kept(most // 2)

    def picture(self, state: State, look: Look) -> Picture:
        """The position as it is seen through a look. Whoever gets it must not change it: others have the same."""
        for_all = (state.game.key, state.data, look.lang, look.names, look.colours)
        for_seat = (*for_all, look.seat)
        secrets = state.game.room.front.secrets is not None  # then no two seats share a picture
        found = self._pictures.get(for_seat) if secrets else self._pictures.get(for_all) or self._pictures.get(for_seat)
        if found is None:
            noticing = Noticing(look)
            found = state.game.room.board.draw(state.shown_to(look.seat), noticing)
            place = for_seat if secrets or noticing.asked else for_all
            self._pictures.put(place, found, sum(map(len, found.parts)) + len(state.data) + BESIDE)
        return found

    def paths(self, state: State, seat: int) -> Paths:
        """What a seat may touch; asked for when it may, and again to show what it touched."""
        key = (state.game.key, state.data, seat)
        found = self._paths.get(key)
        if found is None:
            found = state.paths(seat)
            self._paths.put(key, found, PATH * len(found) + len(state.data) + BESIDE)
        return found

    def clear(self) -> None:
        self._pictures.clear()
        self._paths.clear()


GALLERY = Gallery()
