"""Pictures of positions, and what is touched in them, made once for all who see the same. A state keeps them as long as
it is there: pages of a table are told of a move one right after the other, and somebody may look again."""

from spielkiste.core.look import AskedLook, Look
from spielkiste.core.state import State
from spielkiste.core.svg import Picture

KEPT = 100  # of a state, about: a class sees as many pictures, and who changes names for ever fills no memory
Paths = dict[str, tuple[str, ...]]


def picture_of(state: State, look: Look) -> Picture:
    """The position as it is seen through a look. Whoever gets it must not change it: others have the same, where nobody
    asks for the seat (a game with secrets does, so that no two seats share a picture) all who look."""
    kept, for_all = state.beside, ("picture", look.lang, look.names, look.colours)
    for_seat = (*for_all, look.seat)
    found: Picture | None = kept.get(for_seat) or kept.get(for_all)
    if found is None:
        asked = AskedLook(look)
        found = state.picture(asked)
        if len(kept) >= KEPT:
            kept.clear()
        kept[for_seat if asked.asked else for_all] = found
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
