"""Several people on one phone: nobody sees the next one's secrets."""

import random

from browser.conftest import Invite
from browser.people import Person

HAND = "#board [id^='hand-']:not([id^='hand-of'])"  # what only the owner of a hand is shown
SECRET = "noch geheim"


def check_nothing_to_see(anna: Person) -> None:
    page = anna.page
    assert page.locator(HAND).count() == 0
    assert SECRET not in page.locator("#board").inner_html()
    assert not page.locator("#board").is_visible()


def test_a_curtain_between_two_people_with_secrets(invite: Invite) -> None:
    rng = random.Random(4)
    anna = invite("Anna", lang="de")
    anna.opens("zahlenpoker", "device")
    lifted = []
    while not (sight := anna.looks()).over:
        if sight.curtain:
            check_nothing_to_see(anna)
            lifted.append(anna.page.locator("#curtain-name").inner_text())
            anna.press("#curtain-lift")
            anna.waits_until(lambda now: not now.curtain)
            assert anna.page.locator(HAND).count()
            assert SECRET not in anna.page.locator("#board").inner_html()  # what the other has chosen is not shown
        elif sight.touchable:
            anna.touches(rng.choice(sight.touchable))
    assert set(lifted) == {"Anna", "Spieler 2"}
    assert len(lifted) >= 10
    assert anna.page.locator("#result h2").inner_text()


def test_the_curtain_stays_after_a_reload_and_escape(invite: Invite) -> None:
    anna = invite("Anna", phone=False)
    anna.opens("zahlenpoker", "device")
    anna.waits_until(lambda sight: sight.curtain)
    anna.page.keyboard.press("Escape")
    assert anna.looks().curtain
    anna.press("#curtain-lift")
    anna.waits_until(lambda sight: bool(sight.touchable))
    anna.page.reload()
    anna.arrives()
    anna.waits_until(lambda sight: sight.curtain)
    check_nothing_to_see(anna)


def test_no_curtain_without_secrets(invite: Invite) -> None:
    anna = invite("Anna")
    anna.opens("torris", "device")
    rng = random.Random(1)
    for _ in range(6):
        sight = anna.waits_until(lambda now: bool(now.touchable))
        assert not sight.curtain
        anna.touches(rng.choice(sight.touchable))


def test_people_on_one_device_choose_their_colours_and_they_are_remembered(invite: Invite) -> None:
    anna = invite("Anna")
    page = anna.page
    page.goto("/games/zahlenpoker")
    page.select_option("#colour-1", "red")
    page.fill("#name-2", "Ben")
    assert page.locator("#colour-2 option[value=red]").is_disabled()
    page.select_option("#colour-2", "green")
    page.locator("form:has(#name-2) button").click()
    anna.arrives()
    assert page.locator("#players li:has-text('Ben') .dot").get_attribute("class") == "dot stone-green"
    assert page.locator("#board [id^=player-] circle[fill='#8fbf7a']").count() == 1
    page.goto("/games/huetchenspieler")
    assert page.locator("#colour-1").input_value() == "red" and page.locator("#colour-2").input_value() == "green"
    page.goto("/games/torris")
    assert page.locator("#name-2").input_value() == "Ben"
    assert page.locator("#colour-2").count() == 0  # white and black by the rules


def test_guests_choose_among_the_colours_that_are_left(invite: Invite) -> None:
    anna, ben = invite("Anna"), invite("Ben", phone=False)
    anna.opens("fuenf_gewinnt", "link")
    ben.joins(anna.invitation)
    anna.page.get_by_role("button", name="rot", exact=True).click()
    taken = ben.page.locator(".swatch.stone-red")
    ben.page.wait_for_function("document.querySelector('.swatch.stone-red').disabled")
    assert taken.count() == 1
    ben.page.locator(".swatch.stone-yellow").click()
    ben.page.wait_for_selector(".swatch.stone-yellow[aria-pressed=true]")


def test_the_host_switches_tips_off_on_one_device(invite: Invite) -> None:
    anna = invite("Anna", lang="en")
    anna.opens("fuenf_gewinnt", "device")
    page = anna.page
    assert page.locator("#tip").is_visible()
    page.click("#table-menu summary")
    page.click("text=Switch tips off")
    page.wait_for_selector("#tip", state="hidden")
    page.click("#table-menu summary")
    page.click("text=Switch tips on")
    page.wait_for_selector("#tip")
