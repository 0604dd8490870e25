"""A short part of `make fuzz`: nothing strangers send is a fault of ours, and honest people go on. And the fuzzer
itself: it sends everything, and notices what does harm."""

import asyncio
import json
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "bench"))

import fuzz_bodies
import holds
from fuzz import run
from fuzz_bodies import BODIES, HANDED, games
from fuzz_cases import ADDRESSES, KINDS, TYPES, Case, any_case
from fuzz_report import Failure, Report
from msgspec import inspect
from msgspec.inspect import StructType
from starlette.routing import Route

from spielkiste.server.events import Event
from spielkiste.server.guard import BODY_AT_MOST
from spielkiste.server.hand_in import HandedTable
from spielkiste.server.news import KINDS as NEWS
from spielkiste.server.news import from_stored
from spielkiste.server.routes import routes
from spielkiste.server.table import Table

CASES = 500

# Routes more in the server that is tried, which do what their names say.
BROKEN = """
import spielkiste.server.app as app
from starlette.responses import PlainTextResponse
from starlette.routing import Route
import time
kept = []
async def waits(request):
    time.sleep(0.15)
    return PlainTextResponse("done")
async def works(request):
    until = time.thread_time() + 0.15
    while time.thread_time() < until: pass
    return PlainTextResponse("done")
async def fails(request):
    raise ZeroDivisionError
async def leaks(request):
    kept.append(b"x" * 2**20)
    return PlainTextResponse("done")
usual = app.routes
broken = [Route("/" + one.__name__, one, methods=["POST"]) for one in (waits, works, fails, leaks)]
app.routes = lambda: [*usual(), *broken]
"""
HARMS = {"/leaks": 93, "/waits": 2, "/works": 2, "/fails": 3}  # addresses, and how many of a hundred cases go there


def test_nothing_does_harm() -> None:
    def more_bodies(chance: random.Random) -> Case:
        return any_case(chance, ["bodies"]) if chance.random() < 0.3 else any_case(chance)

    report = run(CASES, start=1, make=more_bodies)
    assert not report.failures and not report.tracebacks, str(report)
    assert report.cases >= CASES and report.messages > 50 and report.statuses[200] > 30, str(report)
    assert report.handed_in > 3 and report.statuses[400] > 30, str(report)
    assert len(report.pings) > 10 and report.growth < 60, str(report)


# --- what does harm is noticed --------------------------------------------------------------------------


def test_what_does_harm_is_noticed() -> None:
    def any_harm(chance: random.Random) -> Case:
        (path,) = chance.choices(list(HARMS), list(HARMS.values()))
        return Case("POST", path, {"content-type": "application/json"}, "{}")

    report = run(420, start=1, make=any_harm, before=BROKEN)
    why = {failure.case.path: failure.why for failure in report.failures}
    assert set(why) == {"/waits", "/works", "/fails"} and not report.ok, str(report)
    assert "held the event loop" in why["/waits"] and "held the event loop" in why["/works"]
    assert {failure.why for failure in report.failures if failure.case.path == "/fails"} == {"answer 500", "traceback"}
    assert report.growth > 100, "each case leaks a MiB"


def test_every_judge_is_heard() -> None:
    well = Report(flooded=0.1, pings=[0.01] * 100, memory=[100.0, 120.0, 130.0], longest=0.03)
    assert well.ok and "NOT WELL" not in str(well)
    for wrong in (
        {"flooded": 0.9}, {"pings": [0.2] * 10}, {"pings": [0.01] * 998 + [0.2] * 2},
        {"background": ["a chore"]}, {"memory": [100.0, 120.0, 180.0]}, {"tracebacks": 1},
        {"failures": [Failure("answer 500", Case("GET", "/"))]},
    ):  # fmt: skip
        report = replace(well, **wrong)
        assert not report.ok and str(report).count("NOT WELL") == 1


def test_a_hold_is_work_or_waiting_but_no_interruption() -> None:
    noted: list[tuple[str, float, float]] = []

    async def steps() -> None:
        for _ in range(3):  # one may be interrupted
            time.sleep(0.1)
            await asyncio.sleep(0)
        until = time.thread_time() + 0.05
        while time.thread_time() < until:
            pass

    async def main() -> None:
        await asyncio.Task(holds.Timed(steps(), lambda *hold: noted.append(hold)))

    asyncio.run(main())
    *slept, (what, cpu, waited) = noted
    assert what.endswith("steps") and 0.04 < cpu < 0.09 and waited < 0.05
    assert slept and all(cpu < 0.02 and waited > 0.09 for _, cpu, waited in slept)


