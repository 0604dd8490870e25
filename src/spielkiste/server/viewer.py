"""Who looks at a table, from which seat, and what of its moves they may know."""

from collections.abc import Callable
from typing import NamedTuple

from spielkiste.server.table import Moment, Table


class Viewer(NamedTuple):
    """Somebody looking at a table: who, in which language, and through which seat where they have several."""

    person: str
    lang: str
    translate: Callable[[str], str]
    seat: int | None = None  # chosen by lifting the curtain
    watching: bool = False  # came by a link for watching only
    named: bool = False  # whether this person has given a name

    def say(self, text: str, **gaps: object) -> str:
        return self.translate(text).format(**gaps)


class Place(NamedTuple):
    """The seat a page looks from now, and whom the device must be passed to first."""

    seat: int | None
    curtain: str | None = None


def place_of(table: Table, viewer: Viewer) -> Place:
    """A person's only seat; with several people on a device the one to act, behind a curtain if there are secrets."""
    mine = table.mine(viewer.person)
    if not mine:
        return Place(None)
    if len(mine) == 1:
        return Place(mine[0])
    acting = [seat for seat in mine if seat in table.state.turn] if table.phase == "running" else []
    if not table.hides() or table.phase != "running":
        return Place(acting[0] if acting else mine[0])
    if viewer.seat in acting or (viewer.seat in mine and not acting):
        return Place(viewer.seat)
    return Place(None, table.seats[acting[0]].name if acting else None)


def waiting_seat(table: Table, viewer: Viewer) -> int | None:
    """Who may lift the curtain now."""
    acting = [seat for seat in table.mine(viewer.person) if seat in table.state.turn]
    return acting[0] if acting and table.phase == "running" else None


def known(table: Table, moment: Moment, seat: int | None) -> bool:
    if table.game.room.front.secret_moves is None:  # most games have none: no need to walk back to the move
        return True
    return table.state.known_move(moment.index, seat) is not None


def to_remember(table: Table, moment: Moment) -> bool:
    """Whether people must keep a move in mind themselves: it was seen, and is not told."""
    return table.game.room.front.for_memory is not None and table.state.to_remember(moment.index)
