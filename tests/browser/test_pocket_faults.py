"""What may go wrong with the offline app: each ends in a sentence and a page that works, and no game is lost."""

import json
import shutil
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from browser.travellers import FIRST_START, Folder, Quiet, Traveller, built_site, serving_folder, travelling

CUT, HANGS = "cut", "hangs"
FAULTS: dict[str, str] = {}  # how files end that are not served as they should be
HEALED = threading.Event()
GAME = "knister"  # one touch is a move


class Faulty(Quiet):
    """A host with faults that come and go."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        fault = next((what for end, what in FAULTS.items() if self.path.endswith(end)), "")
        if fault == HANGS:
            HEALED.wait(FIRST_START / 1000)
        if fault:
            outputfile.write(source.read()[:-1000])
            self.close_connection = True
        else:
            super().copyfile(source, outputfile)


@pytest.fixture(scope="module")
def host() -> Iterator[Folder]:
    with serving_folder(built_site(), Faulty) as running:
        yield running
        HEALED.set()


@pytest.fixture(scope="module")
def installed(browser: Browser, host: Folder, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A profile that has the app, and a game in it that has begun."""
    profile = tmp_path_factory.mktemp("installed") / "profile"
    with travelling(browser.browser_type, profile, host.base) as anna:
        anna.arrives_home()
        anna.begins_game(GAME, 2)
        anna.moves()
        anna.kept()
    return profile


@pytest.fixture
def profile(installed: Path, tmp_path: Path, host: Folder) -> Iterator[Path]:
    """A copy of it for one test."""
    FAULTS.clear()
    shutil.copytree(installed, tmp_path / "profile", symlinks=True, ignore=shutil.ignore_patterns("Singleton*"))
    yield tmp_path / "profile"
    FAULTS.clear()
    host.stop()
    host.start()


def opened(browser: Browser, profile: Path, host: Folder) -> AbstractContextManager[Traveller]:
    return travelling(browser.browser_type, profile, host.base)


def goes_on_playing(anna: Traveller) -> None:
    """From home to the game that has begun, and a move there."""
    anna.press("#mine a[href^='/t/']")
    anna.arrives()
    anna.moves()


def test_a_download_that_is_cut_can_be_tried_again(browser: Browser, host: Folder, tmp_path: Path) -> None:
    FAULTS["bundle.zip.packed"] = CUT
    with opened(browser, tmp_path / "profile", host) as anna:
        anna.is_told("Das Laden ist abgebrochen.")
        FAULTS.clear()
        anna.press("#again")
        anna.arrives_home()


def test_a_start_that_never_ends_is_given_up(browser: Browser, host: Folder, tmp_path: Path) -> None:
    FAULTS["python_stdlib.zip.packed"] = HANGS
    with opened(browser, tmp_path / "profile", host) as anna:
        anna.page.clock.install()
        anna.page.reload()
        anna.page.clock.run_for(80_000)
        anna.is_told("Es dauert zu lange.")
        FAULTS.clear()
        HEALED.set()
        anna.press("#again")
        anna.arrives_home()


@pytest.mark.parametrize("broken", ["bundle.zip", "pyodide.asm.wasm"])
def test_a_broken_cache_is_loaded_anew_and_the_game_is_there(
    browser: Browser, host: Folder, profile: Path, broken: str
) -> None:
    with opened(browser, profile, host) as anna:
        anna.arrives_home()
        anna.page.evaluate(BREAK, broken)
        host.stop()
        anna.page.reload()
        anna.is_told("Das Laden ist abgebrochen.")
        anna.press("#anew")
        anna.is_told("Dafür brauchst du Netz.")
        host.start()
        anna.press("#anew")
        anna.arrives_home()
        goes_on_playing(anna)


BREAK = """async (end) => {
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const { url } of await cache.keys()) if (url.endsWith(end)) await cache.put(url, new Response("half"));
    }
}"""


def test_a_broken_snapshot_is_made_anew(browser: Browser, host: Folder, profile: Path) -> None:
    with opened(browser, profile, host) as anna:
        anna.arrives_home()
        for how in ("fresh", "snapshot"):
            if how == "fresh":
                anna.page.evaluate(CUT_SNAPSHOT)
            anna.page.reload()
            anna.arrives_home()
            assert anna.page.evaluate("() => document.documentElement.dataset.pocket") == how
        goes_on_playing(anna)


