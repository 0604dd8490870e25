"""Pages: every page is rendered here, every form checked, and every refusal said kindly."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from spielkiste.server.events import Match, Person, StoreError
from spielkiste.server.familiar import Unfamiliar
from spielkiste.server.guard import Buckets, limited_as, protect, same_origin
from spielkiste.server.queues import Queues
from spielkiste.server.rendering import template
from spielkiste.server.texts import N_, catalogue, wanted
from spielkiste.server.turns import BotFailed
from spielkiste.server.unfamiliar_page import unfamiliar_page

if TYPE_CHECKING:
    from spielkiste.server.house import House

FIELDS_AT_MOST = 60
OWN_FORM_AT_MOST = 4096  # bytes of a form that counts for its person alone
LONGEST_ASKED = 60  # characters of an address part that can be a game or a table
PAGE_COST = 5.0  # of a request, in milliseconds: one of an address begins in an iteration of the event loop
TOO_MANY_REQUESTS = N_("Too many requests; please wait a moment.")


class Pages:
    """Renders pages for visitors."""

    def __init__(self, house: "House") -> None:
        self.house = house
        rate = house.settings.rate
        self.looks = Buckets(600 * rate, 50 * rate)  # requests of an address: a school class opens the first page
        # Forms of a person, and of an address: a class that comes in says names and opens tables, some 150 in a minute.
        self.changes_of_a_person = Buckets(30 * rate, 0.5 * rate)
        self.changes = Buckets(300 * rate, 1 * rate)
        # Tables that an address opens: one of 60 people whose computer players go on alone takes 0.3 MB in the end.
        self.opened = Buckets(600 * rate, 0.2 * rate)
        self.arrivals = Buckets(300 * rate, 2 * rate)  # people of an address who come to a table by a link
        # Games that a person and an address may hand in, and their bytes: a class of 30 brings ten each at once; after
        # that 48 MB a day.
        self.handed_games_of_a_person = Buckets(60 * rate, 0.5 * rate)
        self.handed_games = Buckets(300 * rate, 1 * rate)
        self.handed_bytes = Buckets((8 << 20) * rate, 555 * rate)
        self.handing_in = Queues()  # people: the games of one are checked one after the other
        self.reading = Queues()  # addresses: of each, one whole game is read at a time
        self.exporting: set[str] = set()  # people whose data is being sent to them

    def page(self, request: Request, person: Person, name: str, code: int = 200, **values: Any) -> Response:
        lang = person.lang or "en"
        html = template(name, lang).render(
            person=person, csrf=self.house.people.token(person), path=request.url.path, **values
        )
        response = HTMLResponse(html, code)
        if person.id:
            self.house.people.remember(response, request, person)
        return response

    @staticmethod
    def error_handlers() -> dict[Any, Callable[[Request, Exception], Awaitable[Response]]]:
        return {
            HTTPException: failed, StoreError: failed, Unfamiliar: stands_still, 404: failed, 500: failed,
        }  # fmt: skip


async def failed(request: Request, error: Exception) -> Response:
    """Every refusal as a page that a person understands; never a stack trace."""
    status = error.status_code if isinstance(error, HTTPException) else 503 if isinstance(error, StoreError) else 500
    pages = pages_of(request)
    person = await visitor(request, pages)
    say = catalogue(person.lang or "en").gettext
    headings = {
        403: N_("That is not allowed"),
        404: N_("There is nothing here"),
        429: N_("A little slower, please"),
        500: N_("Something went wrong"),
        503: N_("Nothing can be saved at the moment"),
    }
    heading = say(headings.get(status, N_("That did not work")))
    detail = error.detail if isinstance(error, HTTPException) and status in (400, 403, 409, 429) else ""
    text = say(detail) if detail else say(N_("The address may be mistyped, or the table is gone."))
    if status in (500, 503):
        text = say(N_("Please try again; nothing that was acknowledged is lost."))
    page = pages.page(request, person, "error.html", status, status=status, heading=heading, text=text, title=heading)
    protect(page.headers, pages.house.settings.secure)  # an answer to a fault does not pass the guard
    return page


async def stands_still(request: Request, error: Exception) -> Response:
    """A table of other rules, or with data that cannot be read, as a page: whatever was asked for at it."""
    assert isinstance(error, Unfamiliar)
    pages = pages_of(request)
    page = await unfamiliar_page(request, pages, await visitor(request, pages), error)
    protect(page.headers, pages.house.settings.secure)
    return page


async def visitor(request: Request, pages: Pages) -> Person:
    """Who asks; where the store does not answer, somebody who only has a language."""
    try:
        return await pages.house.people.who(request)
    except StoreError:
        return Person("", "", wanted(request.headers.get("accept-language", "")), 0.0, 0.0)


def pages_of(request: Request) -> Pages:
    pages: Pages = request.app.state.house.pages
    return pages


Handler = Callable[[Request, Pages, Person], Awaitable[Response]]
ANSWERED = (HTTPException, StoreError, Unfamiliar, BotFailed, OSError)  # what does not speak against the table


async def answered(handler: Handler, request: Request, pages: Pages, person: Person) -> Response:
    """What a page answers. Where it fails at a table, the table's data is at fault: Unfamiliar."""
    try:
        return await handler(request, pages, person)
    except ANSWERED:
        raise
    except Exception as wrong:
        match = getattr(request.state, "match", None)
        if match is None:
            raise
        raise pages.house.desk.unreadable(match, wrong) from None


