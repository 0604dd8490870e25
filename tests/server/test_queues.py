"""Queues: one after the other, in the order they came, whoever goes away meanwhile."""

import asyncio

import pytest

from spielkiste.server.queues import IterationQuota, Queues

pytestmark = pytest.mark.anyio


async def waiting(queues: Queues, name: str, done: list[str]) -> None:
    await queues.take("table")
    done.append(name)
    await asyncio.sleep(0)
    queues.let_go("table")


async def test_who_comes_meanwhile_waits_in_the_order_they_came() -> None:
    queues, done = Queues(), list[str]()
    await queues.take("table")
    tasks = [asyncio.create_task(waiting(queues, name, done)) for name in "abc"]
    await asyncio.sleep(0.01)
    assert "table" in queues and not done and queues.waiting("table") == 3
    queues.let_go("table")
    await asyncio.gather(*tasks)
    assert done == ["a", "b", "c"] and not queues and not queues.waiting("table")


async def test_names_do_not_wait_for_each_other() -> None:
    queues = Queues()
    await queues.take("one")
    await asyncio.wait_for(queues.take("other"), 1.0)
    assert len(queues) == 2


@pytest.mark.parametrize("handed_over", [False, True])
async def test_who_goes_away_lets_the_next_go_on(handed_over: bool) -> None:
    queues, done = Queues(), list[str]()
    await queues.take("table")
    first, second = (asyncio.create_task(waiting(queues, name, done)) for name in "ab")
    await asyncio.sleep(0.01)
    if handed_over:
        queues.let_go("table")
    first.cancel()
    if not handed_over:
        queues.let_go("table")
    await asyncio.gather(first, second, return_exceptions=True)
    assert done == ["b"] and not queues


async def test_what_exceeds_a_quota_waits_in_order_and_holds_up_no_other_key() -> None:
    quota, begun = IterationQuota(5.0), list[str]()

    async def begin(key: str, name: str, cost: float) -> None:
        await quota.take(key, cost)
        begun.append(name)

    costs = {"a": 2.0, "b": 2.0, "c": 2.0, "large": 9.0, "d": 1.0}
    tasks = {name: asyncio.create_task(begin("one", name, cost)) for name, cost in costs.items()}
    other = asyncio.create_task(begin("other", "other", 5.0))
    await asyncio.sleep(0)
    assert begun == ["a", "b", "other"]
    tasks["c"].cancel()
    await asyncio.wait([*tasks.values(), other])
    assert begun == ["a", "b", "other", "large", "d"] and not quota
