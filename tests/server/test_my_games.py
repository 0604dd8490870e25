"""The first page is short: what waits for somebody, then the games; what is over stands among one's own games."""

from pathlib import Path

import pytest
from server.harness import Visitor, serving

pytestmark = pytest.mark.anyio


async def test_running_games_come_first_and_finished_ones_have_a_result(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'games.db'}") as server:
        async with Visitor(server.base, "de") as anna:
            running = [await anna.open("torris", "device", **{"name-2": "Ben"}) for _ in range(5)]
            async with anna.page(running[0]) as page:
                await page.ask(do="resign", seat=1)
            first = (await anna.http.get("/")).text
            assert first.count("table-row") == 3 and "Alle meine Spiele (4)" in first
            assert f"/t/{running[0]}" not in first
            await check_list(anna, running[0])


async def check_list(anna: Visitor, over: str) -> None:
    listed = (await anna.http.get("/mine")).text
    finished = listed.partition("Beendet")[2]
    assert listed.count("table-row") == 5 and f"/t/{over}" in finished
    assert '<strong class="badge soft">Anna</strong>' in finished, "who won on one device"
    gone = await anna.http.post(f"/t/{over}/remove", data={"csrf": await anna.token()})
    assert gone.status_code == 303 and f"/t/{over}" not in (await anna.http.get("/mine")).text
    assert (await anna.http.get(f"/t/{over}")).status_code == 200, "the table itself is still there"
