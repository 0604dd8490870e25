"""People with the offline app, in browsers that remember: played without a server, closed and opened again."""

import fcntl
import functools
import http.server
import random
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserType
from server.harness import free_port

from browser.conftest import chromium, flags
from browser.people import PATIENCE, Person, Sight, play_to_the_end, ways
from spielkiste.server.rendering import OFFLINE

ROOT = Path(__file__).parents[2]
FIRST_START = 60_000  # ms: Python begins, on a machine with other things to do
TOUCHES_AGAIN = 4.0  # seconds
# Bots' pauses and patience take a fifth of their time; the engine has a worker of its own and thinks as long as ever.
TIME_FLIES = """() => {
    const later = self.setTimeout;
    self.setTimeout = (what, wait, ...given) => later(what, wait < 15_000 ? wait / 5 : wait, ...given);
}"""
LONG_TASKS = """
    window.longTasks = [];
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((one) =>
        [(performance.timeOrigin + one.startTime) / 1000, one.duration]))).observe({ entryTypes: ["longtask"] });
"""


def built_site() -> Path:
    """The app as `make static` builds it, which `make test` has done; built here where it is not there at all."""
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / ".static-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (OFFLINE / "index.html").exists():
            subprocess.run(["make", "static"], cwd=ROOT, check=True)
    return OFFLINE


class Host(http.server.ThreadingHTTPServer):
    """One that answers nothing more when it was stopped, not even on connections that were open already."""

    stopped = False


class Folder:
    """A plain file server that can be stopped and started again on the same port."""

    def __init__(self, folder: Path, handler: type[http.server.SimpleHTTPRequestHandler] | None = None) -> None:
        self._handler = functools.partial(handler or Quiet, directory=str(folder))
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self._server: Host | None = None

    def start(self) -> None:
        self._server = Host(("127.0.0.1", self.port), self._handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        if self._server:
            self._server.stopped = True
            self._server.shutdown()
            self._server.server_close()
        self._server = None


class Quiet(http.server.SimpleHTTPRequestHandler):
    """As `python -m http.server`, without its log; browsers keep nothing of it on their own account."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def do_GET(self) -> None:
        if not (isinstance(self.server, Host) and self.server.stopped):
            super().do_GET()

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def serving_folder(folder: Path, handler: type[http.server.SimpleHTTPRequestHandler] | None = None) -> Iterator[Folder]:
    server = Folder(folder, handler)
    server.start()
    try:
        yield server
    finally:
        server.stop()


class Traveller(Person):
    """Somebody whose app needs no server."""

    playing = False  # whether anything will do

    def arrives_home(self) -> None:
        self.page.locator(".games").wait_for(timeout=FIRST_START)

    def goes_home(self) -> None:
        self.press("a.logo")
        self.page.locator(".games").wait_for()

    def kept(self) -> None:
        """Waits until everything is there for later."""
        self.page.wait_for_function("() => navigator.serviceWorker.controller", timeout=FIRST_START)

    def hurries(self) -> None:
        [python] = self.page.workers
        python.evaluate(TIME_FLIES)

    def begins_game(self, slug: str, level: int) -> str:
        """A table against bots of a level, or alone where there are none, by touch; its id."""
        self.press(f"h3 a[href='/games/{slug}']")
        self.page.locator(".ways").wait_for()
        mode = "bots" if self.page.locator("form.way [name=mode][value=bots]").count() else "alone"
        form = f"form.way:has([name=mode][value={mode}])"
        if mode == "bots":
            self.page.locator(f"{form} [name=level]").select_option(str(level))
        self.press(f"{form} button")
        self.arrives()
        return self.page.url.rpartition("/t/")[2]

    def plays_whole(self, slug: str, level: int) -> str:
        id = self.begins_game(slug, level)
        play_to_the_end([self], random.Random(slug))
        assert self.page.locator("#result h2").inner_text()
        return id

    def acts(self, rng: random.Random) -> bool:
        """Whoever has seen enough goes on."""
        if not self.has_to_look():
            self.playing = True
            done = super().acts(rng)
            self.playing = False
            return done
        self.page.evaluate("() => document.querySelector('#go-on:not([hidden])')?.click()")
        self.page.locator("#go-on").wait_for(state="hidden")
        return True

    def has_to_look(self) -> bool:
        """Whether something is shown that nobody plays during."""
        return self.page.locator("#go-on:visible").count() > 0

    def waits_until(self, holds: Callable[[Sight], bool], patience: float = PATIENCE / 1000) -> Sight:
        """Whoever touched something and sees nothing for a while touches something again."""
        end = time.monotonic() + TOUCHES_AGAIN if self.playing else float("inf")
        return super().waits_until(lambda sight: holds(sight) or time.monotonic() > end, patience)

    def touches(self, id: str, until: Callable[[Sight], bool] | None = None) -> Sight:
        return self.looks() if self.has_to_look() else super().touches(id, until)

    def presses(self, button: str, until: Callable[[Sight], bool] | None = None) -> Sight:
        return self.looks() if self.has_to_look() else super().presses(button, until)

    def moves(self) -> None:
        """One move, in a game where a touch is one."""
        sight = self.waits_until(lambda sight: bool(sight.touchable))
        self.touches(sight.touchable[0], until=lambda now: now.moves != sight.moves)

    def gives_up(self) -> None:
        self.press("#table-menu > summary")
        self.press("[data-do=resign]")
        self.press("#confirm button[value=yes]")
        self.page.locator("#result:visible").wait_for()

    def is_told(self, part: str) -> None:
        self.page.get_by_text(part).wait_for(timeout=FIRST_START)

    def log(self, id: str) -> dict[str, Any]:
        """A table as it is kept in the browser."""
        found: dict[str, Any] = self.page.evaluate("(id) => fetch(`/pocket/tables/${id}`).then((a) => a.json())", id)
        return found

    def tables(self) -> list[str]:
        """The addresses on the page with all my games."""
        self.press("nav a[href='/mine']")
        self.page.wait_for_url("**/?/mine")
        return [str(link.get_attribute("href")) for link in self.page.locator("main li a[href^='/t/']").all()]


@contextmanager
def travelling(kind: BrowserType, profile: Path, app: str, *given: str, **wishes: Any) -> Iterator[Traveller]:
    """Opens the app in the browser of a profile, which is given some flags; it is closed at the end."""
    options = [*flags(), *given]
    context = kind.launch_persistent_context(profile, executable_path=chromium(), args=options, **ways(**wishes))
    try:
        context.add_init_script(LONG_TASKS)
        traveller = Traveller(context, "", "Anna")
        traveller.page.goto(app, timeout=PATIENCE)
        yield traveller
    finally:
        context.close()
