"""The referee: lets the rules speak on the event loop without holding it up.

What a search has to tell is asked elsewhere, and a long past is played again in slices.
"""

from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

from spielkiste.core.game import Game
from spielkiste.core.questions import PutOff, Unanswered, remember
from spielkiste.server.events import Event
from spielkiste.server.table import Table
from spielkiste.server.tasks import Slices

Result = TypeVar("Result")
Answer = Callable[[Unanswered], Awaitable[bytes]]


class Referee:
    """Asks `answer` for what rules leave open; without one it is found out on the spot."""

    def __init__(self, answer: Answer | None = None) -> None:
        self._answer = answer

    async def judged(self, game: Game, judge: Callable[[], Result]) -> Result:
        """What a function says by the rules of a game; it may be asked several times and changes nothing."""
        while True:
            try:
                return self.judged_now(game, judge)
            except Unanswered as question:
                await self._ask(question)

    async def replayed(self, table: Table, events: Iterable[Event]) -> Table:
        """The table after these events, the old one unchanged."""
        events = list(events)
        while True:
            try:
                return await self._in_slices(table.copy(), events)
            except Unanswered as question:
                await self._ask(question)

    async def _in_slices(self, table: Table, events: list[Event]) -> Table:
        slices = Slices()
        for event in events:
            self.judged_now(table.game, lambda event=event: table.apply(event))  # type: ignore[misc]  # bound now, called now
            await slices.pause()
        return table

    def judged_now(self, game: Game, judge: Callable[[], Result]) -> Result:
        """The same, without asking; Unanswered where only a search can tell."""
        if self._answer is None or game.room.front.open_questions is None:
            return judge()
        with PutOff():
            return judge()

    async def _ask(self, question: Unanswered) -> None:
        assert self._answer is not None, "without anybody to ask nothing is put off"
        remember(question, await self._answer(question))
