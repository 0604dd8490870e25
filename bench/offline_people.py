"""People who have played offline and come back while everything goes wrong: they hand their game in until it is taken,
look at it and its replay, ask for hints and a review, and load its record as a file. Afterwards each game must be there
once, with all its moves, and nobody else may have seen it."""

import asyncio
import random
import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import httpx
from offline_games import Finished, finished_games, with_ids

from spielkiste.server.events import Event
from spielkiste.server.news import Played, Started
from spielkiste.server.store import Store

AGAIN = 0.5  # seconds before a game that was not taken is handed in again
REVIEWED = 0.2  # share of the games of which a review is asked for: it takes the bots' processes for a while
TIMEOUT = 30.0  # seconds an answer may take: servers are frozen for 20 s
LONGEST = 40  # moves of a game: what is asked of the bots' processes here must leave them time to play


class HandedIn(NamedTuple):
    """A game whose taking was acknowledged."""

    table: str
    moves: list[tuple[int, str]]


@dataclass
class Visits:
    """What those people did, and what was found wrong."""

    handed: list[HandedIn] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)  # to all their requests, by status
    missing: int = 0  # taken, and not there with all moves
    doubled: int = 0  # handed in again after no answer, and there twice
    leaked: int = 0  # shown to somebody who has neither played nor been invited
    problems: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        return not (self.missing or self.doubled or self.leaked or self.answers[500])

    def __str__(self) -> str:
        return (
            f"{len(self.handed):,} games of the offline app were handed in: {self.missing} missing, {self.doubled} "
            f"doubled, {self.leaked} shown to strangers; {self.answers.total():,} requests for them, their replays, "
            f"records, hints and reviews, {self.answers[500]} answered with 500."
        )


@cache
def short_games() -> tuple[Finished, ...]:
    return tuple(game for game in finished_games() if len(moves_of(game.handed)) <= LONGEST)


class OfflinePerson:
    """One of them, at any of several servers."""

    def __init__(self, hosts: Sequence[str], visits: Visits) -> None:
        self._hosts, self._visits = hosts, visits
        self._http = httpx.AsyncClient(timeout=TIMEOUT)

    async def visit(self) -> None:
        """Everything in turn; an answer that does not come is done without, but a game is handed in until it is
        taken."""
        async with self._http:
            while await self._ask("GET", "/me") is None:
                await asyncio.sleep(AGAIN)
            game = random.choice(short_games())
            table = await self._hand_in(game)
            if table:
                await self._look_at(table, game)

    async def _hand_in(self, game: Finished) -> str:
        """The table that it has become; nothing where it is refused."""
        body = with_ids(game.handed, secrets.token_urlsafe(9))
        while True:
            answer = await self._ask("POST", "/pocket/hand-in", body)
            if answer is not None and answer.status_code == 200:
                break
            if answer is not None and answer.status_code < 500:
                return ""
            await asyncio.sleep(AGAIN)
        table = str(answer.json()["table"])
        self._visits.handed.append(HandedIn(table, moves_of(game.handed)))
        again = await self._ask("POST", "/pocket/hand-in", body)
        if again is not None and again.status_code == 200 and again.json()["table"] != table:
            self._visits.doubled += 1
            self._visits.problems.append(f"{table} is also {again.json()['table']}")
        return table

    async def _look_at(self, table: str, game: Finished) -> None:
        for page in ("", "/record.json", "/tip", "/lamp"):
            await self._ask("GET", f"/t/{table}{page}")
        replay = await self._ask("GET", f"/t/{table}/replay")
        link = replay.headers.get("location", "") if replay is not None else ""
        if link.startswith("/r/"):
            for page in ("", "/record.json", "/frames", "/frames?view=0"):
                await self._ask("GET", link + page)
            if random.random() < REVIEWED:
                await self._ask("GET", f"{link}/review")
        await self._ask("POST", "/replay/frames", {"record": game.record, "view": ""})
        await self._ask("GET", "/mine")
        await self._look_as_a_stranger(table)

    async def _look_as_a_stranger(self, table: str) -> None:
        """Somebody else asks for the table."""
        async with httpx.AsyncClient(timeout=TIMEOUT) as stranger:
            for page in ("", "/record.json"):
                answer = await self._ask("GET", f"/t/{table}{page}", asking=stranger)
                if answer is not None and answer.status_code == 200:
                    self._visits.leaked += 1
                    self._visits.problems.append(f"/t/{table}{page} was shown to a stranger")

    async def _ask(
        self, method: str, path: str, body: Any = None, asking: httpx.AsyncClient | None = None
    ) -> httpx.Response | None:
        """An answer of any of the servers; None where there is none."""
        base = f"http://{random.choice(self._hosts)}"
        try:
            answer = await (asking or self._http).request(method, base + path, json=body, headers={"origin": base})
        except httpx.HTTPError:
            return None
        self._visits.answers[answer.status_code] += 1
        if answer.status_code == 500:
            self._visits.problems.append(f"500 from {method} {path}")
        return answer


def moves_of(handed: dict[str, Any]) -> list[tuple[int, str]]:
    """All moves of a game as it is handed in, also those that were taken back."""
    return [(seat, move) for event in handed["events"] for seat, move in event["data"].get("moves", ())]


def moves_in(events: Sequence[Event]) -> list[tuple[int, str]]:
    """All moves of a table."""
    news = [event.news for event in events if isinstance(event.news, Started | Played)]
    return [(seat, move) for one in news for seat, move in one.moves]


async def audit(database: str, visits: Visits) -> None:
    """Looks for every game that was taken: it must be there, and be the only one of whoever handed it in."""
    async with await Store.open(database) as store:
        for one in visits.handed:
            match = await store.match(one.table)
            if match is None or moves_in(await store.events(one.table)) != one.moves:
                visits.missing += 1
                visits.problems.append(f"{one.table} was taken and is not there as it was played")
            elif others := [listed.match.id for listed in await store.mine(match.host) if listed.match.id != one.table]:
                visits.doubled += 1
                visits.problems.append(f"{one.table} is also {others}")
