"""Tables in memory: one that nobody asks for is a few thousand bytes, and wakes up as it was."""

from typing import Any

import numpy as np
import pytest
from rooms import every_sample
from server.stored import match

from spielkiste.core.game import Game
from spielkiste.server import shelf as shelf_module
from spielkiste.server.events import Event
from spielkiste.server.facts import facts
from spielkiste.server.news import Chatted, Followed, News, Opened, Played, Sat, Started
from spielkiste.server.presentation import board
from spielkiste.server.shelf import Shelf, resting, woken
from spielkiste.server.table import Table
from spielkiste.server.texts import catalogue
from spielkiste.server.viewer import Viewer

IDLE_AT_MOST = 40 * 1024  # bytes


def then(table: Table, news: News, by: str = "") -> None:
    table.apply(Event(table.number + 1, by, news, 1000.0 + table.number))


def played(game: Game, moves: int = 25, id: str = "t") -> Table:
    """A table with a person on each seat after some moves at random."""
    table = Table(match(id, slug=game.slug, options=game.options, host="p0"))
    rng = np.random.default_rng(7)
    then(table, Opened())
    for seat in range(game.players):
        then(table, Sat(seat=seat, person=f"p{seat}", name=f"Person {seat}"))
    then(table, Started(moves=table.try_start(table.number + 1)))
    for _ in range(moves):
        if table.phase != "running":
            break
        seat = int(rng.choice([seat for seat in table.state.turn if seat >= 0] or [-2]))
        move = str(rng.choice(table.state.moves(seat)))
        then(table, Played(moves=table.try_move(seat, move)), by=f"p{seat}" if seat >= 0 else "")
    then(table, Chatted("Gut gespielt!", "Person 0"), by="p0")
    return table


def page(table: Table, person: str) -> tuple[Any, ...]:
    viewer = Viewer(person, "de", catalogue("de").gettext)
    drawn = board(table, viewer)
    return facts(table, viewer, "http://here", set(), set()), drawn.picture.svg("group"), drawn.controls


@pytest.mark.parametrize("game", every_sample())
def test_a_table_wakes_up_as_it_was(game: Game) -> None:
    table = played(game)
    shown = page(table, "p0"), page(table, "a spectator")
    data = resting(table)
    after = woken(data)
    assert len(data) < IDLE_AT_MOST
    assert (page(after, "p0"), page(after, "a spectator")) == shown
    assert after.standing() == table.standing() and after.state.moves_made == table.state.moves_made
    assert [one.before.moves_made for one in after.moments] == [one.before.moves_made for one in table.moments]
    assert vars(after).keys() == vars(table).keys() and after.game is table.game


def test_a_woken_table_goes_on(torris: Game) -> None:
    table = played(torris, 4)
    table.try_move(table.state.turn[0], table.state.moves()[0])  # what was only tried is no part of it
    after = woken(resting(table))
    for one in (table, after):
        then(one, Played(moves=one.try_move(one.state.turn[0], one.state.moves()[0])), by="p0")
    assert after.state == table.state and after.standing() == table.standing()


def test_who_is_not_asked_for_is_put_to_rest_and_found_again(torris: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf, tables = Shelf(), [played(torris, 3, id=f"t{k}") for k in range(3)]
    for table in tables:
        shelf.keep(table)
    assert list(shelf.rest()) == [] and shelf.get("t0") is tables[0]
    monkeypatch.setattr(shelf_module, "RESTS_AFTER", 0.0)
    assert len(list(shelf.rest())) == 3 and len(shelf) == 3
    assert shelf.awake_bytes == 0 < shelf.resting_bytes < 3 * 4096
    found = shelf.get("t1")
    assert found is not None and found is not tables[1] and found.state == tables[1].state
    assert shelf.get("t1") is found and shelf.awake_bytes > 0
    shelf.drop("t1")
    assert shelf.get("t1") is None and shelf.awake_bytes == 0 and len(shelf) == 2


def test_a_game_after_which_the_next_was_begun_is_dropped(torris: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf, table = Shelf(), played(torris, 3, id="t")
    then(table, Followed(match="next"))
    shelf.keep(table)
    monkeypatch.setattr(shelf_module, "RESTS_AFTER", 0.0)
    assert len(list(shelf.rest())) == 1
    assert shelf.get("t") is None and not shelf and shelf.awake_bytes == shelf.resting_bytes == 0


def test_where_many_are_awake_they_rest_sooner(torris: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf()
    for k in range(4):
        shelf.keep(played(torris, 3, id=f"t{k}"))
    monkeypatch.setattr(shelf_module, "SOONER", 0.0)
    assert list(shelf.rest()) == []
    monkeypatch.setattr(shelf_module, "MANY_BYTES", shelf.awake_bytes // 2)
    assert len(list(shelf.rest())) == 2 and shelf.awake_bytes <= shelf_module.MANY_BYTES, "only as many as need be"


def test_the_shelf_is_bounded_in_bytes(torris: Game) -> None:
    one = shelf_module.estimate(played(torris, 3))
    shelf = Shelf(awake_bytes=2 * one, resting_bytes=3 * len(resting(played(torris, 3))))
    for k in range(12):
        shelf.keep(played(torris, 3, id=f"t{k:02}"))
        assert shelf.awake_bytes <= 2 * one and shelf.resting_bytes <= 3 * 4096
    assert shelf.get("t11") is not None and shelf.get("t09") is not None
    assert shelf.get("t00") is None, "it is replayed from the store"


@pytest.fixture
def torris() -> Game:
    import spielkiste as sk

    return sk.game("torris")