CUT_SNAPSHOT = """async () => {
    const folder = await navigator.storage.getDirectory();
    for await (const file of folder.values()) {
        const out = await file.createWritable({ keepExistingData: true });
        await out.truncate(20_000_000);
        await out.close();
    }
}"""


def test_a_first_page_that_was_cleared_away_says_so(browser: Browser, host: Folder, profile: Path) -> None:
    with opened(browser, profile, host) as anna:
        anna.arrives_home()
        anna.page.evaluate("async () => { for (const name of await caches.keys()) await caches.delete(name); }")
        host.stop()
        anna.page.reload()
        anna.is_told("Deine Spiele sind noch da.")
        host.start()
        anna.page.reload()
        anna.arrives_home()
        goes_on_playing(anna)


def test_a_first_page_alone_says_what_to_do(browser: Browser, host: Folder, tmp_path: Path) -> None:
    """Its script did not come, so that nothing else can say it."""
    with opened(browser, tmp_path / "profile", host) as anna:
        anna.page.route("**/pocket.js", lambda route: route.abort())
        anna.page.reload()
        anna.is_told("Lade die Seite neu, wenn du Netz hast.")
        anna.page.unroute("**/pocket.js")
        anna.page.reload()
        anna.arrives_home()


def test_a_full_device_is_said_and_the_game_goes_on_when_there_is_room(
    browser: Browser, host: Folder, profile: Path
) -> None:
    with opened(browser, profile, host) as anna:
        anna.arrives_home()
        anna.press("#mine a[href^='/t/']")
        anna.arrives()
        [python] = anna.page.workers
        sight = anna.waits_until(lambda sight: bool(sight.touchable))  # a bot has moved that was still to move
        python.evaluate(FULL)
        anna.touches(sight.touchable[0])
        anna.is_told("Auf diesem Gerät ist kein Platz mehr.")
        python.evaluate("() => { IDBObjectStore.prototype.put = self.put; }")
        anna.waits_until(lambda now: now.moves != sight.moves)
    with opened(browser, profile, host) as anna:
        anna.arrives_home()
        goes_on_playing(anna)


# As a browser says it; Chromium counts what a page stores too slowly for a test with a real limit.
FULL = """() => {
    self.put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = () => { throw new DOMException("no room", "QuotaExceededError"); };
}"""


def test_where_nothing_may_be_kept_one_plays_all_the_same(browser: Browser, host: Folder, tmp_path: Path) -> None:
    denied = tmp_path / "profile" / "Default" / "Preferences"
    denied.parent.mkdir(parents=True)
    denied.write_text(json.dumps({"profile": {"default_content_setting_values": {"cookies": 2}}}))
    with opened(browser, tmp_path / "profile", host) as anna:
        anna.is_told("Dieser Browser merkt sich hier nichts.")
        anna.begins_game(GAME, 2)
        anna.moves()
        anna.goes_home()
        assert anna.page.locator("#mine a[href^='/t/']").count() == 1


def test_without_a_service_worker_one_plays_and_nothing_is_lost(browser: Browser, host: Folder, tmp_path: Path) -> None:
    """At an address without https a browser has none, and in some private windows; nor has it caches, locks or OPFS."""
    app = host.base.replace("127.0.0.1", "box.test")
    here = "--host-resolver-rules=MAP box.test 127.0.0.1"
    with travelling(browser.browser_type, tmp_path / "profile", app, here) as anna:
        anna.arrives_home()
        assert not anna.page.evaluate("() => isSecureContext || 'serviceWorker' in navigator")
        anna.begins_game(GAME, 2)
        anna.moves()
        anna.page.reload()
        anna.page.locator("#board:not([aria-busy])").wait_for(timeout=FIRST_START)
        anna.moves()
        assert not anna.complaints


def test_a_worker_that_dies_is_begun_anew(browser: Browser, host: Folder, profile: Path) -> None:
    with opened(browser, profile, host) as anna:
        anna.page.clock.install()
        anna.page.reload()
        anna.arrives_home()
        anna.press("#mine a[href^='/t/']")
        anna.arrives()
        sight = anna.waits_until(lambda sight: bool(sight.touchable))
        [python] = anna.page.workers
        python.evaluate("() => self.close()")
        anna.touches(sight.touchable[0])
        anna.page.clock.run_for(40_000)
        anna.waits_until(lambda now: now.moves != sight.moves, FIRST_START / 1000)  # the touch from before
        anna.moves()
