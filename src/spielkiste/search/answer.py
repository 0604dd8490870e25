"""What a solver says of a position."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Answer:
    """One question about a position, answered for the seat that asks."""

    question: str
    answer: str
    exact: bool  # proved; else the best that was found in the time
    line: tuple[str, ...] = ()  # the moves that show it
    values: Mapping[str, float] = field(default_factory=dict)  # a number for each move, the best first
    unit: str = ""  # what the numbers are
