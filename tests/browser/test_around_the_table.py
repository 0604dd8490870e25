"""What disturbed new users around the games: finding one, sitting down, the reveal, the end, once more."""

import random
from pathlib import Path

from playwright.sync_api import expect
from server.harness import serving

from browser.conftest import Invite
from browser.people import Person, sit_down

FIRST_SCREEN = 740


def test_a_phones_first_screen_shows_games_and_one_tap_plays(invite: Invite) -> None:
    anna = invite("Anna", lang="de")
    anna.goes_to("/")
    boxes = [button.bounding_box() for button in anna.page.locator("form.quick button").all()]
    shown = [box for box in boxes if box and box["y"] + box["height"] < FIRST_SCREEN]
    assert len(boxes) >= 9 and len(shown) >= 4
    anna.press("form.quick:has([value=torris]) button")
    anna.page.wait_for_url("**/t/*")
    anna.arrives()
    bot = anna.page.locator("li.player:has(img.face)")
    expect(bot).to_contain_text("Anfänger")
    assert "Bot" not in bot.inner_text()


def test_people_on_one_device_have_names_and_the_status_names_who_holds_it(invite: Invite) -> None:
    anna = invite("Anna", lang="de")
    anna.goes_to("/games/zahlenpoker")
    form = anna.page.locator("form:has([name=name-2])")
    form.locator("[name=name]").fill("Anna")
    form.locator("[name=name-2]").fill("Opa Heinz")
    form.locator("button").click()
    anna.page.wait_for_url("**/t/*")
    anna.arrives()
    expect(anna.page.locator("#players")).to_contain_text("Opa Heinz")
    anna.press("#curtain-lift")
    first = anna.page.locator("#curtain-name").inner_text()
    expect(anna.page.locator("#turn-text")).to_have_text(f"{first} ist dran")
    anna.goes_to("/games/zahlenpoker")
    expect(anna.page.locator("[name=name-2]")).to_have_value("Opa Heinz")


def test_alone_a_dead_end_is_not_final(invite: Invite) -> None:
    anna, rng = invite("Anna", lang="en", calm=True), random.Random(3)
    anna.opens("abraeumen", "alone")
    while not (sight := anna.looks()).over:
        if sight.touchable:
            anna.touches(rng.choice(sight.touchable))
    assert anna.page.locator("#chat").is_hidden(), "nobody to talk to"
    for _ in range(3):
        last = anna.page.locator("#log-list li").last.get_attribute("id")
        anna.press("#undo")
        expect(anna.page.locator(f"#{last}")).to_have_count(0)
    assert not anna.looks().over


def test_the_next_game_is_asked_for_and_joined(invite: Invite) -> None:
    anna, ben = invite("Anna", lang="de"), invite("Ben", lang="en", phone=False)
    sit_down(anna, ben, "torris")
    ben.press("#table-menu > summary")
    ben.press("[data-do=resign]")
    ben.press("#confirm [value=yes]")
    expect(anna.page.locator("#result h2")).to_have_text("Ben hat aufgegeben. Du hast gewonnen!")
    old = anna.page.url
    anna.press("#rematch")
    expect(ben.page.locator("#asked-again")).to_have_text("Anna would like to play once more.")
    assert anna.page.url == ben.page.url == old
    ben.press("#rematch")
    for person in (anna, ben):
        person.page.wait_for_function("old => location.href !== old", arg=old)
        person.arrives()


def test_a_reveal_can_be_seen_and_gone_on_from(invite: Invite, tmp_path: Path) -> None:
    with serving(str(tmp_path / "games.db"), moment_seconds=4.0) as server:
        reveal(invite("Anna", base=server.base, lang="de"))


def reveal(anna: Person) -> None:
    anna.opens("zahlenpoker", "bots")
    sight = anna.waits_until(lambda now: bool(now.touchable))
    anna.touches(sight.touchable[0])
    line = anna.page.locator("#event.showing")
    line.wait_for()
    said = line.locator("p").inner_text()
    assert any(word in said for word in ("gewinnt", "Niemand", "stehlen", "stiehlt"))
    assert anna.page.locator("#board").get_attribute("inert") is not None
    assert anna.page.locator("#board [id^='stone-']").count()
    anna.press("#go-on")
    expect(anna.page.locator("#event.showing")).to_have_count(0)
    anna.waits_until(lambda now: bool(now.touchable))
