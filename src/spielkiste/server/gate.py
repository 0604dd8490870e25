"""Waiting, for thousands who wait at once: asyncio's events and queues take kilobytes each."""

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Gate:
    """Whoever comes while it is closed waits until it is opened; an `asyncio.Event` otherwise."""

    __slots__ = ("_open", "_waiting")

    def __init__(self, is_open: bool = False) -> None:
        self._open = is_open
        self._waiting: tuple[asyncio.Future[None], ...] = ()

    def is_set(self) -> bool:
        return self._open

    def set(self) -> None:
        self._open = True
        for one in self._waiting:
            if not one.done():
                one.set_result(None)

    def clear(self) -> None:
        self._open = False

    async def wait(self) -> None:
        while not self._open:
            coming: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting += (coming,)
            try:
                await coming
            finally:
                self._waiting = tuple(one for one in self._waiting if one is not coming)


class Inbox(Generic[T]):
    """Messages that have come and are not read yet; an `asyncio.Queue` otherwise."""

    __slots__ = ("_come", "_messages")

    def __init__(self) -> None:
        self._messages: list[T] = []
        self._come = Gate()

    def put_nowait(self, message: T) -> None:
        self._messages.append(message)
        self._come.set()

    async def get(self) -> T:
        while not self._messages:
            self._come.clear()
            await self._come.wait()
        return self._messages.pop(0)

    def qsize(self) -> int:
        return len(self._messages)

    def empty(self) -> bool:
        return not self._messages
