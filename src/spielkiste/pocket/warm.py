"""Run before a snapshot of Python's memory is made: a visitor goes through the house once and is forgotten, so that
everything is imported, compiled and drawn that the first board after a start needs."""

import asyncio
import gc
import json
import re
from typing import Any
from urllib.parse import urlencode

from spielkiste.core.room import all_rooms
from spielkiste.pocket.house import Pocket
from spielkiste.pocket.store import Row

PAGES = ("/", "/mine", "/me")
OF_ONE_GAME = ("/games/{}/new", "/games/{}/rules", "/games/{}/first")  # those of the others are alike
TOKEN = re.compile(r'name="csrf" value="([^"]+)"')
WITH_BOTS = 'name="mode" value="bots"'


class NoDisk:
    """Keeps rows as long as the visit lasts."""

    def __init__(self) -> None:
        self._rows: dict[str, str] = {}

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        return sorted((key, text) for key, text in self._rows.items() if key.startswith(prefix))

    async def write(self, rows: list[Row]) -> None:
        self._rows |= {key: text for key, text in rows if text is not None}


class NoEngine:
    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        raise RuntimeError("nobody thinks here")


class OwnLoop(asyncio.BaseEventLoop):
    """An event loop that knows nothing of the browser: a snapshot holds none of its things."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = self

    def select(self, timeout: float | None) -> list[Any]:
        return []

    def _process_events(self, event_list: list[Any]) -> None:
        """There are none."""


def warm(lang: str) -> None:
    """`lang`: as the browser says it."""
    outer = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        loop = OwnLoop()
        loop.run_until_complete(visit(lang))
        loop.close()
    finally:
        asyncio._set_running_loop(outer)
    gc.collect()
    gc.freeze()  # what is here stays: nobody need look through it again


async def visit(lang: str) -> None:
    pocket = await Pocket.open(NoDisk(), NoEngine(), files="", lang=lang, build="", address="")
    slugs = list(all_rooms())
    for path in (*PAGES, *(page.format(slugs[0]) for page in OF_ONE_GAME)):
        await pocket.ask("GET", path)
    for slug in slugs:
        await sit_down(pocket, slug, lang)
    await pocket.house.close()
    for task in (others := asyncio.all_tasks() - {asyncio.current_task()}):
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


async def sit_down(pocket: Pocket, slug: str, lang: str) -> None:
    """At a table of this game, until the board is there."""
    page = (await pocket.ask("GET", f"/games/{slug}")).text
    [token, *_] = TOKEN.findall(page)
    mode = "bots" if WITH_BOTS in page else "alone"
    table = await pocket.ask("POST", "/tables", urlencode({"csrf": token, "game": slug, "mode": mode, "level": 2}))
    heard = asyncio.Event()
    pocket.connect(1, f"{table.path}/live", lambda told, _: heard.set() if told == "heard" else None)
    pocket.say(1, json.dumps({"do": "hello", "id": "1", "last": -1, "lang": lang}))
    await heard.wait()
    pocket.hang_up(1)
    await pocket.house.bot_seats.close()  # nobody thinks
