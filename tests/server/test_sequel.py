"""After a game comes another: a finished stack may be dismantled, by one tap; whoever asks when, there is one table."""

from contextlib import AsyncExitStack
from pathlib import Path

import numpy as np
import pytest
from server.harness import Visitor, serving

import spielkiste as sk
from spielkiste.server import desk as desk_module
from spielkiste.server import messages as m
from spielkiste.server import rulings
from spielkiste.server.broker import LocalBroker
from spielkiste.server.desk import Desk
from spielkiste.server.events import Event
from spielkiste.server.rulings import Refused, Who
from spielkiste.server.store import Store
from spielkiste.server.table import Seat, Table


def test_a_finished_stack_is_what_dismantling_begins_with() -> None:
    game, rng = sk.game("cubus"), np.random.default_rng(3)
    state, bot = sk.deal(game.start(), rng), sk.bot("cubus", 1, seed=2)
    while not state.over:
        seat = next((one for one in state.turn if one >= 0), sk.CLOCK)
        move = bot.choose(state, seat) if seat >= 0 else state.moves(seat)[0]
        state = sk.deal(state.play(move, seat=seat), rng)
    assert game.card.sequel is not None
    follows = game.card.sequel(state.record(), game.options)
    assert follows is not None and follows.text["de"] == "Jetzt abbauen"
    after = sk.game("cubus", **follows.options)
    assert after.options["stack"] == state.view(None)["position"]["stack"] and after.start().moves()
    assert game.card.sequel(after.start().record(), after.options) is None


@pytest.mark.anyio
async def test_a_game_that_does_not_go_on_says_so(tmp_path: Path) -> None:
    with serving(str(tmp_path / "games.db")) as server:
        async with Visitor(server.base) as anna, anna.page(await anna.open("torris", mode="device")) as page:
            await page.ask(do="resign", seat=0)
            answer = await page.ask(do="rematch", sequel=1)
            assert answer["is"] == "refused" and "does not go on" in answer["why"]
            assert (await page.ask(do="rematch"))["is"] == "ack"


@pytest.mark.anyio
async def test_a_table_does_not_grow_without_end(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """First there is no more talk, then no more moves; the game can still be given up."""
    desk, anna = Desk(store, LocalBroker()), Who("anna")
    seats = {0: Seat("person", "anna", "Anna"), 1: Seat("person", "ben", "Ben")}
    table = await desk.open("torris", {}, "anna", seats, start=True, first="seats")
    id = table.match.id
    monkeypatch.setattr(rulings, "EVENTS_BEFORE_MOVES_ONLY", table.number + 3)
    monkeypatch.setattr(rulings, "EVENTS_AT_MOST", table.number + 5)
    for k in range(3):
        await desk.do(id, m.Chat(f"c{k}", "Hello"), anna)
    with pytest.raises(Refused, match="table is full"):
        await desk.do(id, m.Chat("c4", "Hello"), anna)
    for k in range(2):
        now = await desk.table(id)
        assert now is not None
        seat = now.state.turn[0]
        await desk.do(id, m.Play(f"m{k}", seat, now.state.moves(seat)[0]), Who(now.seats[seat].person))
    now = await desk.table(id)
    assert now is not None
    with pytest.raises(Refused, match="table is full"):
        await desk.do(id, m.Play("m3", 0, now.state.moves(now.state.turn[0])[0]), anna)
    await desk.do(id, m.Resign("r", 0), anna)
    over = await desk.table(id)
    assert over is not None and over.phase == "over"


@pytest.mark.anyio
async def test_one_person_talks_only_so_much_at_however_many_pages(tmp_path: Path) -> None:
    with serving(str(tmp_path / "games.db"), rate=1) as server:
        async with Visitor(server.base) as anna, AsyncExitStack() as pages:
            table = await anna.open("torris")
            opened = [await pages.enter_async_context(anna.page(table)) for _ in range(10)]
            for page in opened:
                for k in range(38):
                    await page.say(do="chat", text=f"{k}")
            answers = [await page.ask(do="ping") for page in opened]
            assert all(answer["is"] == "ack" for answer in answers)
        async with await Store.open(str(tmp_path / "games.db")) as store:
            standing = await store.standing(table)
            assert standing is not None and 40 <= standing.number < 70


@pytest.mark.anyio
async def test_who_ask_at_different_servers_meet_at_a_table_that_is_there(store: Store) -> None:
    anna, ben = Who("anna"), Who("ben")
    hers, his = Desk(store, LocalBroker()), Desk(store, LocalBroker())
    seats = {0: Seat("person", "anna", "Anna"), 1: Seat("person", "ben", "Ben")}
    id = (await hers.open("torris", {}, "anna", seats, start=True, first="seats")).match.id
    await hers.do(id, m.Resign("1", 0), anna)
    await his.table(id)  # and does not hear that Anna asks
    await hers.do(id, m.Rematch("2"), anna)
    await his.do(id, m.Rematch("3"), ben)
    table = await his.table(id)
    assert table is not None and table.again and await hers.table(table.again) is not None


@pytest.mark.anyio
async def test_a_table_that_was_taken_away_meanwhile_is_no_fault_of_the_store(store: Store) -> None:
    desk = Desk(store, LocalBroker())
    id = (await desk.open("abraeumen", {}, "anna", {0: Seat("person", "anna", "Anna")}, start=True)).match.id
    await store.remove(id)  # by another process
    with pytest.raises(Refused, match="There is no such table"):
        await desk.do(id, m.Resign("1", 0), Who("anna"))
    assert await desk.table(id) is None


@pytest.mark.anyio
async def test_a_reveal_is_previewed_once_and_kept_as_it_is_stored(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    previewed: list[Table] = []
    plain = desk_module.preview

    def preview(table: Table, events: list[Event]) -> Table:
        previewed.append(plain(table, events))
        return previewed[-1]

    monkeypatch.setattr(desk_module, "preview", preview)
    desk = Desk(store, LocalBroker(), lots=False, moment_seconds=2.5)
    seats = {0: Seat("person", "anna", "Anna"), 1: Seat("person", "ben", "Ben")}
    match = (await desk.open("zahlenpoker", {}, "anna", seats, turn_seconds=60, start=True)).match
    for seat, person in enumerate(("anna", "ben")):
        await desk.do(match.id, m.Play(person, seat, f"show {seat + 1}", -1), Who(person))
    kept, again = await desk.table(match.id), Table(match, await store.events(match.id))
    assert kept is not None and len(previewed) == 2
    assert kept.shown_until == again.shown_until == kept.changed + 2.5
    assert (kept.since, kept.deadline, kept.state) == (again.since, again.deadline, again.state)
