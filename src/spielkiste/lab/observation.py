"""What a seat sees as numbers, of one state: for adapters and checks; `vec` writes the same ones for many games."""

from typing import Any

import numpy as np

from spielkiste.core.features import Feature, byte_places, features_of, narrowest
from spielkiste.core.game import Game
from spielkiste.core.state import State


class Observation:
    """The numbers of one game: `features` names them in order, `slices` says where each lies."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.features: list[Feature] = features_of(game)
        self.size = sum(feature.size for feature in self.features)
        self.dtype = np.dtype(narrowest(self.features))
        ends = np.cumsum([feature.size for feature in self.features]).tolist()
        self.slices = {one.name: slice(end - one.size, end) for one, end in zip(self.features, ends, strict=True)}
        self.places = [] if game.room.front.features else byte_places(game)

    @property
    def low(self) -> "np.ndarray[Any, Any]":
        return self.spread([feature.low for feature in self.features])

    @property
    def high(self) -> "np.ndarray[Any, Any]":
        return self.spread([feature.high for feature in self.features])

    def spread(self, values: list[int]) -> "np.ndarray[Any, Any]":
        return np.repeat(np.array(values, dtype=self.dtype), [feature.size for feature in self.features])

    def of(self, state: State, seat: int) -> "np.ndarray[Any, Any]":
        """What a seat sees of a state."""
        record = state.seen(seat)
        if self.places:
            data = record.pack()
            return np.array([seat, *(data[at] for at in self.places)], dtype=self.dtype)
        numbers = [0] * self.size
        self.game.room.verbs.observe(record, seat, numbers)
        return np.array(numbers, dtype=self.dtype)

    def named(self, numbers: Any) -> dict[str, Any]:
        """An observation (or an array of them, the numbers last) by the names of its features."""
        return {
            one.name: numbers[..., self.slices[one.name]].reshape((*numbers.shape[:-1], *one.shape))
            for one in self.features
        }
