"""Decisions that are thought once and worked out twice: a generator asks for what it needs to know and returns what it
decides; whoever drives it does the work, compiled on a server or by an engine elsewhere."""

from collections.abc import Callable, Generator
from typing import Any, TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")
Result = TypeVar("Result")
Step = TypeVar("Step")  # what an answer asks for itself
Told = TypeVar("Told")  # ... and is told


def driven(steps: Generator[Asked, Answer, Result], answer: Callable[[Asked], Answer]) -> Result:
    """What is decided, each question answered at once."""
    sent: Any = None
    while True:
        try:
            asked = steps.send(sent)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]  # what the generator returned
        sent = answer(asked)


def relayed(
    steps: Generator[Asked, Answer, Result], answer: Callable[[Asked], Generator[Step, Told, Answer]]
) -> Generator[Step, Told, Result]:
    """The same where an answer takes steps itself."""
    sent: Any = None
    while True:
        try:
            asked = steps.send(sent)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]  # what the generator returned
        sent = yield from answer(asked)
