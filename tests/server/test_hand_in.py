"""Games of the offline app at a server: taken once, shown to who played them, and refused with a reason."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from pocket.test_house import Memory, Page, new_table, opened
from server.harness import Visitor, serving

pytestmark = pytest.mark.anyio


async def finished() -> dict[str, Any]:
    """A game of a browser that was given up."""
    pocket = await opened(Memory())
    table = await new_table(pocket, name="Anna")
    await Page(pocket, table.path).says("resign", seat=0)
    whole: dict[str, Any] = json.loads((await pocket.ask("GET", f"/pocket/tables/{table.path[3:]}")).text)
    return whole


async def test_a_game_is_taken_once_and_one_of_other_rules_with_a_sentence(tmp_path: Path) -> None:
    game, other = await finished(), await finished()
    id = game["match"]["id"]
    with serving(str(tmp_path / "games.db")) as server:
        async with Visitor(server.base) as anna, Visitor(server.base) as bob:
            await anna.http.get("/me")
            answers = await asyncio.gather(*(anna.http.post("/pocket/hand-in", json=game) for _ in range(3)))
            assert {answer.status_code for answer in answers} == {200}
            mine = await anna.http.get("/mine")
            assert mine.text.count(f'href="/t/{id}"') == 1
            assert (await anna.http.get(f"/t/{id}/replay", follow_redirects=True)).status_code == 200
            assert (await bob.http.post("/pocket/hand-in", json=game)).status_code == 403
            older = {**other, "match": {**other["match"], "version": 0}}
            refused = await anna.http.post("/pocket/hand-in", json=older)
            assert refused.status_code == 409
            assert "older rules" in refused.text
            assert (await anna.http.post("/pocket/hand-in", json=other)).status_code == 200
            assert (await anna.http.post("/pocket/hand-in", json={"match": 1})).status_code == 400
            for odd in odd_ones(await finished()):
                assert (await anna.http.post("/pocket/hand-in", json=odd, timeout=5)).status_code == 400
            assert (await anna.http.post("/pocket/hand-in", json=await finished(), timeout=5)).status_code == 200


def odd_ones(game: dict[str, Any]) -> list[dict[str, Any]]:
    """Games that nobody can have played."""
    turns = [{**game, "match": {**game["match"], "turn_seconds": seconds}} for seconds in (2**70, -1)]
    seats = []
    for seat in (7, -1):
        events = [
            {**one, "data": {**one["data"], "seat": seat}} if one["kind"] == "sat" else one for one in game["events"]
        ]
        seats.append({**game, "events": events})
    return turns + seats
