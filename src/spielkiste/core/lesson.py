"""Positions worth showing: pictures in the rules, and the few moves of somebody's first game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from spielkiste.core.card import Texts
from spielkiste.core.language import Spoken

Played = str | tuple[int, str]  # a move, with its seat where several may act


@dataclass(frozen=True)
class Example:
    """A position: options, then moves. With a seed, chance falls by it; without one its moves are among the moves."""

    moves: tuple[Played, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    seat: int | None = None  # who looks at it


@dataclass(frozen=True)
class Step:
    """A step of a first game: what to know now, the move to make (none: just read on), what the others do then."""

    text: Texts
    move: str | None = None
    replies: tuple[Played, ...] = ()
    touch: tuple[str, ...] = ()  # the elements to touch for a move that is not listed; default: the move's path

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", Spoken(self.text))


@dataclass(frozen=True)
class Lesson:
    """Your first game: from an example's position on, step by step."""

    start: Example
    steps: tuple[Step, ...]
    seat: int = 0
