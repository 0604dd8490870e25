"""Nothing hidden is in any message: what the wire carried for a position is what it carries for a twin of it.

A seat's page records every frame of a random game. For each, the position is rebuilt from the stored events and
replaced by a twin: another position that the seat cannot tell apart, with other secrets (a room's tests/twins.py makes
them). If a frame held a secret, it would differ from the twin's.
"""

import asyncio
import json
import random
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from rooms import every_room, room_tests
from server.harness import Page, Visitor, serving
from server.test_told_anew import part_showing

import spielkiste as sk
from spielkiste.core.room import Room
from spielkiste.server.facts import facts
from spielkiste.server.presentation import board
from spielkiste.server.store import Store
from spielkiste.server.table import Table
from spielkiste.server.texts import catalogue
from spielkiste.server.viewer import Viewer

pytestmark = pytest.mark.anyio
MOVES, SECONDS = 600, 60.0  # a random game is watched so long
TRIES = 4  # for a twin of each position
PAIRS_AT_LEAST = 4
GAMES = 15  # at most: where only the last moves are secret, not every game has such
PARTS = ("log", "result", "ask", "chat")


@dataclass
class Frame:
    number: int
    parts: dict[str, str]
    elements: list[str]
    rest: dict[str, Any]


class Recorder(Page):
    """A page that keeps all it was told, update by update."""

    def __init__(self, visitor: Visitor, table: str) -> None:
        super().__init__(visitor, table)
        self.frames: list[Frame] = []

    async def listen(self) -> None:
        before = self.updates
        await super().listen()
        if self.updates > before:
            rest = {name: value for name, value in self.board.items() if name not in ("svg", "base", "glides")}
            self.frames.append(Frame(self.number, dict(self.parts), list(self.elements), rest))


def hidden_rooms() -> list[Any]:
    return [param for param in every_room() if "hidden" in param.values[0].card.kinds]


def secret_options(room: Room) -> dict[str, Any]:
    """Sample options with several players under which something is hidden."""
    applies = getattr(room_tests(room, "twins"), "applies", lambda game: True)

    fitting = [options for options in room.card.samples if applies(sk.game(room.slug, **options))]
    return next(options for options in fitting if 1 < sk.game(room.slug, **options).players <= 4)


@pytest.mark.parametrize("room", hidden_rooms())
async def test_no_message_to_a_seat_holds_what_is_hidden(room: Room, tmp_path: Path) -> None:
    database, compared = str(tmp_path / "games.db"), 0
    with serving(database, patience=0.02) as server:
        async with Visitor(server.base) as anna, Visitor(server.base) as bob, await Store.open(database) as store:
            for seed in range(GAMES):
                if compared < PAIRS_AT_LEAST:
                    compared += await watch_a_game(room, anna, bob, store, seed)
    assert compared >= PAIRS_AT_LEAST


async def watch_a_game(room: Room, anna: Visitor, bob: Visitor, store: Store, seed: int) -> int:
    """How many frames of Anna's page in a random game were compared with a twin's; all were equal."""
    fields = {f"opt-{name}": str(value) for name, value in secret_options(room).items()}
    table = await anna.open(room.slug, "link", **fields)
    async with Recorder(anna, table) as hers:
        match = await store.match(table)
        assert match is not None
        await bob.follow(f"{bob.base}/j/{match.join}")
        async with bob.page(table) as his:
            await sit_and_start(hers, his, store)
            await play_at_random(hers, his, store, random.Random(seed))
        return compare(hers.frames, Table(match), await store.events(table), room)


async def sit_and_start(hers: Page, his: Page, store: Store) -> None:
    """Anna has the first seat, Bob all others."""
    for seat in range(1, len((await replay(store, hers.table)).seats)):
        assert (await his.ask(do="sit", seat=seat, name=f"B{seat}"))["is"] == "ack"
    assert (await hers.ask(do="start"))["is"] == "ack"


async def replay(store: Store, id: str) -> Table:
    match = await store.match(id)
    assert match is not None
    return Table(match, await store.events(id))


async def catch_up(table: Table, store: Store) -> None:
    for event in await store.events(table.match.id, table.number):
        table.apply(event)


async def play_at_random(hers: Page, his: Page, store: Store, rng: random.Random) -> None:
    until, table = time.monotonic() + SECONDS, await replay(store, hers.table)
    for _ in range(MOVES):
        await catch_up(table, store)
        seats = [seat for seat in table.state.turn if seat >= 0]
        if table.phase != "running" or time.monotonic() > until:
            return
        if not seats:
            await asyncio.sleep(0.2)
            continue
        seat = rng.choice(seats)
        page = hers if seat == 0 else his
        answer = await page.ask(do="play", seat=seat, move=rng.choice(table.state.moves(seat)))
        if answer["is"] == "refused":  # the slider must wait until everybody has looked, a quick page for its next turn
            await asyncio.sleep(0.5)
        else:
            for one in (hers, his):  # a page nobody reads from would be cut off after a while
                await one.until(lambda one=one, number=answer["number"]: one.number >= number)


def compare(frames: list[Frame], table: Table, events: list[Any], room: Room) -> int:
    """How many frames were compared with a twin's; all were equal."""
    twins, rng, compared = room_tests(room, "twins"), np.random.default_rng(9), 0
    waiting = list(events)
    for frame in frames:
        while waiting and waiting[0].number <= frame.number:
            table.apply(waiting.pop(0))
        if table.number != frame.number or table.phase != "running":
            continue
        found = [twins.twin(table.state, 0, rng) for _ in range(TRIES)]  # type: ignore[union-attr]
        for twin in (one for one in found if one is not None):
            assert twin.data != table.state.data
            other = table.copy()
            other.state = twin
            look_as_everybody(table)
            look_as_everybody(other)
            assert_equal(frame, other)
            compared += 1
    return compared


def look_as_everybody(table: Table) -> None:
    """Whatever is kept for others, and for the same seat in the twin's place, must not come back to this one."""
    for person in (*table.people, "somebody else"):
        viewer = Viewer(person, "en", catalogue("en").gettext)
        board(table, viewer)
        shown = facts(table, viewer, "http://x", set(table.people), set(table.people))
        for name in PARTS:
            part_showing(name, "en", shown)


def assert_equal(frame: Frame, twin: Table) -> None:
    viewer = Viewer(twin.seats[0].person, "en", catalogue("en").gettext)
    drawn = board(twin, viewer)
    assert frame.elements == drawn.picture.parts
    assert frame.rest == json.loads(msgspec.json.encode(drawn.controls))
    everybody = set(twin.people)
    shown = facts(twin, viewer, "http://x", everybody, everybody)
    for name in PARTS:
        assert frame.parts[name] == "".join(part_showing(name, "en", shown))
