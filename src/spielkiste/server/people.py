"""People without accounts: an id in a signed cookie. Somebody is stored when they first do something."""

import asyncio
import re
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from spielkiste.server.events import COOKIES_LIVE, DEVICES, Person
from spielkiste.server.texts import LANGUAGES, wanted
from spielkiste.server.tracebacks import drop_tracebacks

if TYPE_CHECKING:
    from spielkiste.server.store import Store  # a database, which a browser has not

COOKIE = "spielkiste"
# Read without the standard library's parser, whose time for a value in quotes grows with the square of its length.
OURS = re.compile(rf"(?:^|;)\s*{COOKIE}=([\w.-]{{1,500}})\s*(?:;|$)", re.ASCII)
KEYS_RENEWED = 60.0  # seconds after which the keys are read again
KEYS_ASKED = 5.0  # seconds before a cookie that cannot be read makes us ask for a newer key again


class People:
    """Knows visitors by their cookie."""

    def __init__(self, store: "Store", keys: list[bytes], secure: bool = False) -> None:
        self.store, self.secure = store, secure
        self._use(keys)

    def _use(self, keys: list[bytes]) -> None:
        """What any of the keys has signed is good; the last one signs."""
        self._cookies = URLSafeSerializer(keys, salt="person")
        self._tokens = URLSafeSerializer(keys, salt="form")
        self._asked = time.monotonic()

    async def renew_keys(self) -> None:
        """Keeps up with keys that are changed while the server runs, for ever."""
        while True:
            await asyncio.sleep(KEYS_RENEWED)
            self._use(await self.store.keys())

    async def who(self, connection: HTTPConnection) -> Person:
        """The visitor: known, or new and not stored yet."""
        lang = wanted(connection.headers.get("accept-language", ""))
        now = time.time()
        id, devices = await self._written_in(cookie_of(connection))
        known = await self.store.person(id) if id else None
        if known is not None and known.settings.get(DEVICES, "") == devices:
            return known if known.lang in LANGUAGES else msgspec.structs.replace(known, lang=lang, seen=now)
        if id and (known is not None or await self.store.is_revoked(id, devices)):
            id, devices = "", ""  # logged out from another device, or erased
        settings = {DEVICES: devices} if devices else {}
        return Person(id or secrets.token_urlsafe(12), "", lang, now, now, settings)

    async def _written_in(self, cookie: str) -> tuple[str, str]:
        """Id and devices of a cookie; nothing where it is none of ours. It may have been signed with a newer key."""
        said = self.read(cookie)
        if cookie and said is None and time.monotonic() - self._asked > KEYS_ASKED:
            self._use(await self.store.keys())
            said = self.read(cookie)
        return said or ("", "")

    async def named(self, person: Person, name: str) -> Person:
        """Stores a name, and the person if they are new."""
        return await self._save(msgspec.structs.replace(person, name=name))

    async def speaking(self, person: Person, lang: str) -> Person:
        return await self._save(msgspec.structs.replace(person, lang=lang))

    async def alone(self, person: Person) -> Person:
        """Logs all devices of a person out; the person returned is known by a new cookie."""
        devices = secrets.token_urlsafe(9)
        person = msgspec.structs.replace(person, seen=time.time())
        await self.store.revoke(person, devices)
        return msgspec.structs.replace(person, settings={**person.settings, DEVICES: devices})

    async def as_now(self, person: Person) -> Person | None:
        """The person as stored now; None if they were erased, or logged this device out, since they came."""
        if await self.store.is_revoked(person.id, person.settings.get(DEVICES, "")):
            return None
        return await self.store.person(person.id) or person

    async def _save(self, person: Person) -> Person:
        person = msgspec.structs.replace(person, seen=time.time())
        await self.store.save_person(person)
        return person

    def read(self, cookie: str) -> tuple[str, str] | None:
        """Id and devices that a cookie says."""
        try:
            said = self._cookies.loads(cookie)
        except BadSignature as wrong:
            drop_tracebacks(wrong)  # itsdangerous keeps it in a variable
            return None
        return (said, "") if isinstance(said, str) else (str(said[0]), str(said[1]))

    def remember(self, response: Response, connection: HTTPConnection, person: Person) -> None:
        """Puts the cookie into an answer, where the visitor has none yet, another, or one of an old key. What the
        answer says already stays."""
        value = self.cookie(person.id, person.settings.get(DEVICES, ""))
        if cookie_of(connection) != value and "set-cookie" not in response.headers:
            secure = self.secure or connection.url.scheme in ("https", "wss")
            response.set_cookie(COOKIE, value, max_age=COOKIES_LIVE, httponly=True, samesite="lax", secure=secure)

    def cookie(self, id: str, devices: str = "") -> str:
        """What a browser sends to be known by this id."""
        return str(self._cookies.dumps([id, devices] if devices else id))

    def token(self, person: Person) -> str:
        """For forms: only pages of this server know it. It is written in another way each time, because pages are
        compressed, and how small they get would tell something of what is always the same in them."""
        return masked(str(self._tokens.dumps(person.id)).encode())

    def is_token(self, person: Person, token: str) -> bool:
        try:
            return bool(self._tokens.loads(unmasked(token)) == person.id)
        except (BadSignature, ValueError) as wrong:
            drop_tracebacks(wrong)
            return False


def cookie_of(connection: HTTPConnection) -> str:
    """Our cookie as a browser has sent it; nothing where there is none that could be ours."""
    found = OURS.search(connection.headers.get("cookie", ""))
    return found[1] if found else ""


def masked(secret: bytes) -> str:
    """A secret beside a mask, and under it: both are random, together they are the secret."""
    mask = secrets.token_bytes(len(secret))
    return urlsafe_b64encode(mask + under(mask, secret)).decode()


def unmasked(text: str) -> bytes:
    """ValueError where it was not masked."""
    both = urlsafe_b64decode(text.encode("ascii"))
    return under(both[: len(both) // 2], both[len(both) // 2 :])


def under(mask: bytes, text: bytes) -> bytes:
    return bytes(one ^ other for one, other in zip(mask, text, strict=True))
