"""The offline app in Firefox: `python scripts/firefox_check.py [GAME …]` (`make firefox-check`).

Opens the app, stops the server, closes the browser, opens it again on the same profile, plays whole games by touch
against bots of levels 2 and 5, finds them again after closing once more, and hands them in when the server is back.
Playwright cannot drive Debian's Firefox: it is asked by WebDriver BiDi, over a WebSocket.
"""

import argparse
import itertools
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from websockets.sync.client import ClientConnection, connect

import spielkiste as sk
from spielkiste.core.room import room

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from browser.people import SIGHT, SPOT
from server.harness import Server, free_port

PATIENCE = 180.0  # seconds
LEVELS = (2, 5)
PHONE = {"width": 360, "height": 740}


class Firefox:
    """A Firefox with a profile, from its start to its end."""

    def __init__(self, profile: Path) -> None:
        self.profile, self._numbers = profile, itertools.count(1)

    def __enter__(self) -> Self:
        port = free_port()
        command = ["firefox-esr", "--headless", "--no-remote", "--profile", str(self.profile)]
        self._process = subprocess.Popen(
            [*command, f"--remote-debugging-port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._end = ExitStack()
        self._line: ClientConnection = until(lambda: self._connected(port), "Firefox does not listen")
        self.tell("session.new", capabilities={})
        self.context = self.tell("browsingContext.getTree")["contexts"][0]["context"]
        self.tell("browsingContext.setViewport", context=self.context, viewport=PHONE)
        return self

    def __exit__(self, *_: object) -> None:
        self.tell("browser.close")
        self._end.close()
        self._process.wait(30)

    def _connected(self, port: int) -> ClientConnection | None:
        try:
            return self._end.enter_context(connect(f"ws://127.0.0.1:{port}/session", max_size=None, proxy=None))
        except OSError:
            return None

    def tell(self, method: str, **params: Any) -> Any:
        """A command, and what it gives."""
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self._line.recv(PATIENCE))).get("id") != number:
            continue
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['message']}")
        return answer["result"]

    def opens(self, address: str) -> None:
        self.tell("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def asks(self, function: str, *given: Any) -> Any:
        """What a function of the page gives."""
        expression = (
            f"Promise.resolve(({function})(...{json.dumps(given)})).then((found) => JSON.stringify(found ?? null))"
        )
        told = self.tell("script.evaluate", expression=expression, target={"context": self.context}, awaitPromise=True)
        if told["type"] == "exception":
            raise RuntimeError(told["exceptionDetails"]["text"])
        return json.loads(told["result"]["value"])

    def sees(self, what: str) -> bool:
        return bool(
            self.asks("(what) => [...document.querySelectorAll(what)].some((one) => one.checkVisibility())", what)
        )

    def waits_for(self, what: str) -> None:
        until(lambda: self.sees(what), f"{what} does not appear")

    def touches(self, x: float, y: float) -> None:
        steps = [{"type": "pointerMove", "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0}]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}}
        actions = [finger | {"actions": [*steps, {"type": "pointerUp", "button": 0}]}]
        self.tell("input.performActions", context=self.context, actions=actions)

    def presses(self, what: str) -> None:
        """Touches the middle of an element, as soon as it is there."""
        self.touches(*until(lambda: self.asks(MIDDLE, what), f"{what} does not appear"))

    def presses_if_there(self, what: str) -> None:
        """What was there just now may have gone."""
        if at := self.asks(MIDDLE, what):
            self.touches(*at)


VISIBLE = "[...document.querySelectorAll(what)].find((one) => one.checkVisibility())"
MIDDLE = f"""(what) => {{
    const element = {VISIBLE};
    if (!element) return null;
    element.scrollIntoView({{ block: "center", behavior: "instant" }});
    const {{ x, y, width, height }} = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}}"""


def until(found: Callable[[], Any], complaint: str) -> Any:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if result := found():
            return result
        time.sleep(0.05)
    raise TimeoutError(complaint)


def play(firefox: Firefox, slug: str, level: int) -> str:
    """A whole game by touch; the address of its table."""
    firefox.presses(f"h3 a[href='/games/{slug}']")
    firefox.waits_for(".ways")
    form = "form.way:has([name=mode][value=alone])"
    if has_bots(slug):
        form = "form.way:has([name=mode][value=bots])"
        firefox.asks("(what, level) => { document.querySelector(what).value = level; }", f"{form} [name=level]", level)
    firefox.presses(f"{form} button")
    firefox.waits_for("#board:not([aria-busy])")
    rng, end = random.Random(slug), time.monotonic() + 2 * PATIENCE
    while not (sight := firefox.asks(SIGHT))["over"]:
        if time.monotonic() > end:
            raise TimeoutError(f"{slug} does not end")
        act(firefox, sight, rng)
    return str(firefox.asks("() => location.search.slice(1)"))


def has_bots(slug: str) -> bool:
    return 2 in room(slug).card.players


def act(firefox: Firefox, sight: dict[str, Any], rng: random.Random) -> None:
    """Something that can be done, as somebody who does not know what to do."""
    if firefox.sees("#go-on"):
        firefox.presses_if_there("#go-on")
    elif sight["touchable"] and (not sight["buttons"] or rng.random() < 0.7):
        if at := firefox.asks(SPOT, rng.choice(sight["touchable"])):
            firefox.touches(at["x"], at["y"])
    elif sight["buttons"]:
        firefox.presses_if_there(f"#b-{rng.choice(sight['buttons'])}")
    time.sleep(0.05)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=sk.games())
    games = parser.parse_args().games
    if not shutil.which("firefox-esr"):
        sys.exit("Firefox is not installed; on Debian: apt-get install firefox-esr")
    with tempfile.TemporaryDirectory() as folder:
        server, profile = Server(str(Path(folder) / "games.db")), Path(folder) / "profile"
        profile.mkdir()
        server.start()
        try:
            first_visit(profile, server)
            server.stop()
            played = play_all(profile, server.base, games)
            find_again_and_hand_in(profile, server, played)
        finally:
            server.stop()


def first_visit(profile: Path, server: Server) -> None:
    begun = time.monotonic()
    with Firefox(profile) as firefox:
        firefox.opens(f"{server.base}/pocket/")
        firefox.waits_for(".games")
        print(f"first start: {time.monotonic() - begun:.1f} s", flush=True)
        until(lambda: firefox.asks("() => Boolean(navigator.serviceWorker.controller)"), "it is not kept for later")


def play_all(profile: Path, base: str, games: list[str]) -> list[str]:
    """Every game against both levels, without a server; the addresses of their tables."""
    begun = time.monotonic()
    with Firefox(profile) as firefox:
        firefox.opens(f"{base}/pocket/")
        firefox.waits_for(".games")
        how = firefox.asks("() => document.documentElement.dataset.pocket")
        print(f"without a server: {time.monotonic() - begun:.1f} s, {how}", flush=True)
        wanted = [(slug, level) for slug in games for level in (LEVELS if has_bots(slug) else LEVELS[:1])]
        return [play_and_tell(firefox, slug, level) for slug, level in wanted]


def play_and_tell(firefox: Firefox, slug: str, level: int) -> str:
    begun = time.monotonic()
    path = play(firefox, slug, level)
    against = f"level {level}" if has_bots(slug) else "alone"
    print(f"{slug}, {against}: {time.monotonic() - begun:.1f} s", flush=True)
    firefox.presses("a.logo")
    firefox.waits_for(".games")
    return path


def find_again_and_hand_in(profile: Path, server: Server, played: list[str]) -> None:
    with Firefox(profile) as firefox:
        firefox.opens(f"{server.base}/pocket/?/mine")
        for path in played:
            firefox.waits_for(f"main a[href='{path}']")
        print(f"{len(played)} games are there again after closing", flush=True)
        firefox.presses("a.logo")
        server.start()
        firefox.presses("#hand-in")
        until(lambda: not firefox.asks(UNHANDED)["finished"], "not all games are handed in")
        for path in played:
            firefox.opens(f"{server.base}{path}/replay")
            firefox.waits_for("#board svg")
        print(f"{len(played)} games are handed in and can be seen again there")


UNHANDED = "() => fetch('/pocket/tables').then((answer) => answer.json())"

if __name__ == "__main__":
    main()
