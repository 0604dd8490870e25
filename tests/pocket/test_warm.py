"""What is ready before a snapshot of Python's memory is made, so that the first board after a start comes at once."""

import asyncio

import jinja2
import pytest

from spielkiste.pocket.house import Pocket
from spielkiste.pocket.warm import NoDisk, NoEngine, sit_down, warm

LANG = "de"


def test_after_it_a_first_board_compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    warm(LANG)
    compiled = []
    monkeypatch.setattr(jinja2.Environment, "compile", lambda self, source, name=None, *_, **__: compiled.append(name))
    asyncio.run(first_board("torris"))
    assert not compiled


async def first_board(slug: str) -> None:
    pocket = await Pocket.open(NoDisk(), NoEngine(), files="", lang=LANG, build="", address="")
    for page in ("/", "/mine"):
        await pocket.ask("GET", page)
    await sit_down(pocket, slug, LANG)
    await pocket.house.close()


def test_it_leaves_nothing_to_do() -> None:
    async def inside() -> None:
        warm(LANG)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(inside())
