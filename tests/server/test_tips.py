"""Tips: in three steps, for one's own seat, where nobody else plays; the lamp of Abräumen."""

import asyncio
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from server.harness import Visitor, serving

import spielkiste as sk
from spielkiste.server.tips import advise, look_at_lamp

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("slug", sk.games())
def test_every_game_has_tips_in_both_languages(slug: str, lang: str) -> None:
    game = sk.game(slug)
    state = sk.deal(game.start(), np.random.default_rng(1))
    seat = state.turn[0]
    found = advise(slug, game.options, state.to_bytes(), seat, lang)
    assert found is not None and found.why.endswith(".") and found.told
    state.play(found.move, seat=seat)


def test_nobody_is_told_what_must_be_remembered() -> None:
    state = sk.game("huetchenspieler").start()
    for move in ("lay 1234", "cover", "slide 1 2", "slide 1 2", "slide 1 2", "ask 1"):
        state = state.play(move, seat=0)
    assert advise("huetchenspieler", {"players": 2}, state.to_bytes(), 1, "de") is None


def test_a_tip_does_not_know_what_others_have_chosen() -> None:
    """The same tip whatever the other has chosen in secret."""
    start = sk.game("zahlenpoker").start()
    chosen = [start.play(move, seat=1) for move in ("show 1", "show 4", "show empty")[:2]]
    tips = [advise("zahlenpoker", {"players": 2}, state.to_bytes(), 0, "en") for state in chosen]
    assert tips[0] == tips[1]


def test_the_lamp_is_exact() -> None:
    game = sk.game("abraeumen")
    assert look_at_lamp("abraeumen", game.options, game.start().to_bytes())
    state = game.start()
    while len(state.moves()) and not state.over:
        state = state.play(state.moves()[0])
    assert not look_at_lamp("abraeumen", game.options, state.to_bytes())
    assert not look_at_lamp("torris", sk.game("torris").options, sk.game("torris").start().to_bytes())


async def tip(visitor: Visitor, table: str, **query: Any) -> Any:
    return await visitor.http.get(f"/t/{table}/tip", params=query)


async def test_tips_at_a_table(tmp_path: Path) -> None:
    with serving(str(tmp_path / "games.db")) as server:
        async with Visitor(server.base) as anna, Visitor(server.base) as bert:
            alone = await anna.open("abraeumen", mode="alone")
            steps = (await tip(anna, alone)).json()["steps"]
            assert len(steps) == 3 and len(steps[0]["elements"]) == 1 and len(steps[1]["elements"]) == 2
            assert (await anna.http.get(f"/t/{alone}/lamp")).json()["shines"] is True
            assert (await tip(anna, alone, seat=7)).status_code == 403
            assert (await tip(bert, alone)).status_code == 403
            device = await anna.open("zahlenpoker", mode="device")
            assert (await tip(anna, device, seat=1)).status_code == 200
            linked = await anna.open("torris", mode="link")
            async with anna.page(linked) as page:
                await page.ask(do="bot", seat=1, level=1)
                await page.ask(do="start", first="seats")
                answers = await asyncio.gather(*(tip(anna, linked) for _ in range(3)))
                assert {answer.status_code for answer in answers} == {200}
                refused = await tip(anna, linked, seat=1)
                assert refused.status_code == 403 and "not your seat" in refused.text
            assert (await anna.http.get(f"/t/{linked}/lamp")).status_code == 403


async def test_the_host_of_one_device_switches_tips_off_and_on(tmp_path: Path) -> None:
    with serving(str(tmp_path / "games.db")) as server:
        async with Visitor(server.base) as anna:
            device = await anna.open("fuenf_gewinnt", mode="device")
            assert 'id="tip"' in (await anna.http.get(f"/t/{device}")).text
            async with anna.page(device) as page:
                assert (await page.ask(do="tips", on=0))["is"] == "ack"
                assert (await tip(anna, device)).status_code == 403
                assert 'id="tip"' not in (await anna.http.get(f"/t/{device}")).text
                assert (await page.ask(do="tips", on=1))["is"] == "ack"
            assert (await tip(anna, device)).status_code == 200
