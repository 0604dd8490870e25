"""Bots in a browser: small levels think in Python, strong ones in the WebAssembly engine beside it."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from spielkiste.core.game import Game
from spielkiste.core.questions import Unanswered, answered
from spielkiste.core.state import State
from spielkiste.search.bots import levels
from spielkiste.search.limit import Limit
from spielkiste.search.pocket import choose
from spielkiste.server.turns import ANYBODY, QUESTIONS, Asker, BotFailed, NoMachineCode

log = logging.getLogger(__name__)
SECONDS = 1.5  # a bot thinks where time decides, as on a server
QUICK_LEVEL = 2
Result = TypeVar("Result")


class Engine(Protocol):
    """The engine's worker, behind the browser's own glue."""

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """RuntimeError where it failed."""


class PocketBots:
    """What a house asks of bots (`Thinkers`), in a browser."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def expect(self, game: Game, level: int) -> None:
        """Modules are loaded when they are asked for: they are small."""

    async def choose(self, game: Game, state: State, seat: int, level: int, seed: int, asker: Asker = ANYBODY) -> str:
        await asyncio.sleep(0)  # the page is told what happened before this begins
        try:
            return await choose(state, seat, level, seed, Limit(seconds=SECONDS), self._engine.ask)
        except RuntimeError as failed:
            if level <= QUICK_LEVEL:
                raise BotFailed(str(failed)) from None
            log.warning("%s: a quick level moves for level %s: %s", game.slug, level, failed)
        return await self.choose_for_the_late(game, state, seat, seed, asker)

    async def choose_for_the_late(self, game: Game, state: State, seat: int, seed: int, asker: Asker) -> str:
        quick = max(level for level in levels(game.room) if level <= QUICK_LEVEL)
        return await self.choose(game, state, seat, quick, seed, asker)

    async def ask(
        self,
        work: Callable[..., Result],
        *given: Any,
        asker: Asker,
        seconds: float,
        patience: float = 0.0,
        rank: int = QUESTIONS,
    ) -> Result:
        """As far as it goes without machine code: what needs Numba for a search cannot be imported here."""
        await asyncio.sleep(0)
        try:
            return work(*given)
        except ImportError as missing:
            raise NoMachineCode(str(missing)) from None

    async def answer(self, question: Unanswered) -> bytes:
        await asyncio.sleep(0)
        return answered(question.game, question.data, False)

    def close(self) -> None:
        """The engine ends with its page."""
