"""A lost connection and a killed server: the pages come back by themselves, and nothing is lost or doubled."""

import contextlib
import random
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from server.harness import Server, serving

from browser.conftest import Invite
from browser.people import Person, play_to_the_end, sit_down

SOON = 2.0  # seconds after which a page that is back must show the truth
EVERYTHING = """() => [...document.querySelectorAll("#board svg [id]")]
    .map((e) => [e.id, e.getAttribute("transform"), e.getAttribute("aria-label")].join()).sort().join("; ")"""
AWAY = ("WebSocket connection to", "net::ERR_")


def moves(person: Person) -> list[str]:
    return person.page.locator("#log-list li").all_inner_texts()


def picture(person: Person) -> str:
    """Where everything lies on the board."""
    return str(person.page.evaluate(EVERYTHING))


def make_a_move(person: Person, rng: random.Random) -> None:
    """Touches until a move is made."""
    sight = person.waits_until(lambda sight: bool(sight.touchable))
    while sight.touchable:
        sight = person.touches(rng.choice(sight.touchable))


def sees(person: Person, count: int) -> None:
    """Waits until so many moves are on the page."""
    person.waits_until(lambda _: len(moves(person)) == count)


def in_step(one: Person, other: Person, count: int) -> None:
    sees(one, count)
    sees(other, count)
    one.waits_until(lambda _: picture(one) == picture(other))


def test_away_while_the_other_moves(invite: Invite) -> None:
    rng = random.Random(5)
    anna, bob = invite("Anna", lang="de"), invite("Bob", lang="de")
    sit_down(anna, bob, "fuenf_gewinnt")
    with bob.forgiving(*AWAY):
        bob.context.set_offline(True)
        make_a_move(anna, rng)
        sees(anna, 1)
        assert moves(bob) == []
        bob.context.set_offline(False)
        back = time.monotonic()
        sees(bob, 1)
        assert time.monotonic() - back < SOON
        in_step(anna, bob, 1)


def test_a_move_made_while_away_counts_once(invite: Invite) -> None:
    rng = random.Random(6)
    anna, bob = invite("Anna", lang="de"), invite("Bob", lang="de")
    sit_down(anna, bob, "fuenf_gewinnt")
    make_a_move(anna, rng)
    in_step(anna, bob, 1)
    with bob.forgiving(*AWAY):
        bob.context.set_offline(True)
        make_a_move(bob, rng)
        bob.page.locator("#connection:visible").wait_for()
        assert len(moves(anna)) == 1
        bob.context.set_offline(False)
        back = time.monotonic()
        sees(anna, 2)
        assert time.monotonic() - back < SOON
        in_step(anna, bob, 2)
        bob.page.locator("#connection").wait_for(state="hidden")
    make_a_move(anna, rng)
    in_step(anna, bob, 3)


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    with serving(str(tmp_path / "games.db")) as server:
        yield server


def test_the_server_is_killed_and_the_game_goes_on(invite: Invite, mortal: Server) -> None:
    rng = random.Random(7)
    anna, bob = invite("Anna", mortal.base, lang="de"), invite("Bob", mortal.base, lang="de")
    sit_down(anna, bob, "torris")
    for k in range(3):
        make_a_move((anna, bob)[k % 2], rng)
        in_step(anna, bob, k + 1)
    before, seen = moves(anna), picture(anna)
    with anna.forgiving(*AWAY), bob.forgiving(*AWAY):
        mortal.kill()
        for person in (anna, bob):
            person.page.locator("#connection:visible").wait_for()
        mortal.start()
        for person in (anna, bob):
            person.page.locator("#connection").wait_for(state="hidden")
        in_step(anna, bob, 3)
        assert (moves(bob), picture(bob)) == (before, seen)
        play_to_the_end([anna, bob], rng)
    assert anna.page.locator("#result tbody").inner_text() == bob.page.locator("#result tbody").inner_text()


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_page_of_a_table_that_is_gone_says_so_and_stops_trying(invite: Invite, mortal: Server, lang: str) -> None:
    anna = invite("Anna", mortal.base, lang=lang)
    anna.opens("torris", "bots")
    banner = anna.page.locator("#connection")
    with anna.forgiving(*AWAY):
        mortal.kill()
        banner.locator("visible=true").wait_for()
        forget_everything(mortal)
        mortal.start()
        said = {"de": "Diesen Tisch gibt es nicht mehr.", "en": "This table is no longer there."}[lang]
        anna.waits_until(lambda _: banner.inner_text() == said)
        sockets: list[object] = []
        anna.page.on("websocket", lambda socket: sockets.append(socket))
        anna.page.wait_for_timeout(1500)
    assert not sockets and banner.inner_text() == said


def forget_everything(server: Server) -> None:
    """All tables of a server that does not run."""
    with contextlib.closing(sqlite3.connect(server.settings["database"])) as database, database:
        database.execute("DELETE FROM event")
        database.execute("DELETE FROM member")
        database.execute("DELETE FROM match")
