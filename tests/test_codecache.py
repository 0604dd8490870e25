"""Compiled code is kept by what is compiled into it, and no longer than somebody uses it."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from spielkiste.core import codecache
from spielkiste.core.room import HOME

KEYS = """
import spielkiste as sk
from spielkiste.core import calls, codecache
from spielkiste.search import playout
for slug in ("streichhoelzer", "torris"):
    home = sk.game(slug).room
    functions = (calls.call_play, calls.call_score, playout.random_games)
    print(*(codecache.key_of(function, home) for function in functions))
"""

PICKED = """
import sys
import numpy as np
from spielkiste.core.compiled import compiled, compiling_forbidden
from spielkiste.search.playout import pick_seat

def seats(kinds):
    return [int(compiled(pick_seat)(getattr(np, kind)(1 << 4), np.ones(3, dtype=np.int64))) for kind in kinds]

if sys.argv[1] == "forbidden":
    with compiling_forbidden():
        print(*seats(sys.argv[2:]))
else:
    print(*seats(sys.argv[1:]))
"""


def run(code: str, *words: str, **space: str) -> str:
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ | space).stdout


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A game of its own, to be edited."""
    folder = tmp_path / "rooms" / "streichhoelzer"
    shutil.copytree(HOME / "_template", folder, ignore=shutil.ignore_patterns("__pycache__"))
    edit(folder / "card.py", 'slug="_template"', 'slug="streichhoelzer"')
    return folder


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def keys(room: Path) -> list[list[str]]:
    """Of the moves, the score and random games: of the room, and of a game that is not edited."""
    said = run(KEYS, SPIELKISTE_ROOMS=str(room.parent), PYTHONDONTWRITEBYTECODE="1")
    return [line.split() for line in said.splitlines()]


def test_a_picture_a_text_or_a_comment_discards_nothing(room: Path) -> None:
    before = keys(room)
    for name in ("board", "notation", "view"):
        with (room / f"{name}.py").open("a", encoding="utf-8") as file:
            file.write("\n\ndef another(number: int) -> int:\n    return number + 1\n")
    edit(room / "rules.py", '"""Action k: take k + 1 matches."""', '"""Take matches."""  # and say so')
    assert keys(room) == before


def test_rules_discard_the_code_of_their_game_alone(room: Path) -> None:
    before = keys(room)
    edit(room / "rules.py", "s.heap -= action + 1", "s.heap -= action + 1 + 0 * seat")
    own, others = keys(room)
    assert others == before[1]
    assert [new == old for new, old in zip(own, before[0], strict=True)] == [False, True, False]  # no score was changed


def test_what_lies_in_folders_of_a_room_counts(room: Path) -> None:
    """Numbers from a file, by a module in a folder, named by the rules."""
    import numpy as np

    (room / "deep").mkdir()
    (room / "deep" / "__init__.py").touch()
    (room / "deep" / "heaps.py").write_text(
        "from pathlib import Path\nimport numpy as np\nHEAPS = np.load(Path(__file__).parent / 'heaps.npy')\n"
        "def smallest() -> int:\n    return int(HEAPS[0])\n"
    )
    np.save(room / "deep" / "heaps.npy", np.array([4, 5]))
    edit(room / "rules.py", "from spielkiste.core.verbs import CHANCE", "from spielkiste.core.verbs import CHANCE\n\n"
         "from .deep import heaps")  # fmt: skip
    edit(room / "rules.py", "action + SMALLEST_HEAP", "action + heaps.smallest()")
    before = keys(room)
    assert keys(room) == before
    np.save(room / "deep" / "heaps.npy", np.array([4, 6]))
    own, others = keys(room)
    assert others == before[1]
    assert [new == old for new, old in zip(own, before[0], strict=True)] == [False, True, False]
    other_numbers = own
    edit(room / "deep" / "heaps.py", "HEAPS[0])", "HEAPS[0] + 0)")
    assert keys(room)[0][0] != other_numbers[0]


def test_unused_folders_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELKISTE_CACHE", str(tmp_path))
    now = time.time()

    def folder(name: str, mark: str, days: float) -> Path:
        made = tmp_path / name
        made.mkdir(parents=True)
        (made / mark).touch()
        os.utime(made / mark, (now - days * codecache.DAY,) * 2)
        return made

    unused, used = folder("torris/grow-1", codecache.USED, 31), folder("torris/grow-2", codecache.USED, 29)
    flat, flat_in_use = folder("0123456789abcdef", "a.nbc", 2), folder("0123456789abcde0", "a.nbi", 0.5)
    foreign = folder("0123456789abcde1", "letter.txt", 99)
    assert codecache.begin_to_use(tmp_path / "torris" / "grow-3")
    assert not unused.exists() and not flat.exists()
    assert used.exists() and flat_in_use.exists() and foreign.exists()
    assert (tmp_path / "torris" / "grow-3" / codecache.USED).exists()


def test_a_process_that_lives_long_keeps_its_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELKISTE_CACHE", str(tmp_path))
    mine = tmp_path / "torris" / "grow-1"
    assert codecache.begin_to_use(mine)
    os.utime(mine / codecache.USED, (time.time() - 40 * codecache.DAY,) * 2)
    codecache.stay_in_use()
    codecache.remove_unused(tmp_path)
    assert mine.exists()


def test_processes_that_compile_at_a_time_are_safe(tmp_path: Path) -> None:
    """Each compiles the same function for other arguments; afterwards all find all of it, and nothing is compiled."""
    kinds = ["int64", "int32", "int16", "uint8"]
    space = os.environ | {"SPIELKISTE_CACHE": str(tmp_path)}
    at_a_time = [
        subprocess.Popen([sys.executable, "-c", PICKED, *kinds[k:], *kinds[:k]], env=space, stdout=subprocess.PIPE)
        for k in range(3)
    ]
    assert [process.communicate()[0].split() for process in at_a_time] == [[b"2"] * 4] * 3
    assert len(list(tmp_path.rglob("*.nbc"))) == len(kinds)
    assert run(PICKED, "forbidden", *kinds, SPIELKISTE_CACHE=str(tmp_path)).split() == ["2"] * 4


def test_code_that_was_cut_off_is_compiled_anew(tmp_path: Path) -> None:
    space = {"SPIELKISTE_CACHE": str(tmp_path)}
    run(PICKED, "int64", **space)
    [file] = tmp_path.rglob("*.nbc")
    whole = file.read_bytes()
    file.write_bytes(whole[:100])
    assert run(PICKED, "int64", **space).split() == ["2"]
    assert len(file.read_bytes()) > 100
    assert run(PICKED, "forbidden", "int64", **space).split() == ["2"]


def test_where_compiling_is_forbidden_it_is_refused(tmp_path: Path) -> None:
    refused = pytest.raises(subprocess.CalledProcessError, match="exit status 1")
    with refused as failed:
        run(PICKED, "forbidden", "int64", SPIELKISTE_CACHE=str(tmp_path))
    assert "NotCompiled: pick_seat is not in the cache" in failed.value.stderr
