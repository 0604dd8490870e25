"""A tenth game is one new folder: the template, copied and renamed, keeps the contract without an edit elsewhere."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from spielkiste.core.room import HOME

TESTS = Path(__file__).parent


def test_a_tenth_game_is_one_new_folder(tmp_path: Path) -> None:
    room = tmp_path / "streichhoelzer"
    shutil.copytree(HOME / "_template", room, ignore=shutil.ignore_patterns("__pycache__"))
    card = room / "card.py"
    card.write_text(
        card.read_text(encoding="utf-8").replace('slug="_template"', 'slug="streichhoelzer"'), encoding="utf-8"
    )
    space = os.environ | {
        "SPIELKISTE_ROOMS": str(tmp_path),
        "SPIELKISTE_CACHE": str(tmp_path / "cache"),
        "ROOMS": room.name,
    }
    contract = [str(TESTS / f"test_{name}.py") for name in ("contract", "compiled", "naive", "views", "bad_input")]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *contract]
    done = subprocess.run(command, env=space, capture_output=True, text=True, cwd=TESTS.parent, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout and "failed" not in done.stdout
    listed = subprocess.run(
        [sys.executable, "-m", "spielkiste", "games"], env=space, capture_output=True, text=True, check=True
    )
    assert "streichhoelzer" in listed.stdout
