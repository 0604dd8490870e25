"""Pages of tables: opening one, coming by a link, the table itself, its record."""

from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

import spielkiste as sk
from spielkiste.core.errors import OptionError
from spielkiste.core.language import translated
from spielkiste.core.room import Room
from spielkiste.search.bots import levels
from spielkiste.server.events import Person
from spielkiste.server.forms import fields, options_from, turn_seconds_from
from spielkiste.server.game_pages import asked_room, game_facts, known_room
from spielkiste.server.present import Viewer, board, facts
from spielkiste.server.rulings import N_, NAME_LENGTH, Refused, clean
from spielkiste.server.table import Seat, Table
from spielkiste.server.texts import catalogue
from spielkiste.server.visits import LONGEST_ASKED, Pages

LINKS = {"j": "join", "w": "watch"}  # how the addresses of links begin


async def new(request: Request, pages: Pages, person: Person) -> Response:
    return new_table_page(request, pages, person, asked_room(request), {}, {})


def new_table_page(
    request: Request, pages: Pages, person: Person, home: Room, errors: dict[str, str], form: dict[str, str]
) -> Response:
    lang = person.lang or "en"
    known = game_facts(home, lang)
    return pages.page(
        request, person, "new.html", 400 if errors else 200, title=known["title"], game=known, levels=levels(home),
        options=fields(home.card, lang), errors=errors, form=form,
    )  # fmt: skip


async def open_table(request: Request, pages: Pages, person: Person) -> Response:
    form: dict[str, str] = request.state.form
    say = catalogue(person.lang or "en").gettext
    home = known_room(form.get("game", ""))
    try:
        options = options_from(home.card, form)
        settled = sk.game(home.slug, **options)
        limit = turn_seconds_from(form.get("turn_seconds", ""))
    except OptionError as wrong:
        said = translated(person.lang or "en", str(wrong))
        return new_table_page(request, pages, person, home, {named_field(home, wrong): said}, form)
    name = clean(form.get("name", ""), NAME_LENGTH) or person.name or say(N_("Guest"))
    person = await pages.house.people.named(person, name)
    mode, level = form.get("mode", "link"), form.get("level", "2")
    if mode == "bots" and (not level.isdigit() or int(level) not in levels(home)):
        return new_table_page(request, pages, person, home, {"level": say(N_("There is no bot of this level."))}, form)
    seats = first_seats(settled.players, mode, person, name, level, say)
    try:
        table = await pages.house.desk.open(
            home.slug, options, person.id, seats, public=bool(form.get("public")), turn_seconds=limit,
            start=(len(seats) == settled.players and mode != "link") or settled.players == 1,
        )  # fmt: skip
    except Refused as why:
        raise HTTPException(403, why.text) from None
    return RedirectResponse(f"/t/{table.match.id}", 303)


def named_field(home: Room, wrong: OptionError) -> str:
    """The field an error is about."""
    name = str(wrong).split("=")[0]
    return f"opt-{name}" if name in [option.name for option in home.card.options] else ""


def first_seats(
    players: int, mode: str, person: Person, name: str, level: str, say: Callable[[str], str]
) -> dict[int, Seat]:
    """Who sits where at once: the host, and with them bots, or everybody on this device."""
    seats = {0: Seat("person", person.id, name)}
    for k in range(1, players):
        if mode == "bots":
            seats[k] = Seat("bot", level=int(level))
        elif mode == "device":
            seats[k] = Seat("person", person.id, say(N_("Player {n}")).format(n=k + 1))
    return seats


async def join(request: Request, pages: Pages, person: Person) -> Response:
    """A link: whoever has it may sit down (/j/…), or only watch (/w/…)."""
    found = await pages.house.store.by_token(request.path_params["token"][:LONGEST_ASKED])
    if found is None or found[1] != LINKS[request.url.path[1]]:
        raise HTTPException(404)
    await pages.house.store.admit(found[0].id, person.id, "guest" if found[1] == "join" else "watcher")
    response = RedirectResponse(f"/t/{found[0].id}", 303)
    pages.house.people.remember(response, request, person)
    return response


async def table(request: Request, pages: Pages, person: Person) -> Response:
    at = await asked_table(request, pages, person)
    lang = person.lang or "en"
    viewer = Viewer(person.id, lang, catalogue(lang).gettext)
    there, lately = await pages.house.presence.around(at.match.id)
    known = facts(at, viewer, pages.house.base(request), there | {person.id}, lately)
    svg = board(at, viewer).picture.svg("group")
    return pages.page(request, person, "table.html", t=known, title=known.title, board_svg=svg)


async def asked_table(request: Request, pages: Pages, person: Person) -> Table:
    at = await pages.house.desk.table(request.path_params["id"][:LONGEST_ASKED])
    if at is None:
        raise HTTPException(404)
    if not await pages.house.may_see(at, person.id):
        raise HTTPException(403, N_("This table is only for those who were invited; ask for the link."))
    return at


async def record(request: Request, pages: Pages, person: Person) -> Response:
    """A finished game as JSON: options, all moves, and the seed of its chance events with the promise made before."""
    at = await asked_table(request, pages, person)
    if at.phase != "over":
        raise HTTPException(403, N_("The record is shown when the game is over."))
    events = await pages.house.store.events(at.match.id)
    return JSONResponse(
        {
            "game": at.match.slug, "options": at.match.options, "players": list(at.names),
            "commitment": at.match.commitment, "seed": at.match.seed.hex(),
            "events": [{"number": e.number, "moves": e.data["moves"]} for e in events if "moves" in e.data],
            "undone": [{"number": e.number, "back_before": e.data["number"]} for e in events if e.kind == "undone"],
            "scores": list(at.state.scores), "places": list(at.state.places) if at.state.places else None,
        }
    )  # fmt: skip
