"""What a solver says of a position."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Answer:
    """One question about a position, answered. A room's `answers.py` has

    answers(state: State, seat: int, seconds: float) -> list[Answer] | None

    for the seat that asks; None: nothing of its own here, an ordinary search to the end may do it.
    """

    question: str
    answer: str
    exact: bool  # proved; else the best that was found in the time
    line: tuple[str, ...] = ()  # the moves that show it
    values: Mapping[str, float] = field(default_factory=dict)  # a number for each move, the best first
    unit: str = ""  # what the numbers are
