"""Every game from the first move to the last, on phones, by fingers that touch whatever can be touched."""

import random
from collections.abc import Iterator

import pytest
from server.harness import serving

import spielkiste as sk
from browser.conftest import Invite
from browser.people import Person, play_to_the_end, sit_down
from spielkiste.core.room import room

ALONE = [slug for slug in sk.games() if sk.game(slug).players == 1]
TOGETHER = [slug for slug in sk.games() if 2 in room(slug).card.players]
UPDATE_AT_MOST = 15_000  # bytes


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server where nobody has to look for ten seconds before stones are covered."""
    with serving(str(tmp_path_factory.mktemp("hasty") / "games.db"), patience=0.1) as running:
        yield running.base


def check_end(person: Person) -> None:
    page = person.page
    assert page.locator("#result h2").inner_text()
    players = page.locator("#players li").count()
    assert page.locator("#result tbody tr").count() == (players if players > 1 else 0)
    assert not person.looks().touchable


def check_weight(person: Person) -> None:
    heavy = [(update["number"], update["bytes"]) for update in person.updates
             if update["bytes"] > UPDATE_AT_MOST and not update["first"]]  # fmt: skip
    assert not heavy, f"{person.name}: updates over {UPDATE_AT_MOST} bytes: {heavy}"


@pytest.mark.parametrize("slug", TOGETHER)
def test_two_people_play_on_two_phones(invite: Invite, hasty: str, slug: str) -> None:
    rng = random.Random(slug)
    anna, bob = invite("Anna", hasty, lang="de"), invite("Bob", hasty, lang="en")
    sit_down(anna, bob, slug, **({"opt-players": "2"} if "players" in sk.game(slug).options else {}))
    play_to_the_end([anna, bob], rng)
    for person in (anna, bob):
        check_end(person)
        check_weight(person)
    assert anna.page.locator("#result tbody").inner_text() == bob.page.locator("#result tbody").inner_text()


@pytest.mark.parametrize("slug", ALONE)
def test_somebody_plays_alone_on_a_phone(invite: Invite, slug: str) -> None:
    rng = random.Random(slug)
    anna = invite("Anna", lang="en" if len(slug) % 2 else "de")
    anna.goes_to(f"/games/{slug}")
    anna.press("form.quick button")
    anna.page.wait_for_url("**/t/*")
    anna.arrives()
    play_to_the_end([anna], rng)
    check_end(anna)
    check_weight(anna)
