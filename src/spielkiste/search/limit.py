"""How much may be thought about a move: one type for every search."""

import math
from dataclasses import dataclass, replace
from typing import TypeVar

from spielkiste.core.errors import OptionError

Number = TypeVar("Number", int, float)
SECONDS = 1.5  # a move of the strongest level, so that an answer comes within two


@dataclass(frozen=True)
class Limit:
    """A search ends at the first of these that is used up; None: no limit of that kind. By simulations or nodes it is
    repeatable, by seconds as far as the machine is equally fast. `cores`: how many it may use where time decides."""

    seconds: float | None = None
    simulations: int | None = None  # of a tree search, or games played on
    nodes: int | None = None  # of alpha-beta and the searches for one player
    cores: int = 1

    def __post_init__(self) -> None:
        if self.seconds is not None and not 0 < self.seconds < math.inf:
            raise OptionError(f"seconds={self.seconds!r}: must be a positive number")
        for name, count in (("simulations", self.simulations), ("nodes", self.nodes), ("cores", self.cores)):
            if count is not None and count < 1:
                raise OptionError(f"{name}={count!r}: must be positive")

    def within(self, other: "Limit") -> "Limit":
        """The tighter of both; the cores are the other's."""
        return Limit(
            least(self.seconds, other.seconds),
            least(self.simulations, other.simulations),
            least(self.nodes, other.nodes),
            other.cores,
        )

    def part(self, share: float) -> "Limit":
        """A share of it, at least the smallest piece of each kind."""
        return replace(
            self,
            seconds=None if self.seconds is None else self.seconds * share,
            simulations=None if self.simulations is None else max(1, round(self.simulations * share)),
            nodes=None if self.nodes is None else max(1, round(self.nodes * share)),
        )

    @property
    def repeatable(self) -> bool:
        """Whether a number decides and not the time."""
        return self.simulations is not None or self.nodes is not None

    @property
    def time(self) -> float:
        """Seconds for what knows no other limit."""
        return SECONDS if self.seconds is None else self.seconds


NO_LIMIT = Limit()


def least(one: Number | None, other: Number | None) -> Number | None:
    return other if one is None else one if other is None else min(one, other)
