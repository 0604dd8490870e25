"""The fourth way to run the rules: modules of WebAssembly do the same as the CPU, move by move and search by search.

Here a sample; `make wasm-check` compares 10,000 games of each set of options, every search, and decisions of every
level that thinks in steps, in Node and in Chromium. `make test` builds the modules first (`make pocket`).
"""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.core import wasm
from spielkiste.games.fuenf_gewinnt.tests.test_rules import drawn
from spielkiste.lab import pocket, pocket_check
from spielkiste.lab.pocket_engines import ChromiumEngine, Engine, NodeEngine
from spielkiste.search.pocket import AnyMove, Deepen, Glance, InPython, InSteps, move_of, plan_for, question

SLUG, GAMES = "torris", 30
WITHOUT_NUMPY = Path(__file__).with_name("without_numpy.py")
LARGEST = 100_000  # bytes of a game's code, packed
IN_STEPS: dict[str, dict[str, Any]] = {
    "cubus": {},
    "fuenf_gewinnt": {},
    "fuenfer_finden": {"mode": "puzzle"},
    "knister": {"players": 2},
    "zahlenluchs": {"classic": True},
}


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built in a process of its own, since Numba is set up otherwise for it."""
    folder = tmp_path_factory.mktemp("wasm")
    command = [sys.executable, "-m", "spielkiste.lab.pocket", str(folder)]
    subprocess.run(command, check=True, capture_output=True, env=os.environ)
    return folder


@pytest.fixture(scope="module")
def engine(modules: Path) -> Iterator[Engine]:
    with NodeEngine(modules) as node:
        yield node


@pytest.mark.parametrize("slug", sk.games())
def test_a_module_plays_as_the_cpu_does(slug: str, engine: Engine) -> None:
    assert pocket_check.traces(sk.game(slug), engine, GAMES).same


def test_a_module_searches_as_the_cpu_does(engine: Engine) -> None:
    findings = list(pocket_check.searches(sk.game(SLUG), engine))
    assert len(findings) == 3 and all(finding.same for finding in findings), "levels 3 to 5"


@pytest.mark.parametrize("slug", IN_STEPS)
def test_the_strongest_decides_as_on_a_server(slug: str, engine: Engine) -> None:
    """Early in a game, and late."""
    states = pocket_check.positions(sk.game(slug, **IN_STEPS[slug]), 7)
    thought = [state for state in states if isinstance(plan_for(state, state.turn[0], 5), InSteps)]
    assert thought and all(pocket_check.same_decision(state, 5, engine) for state in (thought[0], thought[-1]))


def test_the_strongest_decides_where_there_is_no_numpy(modules: Path) -> None:
    """As in a browser: all that is not in a module is plain Python."""
    command = [sys.executable, str(WITHOUT_NUMPY), "engine", str(modules), json.dumps(IN_STEPS)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(IN_STEPS)


def test_a_forced_win_is_proved_as_on_a_server(engine: Engine) -> None:
    assert pocket_check.same_decision(drawn(".OX..", "XOOX.", "...OX", placing=True), 5, engine)


def test_chromium_does_the_same(modules: Path) -> None:
    with ChromiumEngine(modules) as chromium:
        assert pocket_check.traces(sk.game(SLUG), chromium, GAMES).same


def test_the_index_says_what_lies_beside_it_and_code_is_small(modules: Path) -> None:
    index = json.loads((modules / pocket.INDEX).read_text())
    assert list(index) == list(pocket.modules())
    named = {facts[kind] for facts in index.values() for kind in ("code", "tables", "learnt")} - {None}
    assert named | {pocket.INDEX} == {file.name for file in modules.iterdir()}
    for slug in sk.games():
        codes = [(modules / index[name]["code"]).read_bytes() for name in pocket.modules([slug])]
        assert sum(len(gzip.compress(code)) for code in codes) < LARGEST, slug


def test_what_did_not_change_is_not_built_again(modules: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pocket.write(modules)
    assert capsys.readouterr().out == ""


def test_what_is_left_of_an_earlier_version_goes(modules: Path) -> None:
    old = modules / "torris-00000000.wasm"
    old.write_bytes(b"")
    pocket.write(modules)
    assert not old.exists()


def test_numba_must_not_be_there_before_it_is_set_up() -> None:
    code = "import numba; from spielkiste.core import wasm; wasm.set_up()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "before Numba is imported" in done.stderr


@pytest.mark.parametrize("value", [0, 1, 127, 128, 300, 1 << 31])
def test_numbers_of_the_binary_format_are_read_as_they_were_written(value: int) -> None:
    assert wasm.number_at(b"." + wasm.encoded(value), 1) == (value, 1 + len(wasm.encoded(value)))
    assert wasm.number_at(b"\x7f", 0, signed=True) == (-1, 1)


def test_large_data_travels_beside_the_code() -> None:
    def piece(address: int, data: bytes) -> bytes:
        return wasm.ACTIVE + wasm.encoded(address) + b"\x0b" + wasm.encoded(len(data)) + data

    small, large = piece(16, b"few"), piece(1 << 16, bytes(wasm.LARGE))
    section = wasm.encoded(2) + small + large
    head = b"\0asm\1\0\0\0"
    made = wasm.without_tables(head + bytes([wasm.DATA_SECTION]) + wasm.encoded(len(section)) + section)
    left = wasm.encoded(1) + small
    assert made.code == head + bytes([wasm.DATA_SECTION]) + wasm.encoded(len(left)) + left
    assert made.tables == ((1 << 16, bytes(wasm.LARGE)),)


def test_levels_say_how_they_think_and_the_others_are_plain_python() -> None:
    state = sk.deal(sk.game("zahlenluchs", classic=True).start(), np.random.default_rng(3))
    assert isinstance(plan_for(state, state.turn[0], 3), Glance) and plan_for(state, state.turn[0], 1) == InPython(1)
    start = sk.game("fuenf_gewinnt").start()
    assert plan_for(start, start.turn[0], 5) == AnyMove()
    assert plan_for(sk.game("huetchenspieler").start(), 0, 5) == InPython(5)
    assert isinstance(plan_for(state, state.turn[0], 5), InSteps)


def test_a_glance_means_the_move_that_the_server_makes() -> None:
    """Chance decides in Python, by the same seed."""
    state = sk.deal(sk.game("zahlenluchs", classic=True).start(), np.random.default_rng(3))
    seat = state.turn[0]
    plan = plan_for(state, seat, 3)
    assert isinstance(plan, Glance)
    for seed in range(5):
        answer = pocket_check.on_cpu(state, seat, plan, seed)
        assert move_of(state, seat, plan, seed, answer) == sk.bot("zahlenluchs", level=3, seed=seed).choose(state, seat)


def test_a_question_is_json_but_for_the_record() -> None:
    state = sk.game(SLUG).start()
    asked = question(state, 0, Deepen(300), seed=1)
    assert asked.pop("record") == state.data
    assert json.loads(json.dumps(asked)) == asked
