"""The scripts in examples/ run as they stand and say what they promise."""

import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import spielkiste as sk

EXAMPLES = Path(__file__).parent.parent / "examples"


def run(name: str, *words: str, folder: Path) -> str:
    """What a script prints."""
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_game_is_played_to_its_end(tmp_path: Path) -> None:
    printed = run("play", folder=tmp_path)
    assert printed.count("plays") > 5 and re.search(r"\((1, 1|1, 2|2, 1)\)$", printed.strip())


def test_an_analysis_is_best_first_and_the_same_every_time(tmp_path: Path) -> None:
    printed = run("analyse", folder=tmp_path)
    values = [float(value) for value in re.findall(r" ([+-]\d\.\d{3})  ", printed)]
    assert len(values) >= 2 and values == sorted(values, reverse=True)
    assert run("analyse", folder=tmp_path) == printed


def test_a_tournament_rates_the_levels(tmp_path: Path) -> None:
    lines = run("tournament", folder=tmp_path).splitlines()
    assert [line.split(":")[0] for line in lines] == ["level 1", "level 2", "level 3"]
    assert sum(float(line.split()[-2]) for line in lines) == 18


def test_a_batch_plays_all_games(tmp_path: Path) -> None:
    found = re.match(r"(\d+) games, (\d+) moves, [\d,]+ moves a second", run("batch", folder=tmp_path))
    assert found and int(found[1]) % 2000 == 0 and int(found[2]) > 10 * int(found[1])


def test_a_position_is_drawn(tmp_path: Path) -> None:
    assert "picture.svg: " in run("picture", "picture.svg", folder=tmp_path)
    assert ElementTree.fromstring((tmp_path / "picture.svg").read_text(encoding="utf-8")).tag.endswith("svg")


@pytest.mark.parametrize("given", [False, True])
def test_a_record_is_replayed_without_what_was_taken_back(tmp_path: Path, given: bool) -> None:
    """The one in the script, or one from a file with chance events."""
    if not given:
        printed = run("replay", folder=tmp_path)
        assert "put 0,0" in printed and "put 1,0" not in printed and "in turn: (1,)" in printed
        return
    state = sk.game("knister").start()
    state = state.play(state.moves()[3])
    state = state.play(state.moves()[0])
    made = state.moves_made
    record = {"game": "knister", "options": {}, "events": [{"number": 1, "moves": made}], "undone": []}
    (tmp_path / "record.json").write_text(json.dumps(record), encoding="utf-8")
    printed = run("replay", "record.json", folder=tmp_path)
    assert printed.splitlines()[:2] == [f" -1 {made[0][1]}", f"  0 {made[1][1]}"]


def test_every_example_has_a_sentence_of_its_own() -> None:
    scripts = sorted(EXAMPLES.glob("*.py"))
    assert len(scripts) >= 6
    first = [script.read_text(encoding="utf-8").splitlines()[0] for script in scripts]
    assert all(line.startswith('"""') for line in first) and len(set(first)) == len(first)
