"""Pages about oneself: name, language, another device, what is stored, forgetting."""

import secrets
from collections.abc import AsyncIterator

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from spielkiste.server.events import Person
from spielkiste.server.pages import LONGEST_ASKED, TOO_MANY_REQUESTS, Pages, address, check_rate
from spielkiste.server.people import COOKIE
from spielkiste.server.rulings import NAME_LENGTH, clean
from spielkiste.server.texts import LANGUAGES, N_, catalogue

LOGGED_OUT = N_("You were logged out on this device.")
LINK_HOLDS = 600.0  # seconds a link to another device is good for


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
    if not await pages.house.store.link(token, person, pages.house.store.now() + LINK_HOLDS):
        raise HTTPException(403, LOGGED_OUT)
    link = f"{pages.house.base(request)}/me/{token}"
    return pages.page(
        request, person, "me.html", link=link, title=catalogue(person.lang or "en").gettext(N_("About me"))
    )


async def ask_device_link(request: Request, pages: Pages, person: Person) -> Response:
    """A link from another device asks before it does anything: a preview uses nothing up, a stranger's link is seen."""
    token = request.path_params["token"][:LONGEST_ASKED]
    if await pages.house.store.link_owner(token, pages.house.store.now()) is None:
        raise HTTPException(404)
    return pages.page(
        request, person, "device.html", token=token, title=catalogue(person.lang or "en").gettext(N_("Another device"))
    )


async def use_device_link(request: Request, pages: Pages, person: Person) -> Response:
    """This device becomes the other person's; who it was before is not touched."""
    owner = await pages.house.store.use_link(request.path_params["token"][:LONGEST_ASKED], pages.house.store.now())
    known = await pages.house.store.person(owner) if owner else None
    if known is None:
        raise HTTPException(404)
    response = RedirectResponse("/", 303)
    pages.house.people.remember(response, request, known)
    return response


async def export(request: Request, pages: Pages, person: Person) -> Response:
    """A file of all that is stored about somebody. It may be large, so it is limited like a form, one at a time."""
    check_rate(pages.changes, request)
    if person.id in pages.exporting:
        raise HTTPException(429, TOO_MANY_REQUESTS)
    return Export(pages, person.id, in_turn(pages, address(request), pages.house.store.export_person(person.id)))


async def in_turn(pages: Pages, place: str, parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The same parts; while one is read, nothing else is for this address."""
    while True:
        async with pages.reading.held(place):
            part = await anext(parts, None)
        if part is None:
            return
        yield part


class Export(StreamingResponse):
    """A file that is read while it is sent. Until that ends, however it does, there is no other for this person."""

    def __init__(self, pages: Pages, person: str, parts: AsyncIterator[bytes]) -> None:
        headers = {"content-disposition": 'attachment; filename="spielkiste.json"'}
        super().__init__(parts, media_type="application/json", headers=headers)
        self._exporting, self._person = pages.exporting, person
        self._exporting.add(person)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._exporting.discard(self._person)


async def erase(request: Request, pages: Pages, person: Person) -> Response:
    """Everything about somebody goes, in all processes: names at tables, open pages, and the cookie."""
    await pages.house.erase(person)
    response = RedirectResponse("/", 303)
    response.delete_cookie(COOKIE)
    return response


async def log_out_others(request: Request, pages: Pages, person: Person) -> Response:
    """Only this device stays mine; open pages of the others are closed."""
    person = await pages.house.log_out_others(person)
    response = RedirectResponse("/me", 303)
    pages.house.people.remember(response, request, person)
    return response
