"""Pages of tables: opening one, coming by a link, the table itself, its record."""

import secrets
from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

import spielkiste as sk
from spielkiste.core.errors import OptionError
from spielkiste.core.game import Game
from spielkiste.core.language import translated
from spielkiste.core.room import Room, all_rooms
from spielkiste.search.bots import levels
from spielkiste.server import messages as m
from spielkiste.server.colours import PALETTE, usual_colours
from spielkiste.server.events import Match, Person
from spielkiste.server.facts import facts
from spielkiste.server.familiar import Unfamiliar, why_unfamiliar
from spielkiste.server.forms import capital, fields, options_from, turn_seconds_from, whole
from spielkiste.server.game_pages import asked_room, game_facts, known_room
from spielkiste.server.pages import LONGEST_ASKED, Pages, address, check_rate, is_about
from spielkiste.server.presentation import board
from spielkiste.server.records import record_of, unfinished
from spielkiste.server.rulings import NAME_LENGTH, Refused, Who, clean, unlike
from spielkiste.server.table import Seat, Table
from spielkiste.server.texts import N_, catalogue
from spielkiste.server.unfamiliar_page import names_in, people_in, seats_of, standing_of, title_of
from spielkiste.server.viewer import Viewer

TOO_EARLY = N_("The record is shown when the game is over.")
NO_LONGER_MINE = N_("The table is no longer among your games.")
FIRST = ("lot", "host", "others")  # who begins at a table that starts at once
WITH_OTHERS = ("link", "bots", "device")  # ways to play for which one is too few
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
        options=fields(home.card, lang), errors=errors, form=form, several=home.card.players[-1] > 1,
        solo=1 in home.card.players,
    )  # fmt: skip


async def open_table(request: Request, pages: Pages, person: Person) -> Response:
    form: dict[str, str] = request.state.form
    say = catalogue(person.lang or "en").gettext
    home = known_room(form.get("game", ""))
    mode, level = form.get("mode", "link"), form.get("level", "2")
    if mode == "alone":
        form = {**form, "opt-players": "1"}
    try:
        options = options_from(home.card, form)
        settled = sk.game(home.slug, **options)
        limit = turn_seconds_from(form.get("turn_seconds", ""))
    except OptionError as wrong:
        said = without_names(translated(person.lang or "en", str(wrong)))
        return new_table_page(request, pages, person, home, {named_field(home, wrong): said}, form)
    name = clean(form.get("name", ""), NAME_LENGTH) or person.name or say(N_("Guest"))
    person = await pages.house.people.named(person, name)
    if form.get("opt-players") == "1" and mode in WITH_OTHERS:
        wrong_count = say(N_("With others you are two at least."))
        return new_table_page(request, pages, person, home, {"opt-players": wrong_count}, form)
    if mode == "bots" and whole(level) not in levels(home):
        return new_table_page(request, pages, person, home, {"level": say(N_("There is no bot of this level."))}, form)
    first = form.get("first", "lot")
    if first not in FIRST:
        return new_table_page(request, pages, person, home, {"": say(N_("Nobody can begin like that."))}, form)
    check_rate(pages.opened, request)
    seats = first_seats(settled, mode, person, name, form, say)
    try:
        table = await pages.house.desk.open(
            home.slug, options, person.id, seats, public=bool(form.get("public")), turn_seconds=limit, first=first,
            start=(len(seats) == settled.players and mode != "link") or settled.players == 1,
        )  # fmt: skip
    except Refused as why:
        raise HTTPException(403, why.text) from None
    return RedirectResponse(f"/t/{table.match.id}", 303)


def named_field(home: Room, wrong: OptionError) -> str:
    """The field an error is about."""
    name = str(wrong).split("=")[0]
    return f"opt-{name}" if name in [option.name for option in home.card.options] else ""


def without_names(said: str) -> str:
    """What is wrong with an option, as it is said beside its field: without its name in the language of programs."""
    return capital(said.partition(": ")[2] or said)


