"""A house as a browser has it, without the browser: pages, sockets, and games that are there again after closing."""

import asyncio
import inspect
import json
from typing import Any
from urllib.parse import urlencode

import msgspec
import numpy as np
import pytest
from server.harness import csrf_in

import spielkiste as sk
from spielkiste.pocket.bots import PocketBots
from spielkiste.pocket.house import Answer, Pocket
from spielkiste.pocket.store import PocketStore, Row
from spielkiste.server import reviews, tips
from spielkiste.server.hand_in import HandedTable, NotReadable, replayed
from spielkiste.server.store import Store

pytestmark = pytest.mark.anyio
PATIENCE = 20.0
NOT_HERE = {
    "keep_time",
    "look_at_clock",
    "count_live",
    "attend",
    "attendance",
    "attending",
    "secret",
    "rotate_key",
    "drop_old_keys",
    "handed_in",
    "retired_keys",
    "count_people",
    "erasing",
    "end_erasing",
}


class Memory:
    """A disk that can be full."""

    def __init__(self) -> None:
        self.rows: dict[str, str] = {}
        self.full = False

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        return sorted((key, text) for key, text in self.rows.items() if key.startswith(prefix))

    async def write(self, rows: list[Row]) -> None:
        if self.full:
            raise OSError("QuotaExceededError")
        for key, text in rows:
            if text is None:
                self.rows.pop(key, None)
            else:
                self.rows[key] = text


class NoEngine:
    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        raise RuntimeError("there is no engine")


async def opened(disk: Memory) -> Pocket:
    return await Pocket.open(disk, NoEngine(), files="files/", lang="de", build="b1", address="http://here")


async def new_table(pocket: Pocket, **fields: str) -> Answer:
    page = await pocket.ask("GET", "/games/knister")
    form = {"csrf": csrf_in(page.text), "game": "knister", "mode": "alone", **fields}
    return await pocket.ask("POST", "/tables", urlencode(form))


class Page:
    """A page's socket."""

    def __init__(self, pocket: Pocket, path: str) -> None:
        self.pocket, self.heard = pocket, asyncio.Queue[dict[str, Any]]()
        pocket.connect(1, f"{path}/live", self._tell)
        self._sent = 0

    def _tell(self, what: str, value: Any) -> None:
        if what == "heard":
            self.heard.put_nowait(json.loads(value))

    async def says(self, what: str, **fields: Any) -> dict[str, Any]:
        """The answer to a message."""
        self._sent += 1
        self.pocket.say(1, json.dumps({"do": what, "id": f"m{self._sent}", **fields}))
        while True:
            told = await asyncio.wait_for(self.heard.get(), PATIENCE)
            if told.get("id") == f"m{self._sent}":
                return told


async def test_a_game_is_there_again_after_closing() -> None:
    disk = Memory()
    pocket = await opened(disk)
    table = await new_table(pocket)
    assert table.status == 200
    assert table.path.startswith("/t/")
    page = Page(pocket, table.path)
    board = (await page.says("hello", last=-1, lang="de"))["update"]["board"]
    move = board["paths"][0][0]
    assert (await page.says("play", seat=0, move=move))["is"] == "ack"
    again = await opened(disk)
    assert table.path in (await again.ask("GET", "/")).text
    assert (await again.ask("GET", table.path)).status == 200


async def test_pictures_are_files_of_the_app() -> None:
    home = await (await opened(Memory())).ask("GET", "/")
    assert 'src="files/de/games/knister/picture.svg"' in home.text


async def test_a_full_disk_is_said_and_nothing_is_lost() -> None:
    disk = Memory()
    pocket = await opened(disk)
    table = await new_table(pocket)
    page = Page(pocket, table.path)
    board = (await page.says("hello", last=-1, lang="de"))["update"]["board"]
    disk.full = True
    refused = await page.says("play", seat=0, move=board["paths"][0][0])
    assert refused["is"] == "refused"
    assert refused["again"]
    disk.full = False
    assert (await page.says("play", seat=0, move=board["paths"][0][0]))["is"] == "ack"


async def test_a_finished_game_is_handed_in_and_believed_after_a_replay() -> None:
    pocket = await opened(Memory())
    table = await new_table(pocket)
    page = Page(pocket, table.path)
    await page.says("hello", last=-1, lang="de")
    assert json.loads((await pocket.ask("GET", "/pocket/tables")).text) == {"count": 1, "finished": []}
    await page.says("resign", seat=0)
    [found] = json.loads((await pocket.ask("GET", "/pocket/tables")).text)["finished"]
    whole = (await pocket.ask("GET", f"/pocket/tables/{found}")).text
    handed, events = replayed(msgspec.json.decode(whole, type=HandedTable), "somebody")
    assert handed.people == ["somebody"]
    assert handed.phase == "over"
    assert len(events) == handed.number + 1
    wrong = json.loads(whole)
    wrong["events"][-2:-1] = []
    with pytest.raises(NotReadable):
        replayed(msgspec.json.decode(json.dumps(wrong), type=HandedTable), "somebody")
    await pocket.ask("POST", f"/pocket/tables/{found}/handed")
    assert json.loads((await pocket.ask("GET", "/pocket/tables")).text) == {"count": 1, "finished": []}


