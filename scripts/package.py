"""Builds the wheel and tries it where nothing else is: `python scripts/package.py` (`make package`).

A clean environment gets the packages of requirements/run.txt and the wheel, and a PATH without Node and compiler: it
must play and serve. `--extras` also installs every other lock (or those named after it), each in an environment of its
own.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import venv
import zipfile
from collections.abc import Mapping
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urljoin

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "package"
LOCKS = ROOT / "requirements"
BUT_TORCH = ("gpu", "learn")  # locks of everything but PyTorch, whose build depends on the machine
WASM = "spielkiste/web/wasm/"
PLAYS = """
import numpy, spielkiste as sk
for slug in sk.games():
    rng = numpy.random.default_rng(1)
    s = sk.deal(sk.game(slug).start(), rng)
    for _ in range(5):
        seat = next((seat for seat in s.turn if seat >= 0), s.turn[0])
        s = sk.deal(s.play(s.moves(seat)[0], seat=seat), rng)
    assert s.svg(0).startswith("<svg") and sk.game(slug).from_bytes(s.to_bytes()) == s
    print(slug, s.length, sk.__file__)
"""


def wheel(folder: Path) -> Path:
    """The wheel, built from this very source; what `make web` makes is in it."""
    folder.mkdir(parents=True, exist_ok=True)
    words = ["wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "-w", str(folder)]
    with_sources = folder / "source"
    copy_source(with_sources)
    subprocess.run([sys.executable, "-m", "pip", *words, str(with_sources)], check=True)
    shutil.rmtree(with_sources)
    return next(folder.glob("*.whl"))


def modules_inside(built: Path) -> int:
    """The wheel holds every module for the browser that its index names, and what lies beside them; how many."""
    with zipfile.ZipFile(built) as archive:
        files = {Path(name).name for name in archive.namelist() if name.startswith(WASM)}
        index = json.loads(archive.read(f"{WASM}index.json")) if "index.json" in files else {}
    missing = {facts[kind] for facts in index.values() for kind in ("code", "tables", "learnt")} - {None} - files
    if missing or not index:
        raise SystemExit(f"{built.name} lacks modules for the browser ({', '.join(missing) or 'all'}): make pocket")
    return len(index)


def copy_source(target: Path) -> None:
    """What a wheel is built from, apart, so that nothing is left behind in the source tree."""
    unwanted = shutil.ignore_patterns("__pycache__", "node_modules", "*.egg-info", "client")
    shutil.copytree(ROOT / "src", target / "src", ignore=unwanted)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copyfile(ROOT / name, target / name)


def bare(python: Path, **more: str) -> dict[str, str]:
    """Surroundings without Node, compiler and this source."""
    kept = {name: os.environ[name] for name in ("HOME", "SYSTEMROOT", "SPIELKISTE_CACHE") if name in os.environ}
    return kept | {"PATH": str(python.parent), "PYTHONSAFEPATH": "1", "LC_ALL": "C.UTF-8"} | more


def smoke(python: Path, space: Mapping[str, str], folder: Path) -> str:
    """Plays every game, lists them and serves; what the package says of where it lies."""
    assert shutil.which("node", path=space["PATH"]) is None and shutil.which("cc", path=space["PATH"]) is None
    told = printed(python, space, folder, "-c", PLAYS)
    assert "Torris" in printed(python, space, folder, "-m", "spielkiste", "games", "--lang", "en")
    serve(python, space, folder)
    return told


def printed(python: Path, space: Mapping[str, str], folder: Path, *words: str) -> str:
    done = subprocess.run([str(python), *words], env=space, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)[:80]}: {done.stderr}")
    return done.stdout


def serve(python: Path, space: Mapping[str, str], folder: Path) -> None:
    """The first page, everything it needs, and a game's rules are there; Ctrl-C ends the server."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(python), "-m", "spielkiste", "serve", "--port", str(port), "--bots", "1"]
    with subprocess.Popen(command, env=space, cwd=folder, stdout=subprocess.DEVNULL) as server:
        try:
            home = f"http://127.0.0.1:{port}/"
            first = page(home)
            needed = re.findall(r'(?:src|href)="(/static/[^"]+)"', first)
            assert any(".js" in name for name in needed) and any(".css" in name for name in needed), needed
            for name in needed:
                assert page(urljoin(home, name))
        finally:
            server.send_signal(signal.SIGINT)
            assert server.wait(30) == 0


def page(address: str) -> str:
    """The page at an address, as soon as the server answers."""
    for _ in range(300):
        try:
            with urllib.request.urlopen(address) as answer:
                return str(answer.read().decode())
        except URLError as wrong:
            if isinstance(wrong.reason, ConnectionRefusedError):
                time.sleep(0.1)
                continue
            raise
    raise TimeoutError(address)


def environment(folder: Path, lock: str) -> Path:
    """A clean environment with the packages of a lock; its Python."""
    venv.create(folder, clear=True, with_pip=True)
    python = folder / "bin" / "python"
    install(python, *(["--no-deps"] if lock in BUT_TORCH else []), "--require-hashes", "-r", str(LOCKS / f"{lock}.txt"))
    return python


def install(python: Path, *words: str) -> None:
    apart = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}  # else it seems to be there
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *words]
    subprocess.run(command, env=apart, check=True)


def main(arguments: list[str]) -> None:
    shutil.rmtree(BUILD, ignore_errors=True)
    built = wheel(BUILD)
    print(f"{modules_inside(built)} modules for the browser")
    python = environment(BUILD / "run", "run")
    install(python, "--no-deps", str(built))
    print(smoke(python, bare(python), BUILD))
    print(f"{built.name}: {built.stat().st_size / 1e6:.1f} MB, plays and serves")
    for lock in wanted_locks(arguments):
        environment(BUILD / "extra", lock)
        print(f"{lock}: installs from its lock", flush=True)


def wanted_locks(arguments: list[str]) -> list[str]:
    """Those named after `--extras`, or all but the one that was tried already."""
    if "--extras" not in arguments:
        return []
    named = arguments[arguments.index("--extras") + 1 :]
    return named or sorted(file.stem for file in LOCKS.glob("*.txt") if file.stem != "run")


if __name__ == "__main__":
    main(sys.argv[1:])
