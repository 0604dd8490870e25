"""Games that were played offline, handed in later: every event is checked before the game is stored.

The checks replay the game, which may take seconds, so they run in a bot process, a slice at a time. Identifiers and
links are made here, times are limited to the past, and the match is marked as played on a device: nobody but its owner
saw the dice fall.
"""

import hashlib
import math
import secrets
import time
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from spielkiste.core.errors import SpielkisteError
from spielkiste.server.desk import is_table_id, members_of, new_table
from spielkiste.server.event_checks import apply_checked
from spielkiste.server.events import Event, EventRow, Match, Person, Standing, Taken
from spielkiste.server.familiar import sentence_of, why_unfamiliar
from spielkiste.server.forms import TURN_SECONDS
from spielkiste.server.news import Followed, UnknownEvent, from_stored
from spielkiste.server.pages import Pages, address
from spielkiste.server.rulings import Refused
from spielkiste.server.shelf import resting, woken
from spielkiste.server.table import Table
from spielkiste.server.texts import N_, catalogue
from spielkiste.server.turns import Asker, BotFailed, Busy

if TYPE_CHECKING:
    from spielkiste.server.store import Store  # a database, which a browser has not

NOT_READABLE = N_("This game cannot be read.")
TOO_MANY = N_("You have handed in as many games as can be kept here. Remove some of them from “My games” first.")
TOO_BUSY = N_("Many games are being handed in at the moment. Please try again in a few minutes.")
GONE = N_("You were logged out on this device while the game was checked.")
TOO_LONG = N_("It takes too long to check this game, so it cannot be handed in.")
SEED_BYTES = 32
GAMES_OF_A_PERSON = 500  # handed in and kept; the largest take 64 KiB each
BYTES_OF_A_PERSON = 8 << 20  # of those, as they were sent; a game usually takes 5 to 20 KB
SLICE = 0.25  # seconds of checking, after which the process may do something else
SLICE_AT_MOST = 5.0  # seconds of work, where a single move needs a search
WORK_AT_MOST = 20.0  # seconds of work for the whole game; six people at Cubus take about one
CHECK_AT_MOST = 120.0  # seconds by the clock, most of it waiting for other work
PATIENCE = 30.0  # seconds until a process is free
MOST_WAITING = 8  # games of a person; the app sends one after the other


class HandedTable(msgspec.Struct, frozen=True):
    """A game as the offline app sends it."""

    match: Match
    events: list[EventRow]
    at: float = 0.0


class RulesOf(msgspec.Struct, frozen=True):
    """The rules a match was played by."""

    slug: str
    version: int


class Handed(msgspec.Struct, frozen=True):
    """What the event loop reads of a game: fields that are not named here are skipped, not converted. Converting can
    take long: 9,000 of the smallest numbers there are take 45 ms."""

    match: RulesOf


Part = TypeVar("Part", bound=msgspec.Struct)


class Checked(NamedTuple):
    """A game that may be stored."""

    match: Match
    events: list[Event]
    standing: Standing
    members: dict[str, str | None]


class Progress(NamedTuple):
    """How far a check is."""

    table: bytes = b""
    seconds: float = 0.0  # of work so far


class NotReadable(ValueError):  # noqa: N818 - a refusal rather than an error
    """The game breaks the rules of its game or of a table."""


async def hand_in(request: Request, pages: Pages, person: Person) -> Response:
    """A finished table becomes one of this person's, with replay and all; the same one again changes nothing."""
    body = await request.body()
    try:
        told = decoded(body, Handed)
    except NotReadable:
        raise HTTPException(400, NOT_READABLE) from None
    if why := why_unfamiliar(told.match):
        raise HTTPException(409, sentence_of(why, told.match, catalogue(person.lang or "en").gettext))
    check_queue(request, pages, person, len(body))
    async with pages.handing_in.held(person.id):  # else many at once would all find room
        await check_room(pages, person, len(body))
        checked = await checked_in_slices(request, pages, body, person)
        known = await still_here(pages, person)
        person = await pages.house.people.named(known, known.name)
        await stored(pages.house.store, checked, person)
        try:
            await still_here(pages, person)
        except HTTPException:  # erased while it was stored
            await pages.house.desk.remove(checked.match.id)
            raise
    response = JSONResponse({"table": checked.match.id})
    pages.house.people.remember(response, request, person)
    return response


async def still_here(pages: Pages, person: Person) -> Person:
    """The person as stored now; refused if they were erased, or logged this device out, meanwhile."""
    known = await pages.house.people.as_now(person)
    if known is None:
        raise HTTPException(403, GONE)
    return known


async def stored(store: "Store", game: Checked, person: Person) -> None:
    try:
        await store.create(game.match, game.events, game.standing, game.members)
    except Taken:  # handed in before: its id follows from the device's, for this person alone
        await store.admit(game.match.id, person.id, "player")


def check_queue(request: Request, pages: Pages, person: Person, size: int) -> None:
    """Refuses what would wait long, before anything of it is kept in memory."""
    has_room = pages.handing_in.waiting(person.id) < MOST_WAITING and pages.handed_games_of_a_person.take(person.id)
    if not (has_room and pages.handed_bytes.take(address(request), size)):
        raise HTTPException(429, TOO_BUSY)


async def check_room(pages: Pages, person: Person, size: int) -> None:
    games, stored = await pages.house.store.handed_in(person.id)
    if games >= GAMES_OF_A_PERSON or stored + size > BYTES_OF_A_PERSON:
        raise HTTPException(403, TOO_MANY)


