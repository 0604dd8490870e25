"""People at a browser: what they see on a page, and what they do there with fingers or keys."""

import contextlib
import json
import random
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, ConsoleMessage, TimeoutError, WebSocket

PATIENCE = 30_000  # milliseconds: the machine may be busy
MOMENT = 3000  # milliseconds to press a button that was there just now
TOO_EARLY = re.compile(r"(?:Warte noch|Please wait) (\d+|eine|one)")
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}

SIGHT = """() => {
    const result = document.getElementById("result");
    return {
        touchable: [...document.querySelectorAll("#board [role=button]:not([aria-pressed=true])")].map((e) => e.id),
        chosen: [...document.querySelectorAll("#board [aria-pressed=true]")].map((e) => e.id),
        buttons: [...document.querySelectorAll("#buttons button:enabled")].map((e) => e.dataset.touch),
        curtain: Boolean(document.querySelector("#curtain[open]")),
        alerts: [...document.querySelectorAll(".toast.alert")].map((e) => e.textContent),
        over: Boolean(result && !result.hidden),
        said: document.getElementById("live")?.textContent ?? "",
        note: document.getElementById("note")?.textContent ?? "",
        moves: document.getElementById("log-list")?.lastElementChild?.id ?? "",
        drawn: [...document.querySelectorAll("#board svg > :not(.marks, .leaving, .ghost)")]
            .map((e) => e.outerHTML).join(""),
    };
}"""

# A place where an element can be hit: nothing else that can be touched lies above it there.
SPOT = """(id) => {
    const element = document.getElementById(id);
    if (!element) return null;
    const box = element.getBoundingClientRect();
    const out = box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth;
    if (out) element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { x, y, width, height } = element.getBoundingClientRect();
    const shares = [0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95];
    for (const down of shares) for (const right of shares) {
        const at = { x: x + width * right, y: y + height * down };
        const top = document.elementsFromPoint(at.x, at.y).map((e) => e.closest("#board [role=button]")).find(Boolean);
        if (top === element) return at;
    }
    return null;
}"""


@dataclass(frozen=True)
class Sight:
    """What can be seen and done on a table's page."""

    touchable: list[str]
    chosen: list[str]
    buttons: list[str]
    curtain: bool
    alerts: list[str]
    over: bool
    said: str
    note: str
    moves: str
    drawn: str = field(repr=False)  # the picture itself, to see that it changed

    @property
    def free(self) -> bool:
        """Whether there is something to do."""
        return bool(self.touchable or self.chosen or self.buttons)


def ways(*, phone: bool = True, lang: str = "de", dark: bool = False, calm: bool = False) -> dict[str, Any]:
    """How a browser looks and speaks."""
    return {
        **(PHONE if phone else DESKTOP), "locale": {"de": "de-DE", "en": "en-GB"}[lang],
        "color_scheme": "dark" if dark else "light", "reduced_motion": "reduce" if calm else "no-preference",
    }  # fmt: skip


