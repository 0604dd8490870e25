"""A position as numbers, for those who learn: what they are called and how large they may be."""

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from spielkiste.core.record import SIZES

if TYPE_CHECKING:
    from spielkiste.core.game import Game

BYTE = 255
WIDTHS = (("int8", -128, 127), ("uint8", 0, 255), ("int16", -(1 << 15), (1 << 15) - 1), ("int32", -(1 << 31), 1 << 31))


@dataclass(frozen=True)
class Feature:
    """Some numbers of an observation: a plane, a row, or one. `low` and `high`: between which they lie."""

    name: str
    shape: tuple[int, ...] = ()
    low: int = 0
    high: int = 1

    @property
    def size(self) -> int:
        return prod(self.shape)


def features_of(game: "Game") -> list[Feature]:
    """What the room shows to those who learn; where it says nothing, the bytes of what a seat sees."""
    named = game.room.front.features
    return named.features(game.options) if named else [Feature("seat", (), 0, 60), *byte_features(game)]


def byte_features(game: "Game") -> list[Feature]:
    """The record's fields as bytes, without what it merely remembers."""
    return [
        Feature(name, (*shape, SIZES[kind][1]), 0, BYTE)
        for name, kind, shape in game.layout.fields
        if is_shown(game, name)
    ]


def byte_places(game: "Game") -> list[int]:
    """Where in the record these bytes lie."""
    layout = game.layout
    return [
        at + k
        for (name, kind, shape), at in zip(layout.fields, layout.offsets, strict=True)
        if is_shown(game, name)
        for k in range(SIZES[kind][1] * prod(shape))
    ]


def is_shown(game: "Game", field: str) -> bool:
    return field not in game.layout.memory and field != f"tag_{game.slug}"


def narrowest(features: list[Feature]) -> str:
    """The smallest type of NumPy that holds all of them."""
    low, high = min(one.low for one in features), max(one.high for one in features)
    return next(name for name, least, most in WIDTHS if least <= low and high <= most)
