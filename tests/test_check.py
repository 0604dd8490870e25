"""`spielkiste check` says in a sentence what is wrong with a room: the template, broken in many ways."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from faults import FAULTS
from tenth_game import change, copied

from spielkiste.check.case import QUICK, Case, Enough, Finding
from spielkiste.check.checks import NAMES, check_room, look_at, sentence_of
from spielkiste.check.imports import reached
from spielkiste.cli.main import main
from spielkiste.core import room as rooms
from spielkiste.core.errors import RoomError
from spielkiste.core.room import HOME, Room, add_room, all_rooms

EFFORT = replace(QUICK, games=2)


def said(folder: Path, name: str) -> list[str]:
    """The sentences of one check about a room."""
    cases = look_at(name, Room(folder.name, folder), EFFORT)
    return list(dict.fromkeys(finding.sentence for case in cases for finding in case.findings))


@pytest.fixture
def known_rooms() -> Iterator[None]:
    """Rooms added meanwhile are forgotten afterwards."""
    before = list(rooms._single)
    yield
    rooms._single[:] = before
    all_rooms.cache_clear()


# --- one thing broken, one sentence -----------------------------------------------------------------


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong_is_said_in_a_sentence(tmp_path: Path, fault: str) -> None:
    check, file, old, new, sentence = FAULTS[fault]
    room = copied(tmp_path)
    change(room / file, old, new)
    sentences = said(room, check)
    assert any(sentence in one for one in sentences), sentences


def test_the_template_itself_is_right() -> None:
    for name in NAMES:
        assert said(HOME / "_template", name) == []


def test_a_view_that_shows_what_is_hidden_leaks(tmp_path: Path) -> None:
    """Twins say that the size of the heap is a secret; the view, the text and the picture show it."""
    room = copied(tmp_path)
    change(room / "card.py", 'kinds=("chance",', 'kinds=("hidden", "chance",')
    assert said(room, "views") == [
        "the card says hidden, and there is no tests/twins.py with twin(state, viewer, rng) to test it"
    ]
    (room / "tests" / "twins.py").write_text(
        """
def twin(state, viewer, rng):
    other = state.record()
    other.heap += 1
    return state.with_record(other) if state.length == 1 else None
""",
        encoding="utf-8",
    )
    leaks = said(room, "views")
    assert leaks[0].startswith("a spectator sees what it may not know in 'position' of its view: {'heap': ")
    assert "a spectator sees what it may not know in board.draw" in leaks


def test_a_conceal_in_an_open_game_is_noticed(tmp_path: Path) -> None:
    room = copied(tmp_path)
    change(room / "front.py", "    chance=rules,\n", "    chance=rules,\n    secrets=rules,\n")
    with (room / "rules.py").open("a", encoding="utf-8") as rules:
        rules.write("\n\ndef conceal(s: Record, seat: int) -> None:\n    s.most = 0\n")
    assert said(room, "views") == ["rules.py: conceal blanks something, and the card does not say hidden"]


PLAYERS = """

class Impossible:
    def choose(self, state, seat, limit):
        return "take 9"


class Fickle:
    asked = 0

    def choose(self, state, seat, limit):
        Fickle.asked += 1
        return state.moves(seat)[Fickle.asked % 2]


class Backwards(AnyMove):
    def analyse(self, state, seat, limit):
        from spielkiste.search.thought import Thought

        return [Thought(move, value, 1, False, ()) for value, move in enumerate(state.moves(seat))]


