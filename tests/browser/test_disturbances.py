"""What disturbed people at a table: dead taps, jumping pages, boards that do not fit, moments that nobody saw."""

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from server.harness import Server, serving

from browser.conftest import Invite
from browser.people import Person, play_to_the_end

GAMES = ("abraeumen", "cubus", "fuenf_gewinnt", "fuenfer_finden", "huetchenspieler", "knister", "torris", "zahlenluchs",
         "zahlenpoker")  # fmt: skip
SHAPES = {"upright": (360, 740), "on its side": (740, 360), "at 200 %": (640, 400), "desktop": (1280, 800)}
FITS = """() => {
    const boxes = [...document.querySelectorAll("#board svg, #buttons button, #event p, #note")]
        .filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect());
    return boxes.every((box) => box.top >= 0 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1);
}"""
WATCH_SHIFTS = """(touches) => {
    window.shifted = 0;  // also what comes of a touch, where that is asked for
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (touches || !entry.hadRecentInput) window.shifted += entry.value;
    }).observe({ type: "layout-shift", buffered: false });
}"""


@pytest.fixture(scope="module")
def slow_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose tables stop for a moment."""
    with serving(str(tmp_path_factory.mktemp("moments") / "games.db"), moment_seconds=1.5) as running:
        yield running


def opens(person: Person, slug: str) -> None:
    """Against bots where there are any, else alone."""
    person.goes_to(f"/games/{slug}/new")
    bots = person.page.locator("input[name=mode][value=bots]")
    person.opens(slug, "bots" if bots.count() else "alone")


def resized(person: Person, shape: str) -> None:
    width, height = SHAPES[shape]
    person.page.set_viewport_size({"width": width, "height": height})


def test_board_and_buttons_fit_on_phones_and_at_200_percent(invite: Invite) -> None:
    anna = invite()
    for slug in GAMES:
        opens(anna, slug)
        for shape in ("on its side", "at 200 %"):
            resized(anna, shape)
            assert anna.page.evaluate(FITS), f"{slug} {shape}: something is not in sight"
        resized(anna, "upright")
        if slug != "cubus":
            assert anna.page.evaluate(FITS), f"{slug} upright: something is not in sight"
        anna.page.set_viewport_size({"width": 320, "height": 640})
        assert anna.page.evaluate("document.documentElement.scrollWidth") <= 320, slug


def test_a_dead_tap_gets_its_reason_and_nothing_jumps(invite: Invite) -> None:
    anna = invite()
    anna.opens("torris", "bots", first="host")
    anna.page.evaluate(WATCH_SHIFTS)
    sight = anna.waits_until(lambda sight: bool(sight.touchable))
    cells = anna.page.eval_on_selector_all("#board [id^='cell-']", "all => all.map((e) => e.id)")
    dead = next(cell for cell in cells if cell not in sight.touchable)
    anna.page.touchscreen.tap(*middle(anna, dead))
    told = anna.waits_until(lambda sight: sight.note != "").note
    assert re.match(r"Der oberste Stein|\w\d ", told), told
    anna.touches(sight.touchable[0], until=lambda sight: bool(sight.chosen))
    assert anna.page.evaluate("window.shifted") < 0.05


@pytest.mark.parametrize("shape", ["upright", "on its side", "desktop"])
def test_the_clock_comes_and_goes_and_nothing_shifts(invite: Invite, shape: str) -> None:
    anna = invite(phone=shape != "desktop")
    resized(anna, shape)
    anna.opens("torris", "bots", turn_seconds="30", first="host", level="1")
    clock = anna.page.locator("#clock")
    sight = anna.waits_until(lambda sight: bool(sight.touchable) and clock.is_visible())
    anna.page.evaluate(WATCH_SHIFTS, True)
    for _ in range(2):
        before = sight.moves
        while anna.looks().moves == before:
            anna.acts(random.Random(3))
        sight = anna.waits_until(lambda sight: bool(sight.touchable) and clock.is_visible())
    assert anna.page.evaluate("window.shifted") < 0.05


@pytest.mark.parametrize("shape", ["upright", "on its side", "desktop"])
def test_notes_of_cubus_come_and_go_and_nothing_shifts(invite: Invite, shape: str) -> None:
    anna, rng, notes = invite(phone=shape != "desktop"), random.Random(2), set[str]()
    resized(anna, shape)
    anna.opens("cubus", "bots", first="host", level="1")
    anna.waits_until(lambda sight: "draft" in sight.buttons)
    anna.presses("draft", until=lambda sight: "own-cancel" in sight.buttons)  # another picture, which was asked for
    anna.page.wait_for_timeout(100)
    anna.page.evaluate(WATCH_SHIFTS, True)
    for _ in range(6):
        notes.add(anna.touches(rng.choice(anna.looks().touchable)).note)
    assert len(notes - {""}) > 2
    assert anna.page.evaluate("window.shifted") < 0.05


def middle(person: Person, id: str) -> tuple[float, float]:
    box = person.page.locator(f"#{id}").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_three_cells_are_no_fiver_and_five_tapped_ones_stay(invite: Invite) -> None:
    anna = invite()
    anna.opens("fuenfer_finden", "bots", **{"opt-hourglass": "120"})
    assert "fünf Felder" in anna.waits_until(lambda sight: bool(sight.touchable)).note
    three = ["cell-b7", "cell-c7", "cell-d7"]
    anna.strokes(three, until=lambda sight: "Es müssen 5 Felder sein" in sight.note)
    assert set(anna.looks().chosen) == set(three)
    outlines = anna.page.locator("#board [id^='outline-']")
    for id in ("cell-e7", "cell-f7"):
        anna.touches(id)
    anna.strokes(["cell-h2", "cell-h3", "cell-h4"], until=lambda _: outlines.count() == 1)
    assert len(anna.looks().chosen) == 3


def test_cubus_offers_the_build_first_and_the_way_out_in_sight(invite: Invite) -> None:
    anna = invite()
    anna.opens("cubus", "bots", first="host")
    anna.waits_until(lambda sight: "draft" in sight.buttons)
    anna.presses("draft", until=lambda sight: "own-cancel" in sight.buttons)
    first = anna.page.locator("#buttons button").first
    assert first.get_attribute("data-touch") == "own-commit" and "strong" in (first.get_attribute("class") or "")
    cancel = anna.page.locator("#b-own-cancel").bounding_box()
    assert cancel and cancel["y"] + cancel["height"] <= 740


def test_a_judged_round_is_seen_before_the_next_roll(browser: Browser, slow_server: Server) -> None:
    """The board keeps the outlines, ticked or crossed; the bots do not make anybody wait; then it goes on."""
    anna = Person(browser, slow_server.base, "Anna")
    anna.opens("fuenfer_finden", "bots")
    anna.waits_until(lambda sight: "done" in sight.buttons)
    anna.strokes([f"cell-{column}7" for column in "bcdef"])
    anna.presses("done")
    anna.page.locator("#event.showing").wait_for(timeout=20_000)
    assert re.match("[01] von 1 richtig", anna.page.locator("#event p").inner_text())
    assert anna.page.locator("#board [id^='outline-']").count() >= 1
    assert anna.page.locator("#board [id^='other-']").count() == 1 and anna.page.locator("#go-on:visible").count() == 1
    anna.press("#go-on")
    anna.waits_until(lambda sight: "done" in sight.buttons)
    assert not anna.complaints
    anna.leave()


def test_a_wide_field_scrolls_and_its_cells_stay_as_large_as_a_finger(invite: Invite) -> None:
    """As in Fünf gewinnt, whose field wanders."""
    anna = invite()
    anna.opens("fuenf_gewinnt", "bots")
    anna.page.evaluate(
        """() => {
            document.querySelector("#board svg").dataset.wide = "700";
            dispatchEvent(new Event("resize"));
        }"""
    )
    assert anna.page.evaluate("document.querySelector('#board svg').getBoundingClientRect().width") == 700
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert anna.page.evaluate("document.getElementById('board').scrollLeft") > 100


def test_a_finished_game_is_no_wider_than_a_phone_on_its_side(invite: Invite) -> None:
    """A long name, a strength, a colour, a place and points are much for one line."""
    anna = invite("Wilhelmine Charlotte Luise")
    resized(anna, "on its side")
    anna.opens("zahlenpoker", "bots")
    play_to_the_end([anna], random.Random(1))
    anna.page.locator("#players .place").first.wait_for()
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= 740
    anna.goes_to(f"{anna.page.url}/replay")
    anna.page.locator(".sums").wait_for(timeout=60_000)
    resized(anna, "upright")
    assert anna.page.evaluate("document.querySelector('.sums').scrollWidth") <= 330
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= 360
