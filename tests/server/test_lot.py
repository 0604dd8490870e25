"""Who begins is drawn by lot, can be checked afterwards, or is chosen by the host."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from server.harness import Server, Visitor, serving

import spielkiste as sk
from spielkiste.server import lot

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(str(tmp_path / "games.db"), lots=True) as running:
        yield running


def test_the_lot_is_fair_and_follows_from_the_seed() -> None:
    fallen = Counter(lot.drawn(bytes([k % 256, k // 256]), 3) for k in range(3000))
    assert set(fallen) == {0, 1, 2} and all(900 < count < 1100 for count in fallen.values())


@pytest.mark.parametrize(
    ("first", "expected"), [("host", {1}), ("others", {0, 2}), ("seat-2", {2}), ("seat-9", {None}), ("seats", {None})]
)
def test_the_host_may_choose(first: str, expected: set[int | None]) -> None:
    people = ["ben", "anna", ""]
    assert {lot.beginner(first, bytes([k]), people, "anna") for k in range(60)} == expected


def test_where_all_play_at_once_nobody_begins() -> None:
    assert lot.matters(sk.game("torris")) and lot.matters(sk.game("cubus", players=4))
    assert not lot.matters(sk.game("zahlenpoker")) and not lot.matters(sk.game("knister"))


@pytest.mark.anyio
async def test_the_lot_falls_on_everybody_and_is_shown_and_proved(server: Server, tmp_path: Path) -> None:
    begun: set[str] = set()
    async with Visitor(server.base, "de") as anna:
        for _ in range(12):
            table = await anna.open("torris", mode="device", name="Anna")
            async with anna.page(table) as page:
                head = page.parts["event"]
                begins = head.partition("Das Los: ")[2].partition(" fängt an.")[0]
                assert begins in ("Anna", "Spieler 2") and "Das Los:" in page.parts["log"]
                begun.add(begins)
                await page.ask(do="resign", seat=0)
            record = (await anna.http.get(f"/t/{table}/record.json")).json()
            assert record["players"][0] == begins
    assert len(begun) == 2
    file = tmp_path / "record.json"
    other = {"lot": {"first": 1 - record["lot"]["first"], "how": "lot"}}
    for wrong in (False, True):
        file.write_text(json.dumps(record | (other if wrong else {})))
        words = [sys.executable, str(ROOT / "examples" / "verify_lot.py"), str(file)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert (done.returncode != 0) == wrong and ("The lot is right" in done.stdout) == (not wrong)


@pytest.mark.anyio
async def test_who_is_chosen_begins_and_a_rematch_moves_on_by_one(server: Server) -> None:
    async with Visitor(server.base) as anna:
        table = await anna.open("torris", mode="device", name="Anna", first="host")
        async with anna.page(table) as page:
            assert "Anna begins." in page.parts["event"] and "The lot" not in page.parts["event"]
            await page.ask(do="resign", seat=0)
            await page.ask(do="rematch")
            await page.until(lambda: page.go)
        async with anna.page(str(page.go).removeprefix("/t/")) as again:
            assert "begins" not in again.parts["event"]
            await again.ask(do="resign", seat=0)
        record = (await anna.http.get(f"{page.go}/record.json")).json()
        assert record["players"] == ["Player 2", "Anna"] and record["lot"] is None


@pytest.mark.anyio
async def test_nonsense_is_refused(server: Server) -> None:
    async with Visitor(server.base) as anna:
        fields = {"csrf": await anna.token(), "game": "torris", "mode": "bots", "first": "nobody"}
        assert (await anna.http.post("/tables", data=fields)).status_code == 400
        async with anna.page(await anna.open("torris")) as page:
            assert (await page.ask(do="start", first="seat-x"))["is"] == "refused"
