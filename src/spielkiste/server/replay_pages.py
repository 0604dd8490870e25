"""Pages of matches that are over: their replay by a link that anybody may have, what was good, and playing on."""

from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from spielkiste.core.errors import BadRecord
from spielkiste.core.language import translated
from spielkiste.core.match_record import MatchRecord, load_record, parsed
from spielkiste.core.verbs import CHANCE
from spielkiste.search.bots import levels
from spielkiste.server.bots import Asker
from spielkiste.server.events import Person
from spielkiste.server.familiar import Unfamiliar
from spielkiste.server.guard import same_origin
from spielkiste.server.news import News, Played, Started
from spielkiste.server.pages import LONGEST_ASKED, Pages
from spielkiste.server.records import record_of
from spielkiste.server.replay import frames, view_of
from spielkiste.server.rulings import Refused
from spielkiste.server.table import Seat, Table, chance_events
from spielkiste.server.table_pages import asked_table
from spielkiste.server.texts import N_

NOT_OVER = N_("There is a replay when the game is over.")
USUAL_LEVEL = 3


async def to_replay(request: Request, pages: Pages, person: Person) -> Response:
    """From a table to its replay, which has a link of its own."""
    at = await asked_table(request, pages, person)
    if at.phase != "over":
        raise HTTPException(403, NOT_OVER)
    return RedirectResponse(f"/r/{at.match.watch}", 303)


async def replay(request: Request, pages: Pages, person: Person) -> Response:
    at = await finished(request, pages)
    record = await record_at(pages, at)
    mine = at.mine(person.id)
    return pages.page(
        request, person, "replay.html", title=at.game.card.title[person.lang or "en"], base=f"/r/{at.match.watch}",
        link=f"{pages.house.base(request)}/r/{at.match.watch}", names=at.names, mine=mine, empty=not record.moves,
    )  # fmt: skip


async def replay_frames(request: Request, pages: Pages, person: Person) -> Response:
    record = await record_at(pages, await finished(request, pages))
    return JSONResponse(frames(record, view_of(record, request.query_params.get("view", ""), person.lang or "en")))


async def replay_record(request: Request, pages: Pages, person: Person) -> Response:
    at = await finished(request, pages)
    told = {"content-disposition": f'attachment; filename="{at.match.slug}-{at.match.id}.json"'}
    return JSONResponse((await record_at(pages, at)).data, headers=told)


async def review(request: Request, pages: Pages, person: Person) -> Response:
    """How far the review is, and when it is done all of it."""
    at = await finished(request, pages)
    record = await record_at(pages, at)
    if not record.moves:
        return JSONResponse({"done": 0, "steps": 0, "found": None, "failed": True})
    known = pages.house.reviews.ask(at.match.id, record.data, Asker(at.match.host, at.match.id))
    return JSONResponse({"done": known.done, "steps": known.steps, "found": known.found, "failed": known.failed})


async def finished(request: Request, pages: Pages) -> Table:
    """The table of a link for watching, if its game is over."""
    found = await pages.house.store.by_token(request.path_params["token"][:LONGEST_ASKED])
    if found is None or found[1] != "watch":
        raise HTTPException(404)
    try:
        at = await pages.house.desk.table(found[0].id)
    except Unfamiliar:
        raise HTTPException(403, N_("This game belongs to other rules than we have here.")) from None
    if at is None:
        raise HTTPException(404)
    if at.phase != "over":
        raise HTTPException(403, NOT_OVER)
    return at


async def record_at(pages: Pages, at: Table) -> MatchRecord:
    return load_record(record_of(at.match, at.names, await pages.house.store.plain_events(at.match.id)))


# --- records from elsewhere -------------------------------------------------------------------------------


async def loading(request: Request, pages: Pages, person: Person) -> Response:
    return pages.page(request, person, "replay.html", title="", base="", link="", names=(), mine=[], empty=True)


async def loaded_frames(request: Request, pages: Pages, person: Person) -> Response:
    """Frames of a record that a page sends; nothing is stored."""
    if not same_origin(request, pages.house.settings.address):
        raise HTTPException(403, N_("This form came from another place."))
    lang = person.lang or "en"
    try:
        asked = parsed(await request.body())
        record = load_record(of_dict(asked.get("record")))
        told = frames(record, view_of(record, str(asked.get("view", "")), lang))
    except BadRecord as wrong:
        return JSONResponse({"wrong": translated(lang, str(wrong))}, 400)
    names = [name or str(k + 1) for k, name in enumerate([*record.players, *[""] * record.game.players])]
    return JSONResponse(told | {"names": names[: record.game.players]})


def of_dict(found: Any) -> Mapping[str, Any]:
    if not isinstance(found, dict):
        raise BadRecord("this is no record of a match: it must be a JSON object")
    return found


# --- playing on ---------------------------------------------------------------------------------------------


async def play_on(request: Request, pages: Pages, person: Person) -> Response:
    """Opens a table at any position of one's own game: the same seats, bots for the others."""
    at = await finished(request, pages)
    record, mine = await record_at(pages, at), at.mine(person.id)
    asked = request.state.form.get("step", "")
    if not mine:
        raise HTTPException(403, N_("You can play on from your own games only."))
    if not asked.isdecimal() or len(asked) > 6 or int(asked) > len(record.steps):
        raise HTTPException(400, N_("There is no such position."))
    end = ([0] + [end for _, end in record.steps])[int(asked)]
    if record.states()[end].over:
        raise HTTPException(400, N_("The game is over there; go back a little."))
    level = min(USUAL_LEVEL, max(levels(at.game.room)))
    seats = {
        k: Seat("person", person.id, seat.name) if k in mine else Seat("bot", level=seat.level or level)
        for k, seat in enumerate(at.seats)
    }

    try:
        table = await pages.house.desk.open(
            at.match.slug, at.match.options, person.id, seats, previous=at.match.id,
            begin=lambda table: replayed(table, record, int(asked)),
        )  # fmt: skip
    except Refused as why:
        raise HTTPException(403, why.text) from None
    return RedirectResponse(f"/t/{table.match.id}", 303)


def replayed(table: Table, record: MatchRecord, steps: int) -> list[News]:
    """The first steps of a record as a table's own events; chance falls anew where the position leaves it open."""
    moves = [record.moves[first:end] for first, end in record.steps[:steps]]
    if not moves:
        return [Started(moves=table.try_start(table.number + 1))]
    dealt = moves.pop(0) if moves[0][0][0] == CHANCE else ()
    news: list[News] = [Started(moves=dealt)]
    for step in moves:
        if step[0][0] == CHANCE and isinstance(news[-1], Played):
            news[-1] = Played(moves=(*news[-1].moves, *step))
        else:
            news.append(Played(moves=step))
    end = record.states()[record.steps[steps - 1][1]]
    fallen = chance_events(table.match, end, table.number + len(news))
    if fallen and isinstance(news[-1], Played):
        news[-1] = Played(moves=(*news[-1].moves, *fallen[-1].moves_made[end.length :]))
    return news