def first_seats(
    game: Game, mode: str, person: Person, name: str, form: Mapping[str, str], say: Callable[[str], str]
) -> dict[int, Seat]:
    """Who sits where at once: the host, and with them bots, or everybody on this device."""
    own = device_colours(game, form) if mode == "device" else [""] * game.players
    seats = {0: Seat("person", person.id, name, colour=own[0])}
    for k in range(1, game.players):
        if mode == "bots":
            seats[k] = Seat("bot", level=int(form.get("level", "2")))
        elif mode == "device":
            called = clean(form.get(f"name-{k + 1}", ""), NAME_LENGTH) or say(N_("Player {n}")).format(n=k + 1)
            seats[k] = Seat("person", person.id, unlike(called, [seat.name for seat in seats.values()]), colour=own[k])
    return seats


def device_colours(game: Game, form: Mapping[str, str]) -> list[str]:
    """What those who share a device have chosen, if they may: each colour is for the first who asks for it."""
    offered, chosen = set(PALETTE if usual_colours(game) else ()), list[str]()
    for k in range(1, game.players + 1):
        colour = form.get(f"colour-{k}", "")
        chosen.append(colour if colour in offered else "")
        offered.discard(colour)
    return chosen


async def join(request: Request, pages: Pages, person: Person) -> Response:
    """A link: whoever has it may sit down (/j/…), or only watch (/w/…)."""
    found = await pages.house.store.by_token(request.path_params["token"][:LONGEST_ASKED])
    if found is None or found[1] != LINKS[request.url.path[1]]:
        raise HTTPException(404)
    if why := why_unfamiliar(found[0]):
        raise Unfamiliar(found[0], why)
    role = "guest" if found[1] == "join" else "watcher"
    known = await pages.house.store.role(found[0].id, person.id)
    if known is None or known == "watcher" != role:
        check_rate(pages.arrivals, request)
        await pages.house.store.admit(found[0].id, person.id, role)
    response = RedirectResponse(f"/t/{found[0].id}", 303)
    pages.house.people.remember(response, request, person)
    return response


async def table(request: Request, pages: Pages, person: Person) -> Response:
    at = await asked_table(request, pages, person)
    lang = person.lang or "en"
    watching = await pages.house.only_watches(at, person.id)
    viewer = Viewer(person.id, lang, catalogue(lang).gettext, watching=watching, named=bool(person.name))
    there, lately = await pages.house.around(at)
    known = facts(at, viewer, pages.house.base(request), there | {person.id}, lately)
    svg = board(at, viewer).picture.svg("group")
    return pages.page(request, person, "table.html", t=known, title=known.title, board_svg=svg)


async def asked_table(request: Request, pages: Pages, person: Person) -> Table:
    """The table of an address, if this person may see it; Unfamiliar if it can only be shown as what it is."""
    try:
        at = await pages.house.desk.table(request.path_params["id"][:LONGEST_ASKED])
    except Unfamiliar as found:
        is_about(request, found.match)
        await check_may_see(pages, found.match, people_in(await standing_of(pages, found.match)), person)
        raise
    if at is None:
        raise HTTPException(404)
    is_about(request, at.match)
    await check_may_see(pages, at.match, at.people, person)
    return at


async def asked_match(request: Request, pages: Pages, person: Person) -> tuple[Match, Table | None]:
    """The same for what needs no rules; no table where it stands still."""
    try:
        at = await asked_table(request, pages, person)
    except Unfamiliar as found:
        return found.match, None
    return at.match, at


async def check_may_see(pages: Pages, match: Match, seated: Collection[str], person: Person) -> None:
    if not await pages.house.may_see(match, seated, person.id):
        raise HTTPException(403, N_("This table is only for those who were invited; ask for the link."))


async def remove(request: Request, pages: Pages, person: Person) -> Response:
    """Takes a finished game, or one that stands still, from somebody's list; the others keep theirs."""
    match, at = await asked_match(request, pages, person)
    if at is None:
        await leave_unfamiliar(pages, match, person)
        return RedirectResponse("/mine", 303)
    if at.phase != "over":
        raise HTTPException(403, N_("The game is still running."))
    await leave_for_good(pages, match, person, keep=True)
    return RedirectResponse("/mine", 303)


async def leave_unfamiliar(pages: Pages, match: Match, person: Person) -> None:
    """Somebody belongs to a table that stands still no more. Nothing of it is touched."""
    standing = await pages.house.store.standing(match.id)
    await leave_for_good(pages, match, person, keep=standing is None or standing.phase == "over")


