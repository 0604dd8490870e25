"""Games of the offline app as a whole: in two windows, in a file, handed in, erased."""

import itertools
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Route
from server.harness import serving

from browser.travellers import FIRST_START, Traveller, built_site, serving_folder, travelling

GAME = "knister"  # one touch is a move


def test_two_windows_and_one_game(browser: Browser, tmp_path: Path) -> None:
    """The second one asks; it goes on where it is wanted, and no event is lost or there twice."""
    profile = tmp_path / "profile"
    with serving_folder(built_site()) as host, travelling(browser.browser_type, profile, host.base) as anna:
        anna.arrives_home()
        id = anna.begins_game(GAME, 2)
        anna.moves()
        other = Traveller(anna.context, "", "Anna")
        other.page.goto(anna.page.url)
        other.is_told("Spielkiste ist schon in einem anderen Fenster offen.")
        anna.moves()  # where she was she goes on as before
        before = anna.log(id)["events"]
        goes_on_here(other)
        anna.is_told("Es geht in einem anderen Fenster weiter.")
        assert other.log(id)["events"][: len(before)] == before
        other.moves()
        goes_on_here(anna)
        other.is_told("Es geht in einem anderen Fenster weiter.")
        anna.moves()
        events = anna.log(id)["events"]
        assert [event["number"] for event in events] == list(range(len(events)))
        assert all(one["at"] <= after["at"] for one, after in itertools.pairwise(events))
        assert not anna.complaints + other.complaints


def goes_on_here(anna: Traveller) -> None:
    anna.press("#again")
    anna.page.locator("#board:not([aria-busy])").wait_for(timeout=FIRST_START)


def test_games_in_a_file_survive_erasing(browser: Browser, tmp_path: Path) -> None:
    profile, file = tmp_path / "profile", tmp_path / "spielkiste.json"
    with serving_folder(built_site()) as host, travelling(browser.browser_type, profile, host.base) as anna:
        anna.arrives_home()
        id = anna.begins_game(GAME, 2)
        anna.moves()
        before = played(anna, id)
        goes_to_me(anna)
        with anna.page.expect_download() as saved:
            anna.press("a[href='/me/export']")
        saved.value.save_as(file)
        anna.press("summary:has-text('Alles löschen')")
        anna.press("form[action='/me/erase'] button")
        anna.arrives_home()
        assert not [key for key in anna.page.evaluate(KEYS) if not key.startswith(("secret/", "writer"))]
        anna.page.reload()
        anna.arrives_home()
        assert not anna.tables()
        goes_to_me(anna)
        anna.page.locator("#games-file").set_input_files({"name": "x.json", "mimeType": "", "buffer": b"nothing"})
        anna.is_told("In dieser Datei sind keine Spiele der Spielkiste.")
        anna.page.locator("#games-file").set_input_files(file)
        anna.is_told("Deine Spiele sind da.")
        anna.press(f"main a[href='/t/{id}']")
        anna.arrives()
        assert played(anna, id)[: len(before)] == before
        anna.moves()
        assert not anna.complaints


def played(anna: Traveller, id: str) -> list[Any]:
    return [event["data"] for event in anna.log(id)["events"] if event["kind"] == "played"]


KEYS = """() => new Promise((found) => {
    indexedDB.open("spielkiste").onsuccess = ({ target }) => {
        const asked = target.result.transaction("rows").objectStore("rows").getAllKeys();
        asked.onsuccess = () => found(asked.result);
    };
})"""


def goes_to_me(anna: Traveller) -> None:
    anna.press("nav a[href='/me']")
    anna.page.locator("#games-file").wait_for(state="attached")


def test_what_is_handed_in_stands_on_my_page_once_and_erasing_takes_all(browser: Browser, tmp_path: Path) -> None:
    built_site()
    with serving(str(tmp_path / "games.db")) as server:
        app = f"{server.base}/pocket/"
        with travelling(browser.browser_type, tmp_path / "profile", app) as anna:
            anna.arrives_home()
            for _ in range(2):
                gives_one_up(anna)
            with anna.forgiving("409", "net::"):
                anna.page.route("**/pocket/hand-in", Unlucky())
                anna.press("#hand-in")
                anna.is_told("Einige Spiele sind mit anderen Regeln gespielt")
                anna.press("#hand-in:enabled")
                anna.is_told("Der Server ist gerade nicht da. Deine Spiele bleiben hier.")
            anna.press("#hand-in:enabled")
            anna.is_told("Deine Spiele sind jetzt auch auf dem Server.")
            anna.page.locator("#hand-in").wait_for(state="detached")
            anna.page.goto(f"{server.base}/mine")
            listed = [str(link.get_attribute("href")) for link in anna.page.locator("main li a").all()]
            assert len(set(listed)) == len(listed) == 2
            with anna.forgiving("429"):  # who has other things to think about is asked again by the page
                anna.page.goto(f"{server.base}{listed[0]}/replay")
                anna.page.locator("#review-found .sums").wait_for()
            anna.page.goto(f"{server.base}/me")
            anna.press("summary:has-text('Alles löschen')")
            anna.press("form[action='/me/erase'] button")
            anna.page.wait_for_url(f"{server.base}/")
            anna.page.goto(app)
            anna.arrives_home()
            assert not anna.tables()
            assert not anna.complaints


class Unlucky:
    """A server with other rules for the first game; then the answer to one that it has taken is lost."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, route: Route) -> None:
        self.asked += 1
        if self.asked == 1:
            route.fulfill(status=409, body="other rules")
        elif self.asked == 3:
            route.fetch()
            route.abort()
        else:
            route.continue_()


def gives_one_up(anna: Traveller) -> str:
    id = anna.begins_game(GAME, 2)
    anna.moves()
    anna.gives_up()
    anna.press("#result a[href$='/replay']")
    anna.page.locator("#replay-list [data-step='1']").wait_for(state="attached")
    anna.page.locator("#board svg").wait_for()
    anna.goes_home()
    return id
