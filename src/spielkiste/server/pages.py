"""The pages: addresses, what stands behind them, and what is refused."""

import gzip
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

import msgspec
from babel.dates import format_timedelta
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

import spielkiste as sk
from spielkiste.core.errors import OptionError, UnknownGame
from spielkiste.core.lesson import Lesson, course, reach
from spielkiste.core.look import Look
from spielkiste.core.room import Room, all_rooms, room
from spielkiste.core.state import State
from spielkiste.search.bots import levels
from spielkiste.server.events import Listed, Person
from spielkiste.server.forms import fields, options_from, turn_seconds_from
from spielkiste.server.guard import Buckets, same_origin
from spielkiste.server.present import Facts, Viewer, board, facts
from spielkiste.server.rendering import NAMES, STATIC, inline, rules_html, template
from spielkiste.server.rulings import N_, NAME_LENGTH, Refused, clean
from spielkiste.server.table import Seat, Table
from spielkiste.server.texts import LANGUAGES, catalogue

if TYPE_CHECKING:
    from spielkiste.server.app import House

__all__ = ["STATIC", "Pages", "routes"]
LISTED = 12
LINK_HOLDS = 600.0  # seconds a link to another device is good for
LONGEST_ASKED = 60  # characters of an address part that can be a game or a table
DAY = 86400
FIELDS_AT_MOST = 60
MOST_COUNTS = 12  # numbers of players offered at once


class Pages:
    """Renders pages for visitors."""

    def __init__(self, house: "House") -> None:
        self.house = house
        rate = house.settings.rate
        self.visits = Buckets(600 * rate, 50 * rate)  # requests of an address: a school class opens the first page
        self.changes = Buckets(60 * rate, 1 * rate)  # forms of an address: the class opens its tables

    def part(self, name: str, lang: str, person: Person, shown: Facts) -> str:
        """One live part of a table's page."""
        return template(f"parts/{name}.html", lang).render(t=shown, person=person)

    def page(self, request: Request, person: Person, name: str, code: int = 200, **values: Any) -> Response:
        lang = person.lang or "en"
        html = template(name, lang).render(
            person=person, csrf=self.house.people.token(person), path=request.url.path, **values
        )
        response = HTMLResponse(html, code)
        self.house.people.remember(response, request, person)
        return response

    @staticmethod
    def error_handlers() -> dict[Any, Callable[[Request, Exception], Awaitable[Response]]]:
        return {HTTPException: failed, 404: failed, 500: failed}


