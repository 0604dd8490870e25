"""The tests of what changed since the last commit, within a few minutes: what `make quick` runs after lint and types.

The table below says which checks belong to which folder; CONTRIBUTING.md shows the same table (a test compares them).
"""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
SECONDS = 110.0  # no further group is begun after so long
ROOM = "tests/test_contract.py tests/test_boards.py tests/test_views.py tests/test_bad_input.py"
GROUPS: tuple[tuple[str, str], ...] = (  # folder or file, and the tests that concern it, the quickest to fail first
    ("src/spielkiste/games/", f"{ROOM} src/spielkiste/games/ROOM"),
    ("src/spielkiste/core/", f"tests/test_layers.py tests/test_compiled.py {ROOM}"),
    (
        "src/spielkiste/search/",
        "tests/test_mcts.py tests/test_alphabeta.py tests/test_analyse.py tests/test_signature.py",
    ),
    ("src/spielkiste/lab/", "tests/test_tournament.py tests/test_layers.py"),
    ("src/spielkiste/server/", "tests/server/test_table.py tests/server/test_store.py tests/server/test_live.py"),
    ("src/spielkiste/web/", "tests/test_translations.py tests/browser/test_hot_seat.py"),
    ("src/spielkiste/cli/", "tests/test_cli.py tests/test_cli_solve.py"),
    ("docs/", "tests/test_search_docs.py tests/test_docs_site.py"),
    ("examples/", "tests/test_notebooks.py tests/test_examples.py"),
    ("README.md", "tests/test_readme.py"),
    ("bench/", "tests/test_load_tools.py"),
)


def changed_files() -> list[str]:
    """What differs from the last commit, and what is new."""
    listed = "git", "ls-files", "--modified", "--others", "--exclude-standard", "--deduplicate"
    staged = "git", "diff", "--cached", "--name-only"
    told = [
        subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout for words in (listed, staged)
    ]
    return sorted(set("".join(told).split("\n")) - {""})


def chosen(files: list[str]) -> list[tuple[str, dict[str, str]]]:
    """The groups of tests for these files, each with its environment; test files that changed stand for themselves."""
    groups: dict[str, dict[str, str]] = {}
    tests = [name for name in files if Path(name).name.startswith("test_") and (ROOT / name).is_file()]
    if tests:
        groups[" ".join(tests)] = {}
    for prefix, words in GROUPS:
        touched = [name for name in files if name.startswith(prefix) and name not in tests]
        rooms = sorted({name.split("/")[3] for name in touched if "/games/" in name and name.count("/") > 3})
        for room in (room for room in rooms if not room.startswith("_")):
            groups[words.replace("ROOM", room)] = {"ROOMS": room}
        if touched and "ROOM" not in words:
            groups[words] = {}
    return list(groups.items())


def main() -> int:
    groups, begun = chosen(changed_files()), time.monotonic()
    if not groups:
        print("nothing changed that has tests of its own; make test runs all of them")
    for number, (words, space) in enumerate(groups):
        if time.monotonic() - begun > SECONDS:
            print(f"not run for lack of time: {'; '.join(words for words, _ in groups[number:])}")
            break
        command = [sys.executable, "-m", "pytest", "-x", "-n", "2", *words.split()]
        done = subprocess.run(command, cwd=ROOT, env=os.environ | space, check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