def is_about(request: Request, match: Match) -> None:
    """Notes which table is asked for."""
    request.state.match = match


def shown(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """A page to look at."""

    async def endpoint(request: Request) -> Response:
        pages = pages_of(request)
        await begin_in_turn(pages, request)
        check_rate(pages.looks, request)
        return await answered(handler, request, pages, await pages.house.people.who(request))

    return endpoint


def changed(handler: Handler, *, own: bool = False) -> Callable[[Request], Awaitable[Response]]:
    """A form: from a page of this server, by the person it was made for, and not too often. `own`: one that somebody
    must be able to send whatever others at the same address send, such as to log out a stolen device."""

    async def endpoint(request: Request) -> Response:
        pages = pages_of(request)
        await begin_in_turn(pages, request)
        check_origin(request, pages)
        await check_changes(pages, request, own=own)
        request.state.form = form_of(await request.body())  # before `who`: the person may be logged out while it comes
        person = await pages.house.people.who(request)
        if not pages.house.people.is_token(person, request.state.form.get("csrf", "")):
            raise HTTPException(403, N_("This form is too old; please load the page again."))
        pages.house.whereabouts.note(person.id, address(request))
        response = await answered(handler, request, pages, person)
        pages.house.people.remember(response, request, person)
        return response

    return endpoint


def posted(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """A game as JSON, sent by a page of this server. The origin takes the place of the form's token. It has a limit of
    its own: a class that hands in its games can still open tables."""

    async def endpoint(request: Request) -> Response:
        pages = pages_of(request)
        await begin_in_turn(pages, request)
        check_origin(request, pages)
        check_rate(pages.handed_games, request)
        await request.body()
        return await handler(request, pages, await pages.house.people.who(request))

    return endpoint


async def begin_in_turn(pages: Pages, request: Request) -> None:
    """Lets others come in between the requests that an address sends at the same time: a page takes milliseconds."""
    await pages.house.beginning.take(address(request), PAGE_COST)


def check_origin(request: Request, pages: Pages) -> None:
    if not same_origin(request, pages.house.settings.address):
        raise HTTPException(403, N_("This form came from another place."))


async def check_changes(pages: Pages, request: Request, *, own: bool) -> None:
    """Whether a form may be read at all."""
    person = await pages.house.people.who(request)
    if not pages.changes_of_a_person.take(person.id):
        raise HTTPException(429, TOO_MANY_REQUESTS)
    if own and await pages.house.store.person(person.id) is not None:
        if int(request.headers.get("content-length", 0)) > OWN_FORM_AT_MOST:
            raise HTTPException(413)
        return
    check_rate(pages.changes, request)


def check_rate(limiter: Buckets, request: Request, amount: float = 1.0) -> None:
    if not limiter.take(address(request), amount):
        raise HTTPException(429, TOO_MANY_REQUESTS)


def form_of(body: bytes) -> dict[str, str]:
    """The fields of a form as browsers send it."""
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=FIELDS_AT_MOST))
    except ValueError:  # not UTF-8, or too many
        raise HTTPException(400, N_("This form cannot be read.")) from None


def address(request: Request) -> str:
    """Where a request comes from, as limits count it."""
    return limited_as(request.client.host) if request.client else ""