async def failed(request: Request, error: Exception) -> Response:
    """Every refusal as a page that a person understands; never a stack trace."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    pages = pages_of(request)
    person = await pages.house.people.who(request)
    say = catalogue(person.lang or "en").gettext
    headings = {
        403: N_("That is not allowed"),
        404: N_("There is nothing here"),
        429: N_("A little slower, please"),
        500: N_("Something went wrong"),
    }
    heading = say(headings.get(status, N_("That did not work")))
    detail = error.detail if isinstance(error, HTTPException) and status in (400, 403, 429) else ""
    text = say(detail) if detail else say(N_("The address may be mistyped, or the table is gone."))
    if status == 500:
        text = say(N_("Please try again; nothing that was acknowledged is lost."))
    return pages.page(request, person, "error.html", status, status=status, heading=heading, text=text, title=heading)


def pages_of(request: Request) -> Pages:
    pages: Pages = request.app.state.house.pages
    return pages


Handler = Callable[[Request, Pages, Person], Awaitable[Response]]


def shown(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """A page to look at."""

    async def endpoint(request: Request) -> Response:
        pages = pages_of(request)
        if not pages.visits.take(address(request)):
            raise HTTPException(429, N_("Too many requests; please wait a moment."))
        return await handler(request, pages, await pages.house.people.who(request))

    return endpoint


def changed(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """A form: from a page of this server, by the person it was made for, and not too often."""

    async def endpoint(request: Request) -> Response:
        pages = pages_of(request)
        if not same_origin(request):
            raise HTTPException(403, N_("This form came from another place."))
        if not pages.changes.take(address(request)):
            raise HTTPException(429, N_("Too many requests; please wait a moment."))
        person = await pages.house.people.who(request)
        request.state.form = form_of(await request.body())
        if not pages.house.people.is_token(person, request.state.form.get("csrf", "")):
            raise HTTPException(403, N_("This form is too old; please load the page again."))
        response = await handler(request, pages, person)
        pages.house.people.remember(response, request, person)
        return response

    return endpoint


def form_of(body: bytes) -> dict[str, str]:
    """The fields of a form as browsers send it."""
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=FIELDS_AT_MOST))
    except ValueError:  # not UTF-8, or too many
        raise HTTPException(400, N_("This form cannot be read.")) from None


def address(request: Request) -> str:
    return request.client.host if request.client else ""


# --- games ------------------------------------------------------------------------------------


def game_facts(home: Room, lang: str) -> dict[str, Any]:
    card = home.card
    least, most = card.players[0], card.players[-1]
    return {
        "slug": card.slug,
        "title": card.title[lang],
        "blurb": card.blurb[lang],
        "players": str(least) if least == most else f"{least}–{most}",
        "minutes": f"{card.minutes[0]}–{card.minutes[1]}",
        "age": card.age,
        "picture": f"/games/{card.slug}/picture.svg",
    }


def asked_room(request: Request) -> Room:
    try:
        return room(request.path_params["slug"][:LONGEST_ASKED])
    except UnknownGame:
        raise HTTPException(404) from None


async def home(request: Request, pages: Pages, person: Person) -> Response:
    lang = person.lang or "en"
    mine = await pages.house.store.mine(person.id, LISTED)
    public = [row for row in await pages.house.store.public(LISTED) if row.match.id not in {m.match.id for m in mine}]
    return pages.page(
        request, person, "home.html", title="",
        games=[game_facts(one, lang) for one in all_rooms().values()],
        mine=[row_facts(row, person, lang) for row in mine], public=[row_facts(row, person, lang) for row in public],
    )  # fmt: skip


def row_facts(row: Listed, person: Person, lang: str) -> dict[str, Any]:
    names = [str(player["name"]) for player in row.standing.players if player.get("name")]
    ago = format_timedelta(int(row.standing.changed - time.time()), add_direction=True, locale=lang)
    return {
        "id": row.match.id,
        "title": room(row.match.slug).card.title[lang],
        "phase": row.standing.phase,
        "turn": person.id in row.standing.turn,
        "players": ", ".join(names),
        "when": ago,
    }


async def game(request: Request, pages: Pages, person: Person) -> Response:
    home = asked_room(request)
    known = game_facts(home, person.lang or "en")
    alone = 1 in home.card.players
    return pages.page(
        request,
        person,
        "game.html",
        game=known,
        title=known["title"],
        solo=alone,
        levels=levels(home),
        counts=player_counts(home),
    )


def player_counts(home: Room) -> list[int]:
    """How many may play, where that can be chosen without scrolling."""
    options = {option.name: option for option in home.card.options}
    counts = options["players"].values if "players" in options else ()
    return list(counts)[:MOST_COUNTS] if isinstance(counts, range) else []


async def picture(request: Request, pages: Pages, person: Person) -> Response:
    """A typical position, for lists and previews."""
    home = asked_room(request)
    example = next(reversed(home.part("examples").PICTURES.values()))
    look = Look(example.seat, person.lang or "en", NAMES)
    svg = gzip.compress(reach(home.slug, example).picture(look).svg().encode(), mtime=0)
    headers = {"cache-control": f"private, max-age={DAY}", "content-encoding": "gzip"}
    return Response(svg, media_type="image/svg+xml", headers=headers)


async def rules(request: Request, pages: Pages, person: Person) -> Response:
    home = asked_room(request)
    lang = person.lang or "en"
    html = rules_html(home.slug, lang)
    if request.query_params.get("part"):
        return HTMLResponse(html)
    known = game_facts(home, lang)
    return pages.page(request, person, "rules.html", game=known, html=html, title=known["title"])


async def first(request: Request, pages: Pages, person: Person) -> Response:
    """The first game, step by step; each step is an address of its own."""
    home, lang = asked_room(request), person.lang or "en"
    lesson: Lesson = home.part("examples").FIRST_GAME
    asked = request.query_params.get("step", "0")
    number = min(int(asked), len(lesson.steps)) if asked.isdigit() and len(asked) < 4 else 0
    done = number == len(lesson.steps)
    state, known = course(home.slug, lesson)[number], game_facts(home, lang)
    step = None if done else lesson.steps[number]
    look = Look(lesson.seat, lang, learner_names(lesson.seat, lang))
    wanted = step.move if step else None
    path = (step.touch if step else ()) or (elements_of(state, look, wanted) if wanted else ())
    picture = state.picture(look)
    text = (
        step.text[lang] if step else catalogue(lang).gettext(N_("That was your first game. Now you know how it goes!"))
    )
    return pages.page(
        request, person, "first.html", title=known["title"], game=known, step=number, steps=len(lesson.steps),
        text=inline(text), board_svg=picture.head("group") + "".join(picture.parts) + "</svg>", done=done,
        paths=json([[wanted, list(path)]] if path else []), tool="",
        buttons=[button for button in picture.buttons if button.id in path],
        next="" if done else f"/games/{home.slug}/first?step={number + 1}",
    )  # fmt: skip


def elements_of(state: State, look: Look, move: str) -> tuple[str, ...]:
    """What to touch for a move: its path; what is gathered for it; or the button that begins to build it."""
    assert look.seat is not None
    if path := state.paths(look.seat).get(move):
        return path
    words = move.split()
    for tool in state.tools(look):
        elements = tuple(element for element in tool.elements if element.rpartition("-")[2] in words)
        if elements and state.gathered(look, tool.id, elements) == move:
            return elements
    return tuple(button.id for button in state.picture(look).buttons if button.id == "draft")


def learner_names(seat: int, lang: str) -> tuple[str, ...]:
    """The learner among others."""
    names = list(NAMES)
    names.insert(seat, catalogue(lang).gettext(N_("You")))
    return tuple(names)


def json(value: object) -> str:
    return msgspec.json.encode(value).decode()


# --- tables -----------------------------------------------------------------------------------


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
    try:
        home = room(form.get("game", "")[:LONGEST_ASKED])
    except UnknownGame:
        raise HTTPException(404) from None
    try:
        options = options_from(home.card, form)
        settled = sk.game(home.slug, **options)
        limit = turn_seconds_from(form.get("turn_seconds", ""))
    except OptionError as wrong:
        return new_table_page(request, pages, person, home, {named_field(home, wrong): str(wrong)}, form)
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
    if found is None or found[1] != request.url.path[1:2].replace("j", "join").replace("w", "watch"):
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
    drawn = board(at, viewer).picture
    svg = drawn.head("group") + "".join(drawn.parts) + "</svg>"
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


# --- about me -----------------------------------------------------------------------------------


async def me(request: Request, pages: Pages, person: Person) -> Response:
    return pages.page(request, person, "me.html", title=catalogue(person.lang or "en").gettext(N_("About me")))


async def set_name(request: Request, pages: Pages, person: Person) -> Response:
    await pages.house.people.named(person, clean(request.state.form.get("name", ""), NAME_LENGTH))
    return RedirectResponse("/me", 303)


async def set_lang(request: Request, pages: Pages, person: Person) -> Response:
    lang = request.state.form.get("lang", "")
    if lang not in LANGUAGES:
        raise HTTPException(400, N_("There is no such language here."))
    await pages.house.people.speaking(person, lang)
    back = request.state.form.get("back", "/")
    return RedirectResponse(back if back.startswith("/") and not back.startswith("//") else "/", 303)


async def device_link(request: Request, pages: Pages, person: Person) -> Response:
    """A link that makes another device mine as well; it works once, for ten minutes."""
    await pages.house.people.named(person, person.name)
    token = secrets.token_urlsafe(24)
    await pages.house.store.link(token, person.id, time.time() + LINK_HOLDS)
    link = f"{pages.house.base(request)}/me/{token}"
    return pages.page(
        request, person, "me.html", link=link, title=catalogue(person.lang or "en").gettext(N_("About me"))
    )


async def use_device_link(request: Request, pages: Pages, person: Person) -> Response:
    owner = await pages.house.store.use_link(request.path_params["token"][:LONGEST_ASKED], time.time())
    known = await pages.house.store.person(owner) if owner else None
    if known is None:
        raise HTTPException(404)
    response = RedirectResponse("/", 303)
    pages.house.people.remember(response, request, known)
    return response


async def export(request: Request, pages: Pages, person: Person) -> Response:
    known = await pages.house.store.export_person(person.id)
    return JSONResponse(known, headers={"content-disposition": 'attachment; filename="spielkiste.json"'})


async def erase(request: Request, pages: Pages, person: Person) -> Response:
    await pages.house.store.erase_person(person.id)
    return RedirectResponse("/", 303)


def routes() -> list[Route]:
    """All addresses but the live ones."""
    return [
        Route("/", shown(home)),
        Route("/games/{slug}", shown(game)),
        Route("/games/{slug}/picture.svg", shown(picture)),
        Route("/games/{slug}/rules", shown(rules)),
        Route("/games/{slug}/first", shown(first)),
        Route("/games/{slug}/new", shown(new)),
        Route("/tables", changed(open_table), methods=["POST"]),
        Route("/j/{token}", shown(join)),
        Route("/w/{token}", shown(join)),
        Route("/t/{id}", shown(table)),
        Route("/t/{id}/record.json", shown(record)),
        Route("/me", shown(me)),
        Route("/me/export", shown(export)),
        Route("/me/name", changed(set_name), methods=["POST"]),
        Route("/me/lang", changed(set_lang), methods=["POST"]),
        Route("/me/link", changed(device_link), methods=["POST"]),
        Route("/me/erase", changed(erase), methods=["POST"]),
        Route("/me/{token}", shown(use_device_link)),
    ]
