"""Where compiled code is kept: `<base>/<game>/<function>-<key>/`, the key made from all that is compiled into it.

Numba's own cache looks at the file of a function and at nothing that it calls. Here the key holds the byte code of the
function and of everything it can call, what the verbs mean in the game, and the values of the constants they name,
learnt numbers included. So a change in one game's rules discards that game's code and no other's, a change in a picture
none, wherever in the room's folders it is. What nobody used for a month is removed.
"""

import functools
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from spielkiste.core import verbs
from spielkiste.core.room import Room, all_rooms

OVERLOADED = {getattr(verbs, name): name for name in verbs.VERBS}
OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}  # for Numba; a part of the key
SHARED = "_shared"  # the folder of functions that belong to no game
USED = "used"  # a file in each folder, whose time says when it was last used
DAY = 86400.0
UNUSED = 30 * DAY  # seconds after which a folder is removed
FLAT = re.compile("[0-9a-f]{16}")  # folders of versions that kept the code of all games in one
Function = Callable[..., Any]

_in_use: set[Path] = set()


def base_folder() -> Path:
    """SPIELKISTE_CACHE or the user's cache folder."""
    named = os.environ.get("SPIELKISTE_CACHE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "spielkiste"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "spielkiste"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "spielkiste"


def folder_of(function: Function, home: Room | None) -> Path:
    """Where a function's code for a game lies (None: it belongs to no game)."""
    name = home.slug if home else SHARED
    return base_folder() / name / f"{function.__name__}-{key_of(function, home)}"


def room_of(function: Function) -> Room | None:
    """The room in whose folder a function is written."""
    file = Path(sys.modules[function.__module__].__file__ or "")
    return next((home for home in all_rooms().values() if file.is_relative_to(home.folder)), None)


# --- the key ----------------------------------------------------------------------------------------


@functools.cache
def key_of(function: Function, home: Room | None) -> str:
    """A hash of all that is compiled into a function for a game."""
    ingredients = Ingredients(function.__module__, home)
    ingredients.add(function)
    return ingredients.digest.hexdigest()[:20]


class Ingredients:
    """What a function is made of, hashed in the order in which it is found."""

    def __init__(self, module: str, home: Room | None) -> None:
        self.module, self.home = module, home
        self.digest = hashlib.sha256(repr(OPTIONS).encode())
        self.seen: set[int] = set()

    def say(self, *words: object) -> None:
        self.digest.update(repr(words).encode() + b"\0")

    def add(self, value: object) -> None:
        """A value that compiled code names: a function with all it names, or a constant."""
        import numpy as np  # only where something is compiled

        if isinstance(value, FunctionType):
            self.add_function(value)
        elif isinstance(value, np.ndarray):
            self.say(value.dtype.str, value.shape)
            self.digest.update(np.ascontiguousarray(value).data)
        elif isinstance(value, tuple):
            self.say(type(value).__name__, len(value))
            for part in value:
                self.add(part)
        elif isinstance(value, type):
            self.say(value.__qualname__, getattr(value, "_fields", ()))  # a named tuple's
        elif isinstance(value, int | float | complex | str | bytes | np.generic | None):
            self.say(value)
        elif isinstance(value, frozenset):
            self.say(sorted(map(repr, value)))
        else:
            self.say(type(value).__qualname__)  # modules of others, annotations: nothing that is compiled in

    def add_function(self, function: FunctionType) -> None:
        meaning = OVERLOADED.get(function)
        if meaning is not None and self.home is not None:
            function = getattr(self.home.verbs, meaning)
        self.say(function.__module__, function.__qualname__)
        if id(function) in self.seen or not (function.__module__ == self.module or is_ours(function.__module__)):
            return
        self.seen.add(id(function))
        self.add(function.__defaults__)
        for cell in function.__closure__ or ():
            self.add(cell.cell_contents)
        names: set[str] = set()
        for code in codes(function.__code__):
            constants = [const for const in code.co_consts if not isinstance(const, CodeType)]
            self.say(code.co_code.hex(), code.co_names, code.co_varnames)
            self.add(tuple(const for const in constants if const != function.__doc__))
            names.update(code.co_names)
        for name, value in named(function.__globals__, sorted(names), set()):
            self.say(name)
            self.add(value)


def named(space: dict[str, Any], names: list[str], visited: set[str]) -> Iterator[tuple[str, object]]:
    """What names mean in a module and in the modules of ours that it names. A name may also be that of an attribute:
    a value too much does no harm."""
    for name in names:
        value = space.get(name)
        if isinstance(value, ModuleType) and is_ours(value.__name__):
            if value.__name__ not in visited:
                visited.add(value.__name__)
                yield from named(vars(value), names, visited)
        elif name in space:
            yield name, value


def codes(code: CodeType) -> Iterator[CodeType]:
    """Of a function and of what is written inside it."""
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from codes(const)


def is_ours(module: str) -> bool:
    """Rooms outside the package are ours, too."""
    return module.startswith("spielkiste")


# --- folders ----------------------------------------------------------------------------------------


def writable(folder: Path) -> bool:
    """Whether compiled code can be kept there; where not, it is compiled anew in each process."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def begin_to_use(folder: Path) -> bool:
    """Marks a folder as used; False where it cannot be written. A new one is an occasion to remove old ones."""
    new = not folder.is_dir()
    if not writable(folder):
        return False
    _in_use.add(folder)
    stay_in_use()
    if new:
        remove_unused(base_folder())
    return True


def stay_in_use() -> None:
    """Renews the marks of the folders this process uses, once a day: for processes that live long."""
    for folder in _in_use:
        mark = folder / USED
        try:
            if not mark.exists() or mark.stat().st_mtime < time.time() - DAY:
                mark.touch()
        except OSError:
            pass  # removed behind our back: the code is in memory


def remove_unused(base: Path) -> None:
    """Removes what nobody used for a month, and folders of older versions in which nothing changes any more."""
    now = time.time()
    for folder in base.glob("*/*"):
        if folder.is_dir() and not FLAT.fullmatch(folder.parent.name) and now - last_used(folder) > UNUSED:
            shutil.rmtree(folder, ignore_errors=True)
    for folder in base.iterdir():
        if FLAT.fullmatch(folder.name) and now - last_change(folder, now) > DAY:
            shutil.rmtree(folder, ignore_errors=True)


def last_used(folder: Path) -> float:
    mark = folder / USED
    try:
        return (mark if mark.exists() else folder).stat().st_mtime
    except OSError:
        return time.time()  # somebody else has just removed it


def last_change(folder: Path, now: float) -> float:
    """Of compiled code in it; now, where there is none: then it is not ours."""
    try:
        return max((file.stat().st_mtime for file in folder.rglob("*.nb[ci]")), default=now)
    except OSError:
        return now
