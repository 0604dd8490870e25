"""A tenth game is one new folder: the template, copied and renamed, keeps the contract without an edit elsewhere.

What its pages show, and how it is played there, is in tests/browser/test_tenth_game.py.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from tenth_game import copied

from spielkiste.check.checks import NAMES

TESTS = Path(__file__).parent
GUIDE = (TESTS.parent / "docs" / "adding-a-game.md").read_text(encoding="utf-8")


def run(words: list[str], folder: Path, rooms: str = "") -> subprocess.CompletedProcess[str]:
    """A command with a cache of its own, which finds one more game in `rooms`."""
    space = os.environ | {
        "SPIELKISTE_ROOMS": rooms,
        "SPIELKISTE_CACHE": str(folder / "cache"),
        "ROOMS": "streichhoelzer",
    }
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, env=space, capture_output=True, text=True, cwd=TESTS.parent, check=False)


def test_a_tenth_game_is_one_new_folder(tmp_path: Path) -> None:
    """The tests that walk all rooms walk it too. Most of them are the checks of the command below."""
    copied(tmp_path)
    walking = [str(TESTS / f"test_{name}.py") for name in ("contract", "bad_input")]
    done = run(["pytest", "-p", "no:cacheprovider", *walking], tmp_path, str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout and "failed" not in done.stdout
    assert "streichhoelzer" in run(["spielkiste", "games"], tmp_path, str(tmp_path)).stdout


def test_a_tenth_game_is_checked_by_one_command(tmp_path: Path) -> None:
    """Wherever its folder lies."""
    room = copied(tmp_path)
    done = run(["spielkiste", "check", str(room)], tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("✓") == len(NAMES) and "✗" not in done.stdout
    assert f"streichhoelzer keeps the contract: {len(NAMES)} checks" in done.stdout


def test_the_guide_names_every_file_of_the_template(tmp_path: Path) -> None:
    parts = {path.name for path in copied(tmp_path).glob("*.py")} - {"__init__.py"}
    assert parts <= set(re.findall(r"`([a-z_]+\.py)`", GUIDE)), "docs/adding-a-game.md"
