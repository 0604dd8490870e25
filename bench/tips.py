"""How long tips take while tables play: `python bench/tips.py [TABLES] [TIPS]`.

Opens that many tables of Torris against the computer, keeps them playing any move, and asks for tips at other tables in
turn, one of each game, as a person would; prints how long answers took.
"""

import asyncio
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

import spielkiste as sk

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from server.harness import Page, Visitor, serving

ALONE = {slug for slug in sk.games() if sk.game(slug).players == 1}


async def keep_playing(page: Page, rng: random.Random) -> None:
    while page.moves:
        await page.play(rng.choice(page.moves))
        await asyncio.sleep(rng.uniform(1, 3))


async def timed_tips(anna: Visitor, tips: int) -> list[float]:
    tables = [await anna.open(slug, mode="alone" if slug in ALONE else "bots", level="1") for slug in sk.games()]
    for table in tables:  # compiled before it is measured
        await anna.http.get(f"/t/{table}/tip", timeout=120)
    taken = []
    for k in range(tips):
        begun = time.perf_counter()
        answer = await anna.http.get(f"/t/{tables[k % len(tables)]}/tip")
        if answer.status_code == 200:
            taken.append(time.perf_counter() - begun)
    return taken


async def measure(tables: int, tips: int) -> None:
    with serving(str(Path(tempfile.mkdtemp()) / "games.db"), bot_pause=(0.5, 1.0)) as server:
        players = [Visitor(server.base) for _ in range(max(1, tables // 20))]
        pages = [players[k % len(players)].page(await players[k % len(players)].open("torris", mode="bots", level="2"))
                 for k in range(tables)]  # fmt: skip
        playing = []
        for k, page in enumerate(pages):
            await page.connect()
            playing.append(asyncio.create_task(keep_playing(page, random.Random(k))))
        async with Visitor(server.base) as anna:
            taken = sorted(await timed_tips(anna, tips))
        for task in playing:
            task.cancel()
        at = taken[int(0.95 * len(taken))]
        print(f"{tables} tables, {len(taken)} tips: median {statistics.median(taken):.2f} s, p95 {at:.2f} s")


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:3]]
    asyncio.run(measure(*(numbers + [200, 100][len(numbers) :])))
