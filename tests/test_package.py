"""The package as a newcomer meets it: light to import, complete, honest about its names."""

import copy
import json
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from pathlib import Path

import pytest

import spielkiste as sk
from spielkiste.core.room import HOME

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from package import WASM, bare, modules_inside, smoke, wheel  # noqa: E402 - the script lies there

CONTRACT_NAMES = {
    *("CHANCE", "CLOCK", "GameOver", "IllegalMove", "NotAMove", "NotYourTurn", "OptionError"),
    *("bot", "deal", "game", "games"),
}


def python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_names_of_the_contract_are_there() -> None:
    assert set(sk.__all__) >= CONTRACT_NAMES
    assert (sk.CHANCE, sk.CLOCK) == (-1, -2)
    assert all(hasattr(sk, name) for name in sk.__all__)


def test_games_are_the_folders_sorted() -> None:
    folders = sorted(path.name for path in HOME.iterdir() if (path / "card.py").is_file() and path.name[0] != "_")
    assert sk.games() == tuple(folders) and len(folders) >= 9


def test_import_needs_neither_numba_nor_long() -> None:
    loaded = python("import sys, spielkiste; print('numba' in sys.modules, 'torch' in sys.modules)")
    assert loaded.split() == ["False", "False"]
    code = "import time; t = time.process_time(); import spielkiste; print(time.process_time() - t)"
    assert min(float(python(code)) for _ in range(5)) < 0.150


def test_a_whole_game_needs_no_numba() -> None:
    code = """
import sys, numpy, spielkiste as sk
slug = sk.games()[0]
s = sk.deal(sk.game(slug).start(), numpy.random.default_rng(1))
s = s.play(s.moves(s.turn[-1])[0], seat=s.turn[-1])
print(sys.modules.get("numba") is None)"""
    assert python(code).strip() == "True"


def test_the_second_process_finds_compiled_code_in_the_cache(tmp_path: Path) -> None:
    """Processor time, since tests share the machine; `make bench` measures the seconds a person waits."""
    code = """
import time, spielkiste as sk
from spielkiste.core.compiled import Machine, numba
numba()
game = sk.game(sk.games()[-1])
t = time.process_time(); m = Machine(game); m.in_turn(m.records(1, game.first)[0]); print(time.process_time() - t)"""
    space = os.environ | {"SPIELKISTE_CACHE": str(tmp_path)}
    run = [sys.executable, "-c", code]
    cold, *warm = (
        float(subprocess.run(run, env=space, capture_output=True, text=True, check=True).stdout) for _ in range(4)
    )
    assert cold < 20 and min(warm) < 0.5
    assert list(tmp_path.rglob("*.nbc"))


def test_no_posix_only_calls() -> None:
    banned = ("os.fork", "import fcntl", "import resource", "import termios", "signal.SIGKILL", "os.getuid", "/tmp/")
    asked = re.compile(r"try:\n\s+import \w+\n\s+except ModuleNotFoundError")  # whoever asks first may
    for file in HOME.parent.rglob("*.py"):
        text = asked.sub("", file.read_text(encoding="utf-8"))
        assert not [word for word in banned if word in text], file


def test_nothing_from_outside_is_unpickled() -> None:
    """Only the shelf does it, with bytes that never leave the process, and the build of the app, with Babel's files."""
    for file in HOME.parent.rglob("*.py"):
        if file.name not in ("shelf.py", "bundle.py"):
            assert not re.search(r"import pickle|pickle\.", file.read_text(encoding="utf-8")), file


def test_states_cannot_be_changed_and_travel_between_processes() -> None:
    for slug in sk.games():
        state = sk.game(slug).start()
        with pytest.raises(AttributeError):
            state.turn = (1,)
        with pytest.raises(AttributeError):
            state.extra = 1
        assert copy.deepcopy(state) == state and copy.deepcopy(state).moves_made == state.moves_made


def test_the_wheel_plays_and_serves_without_node_and_compiler(tmp_path: Path) -> None:
    """Unpacked, beside the packages that are here; `make package` installs it in a clean environment."""
    built = wheel(tmp_path / "dist")
    with zipfile.ZipFile(built) as packed:
        names = packed.namelist()
        packed.extractall(tmp_path / "unpacked")
    assert not [name for name in names if "/tests/" in name or "/client/" in name]
    for slug in sk.games():
        assert {f"spielkiste/games/{slug}/texts/{lang}.md" for lang in ("de", "en")} <= set(names)
    here = tmp_path / "bin"
    here.mkdir()
    paths = os.pathsep.join([str(tmp_path / "unpacked"), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")])
    space = bare(Path(sys.executable), PYTHONPATH=paths) | {"PATH": str(here)}
    told = smoke(Path(sys.executable), space, tmp_path)
    assert told.count(str(tmp_path / "unpacked")) == len(sk.games())


def test_a_wheel_without_the_modules_for_the_browser_is_refused(tmp_path: Path) -> None:
    facts = {"code": "torris.wasm", "tables": None, "learnt": "torris.bin"}
    built = tmp_path / "spielkiste.whl"
    with zipfile.ZipFile(built, "w") as packed:
        packed.writestr(f"{WASM}torris.wasm", b"")
    with pytest.raises(SystemExit, match="all"):
        modules_inside(built)
    with zipfile.ZipFile(built, "a") as packed:
        packed.writestr(f"{WASM}index.json", json.dumps({"torris": facts}))
    with pytest.raises(SystemExit, match=r"torris\.bin"):
        modules_inside(built)
    with zipfile.ZipFile(built, "a") as packed:
        packed.writestr(f"{WASM}torris.bin", b"")
    assert modules_inside(built) == 1


def test_what_extras_want_is_locked_with_hashes_and_without_a_registry() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    locks = [file.read_text(encoding="utf-8") for file in (ROOT / "requirements").glob("*.txt")]
    assert all("--hash=sha256:" in lock and "://" not in lock for lock in locks)
    pinned = {name.replace("_", "-") for lock in locks for name in re.findall(r"^([\w-]+)==", lock, re.MULTILINE)}
    wanted = {re.split(r"[\[<>=]", package)[0].replace("_", "-") for names in extras.values() for package in names}
    assert wanted - pinned <= {"torch"}  # which build is right depends on a machine's GPU and driver
