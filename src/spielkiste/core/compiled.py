"""Compiling for the CPU: rules and searches by Numba, once, lazily, with a cache on disk.

The rules stay plain functions. Every function of a room's `rules.py` (and of modules it names in COMPILED) is made
callable from compiled code as it is, and each verb is overloaded on the record's type. Numba's cache does not notice a
change in an overloaded function, so its folder is named after a hash of all sources that can go into the machine code.
"""

import functools
import hashlib
import inspect
import os
import sys
import tempfile
import threading
import time
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spielkiste.core import calls, dice, verbs
from spielkiste.core.room import all_rooms

if TYPE_CHECKING:
    import numpy as np

    from spielkiste.core.game import Game

PACKAGE = Path(__file__).parent.parent
OVERLOADED = {getattr(verbs, name) for name in verbs.VERBS}
ZIP_END = 2048  # bytes in which the directory of a small archive lies, with a checksum of each part
PATIENCE = 1.0  # seconds before a progress line appears

_lock = threading.RLock()
_meanings: dict[str, dict[Any, Callable[..., Any]]] = {name: {} for name in verbs.VERBS}
_known_functions: set[Callable[..., Any]] = set()


def cache_folder() -> Path:
    """Where compiled code is kept: SPIELKISTE_CACHE or the user's cache folder, in a sub-folder for these sources."""
    named = os.environ.get("SPIELKISTE_CACHE")
    if named:
        base = Path(named)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home())) / "spielkiste"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches" / "spielkiste"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "spielkiste"
    return base / source_hash()


@functools.cache
def source_hash() -> str:
    digest = hashlib.sha256()
    folders = [PACKAGE / "core", PACKAGE / "search", *(room.folder for room in all_rooms().values())]
    for folder in folders:
        for file in sorted(folder.glob("*.py")):
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
        for file in sorted(folder.glob("*.npz")):  # learnt numbers may be compiled in; a zip ends with its checksums
            digest.update(file.name.encode() + b"\0" + end_of(file))
    return digest.hexdigest()[:16]


def end_of(file: Path) -> bytes:
    with file.open("rb") as opened:
        opened.seek(max(0, file.stat().st_size - ZIP_END))
        return opened.read()


@functools.cache
def numba() -> Any:
    """Numba, imported when first needed, with the verbs overloaded."""
    import numba
    from numba.extending import overload

    name_records_by_content()
    for name in verbs.VERBS:
        overload(getattr(verbs, name), strict=False)(chooser(name))
    make_callable(verbs)
    make_callable(dice)
    return numba


def name_records_by_content() -> None:
    """Makes the names of compiled functions the same in every process.

    Numba names machine code after the function and its argument types, but a record by a number that it counts up in
    each process. Code for two games, compiled by two processes and loaded from the cache by a third, could so have one
    name, and one game then ran with the other's rules.
    """
    from numba.core import types

    by_content = property(lambda record: ("Record", (digest(record.name),)))
    types.Record.mangling_args = by_content  # type: ignore[method-assign, assignment]  # a property there, too


@functools.cache
def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def chooser(name: str) -> Callable[..., Any]:
    """For Numba: which function a verb is, by the type of the record."""
    arguments = ", ".join(inspect.signature(getattr(verbs, name)).parameters)
    space: dict[str, Any] = {"meanings": _meanings[name]}
    exec(f"def choose({arguments}):\n    return meanings.get(s)", space)  # Numba matches argument names
    return space["choose"]  # type: ignore[no-any-return]  # made one line above


def make_callable(module: types.ModuleType) -> None:
    """Lets compiled code call the plain functions of a module, and those they were given by other modules of ours."""
    from numba.extending import register_jitable

    for function in list(vars(module).values()):
        ours = isinstance(function, types.FunctionType) and function.__module__.startswith("spielkiste")
        if ours and function not in _known_functions and function not in OVERLOADED:
            _known_functions.add(function)
            register_jitable(function)
            make_callable(sys.modules[function.__module__])


def bind(game: "Game") -> Any:
    """Tells Numba what the verbs mean for this game's record; the record's type."""
    numba()
    from numba.np.numpy_support import from_dtype

    record = from_dtype(game.layout.dtype)
    if record not in _meanings["play"]:
        for module in game.room.compiled_modules():
            make_callable(module)
        for name in verbs.VERBS:
            _meanings[name][record] = getattr(game.room.verbs, name)
    return record


@functools.cache
def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function over records, compiled for each type of record it meets; releases the interpreter's lock."""
    with _lock:
        nb = numba()
        make_callable(sys.modules[function.__module__])
        before = nb.config.CACHE_DIR
        folder = cache_folder()
        nb.config.CACHE_DIR = str(folder)
        try:
            dispatcher = nb.njit(cache=writable(folder), nogil=True, error_model="numpy")(function)
        finally:
            nb.config.CACHE_DIR = before
    return guarded(dispatcher)


def writable(folder: Path) -> bool:
    """Whether compiled code can be kept there; where not, it is compiled anew in each process."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def guarded(dispatcher: Any) -> Callable[..., Any]:
    """Compiles under one lock and with a progress line; calls freely afterwards."""

    ready: set[tuple[Any, ...]] = set()  # kinds of arguments met before: asking Numba for a record's type takes 0.1 ms

    @functools.wraps(dispatcher.py_func)
    def call(*arguments: Any) -> Any:
        kinds = tuple(
            (type(argument), getattr(argument, "dtype", None), getattr(argument, "ndim", 0)) for argument in arguments
        )
        if kinds not in ready:
            key = tuple(numba().typeof(argument) for argument in arguments)
            if key not in dispatcher.overloads:
                with _lock, progress_line(f"compiling {dispatcher.py_func.__name__}"):
                    dispatcher.compile(key)
            ready.add(kinds)
        return dispatcher(*arguments)

    return call


@contextmanager
def progress_line(what: str) -> Iterator[None]:
    """On a terminal, a line with the seconds passed while something takes longer than PATIENCE."""
    if not sys.stderr.isatty():
        yield
        return
    done = threading.Event()

    def tell() -> None:
        begun = time.monotonic()
        if done.wait(PATIENCE):
            return
        while not done.wait(0.1):
            print(
                f"\r{what} … {time.monotonic() - begun:.0f} s (once, then cached)", end="", file=sys.stderr, flush=True
            )
        print("\r\033[K", end="", file=sys.stderr, flush=True)

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


class Machine:
    """A game's verbs, compiled, to call one by one on NumPy records; and the arrays they need."""

    def __init__(self, game: "Game") -> None:
        import numpy as np

        bind(game)
        self.game = game
        self.np = np
        self.first = self.records(1, game.first)
        self.size_of_out = game.room.longest_list

    def records(self, count: int, data: bytes | None = None) -> "np.ndarray[Any, Any]":
        """An array of records, each with these bytes."""
        content = (data or bytes(self.game.layout.size)) * count
        return self.np.frombuffer(bytearray(content), dtype=self.game.layout.dtype)

    def out(self) -> "np.ndarray[Any, Any]":
        return self.np.zeros(self.size_of_out, dtype=self.np.int64)

    def dice(self, seed: int, stream: int = 0) -> "np.ndarray[Any, Any]":
        made = self.np.zeros(3, dtype=self.np.int64)
        dice.seed_dice(made, seed, stream)
        return made

    def __getattr__(self, name: str) -> Any:
        if name in verbs.VERBS:
            return compiled(getattr(calls, f"call_{name}"))
        raise AttributeError(name)
