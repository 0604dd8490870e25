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
