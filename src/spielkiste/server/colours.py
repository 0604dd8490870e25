"""The colours that people choose for their stones, where a game lets them."""

from collections.abc import Sequence

from spielkiste.core.game import Game
from spielkiste.core.svg import STONES
from spielkiste.server.texts import N_

PALETTE = {
    "light": N_("white"),
    "dark": N_("dark blue"),
    "red": N_("red"),
    "blue": N_("blue"),
    "yellow": N_("yellow"),
    "green": N_("green"),
}
assert PALETTE.keys() == STONES.keys()


def usual_colours(game: Game) -> tuple[str, ...]:
    """A game's own colours by seat; nothing where its rules fix them or it has none."""
    return game.card.colours(game.players) if game.card.colours else ()


def settled(chosen: Sequence[str], usual: Sequence[str]) -> tuple[str, ...]:
    """A colour for each seat and never one twice: the one chosen ("" for none), else its own, else one that is left."""
    kept = [colour or ("" if own in chosen else own) for colour, own in zip(chosen, usual, strict=True)]
    left = iter([colour for colour in dict.fromkeys((*usual, *STONES)) if colour not in kept])
    return tuple(colour or next(left) for colour in kept)
