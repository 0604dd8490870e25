"""The README is executed: each snippet and each command."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
COMMANDS = [
    line.partition("#")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.strip()
]


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_snippet_runs(snippet: str) -> None:
    done = subprocess.run([sys.executable, "-c", snippet], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.parametrize("command", [command for command in COMMANDS if command.startswith("spielkiste ")])
def test_command_runs(command: str) -> None:
    """As typed, with nobody at the keyboard: a game ends politely when the input does."""
    words = command.split()[1:]
    done = subprocess.run(
        [sys.executable, "-m", "spielkiste", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_the_two_commands_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert {"play", "test", "bench", "lint"} <= targets
    assert {command for command in COMMANDS if command.startswith("make")} == {"make play", "make test"}


def test_every_link_and_picture_is_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


def test_every_game_is_in_the_table() -> None:
    import spielkiste as sk

    assert set(re.findall(r"`(\w+)` \| \d", README)) == set(sk.games())
