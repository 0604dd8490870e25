"""Pages of people who only want to play, in a process of their own: the fuzzer's own work must not slow their
watches."""

import asyncio
import contextlib
import itertools
import json
import multiprocessing
import random
import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection

from tables import Sitting
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

PING_EVERY = 0.05  # seconds
REACT_EVERY = 10  # pings: something happens all the time, as where people play


def play_honestly(address: str, people: Sequence[tuple[str, str]], results: "Connection[list[float], str]") -> None:
    """Pages that ping until they are told to stop; then how long each ping took."""
    asyncio.run(ping_all(address, people, results))


async def ping_all(address: str, people: Sequence[tuple[str, str]], results: "Connection[list[float], str]") -> None:
    times: list[float] = []
    tasks = [asyncio.create_task(ping(address, table, cookie, times)) for table, cookie in people]
    results.send([])
    await asyncio.to_thread(results.recv)
    for task in tasks:
        task.cancel()
    results.send(times)


async def ping(address: str, table: str, cookie: str, times: list[float]) -> None:
    """A page that stays: when its connection is lost, the time it has waited counts, and it comes back."""
    while True:
        begun = time.perf_counter()
        try:
            async with page_of(address, table, cookie) as socket:
                await socket.send('{"do":"hello","id":"hello"}')
                for number in itertools.count():
                    begun = time.perf_counter()
                    await socket.send(f'{{"do":"ping","id":"p{number}"}}')
                    while json.loads(await socket.recv()).get("id") != f"p{number}":
                        pass
                    times.append(time.perf_counter() - begun)
                    if number % REACT_EVERY == 0:
                        await socket.send(f'{{"do":"react","what":"smile","id":"r{number}"}}')
                    await asyncio.sleep(PING_EVERY * random.uniform(1.7, 2.3))
        except (OSError, WebSocketException, TimeoutError):
            times.append(time.perf_counter() - begun)
            await asyncio.sleep(PING_EVERY)


def page_of(address: str, table: str, cookie: str) -> connect:
    headers = {"cookie": f"spielkiste={cookie}", "origin": f"http://{address}"}
    return connect(f"ws://{address}/t/{table}/live", additional_headers=headers, proxy=None)


@contextlib.contextmanager
def honest(address: str, sittings: Sequence[Sitting], pings: list[float]) -> Iterator[None]:
    """A page at each of these tables, meanwhile; how long their pings took is added to a list."""
    here, there = multiprocessing.Pipe()
    people = [(sitting.game.table, sitting.people[0][1]) for sitting in sittings]
    process = multiprocessing.get_context("spawn").Process(target=play_honestly, args=(address, people, there))
    process.start()
    here.recv()
    try:
        yield
    finally:
        here.send("stop")
        pings += here.recv()
        process.join()
