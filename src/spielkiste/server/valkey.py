"""The broker between processes and machines: publish and subscribe of Valkey or Redis.

One connection listens, a few others publish. Each time a channel's subscription is confirmed, first or after a lost
connection, its readers are told to look into the store, since nothing was heard before.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from itertools import chain, repeat
from typing import Any, Self
from urllib.parse import urlsplit

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from spielkiste.server.broker import ANSWER_SECONDS, LOOK, BrokerError, Hub, Subscription, urgency

CHANNEL = "spielkiste:table:"
CONTROL = "spielkiste:control"  # nobody publishes there; it keeps the listening connection alive without any table
PING_SECONDS = 10.0
LOOK_SECONDS = 1.0  # between two looks into the store while the broker is gone
SILENCE_SECONDS = 25.0  # without even an answer to a ping: the connection is dead
PAUSES = (0.05, 0.2, 0.5, 1.0)  # seconds between attempts to connect; the last one again and again

log = logging.getLogger(__name__)


class ValkeyBroker:
    """Wakes the readers of all processes that use the same Valkey or Redis server."""

    def __init__(self, url: str, seconds: float = ANSWER_SECONDS) -> None:
        # This class connects anew by itself: a retry inside the client would hide that messages were missed.
        once = Retry(NoBackoff(), 0)
        self._client = Redis.from_url(
            url, decode_responses=True, retry=once, socket_connect_timeout=seconds, socket_timeout=seconds
        )
        self._hub = Hub()
        self._origin = secrets.token_hex(8)  # to know our own messages when they come back
        self._unsent: dict[str, tuple[int, str]] = {}  # by table: the newest number, and what happened then
        self._listener: Callable[[str, str], None] | None = None
        self._to_send = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._lost: set[str] = set()  # what does not work at the moment

    @classmethod
    async def open(cls, url: str, seconds: float = ANSWER_SECONDS) -> Self:
        broker = cls(url, seconds)
        try:
            await broker._client.ping()
        except (RedisError, OSError, ValueError) as error:
            await broker._client.aclose()
            place = urlsplit(url)
            raise BrokerError(f"no broker answers at {place.hostname}:{place.port or 6379}: {error}") from error
        broker._tasks = [
            asyncio.create_task(persist(broker._listen, "listening to", broker._lost)),
            asyncio.create_task(persist(broker._send, "telling", broker._lost)),
            asyncio.create_task(broker._look_while_gone()),
        ]
        return broker

    @property
    def connected(self) -> bool:
        return not self._lost

    async def _look_while_gone(self) -> None:
        """While nothing is heard of others, their moves are looked for in the store."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if self._lost:
                self._hub.wake_all()

    async def publish(self, match: str, number: int, happened: str = "") -> None:
        self._hub.wake(match, number)
        self._queue(match, (number, happened))

    def _queue(self, match: str, news: tuple[int, str]) -> None:
        """Queues news of a table; of what waits already, the more urgent stays."""
        self._unsent[match] = max(news, self._unsent.get(match, news), key=lambda one: (urgency(one[0]), one[1]))
        self._to_send.set()

    def tell(self, match: str) -> None:
        self._hub.tell(match)

    def call(self, listener: Callable[[str, str], None]) -> None:
        self._listener = listener

    def subscribe(self, match: str) -> Subscription:
        return Subscription(self._hub, match)

    async def close(self) -> None:
        await end(*self._tasks, patience=1.0)
        await self._client.aclose()

    async def _send(self, working: Callable[[], None]) -> None:
        """Publishes what waits, all of it in one go."""
        while await self._to_send.wait():
            batch, self._unsent = self._unsent, {}
            self._to_send.clear()
            try:
                async with self._client.pipeline(transaction=False) as pipeline:
                    for match, (number, happened) in batch.items():
                        pipeline.publish(CHANNEL + match, f"{self._origin} {number} {happened}")
                    await pipeline.execute()
            except BaseException:  # it is sent again, with what was published meanwhile
                for match, news in batch.items():
                    self._queue(match, news)
                raise
            working()

    async def _listen(self, working: Callable[[], None]) -> None:
        async with self._client.pubsub() as pubsub:
            await pubsub.subscribe(CONTROL)
            working()
            reading = asyncio.create_task(self._read(pubsub))
            asking = asyncio.create_task(self._ask(pubsub))
            try:
                await asyncio.wait((reading, asking), return_when=asyncio.FIRST_COMPLETED)
            finally:
                await end(reading, asking, patience=0.1)
        for task in (reading, asking):
            if not task.cancelled() and (error := task.exception()):
                raise error

    async def _ask(self, pubsub: PubSub) -> None:
        """Keeps the channels we are subscribed to those of the tables that have readers; pings in between."""
        asked: set[str] = set()
        while True:
            self._hub.changed.clear()
            wanted = {CHANNEL + match for match in self._hub.tables}
            if new := wanted - asked:
                await pubsub.subscribe(*new)
            if old := asked - wanted:
                await pubsub.unsubscribe(*old)
            asked = wanted
            try:
                async with asyncio.timeout(PING_SECONDS):
                    await self._hub.changed.wait()
            except TimeoutError:
                await pubsub.ping()

    async def _read(self, pubsub: PubSub) -> None:
        while (message := await pubsub.get_message(timeout=SILENCE_SECONDS)) is not None:
            self._hear(message)
        raise ConnectionError("it has been silent for too long")

    def _hear(self, message: dict[str, Any]) -> None:
        match = str(message["channel"]).removeprefix(CHANNEL)
        if message["type"] == "subscribe":
            self._hub.wake(match, LOOK)
        elif message["type"] == "message":
            origin, number, happened = (*str(message["data"]).split(" ", 2), "", "")[:3]
            if origin != self._origin:
                if happened and self._listener:
                    self._listener(match, happened)
                self._hub.wake(match, int(number) if number.isdecimal() else LOOK)


async def end(*tasks: asyncio.Task[None], patience: float) -> None:
    """Cancels tasks until they have ended: the client's wait_for, in Python 3.11, can swallow a cancellation."""
    while pending := [task for task in tasks if not task.done()]:
        for task in pending:
            task.cancel()
        await asyncio.wait(pending, timeout=patience)


async def persist(work: Callable[[Callable[[], None]], Awaitable[None]], what: str, lost: set[str]) -> None:
    """Runs the work, and again whenever the connection is lost; the work says when it is working again."""
    pauses = chain(PAUSES, repeat(PAUSES[-1]))

    def working() -> None:
        nonlocal pauses
        if what in lost:
            log.warning("%s the broker works again", what)
        lost.discard(what)
        pauses = chain(PAUSES, repeat(PAUSES[-1]))

    while True:
        try:
            await work(working)
        except (RedisError, OSError) as error:
            if what not in lost:
                log.warning("%s the broker failed, trying again: %s", what, error)
            lost.add(what)
        await asyncio.sleep(next(pauses))