async def checked_in_slices(request: Request, pages: Pages, body: bytes, person: Person) -> Checked:
    """Checks a game in a bot process, as long as somebody waits for the answer; other work may come in between two
    slices."""
    asker, begun = Asker(person.id, "hand-in", address(request)), time.monotonic()
    now, progress = pages.house.store.now(), Progress()
    while progress.seconds < WORK_AT_MOST:
        if time.monotonic() - begun > CHECK_AT_MOST:
            raise HTTPException(429, TOO_BUSY)
        if await request.is_disconnected():
            raise ClientDisconnect
        try:
            checked = await pages.house.bots.ask(
                check_slice, body, person.id, now, progress, asker=asker, seconds=SLICE_AT_MOST, patience=PATIENCE
            )
        except NotReadable:
            raise HTTPException(400, NOT_READABLE) from None
        except Busy:
            raise HTTPException(429, TOO_BUSY) from None
        except BotFailed:
            break
        if isinstance(checked, Checked):
            return checked
        progress = checked
    raise HTTPException(413, TOO_LONG)


# --- checking, also in a browser --------------------------------------------------------------------


def decoded(body: bytes, part: type[Part]) -> Part:
    """All of a game, or a part; NotReadable where these bytes are none."""
    try:
        return msgspec.json.decode(body, type=part)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise NotReadable from None


def replayed(told: HandedTable, person: str) -> tuple[Table, list[Event]]:
    """A table of another browser with its own ids, every event checked. Raises NotReadable, or Unfamiliar where this
    version lacks its rules."""
    match = told.match
    if not all(is_table_id(text) for text in (match.id, match.join, match.watch)):
        raise NotReadable
    match = msgspec.structs.replace(limited(match, person, time.time()), id=match.id)
    match = msgspec.structs.replace(match, join=told.match.join, watch=told.match.watch)
    events = events_of(told, match, time.time())
    return check_events(table_of(match), events), events


def table_of(match: Match) -> Table:
    """The table before its first event, its options in full. Raises NotReadable where there are no such options, and
    Unfamiliar where this version lacks its rules."""
    try:
        table = new_table(match)
    except (SpielkisteError, TypeError, ValueError):
        raise NotReadable from None
    return Table(msgspec.structs.replace(match, options=table.game.options))


def limited(told: Match, person: str, now: float) -> Match:
    """What may be believed of a match: its game, options and seed. NotReadable where one of them cannot be."""
    seconds = told.turn_seconds
    if len(told.seed) != SEED_BYTES or (seconds is not None and seconds not in TURN_SECONDS):
        raise NotReadable
    return msgspec.structs.replace(
        told, id=id_for(person, told.id), host=person, public=False, created=min(max(told.created, 0.0), now),
        commitment=hashlib.sha256(told.seed).hexdigest(), join=secrets.token_urlsafe(12),
        watch=secrets.token_urlsafe(12), previous=told.previous and id_for(person, told.previous), handed_in=0,
    )  # fmt: skip


def id_for(person: str, id: str) -> str:
    """The id of a table that a person's device calls by another: always the same, so that a game is stored once."""
    return hashlib.sha256(f"{person} {id}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def events_of(told: HandedTable, match: Match, now: float) -> list[Event]:
    """The events with this person in the place of the device's; times never run backwards or into the future."""
    events, at = list[Event](), match.created
    for number, row in enumerate(told.events):
        at = min(max(row.at, at), now)
        if row.number != number or row.by not in ("", told.match.host) or not isinstance(row.data, dict):
            raise NotReadable
        data = row.data
        if data.get("person") == told.match.host:
            data = {**data, "person": match.host}
        try:
            news = from_stored(row.kind, msgspec.json.encode(data).decode())
        except (UnknownEvent, RecursionError):
            raise NotReadable from None
        if isinstance(news, Followed):
            news = Followed(match=news.match if match.id == told.match.id else id_for(match.host, news.match))
        events.append(Event(number, match.host if row.by else "", news, at))
    return events


def check_events(table: Table, events: list[Event], seconds: float = math.inf) -> Table:
    """Applies the events that the table does not know yet, or as many as can be checked in so many seconds."""
    until = time.perf_counter() + seconds
    for event in events[table.number + 1 :]:
        try:
            apply_checked(table, event)
        except (Refused, SpielkisteError, ArithmeticError, LookupError, TypeError, ValueError):
            raise NotReadable from None
        if time.perf_counter() > until:
            break
    return table


# --- in a bot's process -----------------------------------------------------------------------------


def check_slice(body: bytes, person: str, now: float, progress: Progress) -> Checked | Progress:
    """Checks a part of a game that was handed in. Returns how far it is or, when all is checked, the game."""
    begun = time.process_time()
    told = decoded(body, HandedTable)
    if progress.table:
        table = woken(progress.table)
    else:
        match = msgspec.structs.replace(limited(told.match, person, now), handed_in=len(body))
        table = table_of(match)
    events = events_of(told, table.match, now)
    check_events(table, events, SLICE)
    if table.number < len(events) - 1:
        return Progress(resting(table), progress.seconds + time.process_time() - begun)
    if table.phase != "over" or table.people != [person]:
        raise NotReadable
    standing = msgspec.structs.replace(table.standing(), changed=now)  # kept as long as a game that ended just now
    return Checked(table.match, events, standing, members_of(table))