async def test_games_are_brought_to_another_browser_by_a_file() -> None:
    """Finished ones and those that go on; a second time changes nothing, and what is no game is said to be none."""
    pocket = await opened(Memory())
    tables = [await new_table(pocket, name="Änne"), await new_table(pocket)]
    page = Page(pocket, tables[0].path)
    await page.says("hello", last=-1, lang="de")
    await page.says("resign", seat=0)
    file = (await pocket.ask("GET", "/me/export")).text
    disk = Memory()
    other = await opened(disk)
    await other.ask("GET", "/me")
    assert await brings(other, file) == {"new": 2, "there": 0, "unreadable": 0}
    assert await brings(other, file) == {"new": 0, "there": 2, "unreadable": 0}
    again = await opened(disk)
    mine = (await again.ask("GET", "/mine")).text
    assert all(table.path in mine for table in tables)
    assert "Änne" in mine
    assert (await again.ask("GET", f"{tables[0].path}/replay")).path.startswith("/r/")
    board = (await Page(again, tables[1].path).says("hello", last=-1, lang="de"))["update"]["board"]
    assert board["paths"]
    for wrong in ("", "[]", "{}", '{"games": [1]}', '{"games": 1}'):
        assert (await other.ask("POST", "/pocket/games", wrong, "application/json")).status == 400


async def test_after_erasing_a_file_brings_games_back_to_whoever_is_there_now() -> None:
    pocket = await opened(Memory())
    table = await new_table(pocket)
    await Page(pocket, table.path).says("hello", last=-1, lang="de")
    file = (await pocket.ask("GET", "/me/export")).text
    await erases(pocket)
    assert (await pocket.ask("GET", table.path)).status == 404
    assert await brings(pocket, file) == {"new": 1, "there": 0, "unreadable": 0}
    assert (await Page(pocket, table.path).says("hello", last=-1, lang="de"))["update"]["turn"]


async def test_a_finished_game_that_is_removed_is_gone() -> None:
    disk = Memory()
    pocket = await opened(disk)
    table = await new_table(pocket)
    await Page(pocket, table.path).says("resign", seat=0)
    token = csrf_in((await pocket.ask("GET", "/mine")).text)
    await pocket.ask("POST", f"{table.path}/remove", urlencode({"csrf": token}))
    assert not [key for key in disk.rows if key.startswith(("table/", "event/"))]


async def test_what_has_other_rules_stays_in_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    pocket = await opened(Memory())
    await new_table(pocket)
    file = json.loads((await pocket.ask("GET", "/me/export")).text)
    file["games"].append({**file["games"][0], "match": {**file["games"][0]["match"], "version": 99, "id": "abcdefgh"}})
    file["games"].append({**file["games"][0], "events": file["games"][0]["events"][1:]})
    other = await opened(Memory())
    assert await brings(other, json.dumps(file)) == {"new": 1, "there": 0, "unreadable": 2}


async def erases(pocket: Pocket) -> None:
    token = csrf_in((await pocket.ask("GET", "/me")).text)
    await pocket.ask("POST", "/me/erase", urlencode({"csrf": token}))


async def brings(pocket: Pocket, file: str) -> dict[str, int]:
    told: dict[str, int] = json.loads((await pocket.ask("POST", "/pocket/games", file, "application/json")).text)
    return told


async def test_erasing_leaves_nothing() -> None:
    disk = Memory()
    pocket = await opened(disk)
    await new_table(pocket, name="Änne")
    await erases(pocket)
    assert not [key for key in disk.rows if not key.startswith("secret/")]
    assert "Änne" not in "".join(disk.rows.values())


async def test_where_the_engine_fails_a_quick_level_moves() -> None:
    game = sk.game("torris")
    state = sk.deal(game.start(), np.random.default_rng(1))
    move = await PocketBots(NoEngine()).choose(game, state, state.turn[0], 5, 1)
    assert move in state.moves()


async def test_without_machine_code_the_strongest_bot_gives_tips_and_reviews_say_what_they_need(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def not_here(*_: Any) -> None:
        raise ImportError("numba")

    monkeypatch.setattr(tips, "advise", not_here)
    monkeypatch.setattr(reviews, "go_on", not_here)
    pocket = await opened(Memory())
    table = await new_table(pocket)
    page = Page(pocket, table.path)
    board = (await page.says("hello", last=-1, lang="de"))["update"]["board"]
    told = json.loads((await pocket.ask("GET", f"{table.path}/tip")).text)
    assert told["steps"][1]["elements"] in [list(path) for _, path in board["paths"]]
    assert told["steps"][2]["text"] == "Das würde der stärkste Mitspieler der Kiste tun."
    await page.says("play", seat=0, move=board["paths"][0][0])
    await page.says("resign", seat=0)
    replay = (await pocket.ask("GET", f"{table.path}/replay")).path
    assert json.loads((await pocket.ask("GET", f"{replay}/frames")).text)["frames"]
    await pocket.ask("GET", f"{replay}/review")
    await asyncio.sleep(0.05)
    review = json.loads((await pocket.ask("GET", f"{replay}/review")).text)
    assert review["failed"]
    assert "gib deine Spiele auf der ersten Seite ab" in review["why"]


def test_the_store_has_what_a_servers_has() -> None:
    """With the same arguments; but for what only several processes or devices need."""
    for name, method in inspect.getmembers(Store, inspect.isfunction):
        if name.startswith("_") or name in NOT_HERE or name == "open":
            continue
        assert list(inspect.signature(getattr(PocketStore, name)).parameters) == list(
            inspect.signature(method).parameters
        ), name
