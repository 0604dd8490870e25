"""Games that were played without a server, handed in later: replayed move by move before they are believed."""

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from spielkiste.core.errors import SpielkisteError
from spielkiste.server.desk import is_table_id, members_of, new_table
from spielkiste.server.events import Event, EventRow, Match, Person, Taken
from spielkiste.server.familiar import Unfamiliar
from spielkiste.server.guard import same_origin
from spielkiste.server.news import UnknownEvent, from_stored
from spielkiste.server.pages import Pages
from spielkiste.server.table import Table
from spielkiste.server.texts import N_, catalogue

NOT_READABLE = N_("This game cannot be read.")
LONGEST_TURN = 30 * 86400  # seconds; nobody offers a longer one


class HandedTable(msgspec.Struct, frozen=True):
    match: Match
    events: list[EventRow]
    at: float = 0.0


async def hand_in(request: Request, pages: Pages, person: Person) -> Response:
    """A finished table becomes one of this person's, with replay and all; the same one again changes nothing."""
    if not same_origin(request, pages.house.settings.address):
        raise HTTPException(403, N_("This form came from another place."))
    try:
        table, events = replayed(msgspec.json.decode(await request.body(), type=HandedTable), person.id)
    except Unfamiliar as other:
        raise HTTPException(409, other.in_words(catalogue(person.lang or "en").gettext)) from None
    except msgspec.DecodeError:
        raise HTTPException(400, NOT_READABLE) from None
    if table.phase != "over":
        raise HTTPException(400, NOT_READABLE)
    person = await pages.house.people.named(person, person.name)
    try:
        await pages.house.store.create(table.match, events, table.standing(), members_of(table))
    except Taken:
        found = await pages.house.store.members(table.match.id)
        if person.id not in found:
            raise HTTPException(403, NOT_READABLE) from None
    response = JSONResponse({"table": table.match.id})
    pages.house.people.remember(response, request, person)
    return response


def replayed(told: HandedTable, person: str) -> tuple[Table, list[Event]]:
    """A table of another place, with this person as the one who played it there. Unfamiliar: it has other rules."""
    try:
        match = msgspec.structs.replace(told.match, host=person, public=False)
        events = [event_of(one, told.match.host, person) for one in told.events]
        if not is_table_id(match.id) or not 0 <= (match.turn_seconds or 0) <= LONGEST_TURN:
            raise HTTPException(400, NOT_READABLE)
        table = new_table(match)
        for event in events:
            table.apply(event)
    except Unfamiliar:
        raise
    except (msgspec.DecodeError, UnknownEvent, SpielkisteError, ValueError, IndexError, TypeError):
        raise HTTPException(400, NOT_READABLE) from None
    if table.people != [person]:
        raise HTTPException(400, NOT_READABLE)
    return table, events


def event_of(one: EventRow, before: str, person: str) -> Event:
    data = {key: person if part == before and key == "person" else part for key, part in dict(one.data).items()}
    news = from_stored(one.kind, msgspec.json.encode(data).decode())
    return Event(one.number, person if one.by == before else "", news, one.at)
