"""The broker: tells every server process that a table has changed, by the number of its last event.

What happened is in the store; the broker only wakes those who wait for it. So a message may come twice or, after a lost
connection, be replaced by LOOK, and nothing is lost. A slow reader finds the newest number, or LOOK, not a queue of old
ones. What happened may go along: a process that has the table just before it need not ask the store.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol, Self
from urllib.parse import urlsplit

from spielkiste.server.gate import Gate

ANSWER_SECONDS = 5.0  # a broker may take
LOOK = -1  # instead of a number: something may have been missed, look into the store


class BrokerError(RuntimeError):
    """The broker cannot be reached."""


def urgency(number: int) -> tuple[bool, int]:
    """Orders what is to be told: LOOK replaces any number, as whoever looks into the store finds the number too."""
    return number == LOOK, number


class Subscription:
    """The numbers of one table's newest events, for one reader.

    ```
    async with broker.subscribe(id) as numbers:
        async for number in numbers: …
    ```
    """

    def __init__(self, hub: "Hub", match: str) -> None:
        self._hub, self._match = hub, match
        self._pending: int | None = None
        self._fresh = Gate()
        self.at_once: Callable[[int], bool] | None = None  # is told first; the reader hears what it could not deal with

    def wake(self, number: int) -> None:
        if self.note(number):
            asyncio.get_running_loop().call_soon(self.tell)

    def note(self, number: int) -> bool:
        """Makes a number pending; whether it is to be told soon. Not now: whoever wakes has an answer to give first."""
        before = self._pending
        self._pending = number if before is None else max(before, number, key=urgency)
        if self.at_once is None:
            self._fresh.set()
            return False
        return before is None

    def tell(self) -> None:
        """What is pending, without waking a task: a call costs a tenth of that."""
        if self._pending is None or self.at_once is None or self._fresh.is_set():  # or the reader has been given it
            return
        number, self._pending = self._pending, None
        if not self.at_once(number):
            self._pending = number
            self._fresh.set()

    async def get(self) -> int:
        """The newest number since the last call, or LOOK; waits for one."""
        await self._fresh.wait()
        self._fresh.clear()
        number, self._pending = self._pending, None
        return LOOK if number is None else number

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> int:
        return await self.get()

    async def __aenter__(self) -> Self:
        self._hub.add(self._match, self)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._hub.remove(self._match, self)


class Hub:
    """The subscriptions of this process."""

    def __init__(self) -> None:
        self.tables: dict[str, set[Subscription]] = {}
        self.changed = asyncio.Event()  # a table got its first reader or lost its last

    def add(self, match: str, subscription: Subscription) -> None:
        if match not in self.tables:
            self.tables[match] = set()
            self.changed.set()
        self.tables[match].add(subscription)

    def remove(self, match: str, subscription: Subscription) -> None:
        readers = self.tables[match]
        readers.discard(subscription)
        if not readers:
            del self.tables[match]
            self.changed.set()

    def wake(self, match: str, number: int) -> None:
        to_tell = [subscription.note(number) for subscription in self.tables.get(match, ())]  # all are woken
        if any(to_tell):
            asyncio.get_running_loop().call_soon(self.tell, match)

    def tell(self, match: str) -> None:
        """Those who were woken hear it now."""
        for subscription in self.tables.get(match, ()):
            subscription.tell()

    def wake_all(self) -> None:
        """Everybody looks into the store."""
        for match in self.tables:
            self.wake(match, LOOK)


class Broker(Protocol):
    @property
    def connected(self) -> bool:
        """Whether other processes hear of what is published here, and this one of theirs."""

    async def publish(self, match: str, number: int, happened: str = "") -> None:
        """Wakes all who wait for this table, in all processes; what happened goes along. Never waits for them."""

    def tell(self, match: str) -> None:
        """All in this process who were woken and have not heard yet do so now: of one table it is quickest to tell
        everybody at once."""

    def call(self, listener: Callable[[str, str], None]) -> None:
        """From now on somebody hears first what happened at tables in other processes."""

    def subscribe(self, match: str) -> Subscription:
        """Who enters it hears of everything that is published from then on."""

    async def close(self) -> None: ...


class LocalBroker:
    """For a server of one process."""

    connected = True

    def __init__(self) -> None:
        self._hub = Hub()

    async def publish(self, match: str, number: int, happened: str = "") -> None:
        self._hub.wake(match, number)

    def tell(self, match: str) -> None:
        self._hub.tell(match)

    def call(self, listener: Callable[[str, str], None]) -> None:
        """There are no other processes."""

    def subscribe(self, match: str) -> Subscription:
        return Subscription(self._hub, match)

    async def close(self) -> None:
        return None


def has_port(url: str) -> bool:
    """Whether the port, if one is given, is a number."""
    try:
        return urlsplit(url).port != 0
    except ValueError:
        return False


async def open_broker(url: str | None = None, seconds: float = ANSWER_SECONDS) -> Broker:
    """The broker at `redis://…`, `rediss://…` or `valkey://…`; without an address one for this process alone."""
    if url is None:
        return LocalBroker()
    scheme = url.partition("://")[0]
    if scheme not in ("redis", "rediss", "valkey", "valkeys") or not has_port(url):
        raise BrokerError("that is not the address of a broker: give redis://… or valkey://…")
    try:
        from spielkiste.server.valkey import ValkeyBroker
    except ModuleNotFoundError as error:
        raise BrokerError("a broker needs its client: pip install 'spielkiste[valkey]'") from error
    return await ValkeyBroker.open(url.replace(scheme, scheme.replace("valkey", "redis"), 1), seconds)
