"""The tenth game, a copy of the template in a folder of its own: every page, a whole game, its lesson."""

import json
import random
from collections.abc import Iterator

import httpx
import pytest
from server.harness import Server, serving
from tenth_game import copied

from browser.conftest import Invite
from browser.people import play_to_the_end
from spielkiste.core.room import HOME, Room

SLUG = "streichhoelzer"
TITLES = {"de": "Streichhölzer", "en": "Matches"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows one game more."""
    folder = tmp_path_factory.mktemp("rooms")
    copied(folder, SLUG)
    with pytest.MonkeyPatch.context() as space:
        space.setenv("SPIELKISTE_ROOMS", str(folder))
        with serving(str(folder / "games.db")) as running:
            yield running


def steps() -> int:
    """Of the template's lesson."""
    return len(Room("_template", HOME / "_template").front.examples.FIRST_GAME.steps)


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_page_of_it_opens(house: Server, lang: str) -> None:
    lesson = [f"/first?step={number}" for number in range(steps() + 1)]
    pages = ["", "/rules", "/rules?part=1", "/picture.svg", "/first", *lesson, "/new"]
    with httpx.Client(base_url=house.base, headers={"accept-language": lang}) as visitor:
        for page in pages:
            answer = visitor.get(f"/games/{SLUG}{page}")
            assert answer.status_code == 200, page
            assert TITLES[lang] in answer.text, page
        assert TITLES[lang] in visitor.get("/").text
        picture = visitor.get(f"/games/{SLUG}/picture.svg")
        assert picture.headers["content-type"].startswith("image/svg+xml") and picture.text.startswith("<svg")


def test_a_whole_game_is_played_against_a_bot(invite: Invite, house: Server) -> None:
    anna = invite("Anna", house.base)
    anna.opens(SLUG, "bots", **{"opt-most": "9"})
    play_to_the_end([anna], random.Random(1), patience=90)
    page = anna.page
    assert page.locator("#result h2").inner_text()
    assert page.locator("#result tbody tr").count() == 2
    assert page.locator("#log-list > *").count() >= 2  # nobody can take four matches: both have moved


def test_its_lesson_leads_to_the_end(invite: Invite, house: Server) -> None:
    ben = invite("Ben", house.base, lang="en")
    page = ben.page
    ben.goes_to(f"/games/{SLUG}/first")
    for number in range(steps()):
        lesson = page.locator(f"#lesson[data-next$='step={number + 1}']")
        lesson.wait_for()
        paths = json.loads(lesson.get_attribute("data-paths") or "[]")
        if not paths:
            ben.press("#go-on")
        for id in paths[0][1] if paths else []:
            spot = ben.spot(id)
            assert spot, f"step {number}: {id} cannot be touched"
            page.touchscreen.tap(*spot)
    page.locator("#lesson[data-next='']").wait_for()
    assert page.locator(f"a.strong[href='/games/{SLUG}']").is_visible()
