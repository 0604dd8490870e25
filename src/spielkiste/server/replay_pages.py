"""Pages of matches that are over: their replay by a link that anybody may have, what was good, and playing on."""

import gzip
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from spielkiste.core.errors import BadRecord
from spielkiste.core.language import translated
from spielkiste.core.match_record import load_record, moves_of, parsed
from spielkiste.core.verbs import CHANCE
from spielkiste.search.bots import levels
from spielkiste.server.events import CONTINUED, Match, Person
from spielkiste.server.forms import whole
from spielkiste.server.guard import same_origin
from spielkiste.server.news import Moves, News, Played, Started
from spielkiste.server.pages import LONGEST_ASKED, Pages, address, check_rate, is_about
from spielkiste.server.records import record_of
from spielkiste.server.replay import frames, view_of
from spielkiste.server.reviews import Progress
from spielkiste.server.rulings import Refused
from spielkiste.server.table import Seat, Table, chance_events
from spielkiste.server.table_pages import as_json, asked_table, events_of
from spielkiste.server.texts import N_, catalogue
from spielkiste.server.tips import PATIENCE, TOO_BUSY, asker_at
from spielkiste.server.turns import Asker, BotFailed, Busy

NOT_OVER = N_("There is a replay when the game is over.")
TOO_LONG = N_("To play this game again took too long. Please try again later.")
USUAL_LEVEL = 3
BYTES_OF_A_MOVE = 225  # in the database; the moves of another game are copied
AT_MOST = 3.0  # seconds of work: sixty people at Knister make 1,526 pictures in 0.6
GZIP = 5

NOTHING_TO_SEE = Progress(failed=True)

Result = TypeVar("Result")


async def to_replay(request: Request, pages: Pages, person: Person) -> Response:
    """From a table to its replay, which has a link of its own."""
    at = await asked_table(request, pages, person)
    if at.phase != "over":
        raise HTTPException(403, NOT_OVER)
    return RedirectResponse(f"/r/{at.match.watch}", 303)


async def replay(request: Request, pages: Pages, person: Person) -> Response:
    at = await finished(request, pages)
    record = await record_at(request, pages, at)
    mine = at.mine(person.id)
    return pages.page(
        request, person, "replay.html", title=at.game.card.title[person.lang or "en"], base=f"/r/{at.match.watch}",
        link=f"{pages.house.base(request)}/r/{at.match.watch}", names=at.names, mine=mine, empty=not moves_of(record),
    )  # fmt: skip


async def replay_frames(request: Request, pages: Pages, person: Person) -> Response:
    at = await finished(request, pages)
    asked = request.query_params.get("view", "")
    return await drawn(request, pages, person, await record_at(request, pages, at), asked, at.colours)


async def replay_record(request: Request, pages: Pages, person: Person) -> Response:
    at = await finished(request, pages)
    told = {"content-disposition": f'attachment; filename="{at.match.slug}-{at.match.id}.json"'}
    return as_json(await record_at(request, pages, at), told)


async def review(request: Request, pages: Pages, person: Person) -> Response:
    """How far the review is, and when it is done all of it."""
    at = await finished(request, pages)
    reviews = pages.house.reviews
    known = reviews.known(at.match.id)
    if known is None:
        record = await record_at(request, pages, at)
        known = reviews.ask(at.match.id, record, asker_at(request, person, at)) if moves_of(record) else NOTHING_TO_SEE
    return progress_told(known, person)


def progress_told(known: Progress, person: Person) -> Response:
    why = known.why and catalogue(person.lang or "en").gettext(known.why)
    told = {"done": known.done, "steps": known.steps, "found": known.found, "failed": known.failed, "why": why}
    return JSONResponse(told)


async def finished(request: Request, pages: Pages) -> Table:
    """The table of a link for watching, if its game is over."""
    found = await pages.house.store.by_token(request.path_params["token"][:LONGEST_ASKED])
    if found is None or found[1] != "watch":
        raise HTTPException(404)
    is_about(request, found[0])
    at = await pages.house.desk.table(found[0].id)
    if at is None:
        raise HTTPException(404)
    if at.phase != "over":
        raise HTTPException(403, NOT_OVER)
    return at


async def record_at(request: Request, pages: Pages, at: Table) -> dict[str, Any]:
    return record_of(at.match, at.names, await events_of(request, pages, at.match))


async def thought(request: Request, pages: Pages, person: Person, work: Callable[..., Result], *given: Any) -> Result:
    """What takes a while, such as playing a whole match again, is done where bots think."""
    asker = Asker(person.id, "", address(request))
    try:
        return await pages.house.bots.ask(work, *given, asker=asker, seconds=AT_MOST, patience=PATIENCE)
    except Busy:
        raise HTTPException(429, TOO_BUSY) from None
    except BotFailed:
        raise HTTPException(429, TOO_LONG) from None