# --- everything is sent -----------------------------------------------------------------------------------


def test_every_address_and_message_is_among_the_cases() -> None:
    assert {route.path for route in routes()} <= {path for path, _ in ADDRESSES}
    chance = random.Random(1)
    cases = [any_case(chance, ["pages"]) for _ in range(500)]
    said = "".join(text for case in cases for text in case.says)
    unsaid = [kind for kind in TYPES if isinstance(kind, StructType) and f'"do": "{kind.tag}"' not in said]
    assert len(TYPES) > 15 and not unsaid
    assert all(Case.read(case.line()) == case for case in [*cases[:50], *(any_case(chance) for _ in range(100))])


def test_every_address_that_reads_json_has_bodies_made_for_it() -> None:
    posts = [route for route in routes() if isinstance(route, Route) and "POST" in (route.methods or ())]
    forms = {route.path for route in posts if route.endpoint.__qualname__.startswith("changed.")}
    assert {route.path for route in posts} - forms == set(BODIES)


def fields_in(kind: Any) -> Iterator[str]:
    """The names of all fields of the structs in a type."""
    if kind is None:
        return
    if isinstance(kind, StructType):
        for field in kind.fields:
            yield f"{kind.cls.__name__}.{field.encode_name}"
            yield from fields_in(field.type)
    for name in ("types", "item_types"):
        for part in getattr(kind, name, ()):
            yield from fields_in(part)
    for name in ("item_type", "key_type", "value_type"):
        yield from fields_in(getattr(kind, name, None))


def test_every_field_of_what_is_handed_in_is_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = {*fields_in(HANDED), *(name for news in NEWS.values() for name in fields_in(inspect.type_info(news)))}
    changed: set[str] = set()
    usual = fuzz_bodies.change

    def noting(*given: Any) -> str:
        changed.add(name := usual(*given))
        return name

    short = sorted(fuzz_bodies.texts(), key=lambda texts: len(texts[0]))[:20]
    monkeypatch.setattr(fuzz_bodies, "texts", lambda: short)
    monkeypatch.setattr(fuzz_bodies, "change", noting)
    chance = random.Random(1)
    for _ in range(2500):
        fuzz_bodies.handed_in(chance)
    unchanged = expected - changed
    assert len(expected) > 50 and not unchanged


def test_the_values_that_bodies_are_made_of_stay_as_they_are() -> None:
    before, chance = repr(fuzz_bodies.ANYTHING), random.Random(1)
    for _ in range(500):
        fuzz_bodies.handed_in(chance)
    assert repr(fuzz_bodies.ANYTHING) == before


def test_bodies_are_small_large_and_too_large() -> None:
    chance = random.Random(1)
    for make in BODIES.values():
        sizes = [len(make(chance).encode("utf-8", "surrogatepass")) for _ in range(400)]
        assert min(sizes) < 100 and BODY_AT_MOST in sizes and max(sizes) > BODY_AT_MOST


def test_bodies_begin_as_games_that_can_be_handed_in() -> None:
    slugs = {game.game.slug for game in games()}
    assert len(slugs) == 9 and len({json.dumps(game.game.options) for game in games()}) > 20
    for game in [game for game in games() if len(game.handed["events"]) < 30][:20]:
        handed = msgspec.convert(game.handed, HandedTable)
        news = [from_stored(one.kind, json.dumps(one.data)) for one in handed.events]
        events = [Event(one.number, one.by, said, one.at) for one, said in zip(handed.events, news, strict=True)]
        assert Table(handed.match, events).phase == "over"


def test_cases_of_one_kind_only() -> None:
    chance = random.Random(1)
    assert {any_case(chance, ["bodies"]).path for _ in range(50)} == set(BODIES)
    assert {any_case(chance, ["pages"]).method for _ in range(50)} == {"LIVE"}
    bursts = [any_case(chance, ["bursts"]) for _ in range(50)]
    assert all(case.at_once and Case.read(case.line()) == case for case in bursts)
    assert len({len(case.says) for case in bursts}) == 1 and len({case.says[0] for case in bursts}) > 10
    assert {"requests", "pages", "bursts", "bodies", "upgrades"} == set(KINDS)


def test_failures_of_one_kind_are_told_once_with_the_longest() -> None:
    cases = [Failure(f"held for {k} ms", Case("POST", f"/broken?{k}"), k) for k in (30, 50, 40)]
    report = Report(failures=[*cases, Failure("answer 500", Case("POST", "/broken"))])
    assert {failure.why for failure in report.distinct()} == {"held for 50 ms", "answer 500"}
