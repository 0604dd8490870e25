"""Whole games against the computer with the keyboard alone, from the first page on."""

import random
import time

import pytest

from browser.conftest import Invite
from browser.keys import Keys


def find_the_game(keys: Keys, slug: str) -> None:
    """From the first page to a table against the weakest bot."""
    keys.person.goes_to("/")
    keys.follow(f"/games/{slug}")
    keys.tab_to(lambda here: here.id == "level")
    keys.press("Home")
    assert keys.page.locator("#level").input_value() == "1"
    keys.tab_to(lambda here: here.tag == "button")
    keys.press("Enter")
    keys.page.wait_for_url("**/t/*")
    keys.person.arrives()


@pytest.mark.parametrize("slug", ["torris", "zahlenluchs", "zahlenpoker"])
def test_a_whole_game_by_keys(invite: Invite, slug: str) -> None:
    rng = random.Random(slug)
    anna = invite("Anna", phone=False, lang="en" if slug == "torris" else "de")
    keys = Keys(anna)
    find_the_game(keys, slug)
    until = time.monotonic() + 180
    moved = False
    while not anna.looks().over:
        assert time.monotonic() < until, "the game does not end"
        moved = keys.acts(rng) or moved
        here = keys.focus()
        assert not moved or here.board or here.buttons, f"the focus has left the board: {here}"
    keys.tab_to(lambda here: here.id == "rematch")


def test_escape_gives_back_what_was_chosen(invite: Invite) -> None:
    anna = invite("Anna", phone=False)
    keys = Keys(anna)
    anna.goes_to("/games/abraeumen")
    keys.tab_to(lambda here: here.tag == "button" and here.text == "Allein spielen")
    keys.press("Enter")
    anna.page.wait_for_url("**/t/*")
    anna.arrives()
    before = anna.waits_until(lambda sight: bool(sight.touchable))
    keys.tab_to(lambda here: here.id in before.touchable)
    keys.press("Enter")
    chosen = anna.waits_until(lambda sight: bool(sight.chosen))
    assert chosen.chosen == [keys.focus().id]
    keys.press("Escape")
    after = anna.waits_until(lambda sight: not sight.chosen)
    assert after.touchable == before.touchable
    assert keys.focus().id == chosen.chosen[0]