async def leave_for_good(pages: Pages, match: Match, person: Person, *, keep: bool) -> None:
    """Takes somebody's membership. A table without members is deleted unless it is kept for its links: one that was
    not over would never be found again. One that was handed in counts among what its owner may keep, so it goes with
    its owner, whoever has seen it."""
    await pages.house.store.dismiss(match.id, person.id)
    handed_in = match.handed_in > 0 and person.id == match.host
    if handed_in or (not keep and not await pages.house.store.members(match.id)):
        await pages.house.desk.remove(match.id)


async def ask_leave(request: Request, pages: Pages, person: Person) -> Response:
    """What leaving a table would mean; nothing happens yet."""
    match, at = await asked_match(request, pages, person)
    lang = person.lang or "en"
    text = catalogue(lang).gettext(what_leaving_means(at, person.id) if at else NO_LONGER_MINE)
    return pages.page(request, person, "leave.html", title=title_of(match, lang), id=match.id, text=text)


def what_leaving_means(at: Table, person: str) -> str:
    if at.phase == "open" and person == at.match.host:
        return N_("The table is deleted, for everybody.")
    if at.phase == "running" and at.mine(person):
        return N_("You give up, and the game ends for everybody.")
    return NO_LONGER_MINE


async def leave(request: Request, pages: Pages, person: Person) -> Response:
    """Away from a table for good: who opened it deletes it before it begins, who plays gives up."""
    match, at = await asked_match(request, pages, person)
    if at is None:
        await leave_unfamiliar(pages, match, person)
        return RedirectResponse("/", 303)
    desk, who = pages.house.desk, Who(person.id, person.name)
    if at.phase == "open" and person.id == at.match.host:
        await desk.remove(at.match.id)
        return RedirectResponse("/", 303)
    try:
        if at.phase == "running" and (mine := at.mine(person.id)):
            await desk.do(at.match.id, m.Resign(id=secrets.token_hex(8), seat=mine[0]), who)
        for seat in at.mine(person.id) if at.phase == "open" else ():
            await desk.do(at.match.id, m.Stand(id=secrets.token_hex(8), seat=seat), who)
    except Unfamiliar:  # meanwhile
        raise
    except Refused as why:
        raise HTTPException(403, why.text) from None
    if person.id != at.match.host:
        await pages.house.store.dismiss(at.match.id, person.id)
    return RedirectResponse("/", 303)


async def record(request: Request, pages: Pages, person: Person) -> Response:
    """A game as JSON: options, all moves, and the seed of its chance events with the promise made before."""
    try:
        at = await asked_table(request, pages, person)
    except Unfamiliar as found:
        return as_json(await unfamiliar_record(request, pages, found, person))
    if at.phase != "over":
        raise HTTPException(403, TOO_EARLY)
    events = await events_of(request, pages, at.match)
    places = list(at.state.places) if at.state.places else None
    return as_json({**record_of(at.match, at.names, events), "scores": list(at.state.scores), "places": places})


def as_json(record: dict[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    """A long one takes 2 ms; the standard library, which JSONResponse uses, would hold the event loop for 12."""
    return Response(msgspec.json.encode(record), headers=headers, media_type="application/json")


async def events_of(request: Request, pages: Pages, match: Match) -> list[dict[str, Any]]:
    """All events of a table. One that has gone on for hours takes a tenth of a second to read."""
    async with pages.reading.held(address(request)):
        return await pages.house.store.plain_events(match.id)


# --- tables of rules that are not here ------------------------------------------------------------------


async def unfamiliar_record(request: Request, pages: Pages, found: Unfamiliar, person: Person) -> dict[str, Any]:
    """The moves as they were stored. Of a game that was not over, only where its rules are gone for good."""
    match, standing = found.match, await standing_of(pages, found.match)
    record = record_of(match, names_in(standing), await events_of(request, pages, match))
    if standing.phase != "over":
        if found.why != "older":
            raise HTTPException(403, TOO_EARLY)
        secret = "hidden" in all_rooms()[match.slug].card.kinds
        own = seats_of(person.id, standing.players)
        record = unfinished(record, own if secret else None)
    return {**record, "scores": None, "places": None}
