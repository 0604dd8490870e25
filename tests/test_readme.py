"""The README is executed: each snippet and each command."""

import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from urllib.error import URLError

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


@pytest.mark.parametrize("command", [command for command in COMMANDS if command.startswith("spielkiste serve")])
def test_server_starts_and_stops(command: str, tmp_path: Path) -> None:
    """Prints an address where there is a page; Ctrl-C ends it."""
    words = [sys.executable, "-m", "spielkiste", *command.split()[1:]]
    with subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        address = re.search(r"http://\S+", server.stdout.readline())
        assert address
        assert "Spielkiste" in page(address[0])
        server.send_signal(signal.SIGINT)
        assert server.wait(30) == 0


def page(address: str) -> str:
    """The page at an address, as soon as the server answers."""
    for _ in range(200):
        try:
            with urllib.request.urlopen(address) as answer:
                return str(answer.read().decode())
        except URLError:
            time.sleep(0.1)
    raise TimeoutError(address)


@pytest.mark.parametrize(
    "command",
    [command for command in COMMANDS if command.startswith("spielkiste ") and "serve" not in command],
)
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
    targets = re.findall(r"\]\(([^)#]+)\)", README) + re.findall(r'src="([^"]+)"', README)
    for target in (one for one in targets if not one.startswith("https://your.host/")):
        assert (ROOT / target).exists(), target


def test_every_game_is_in_the_table() -> None:
    import spielkiste as sk

    assert set(re.findall(r"`(\w+)` \| \d", README)) == set(sk.games())
