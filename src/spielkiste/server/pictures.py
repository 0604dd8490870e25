"""Pictures of positions, and what is touched in them, made once for all who see the same. A state keeps them as long as
it is there: pages of a table are told of a move one right after the other, and somebody may look again."""

from spielkiste.core.look import AskedLook, Look
from spielkiste.core.state import State
from spielkiste.core.svg import Picture

KEPT = 100  # of a state, about: a class sees as many pictures, and who changes names for ever fills no memory
Paths = dict[str, tuple[str, ...]]


def picture_of(state: State, look: Look) -> Picture:
    """The position as it is seen through a look. Whoever gets it must not change it: others have the same, where the
    board does not ask for the seat all who see the same record."""
    kept, for_all = state.beside, ("picture", look.lang, look.names, look.colours)
    for_seat = (*for_all, look.seat)
    secrets = state.game.room.front.secrets is not None  # then no two seats share a picture
    found: Picture | None = kept.get(for_seat) or (None if secrets else kept.get(for_all))
    if found is None:
        asked = AskedLook(look)
        found = state.game.room.board.draw(state.shown_to(look.seat), asked)
        if len(kept) >= KEPT:
            kept.clear()
        kept[for_seat if secrets or asked.asked else for_all] = found
    return found


def paths_of(state: State, seat: int) -> Paths:
    """What a seat may touch; asked for when it may, and again to show what it touched."""
    found: Paths | None = state.beside.get(("paths", seat))
    if found is None:
        found = state.beside["paths", seat] = state.paths(seat)
    return found


def path_at_hand(state: State, seat: int, move: str) -> tuple[str, ...] | None:
    """What is touched for a move, if somebody has asked what may be."""
    paths: Paths | None = state.beside.get(("paths", seat))
    return None if paths is None else paths.get(move, ())