class Person:
    """Somebody with a browser of their own."""

    def __init__(
        self,
        browser: Browser | BrowserContext,
        base: str,
        name: str,
        *,
        lang: str = "de",
        phone: bool = True,
        dark: bool = False,
        calm: bool = False,
    ) -> None:
        self.base, self.name, self.phone = base, name, phone
        self.complaints: list[str] = []
        self.console: list[str] = []
        self.updates: list[dict[str, Any]] = []  # with their "bytes", and whether they were a connection's "first"
        self.forgiven: list[str] = []
        self.unanswered: set[str] = set()  # moves on their way
        self.answered = -1  # the number the last move was stored as
        self.tried: list[str] = []  # what was gathered when it was last said to be all
        self.ready = 0.0  # when the page's plea for patience ends
        given = ways(phone=phone, lang=lang, dark=dark, calm=calm)
        self.context = browser.new_context(**given, base_url=base) if isinstance(browser, Browser) else browser
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.complaints.append(f"uncaught: {error}"))
        self.page.on("websocket", self._connected)

    # --- what the browser says -------------------------------------------------------------------

    def _said(self, message: ConsoleMessage) -> None:
        self.console.append(f"{message.type}: {message.text}")
        if message.type == "error" and not any(part in message.text for part in self.forgiven):
            self.complaints.append(message.text)

    @contextlib.contextmanager
    def forgiving(self, *texts: str) -> Iterator[None]:
        """For a while, errors with such a text are expected."""
        self.forgiven += texts
        yield
        self.forgiven = self.forgiven[: -len(texts)]

    def _connected(self, socket: WebSocket) -> None:
        first = True

        def heard(frame: str | bytes) -> None:
            nonlocal first
            message = json.loads(frame)
            if message.get("id") in self.unanswered:
                self.unanswered.discard(message["id"])
                self.answered = max(self.answered, message["number"])
            update = message if message["is"] == "update" else message.get("update")  # with an acknowledgement
            if update:
                self.updates.append({**update, "bytes": len(frame.encode() if isinstance(frame, str) else frame),
                                     "first": first})  # fmt: skip
                first = False

        def sent(frame: str | bytes) -> None:
            message = json.loads(frame)
            if message["do"] == "play":
                self.unanswered.add(message["id"])

        socket.on("framereceived", heard)
        socket.on("framesent", sent)

    def keep(self, folder: Path) -> Path:
        """Saves what there is to see; where."""
        place = folder / f"{self.name}.png"
        self.page.screenshot(path=place)
        (folder / f"{self.name}.txt").write_text("\n".join([self.page.url, *self.console]), encoding="utf-8")
        return place

    def leave(self) -> None:
        self.context.close()

    def tools(self) -> CDPSession:
        """The browser's own developer tools."""
        return self.context.new_cdp_session(self.page)

    # --- to a table ------------------------------------------------------------------------------

    def goes_to(self, path: str) -> None:
        self.page.goto(path)

    def opens(self, slug: str, mode: str, **fields: str) -> None:
        """Makes a table by the page where all options are chosen."""
        self.goes_to(f"/games/{slug}/new")
        self.page.locator(f"input[name=mode][value={mode}]").check()
        for name, value in fields.items():
            field = self.page.locator(f"[name='{name}']")
            if field.evaluate("e => e.localName") == "select":
                field.select_option(value)
            elif field.get_attribute("type") == "checkbox":
                field.check()
            else:
                field.fill(value)
        self.page.locator("#name").fill(self.name)
        self.unanswered, self.answered = set(), -1  # those of another table
        self.press("main form button.strong")
        self.page.wait_for_url("**/t/*")
        self.arrives()

    def arrives(self) -> None:
        """Waits until the page has heard from the server."""
        self.page.locator("#board:not([aria-busy])").wait_for(state="attached")

    @property
    def invitation(self) -> str:
        return self.page.locator("#join-link").input_value()

    def joins(self, link: str, seat: int = 1) -> None:
        self.goes_to(link)
        self.arrives()
        self.page.locator(f"#sit-{seat} input[name=name]").fill(self.name)
        self.press(f"#sit-{seat} button")
        self.page.locator(f"#chair-{seat}.mine").wait_for()

    def begins(self) -> None:
        self.page.locator("#start:enabled").wait_for()
        self.press("#start")
        self.page.locator("#start").wait_for(state="detached")

    def press(self, what: str, patience: float = PATIENCE) -> None:
        """Presses a button or follows a link, with a finger where there is a touchscreen."""
        target = self.page.locator(what)
        target.tap(timeout=patience) if self.phone else target.click(timeout=patience)

    # --- at the board ----------------------------------------------------------------------------

    def looks(self) -> Sight:
        return Sight(**self.page.evaluate(SIGHT))

    def waits_until(self, holds: Callable[[Sight], bool], patience: float = PATIENCE / 1000) -> Sight:
        """Looks again and again until something is so."""
        until = time.monotonic() + patience
        while not holds(sight := self.looks()):
            assert time.monotonic() < until, f"{self.name} has waited too long: {sight}"
            self.page.wait_for_timeout(20)
        return sight

    def spot(self, id: str) -> tuple[float, float] | None:
        """Where an element can be hit; None where it cannot."""
        at = self.page.evaluate(SPOT, id)
        return (at["x"], at["y"]) if at else None

    def touches(self, id: str, until: Callable[[Sight], bool] | None = None) -> Sight:
        """Touches an element, unless it was taken away just now, and looks until something is so.

        Without a wish: until anything has changed. That need not come of the touch: something may still have been
        gliding, or somebody else has moved.
        """
        before = self.looks()
        if id not in before.touchable + before.chosen:
            assert until is None, f"{id} is not there"
            return before
        if at := self.spot(id):
            self.page.touchscreen.tap(*at) if self.phone else self.page.mouse.click(*at)
        else:
            assert self.looks() != before, f"{id} cannot be touched anywhere"
        return self.waits_until(until or (lambda sight: sight != before))

    def presses(self, button: str, until: Callable[[Sight], bool] | None = None) -> Sight:
        """Presses one of the buttons under the board in the same way."""
        before = self.looks()
        if button not in before.buttons:
            assert until is None, f"{button} is not there"
            return before
        try:
            self.press(f"#b-{button}", MOMENT)
        except TimeoutError:
            assert self.looks() != before, f"{button} cannot be pressed"
        return self.waits_until(until or (lambda sight: sight != before))

    def strokes(self, ids: Sequence[str], until: Callable[[Sight], bool] | None = None) -> Sight:
        """Draws a finger over elements, and looks until something is so; without a wish until there is a new move."""
        before = self.looks()
        spots = [spot for id in ids if (spot := self.spot(id))]
        assert len(spots) == len(ids), f"some of {ids} cannot be touched anywhere"
        tools = self.tools()
        for k, (x, y) in enumerate(spots):
            kind = "touchMove" if k else "touchStart"
            tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        tools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        tools.detach()
        return self.waits_until(until or (lambda sight: sight.moves != before.moves))

    # --- whole games -----------------------------------------------------------------------------

    def acts(self, rng: random.Random) -> bool:
        """Does one thing if there is something to do, as somebody who does not know what to do."""
        sight = self.looks()
        waits = self.unanswered or (self.updates and self.updates[-1]["number"] < self.answered)
        if waits or self.is_early(sight.alerts):
            return False
        own = [button for button in sight.buttons if button.startswith("own-")]
        moves = [button for button in sight.buttons if button not in own]
        if sight.over or not sight.free:
            return False
        if sight.curtain:
            self.press("#curtain-lift")
        elif "own-commit" in own:
            self.presses("own-commit")
        elif "own-done" in own and sight.chosen != self.tried and rng.random() < 0.4:
            self.tried = sight.chosen  # the wrong number of cells is told once
            self.presses("own-done")
        elif "own-restart" in own and rng.random() < 0.4:
            self.presses("own-cancel")
        elif moves and (not sight.touchable or rng.random() < 0.3):
            self.presses(self.choice_of(moves, rng))
        elif sight.touchable:
            self.touches(rng.choice(sight.touchable))
        else:
            self.presses("own-cancel")
        return True

    def is_early(self, alerts: list[str]) -> bool:
        """Whether the page has asked for patience; nothing else may be refused. What was read is taken away."""
        now = time.monotonic()
        for alert in alerts:
            asked = TOO_EARLY.match(alert)
            assert asked, alert
            self.ready = self.ready or now + (int(asked[1]) if asked[1].isdigit() else 1)
        if alerts:
            self.page.evaluate("document.querySelectorAll('.toast.alert').forEach((toast) => toast.remove())")
        if self.ready < now:
            self.ready = 0.0
        return self.ready > 0

    @staticmethod
    def choice_of(buttons: list[str], rng: random.Random) -> str:
        """Any button; a build is tried less often than not."""
        others = [button for button in buttons if button != "draft"]
        return "draft" if not others or ("draft" in buttons and rng.random() < 0.2) else rng.choice(others)


def play_to_the_end(people: Sequence[Person], rng: random.Random, patience: float = 240) -> None:
    """Everybody does what can be done until the game is over on all pages."""
    until = time.monotonic() + patience
    while not all(person.looks().over for person in people):
        assert time.monotonic() < until, "the game does not end"
        if not [person for person in people if person.acts(rng)]:
            people[0].page.wait_for_timeout(20)


def sit_down(host: Person, guest: Person, slug: str, **fields: str) -> None:
    """One opens a table, the other comes by the link, and the game begins."""
    host.opens(slug, "link", **fields)
    guest.joins(host.invitation)
    host.begins()
    for person in (host, guest):
        person.page.locator("#players:visible").wait_for()
        person.updates.clear()