BACK = """


@pytest.mark.parametrize(
    ("player", "check", "sentence"),
    [
        ("Impossible()", "levels", "level 1 chooses 'take 9' for seat 0: 'take 9' is not possible now"),
        ("Fickle()", "levels", "level 1 chooses 'take 2' and, made once more with the same seed, 'take 1'"),
        ("Backwards(seed)", "analysis", "analyse must list the best move first, and its values are 0.000, 1.000"),
    ],
)
def test_players_are_held_to_their_contract(tmp_path: Path, player: str, check: str, sentence: str) -> None:
    room = copied(tmp_path)
    change(room / "bot.py", "\nBACK = ", PLAYERS)
    change(room / "bot.py", "return AnyMove(seed) if level == 1 else Greedy(seed, worth)", f"return {player}")
    assert said(room, check)[0].startswith(sentence)


def test_hooks_of_a_knowledge_that_nobody_names_are_forgotten(tmp_path: Path) -> None:
    room = copied(tmp_path)
    knowledge = (
        "from spielkiste.core.record import Record\n\n\ndef estimate(s: Record, seat: int) -> float:\n    return 0.0\n"
    )
    (room / "knowledge.py").write_text(knowledge, encoding="utf-8")
    assert said(room, "front") == ["knowledge.py has estimate, but front.py does not name it as estimates="]


def test_imports_are_followed_through_packages(tmp_path: Path) -> None:
    """`board/` in place of `board.py`: what it reaches counts, whatever lies beside it does not."""
    room = copied(tmp_path)
    board = (room / "board.py").read_text(encoding="utf-8")
    (room / "board.py").unlink()
    (room / "board").mkdir()
    (room / "board" / "__init__.py").write_text("from .words import *\n", encoding="utf-8")
    (room / "board" / "words.py").write_text(f"from ..helper import HELP\n{board}", encoding="utf-8")
    (room / "board" / "unused.py").write_text("import spielkiste.lab.batch\n", encoding="utf-8")
    (room / "helper.py").write_text(
        "HELP = 1\n\n\ndef late():\n    from spielkiste.lab import batch\n", encoding="utf-8"
    )
    assert ("board", "words") in reached(room) and ("board", "unused") not in reached(room)
    assert said(room, "imports") == [
        "helper.py imports spielkiste.lab.batch; what front.py reaches (front → board → board.words → helper) may "
        "import core alone"
    ]


# --- how it goes on ---------------------------------------------------------------------------------------


def test_a_room_that_cannot_be_loaded_is_looked_at_no_further(tmp_path: Path) -> None:
    room = copied(tmp_path)
    change(room / "front.py", "    chance=rules,\n", "")
    results = list(check_room(Room(room.name, room), EFFORT))
    assert [result.name for result in results] == ["front"] and not results[0].held


def test_a_missing_or_empty_front_is_said(tmp_path: Path) -> None:
    room = copied(tmp_path)
    (room / "front.py").write_text("", encoding="utf-8")
    assert said(room, "front") == ["front.py must hold FRONT, a Front that names the parts"]
    (room / "front.py").unlink()
    assert said(room, "front") == ["front.py is missing: it holds FRONT, a Front that names the parts"]


def test_a_sentence_is_said_once_and_not_too_many(tmp_path: Path) -> None:
    case = Case(Room("streichhoelzer", copied(tmp_path)), EFFORT)
    for _ in range(3):
        case.say("the same")
    with pytest.raises(Enough):
        for number in range(9):
            case.say(f"another {number}")
    assert [finding.times for finding in case.findings] == [3, 1, 1, 1, 1]


def test_a_finding_tells_the_position() -> None:
    finding = Finding("wrong", {"players": 2}, ((-1, "pour 9"), (0, "take 1")))
    assert str(finding) == "wrong [players=2, after pour 9, 0: take 1]"
    assert str(Finding("wrong", {})) == "wrong [at the start]" and str(Finding("wrong")) == "wrong"
    long = Finding("wrong", {}, ((0, "take 1"),) * 20).where()
    assert long.startswith("[after … (8 moves), 0: take 1") and long.count("take 1") == 12


def test_every_check_is_a_sentence() -> None:
    assert len(NAMES) >= 20
    for name in NAMES:
        assert sentence_of(name).endswith(".") and "\n" not in sentence_of(name)


def test_one_room_can_be_added_whatever_lies_beside_it(tmp_path: Path, known_rooms: None) -> None:
    room = copied(tmp_path, "hoelzchen")
    (tmp_path / "torris").mkdir()
    for part in ("card", "front"):
        (tmp_path / "torris" / f"{part}.py").touch()
    assert add_room(room).slug == "hoelzchen" and add_room(room) is all_rooms()["hoelzchen"]
    assert add_room(HOME / "torris") is all_rooms()["torris"]
    with pytest.raises(RoomError, match="two rooms are called torris"):
        add_room(tmp_path / "torris")


# --- the command --------------------------------------------------------------------------------------------


def test_a_rule_that_differs_compiled_is_found_and_the_command_ends_with_1(tmp_path: Path) -> None:
    """Plain Python has numbers of any size, compiled code 64 bits. The command prints it for programs."""
    room = copied(tmp_path)
    change(room / "rules.py", "1 if s.winner == seat", "1 if s.winner == seat and (s.heap + (1 << 62)) * 4 > 0")
    words = [sys.executable, "-m", "spielkiste", "check", str(room), "--quick", "--games", "1", "--json"]
    space = os.environ | {"SPIELKISTE_CACHE": str(tmp_path / "cache")}
    done = subprocess.run(words, env=space, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    report = json.loads(done.stdout)
    checks = {check["name"]: check for check in report["checks"]}
    assert report["room"] == "streichhoelzer" and not report["held"] and list(checks) == list(NAMES)
    (found,) = checks["compiled"]["findings"]
    assert found["sentence"] == "score gives 1 in plain Python and 0 compiled"
    assert found["options"] == {"players": 2, "most": 21} and found["moves"][0][1].startswith("pour ")
    assert checks["random games"]["held"] and checks["naive"]["held"]


def test_the_command_shows_a_line_for_each_check(
    tmp_path: Path, known_rooms: None, capsys: pytest.CaptureFixture[str]
) -> None:
    room = copied(tmp_path, "falsch")
    change(room / "front.py", "    chance=rules,\n", "")
    assert main(["check", str(room), "--quick"]) == 1
    shown = capsys.readouterr().out
    assert f"✗ {sentence_of('front')}" in shown
    assert "rules.py has MAX_OUTCOMES, odds, but front.py does not name it as chance=" in shown
    assert f"1 of 1 checks found something; {len(NAMES) - 1} more can be made when that is mended" in shown


def test_what_is_no_room_and_bad_numbers_end_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path)]) == 2
    assert "is no room: it has neither card.py nor front.py" in capsys.readouterr().err
    assert main(["check", str(tmp_path / "nowhere")]) == 2
    assert main(["check", str(HOME / "torris"), "--games", "0"]) == 2
    assert "games=0: must be positive" in capsys.readouterr().err


LISTENING = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # what was begun in the background ignores it
from spielkiste.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def test_ctrl_c_stops_it(tmp_path: Path) -> None:
    words = [sys.executable, "-c", LISTENING, "check", str(copied(tmp_path)), "--games", "100000"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
        try:
            assert running.stdout is not None and "✓" in running.stdout.readline()
            running.send_signal(signal.SIGINT)
            assert running.wait(30) == 130
        finally:
            running.kill()
