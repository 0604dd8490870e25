"""Questions that a move leaves open because only a search can tell (`resolve`): answered on the spot, or put off.

Where nobody may wait for a search, as on a server's event loop, an open question is raised; who asked has it answered
elsewhere, remembers the answer here and asks again.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from spielkiste.core.record import Plain

if TYPE_CHECKING:
    from spielkiste.core.game import Game

KEPT = 2000  # answers, of a few hundred bytes each
_answers: OrderedDict[tuple[str, bytes], bytes] = OrderedDict()  # records after their question, by game and record
_put_off: ContextVar[bool] = ContextVar("put_off", default=False)
_by_machine: ContextVar[bool] = ContextVar("by_machine", default=False)


class Unanswered(RuntimeError):  # noqa: N818 - what is the case, said as it is
    """A position has an open question that nobody has answered yet."""

    def __init__(self, game: "Game", data: bytes) -> None:
        super().__init__(f"an open question of {game.slug}")
        self.game, self.data = game, data


class PutOff:
    """Open questions are raised as Unanswered."""

    def __enter__(self) -> None:
        self._before = _put_off.set(True)

    def __exit__(self, *_: object) -> None:
        _put_off.reset(self._before)


@contextmanager
def answered_by_machine() -> Iterator[None]:
    """Open questions are answered on the spot by machine code; NotCompiled where it is missing and may not be made."""
    before = _by_machine.set(True)
    try:
        yield
    finally:
        _by_machine.reset(before)


def remember(question: Unanswered, answer: bytes) -> None:
    """The record after an open question, as `answered` gives it."""
    _answers[question.game.slug, question.data] = answer
    while len(_answers) > KEPT:
        _answers.popitem(last=False)


def answered(game: "Game", data: bytes, compiled: bool) -> bytes:
    """A record after its open question: by machine code, which may have to be compiled, or in plain Python."""
    if compiled:
        from spielkiste.core.compiled import Machine

        machine = Machine(game)
        records = machine.records(1, data)
        machine.resolve(records[0])
        return records.tobytes()
    record = game.plain.unpack(data)
    game.room.plain_verbs.resolve(record)
    return record.pack()


def settle(game: "Game", record: Plain) -> None:
    """Answers the question that a move left open in a record, if it did."""
    asked = game.room.front.open_questions
    if asked is None or not asked.has_question(record):
        return
    if not _put_off.get() and not _by_machine.get():
        asked.resolve(record)
        return
    question = Unanswered(game, record.pack())
    answer = _answers.get((game.slug, question.data))
    if answer is None and _put_off.get():
        raise question
    if answer is None:
        answer = answered(game, question.data, True)
        remember(question, answer)
    after = game.plain.unpack(answer)
    for name, _, _ in game.layout.fields:
        setattr(record, name, getattr(after, name))