async def drawn(
    request: Request,
    pages: Pages,
    person: Person,
    record: Mapping[str, Any],
    asked: str,
    colours: tuple[str, ...],
) -> Response:
    lang = person.lang or "en"
    return as_response(await thought(request, pages, person, packed_frames, record, asked, lang, colours))


def as_response(packed: bytes) -> Response:
    return Response(packed, media_type="application/json", headers={"content-encoding": "gzip"})


# --- records from elsewhere -------------------------------------------------------------------------------


async def loading(request: Request, pages: Pages, person: Person) -> Response:
    return pages.page(request, person, "replay.html", title="", base="", link="", names=(), mine=[], empty=True)


async def loaded_frames(request: Request, pages: Pages, person: Person) -> Response:
    """Frames of a record that a page sends; nothing is stored. It is read where bots think, too."""
    if not same_origin(request, pages.house.settings.address):
        raise HTTPException(403, N_("This form came from another place."))
    lang = person.lang or "en"
    try:
        return as_response(await thought(request, pages, person, frames_of_body, await request.body(), lang))
    except BadRecord as wrong:
        return JSONResponse({"wrong": translated(lang, str(wrong))}, 400)


# --- playing on ---------------------------------------------------------------------------------------------


async def play_on(request: Request, pages: Pages, person: Person) -> Response:
    """Opens a table at any position of one's own game: the same seats, bots for the others."""
    at = await finished(request, pages)
    record, mine = await record_at(request, pages, at), at.mine(person.id)
    step = whole(request.state.form.get("step", ""))
    if not mine:
        raise HTTPException(403, N_("You can play on from your own games only."))
    if step is None:
        raise HTTPException(400, N_("There is no such position."))
    check_rate(pages.opened, request)
    check_rate(pages.handed_bytes, request, len(moves_of(record)) * BYTES_OF_A_MOVE)
    level = min(USUAL_LEVEL, max(levels(at.game.room)))
    seats = {
        k: Seat("person", person.id, seat.name, colour=seat.colour)
        if k in mine
        else Seat("bot", level=seat.level or level)
        for k, seat in enumerate(at.seats)
    }

    async def begin(table: Table) -> list[News]:
        try:
            return await thought(request, pages, person, replayed, table.match, table.number, record, step)
        except NoSuchPosition as wrong:
            raise HTTPException(400, str(wrong)) from None

    try:
        table = await pages.house.desk.open(
            at.match.slug, at.match.options, person.id, seats, previous=at.match.id, begin=begin,
            handed_in=0 if at.match.fair else CONTINUED,
        )  # fmt: skip
    except Refused as why:
        raise HTTPException(403, why.text) from None
    return RedirectResponse(f"/t/{table.match.id}", 303)


# --- in a bot's process -------------------------------------------------------------------------------------


class NoSuchPosition(Exception):  # noqa: N818 - what is wrong, said as it is
    """Nobody can play on from there."""


def packed_frames(data: Mapping[str, Any], asked: str, lang: str, colours: tuple[str, ...]) -> bytes:
    """Frames and names as JSON, packed: both take longer than the server may be held up."""
    record = load_record(data)
    names = [name or str(k + 1) for k, name in enumerate([*record.players, *[""] * record.game.players])]
    told = frames(record, view_of(record, asked, lang, colours)) | {"names": names[: record.game.players]}
    return gzip.compress(msgspec.json.encode(told), GZIP, mtime=0)


def frames_of_body(body: bytes, lang: str) -> bytes:
    asked = parsed(body)
    record, view = asked.get("record"), asked.get("view", "")
    if not isinstance(record, dict):
        raise BadRecord("this is no record of a match: it must be a JSON object")
    return packed_frames(record, view if isinstance(view, str) else "", lang, ())


def replayed(match: Match, number: int, data: Mapping[str, Any], steps: int) -> list[News]:
    """The first steps of a record as events of a table that has come to that number; chance falls anew where the
    position leaves it open."""
    record = load_record(data)
    if steps > len(record.steps):
        raise NoSuchPosition(N_("There is no such position."))
    end = record.states()[record.steps[steps - 1][1] if steps else 0]
    if end.over:
        raise NoSuchPosition(N_("The game is over there; go back a little."))
    news = as_news([record.moves[first:end] for first, end in record.steps[:steps]])
    fallen = chance_events(match, end, number + len(news))
    if fallen:
        added = fallen[-1].moves_made[end.length :]
        news[-1] = msgspec.structs.replace(news[-1], moves=(*news[-1].moves, *added))
    return list(news)


def as_news(steps: Sequence[Moves]) -> list[Started | Played]:
    """Chance belongs to the move it follows, or to the start."""
    news: list[Started | Played] = [Started(moves=())]
    for step in steps:
        if step[0][0] == CHANCE:
            news[-1] = msgspec.structs.replace(news[-1], moves=(*news[-1].moves, *step))
        else:
            news.append(Played(moves=step))
    return news
