"""What other server processes do in the tests of the store: each function runs in a process of its own."""

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from spielkiste.server.events import Event, Standing
from spielkiste.server.news import Played
from spielkiste.server.store import Store, Taken

# Forked from a process that has imported the store already: that takes most of a short life.
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(
    ["server.processes", "sqlalchemy.dialects.sqlite", "sqlalchemy.dialects.postgresql.psycopg"]
)


def move(number: int, by: str = "anna") -> Event:
    return Event(number, by, Played(((0, "c2-c3"),)), 1000.5 + number)


def standing(number: int) -> Standing:
    return Standing("running", number, 1000.5 + number)


def play_until_killed(url: str, ids: list[str], output: str) -> None:
    """Appends event after event at each table, and writes down each one that was acknowledged."""
    file = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    async def play(store: Store, id: str) -> None:
        for number in range(1, 1_000_000):
            await store.append(id, [move(number)], standing(number))
            os.write(file, f"{id} {number}\n".encode())

    async def main() -> None:
        async with await Store.open(url) as store:
            await asyncio.gather(*(play(store, id) for id in ids))

    asyncio.run(main())


def race(url: str, id: str, me: str, pipe: "Connection[list[int], str]") -> None:
    """Tries to be first with each number; tells which ones it was."""

    async def main() -> list[int]:
        won = []
        async with await Store.open(url) as store:
            pipe.recv()
            for number in range(1, 61):
                try:
                    await store.append(id, [move(number, me)], standing(number))
                    won.append(number)
                except Taken:
                    pass
        return won

    pipe.send(asyncio.run(main()))


def tell_secret(url: str, pipe: "Connection[bytes, str]") -> None:
    """Opens the store when told to."""

    async def main() -> bytes:
        async with await Store.open(url) as store:
            return await store.secret()

    pipe.recv()
    pipe.send(asyncio.run(main()))


def start(work: Callable[..., None], *arguments: object) -> "Connection[Any, Any]":
    """Starts the work in a process of its own; gives the other end of its pipe."""
    here, there = FORKS.Pipe()
    FORKS.Process(target=work, args=(*arguments, there), daemon=True).start()
    return here
