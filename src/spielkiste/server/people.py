"""People without accounts: an id in a signed cookie. Somebody is stored when they first do something."""

import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from spielkiste.server.events import Person
from spielkiste.server.store import Store
from spielkiste.server.texts import LANGUAGES, wanted

COOKIE = "spielkiste"
KEPT = 400 * 86400  # seconds; browsers keep cookies no longer


class People:
    """Knows visitors by their cookie."""

    def __init__(self, store: Store, secret: bytes, secure: bool = False) -> None:
        self.store, self.secure = store, secure
        self._cookies = URLSafeSerializer(secret, salt="person")
        self._tokens = URLSafeSerializer(secret, salt="form")

    async def who(self, connection: HTTPConnection) -> Person:
        """The visitor: known, or new and not stored yet."""
        lang = wanted(connection.headers.get("accept-language", ""))
        now = time.time()
        id = self.id_in(connection.cookies.get(COOKIE, ""))
        known = await self.store.person(id) if id else None
        if known is not None:
            return known if known.lang in LANGUAGES else msgspec.structs.replace(known, lang=lang, seen=now)
        return Person(id or secrets.token_urlsafe(12), "", lang, now, now)

    async def named(self, person: Person, name: str) -> Person:
        """Stores a name, and the person if they are new."""
        return await self._save(msgspec.structs.replace(person, name=name))

    async def speaking(self, person: Person, lang: str) -> Person:
        return await self._save(msgspec.structs.replace(person, lang=lang))

    async def _save(self, person: Person) -> Person:
        person = msgspec.structs.replace(person, seen=time.time())
        await self.store.save_person(person)
        return person

    def id_in(self, cookie: str) -> str | None:
        try:
            return str(self._cookies.loads(cookie))
        except BadSignature:
            return None

    def remember(self, response: Response, connection: HTTPConnection, person: Person) -> None:
        """Puts the cookie into an answer, where the visitor has none yet or another."""
        if self.id_in(connection.cookies.get(COOKIE, "")) != person.id:
            secure = self.secure or connection.url.scheme in ("https", "wss")
            value = self.cookie(person.id)
            response.set_cookie(COOKIE, value, max_age=KEPT, httponly=True, samesite="lax", secure=secure)

    def cookie(self, id: str) -> str:
        """What a browser sends to be known by this id."""
        return str(self._cookies.dumps(id))

    def token(self, person: Person) -> str:
        """For forms: only pages of this server know it. It is written in another way each time, because pages are
        compressed, and how small they get would tell something of what is always the same in them."""
        return masked(str(self._tokens.dumps(person.id)).encode())

    def is_token(self, person: Person, token: str) -> bool:
        try:
            return bool(self._tokens.loads(unmasked(token)) == person.id)
        except (BadSignature, ValueError):
            return False


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
