"""The offline app in Firefox: `python scripts/firefox_check.py [GAME …]` (`make firefox-check`).

Opens the app, stops the file server, closes the browser, opens it again on the same profile, plays whole games by touch
against bots of level 2 and 5, and finds them again after closing once more. Playwright cannot drive Debian's Firefox:
it is asked by WebDriver BiDi, over a WebSocket.
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
from pathlib import Path
from typing import Any, Self

from websockets.sync.client import ClientConnection, connect

import spielkiste as sk
from spielkiste.server.rendering import OFFLINE

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from browser.people import SIGHT, SPOT
from browser.travellers import serving_folder
from server.harness import free_port

PATIENCE = 180.0  # seconds
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
        self._line = until(lambda: connected(port), "Firefox does not listen")
        self.tell("session.new", capabilities={})
        self.context = self.tell("browsingContext.getTree")["contexts"][0]["context"]
        self.tell("browsingContext.setViewport", context=self.context, viewport=PHONE)
        return self

    def __exit__(self, *_: object) -> None:
        self.tell("browser.close")
        self._process.wait(30)

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
        """Touches the middle of an element."""
        self.waits_for(what)
        self.touches(*self.asks(MIDDLE, what))


VISIBLE = "[...document.querySelectorAll(what)].find((one) => one.checkVisibility())"
MIDDLE = f"""(what) => {{
    const element = {VISIBLE};
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


def connected(port: int) -> ClientConnection | None:
    try:
        return connect(f"ws://127.0.0.1:{port}/session", max_size=None, proxy=None)
    except OSError:
        return None


def play(firefox: Firefox, slug: str, level: int) -> str:
    """A whole game by touch; the address of its table."""
    firefox.presses(f"h3 a[href='/games/{slug}']")
    firefox.waits_for(".ways")
    bots = "form.way:has([name=mode][value=bots])"
    form = bots if firefox.sees(bots) else "form.way:has([name=mode][value=alone])"
    if form == bots:
        firefox.asks("(what, level) => { document.querySelector(what).value = level; }", f"{bots} [name=level]", level)
    firefox.presses(f"{form} button")
    firefox.waits_for("#board:not([aria-busy])")
    rng, end = random.Random(slug), time.monotonic() + 2 * PATIENCE
    while not (sight := firefox.asks(SIGHT))["over"]:
        if time.monotonic() > end:
            raise TimeoutError(f"{slug} does not end")
        act(firefox, sight, rng)
    return str(firefox.asks("() => location.search.slice(1)"))


def act(firefox: Firefox, sight: dict[str, Any], rng: random.Random) -> None:
    """Something that can be done, as somebody who does not know what to do."""
    if firefox.sees("#go-on"):
        firefox.presses("#go-on")
    elif sight["touchable"] and (not sight["buttons"] or rng.random() < 0.7):
        if at := firefox.asks(SPOT, rng.choice(sight["touchable"])):
            firefox.touches(at["x"], at["y"])
    elif sight["buttons"]:
        firefox.presses(f"#b-{rng.choice(sight['buttons'])}")
    time.sleep(0.05)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=sk.games())
    games = parser.parse_args().games
    if not shutil.which("firefox-esr"):
        sys.exit("Firefox is not installed; on Debian: apt-get install firefox-esr")
    with tempfile.TemporaryDirectory() as profile, serving_folder(OFFLINE) as host:
        begun = time.monotonic()
        with Firefox(Path(profile)) as firefox:
            firefox.opens(host.base)
            firefox.waits_for(".games")
            print(f"first start: {time.monotonic() - begun:.1f} s", flush=True)
            until(lambda: firefox.asks("() => Boolean(navigator.serviceWorker.controller)"), "it is not kept for later")
        host.stop()
        begun = time.monotonic()
        with Firefox(Path(profile)) as firefox:
            firefox.opens(host.base)
            firefox.waits_for(".games")
            print(f"without a server: {time.monotonic() - begun:.1f} s, {how(firefox)}", flush=True)
            played = [play_and_tell(firefox, slug, 5 if k % 2 else 2) for k, slug in enumerate(games)]
        with Firefox(Path(profile)) as firefox:
            firefox.opens(f"{host.base}/?/mine")
            for path in played:
                firefox.waits_for(f"main a[href='{path}']")
        print(f"{len(played)} games are there again after closing")


def how(firefox: Firefox) -> str:
    return str(firefox.asks("() => document.documentElement.dataset.pocket"))


def play_and_tell(firefox: Firefox, slug: str, level: int) -> str:
    begun = time.monotonic()
    path = play(firefox, slug, level)
    print(f"{slug}, level {level}: {time.monotonic() - begun:.1f} s", flush=True)
    firefox.presses("a.logo")
    firefox.waits_for(".games")
    return path


if __name__ == "__main__":
    main()
