"""Compiling for the CPU: rules and searches by Numba, once, lazily, with a cache on disk.

The rules stay plain functions. Every function of a room's `rules.py` (and of modules it names as `compiled`) is made
callable from compiled code as it is, and each verb is overloaded on the record's type. A function over records is
compiled for each game apart, with a folder of its own in the cache (`codecache.py`). Closures and functions passed as
arguments would defeat the cache.
"""

import functools
import gc
import importlib.util
import inspect
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from spielkiste.core import calls, codecache, dice, scratch, verbs
from spielkiste.core.numba_changes import keep_code_in, make_machine_code_once, name_records_by_content
from spielkiste.core.numba_scratch import put_scratch_on_the_stack
from spielkiste.core.room import Room

if TYPE_CHECKING:
    import numpy as np

    from spielkiste.core.game import Game

PATIENCE = 1.0  # seconds before a progress line appears
INNER = {"no_cfunc_wrapper": True}  # what only compiled code calls needs no wrapper for C

_lock = threading.RLock()
_meanings: dict[str, dict[Any, Callable[..., Any]]] = {name: {} for name in verbs.VERBS}
_homes: dict[Any, Room] = {}  # whose records these are, by dtype
# Functions that compiled code may call; what those of `scratch` mean is said to Numba itself.
_known_functions: set[Callable[..., Any]] = {scratch.scratch, scratch.array_at, scratch.borrowed, scratch.int32}
_forbidden = False


class NotCompiled(RuntimeError):  # noqa: N818 - what is the case, said as it is
    """Code is not in the cache where nothing may be compiled."""


@contextmanager
def compiling_forbidden() -> Iterator[None]:
    """Code may be loaded from the cache; where it would have to be compiled, in any thread, NotCompiled is raised."""
    global _forbidden
    before, _forbidden = _forbidden, True
    try:
        yield
    finally:
        _forbidden = before


@functools.cache
def can_compile() -> bool:
    """Whether there is a compiler: not in a browser."""
    try:
        return importlib.util.find_spec("numba") is not None
    except ModuleNotFoundError:
        return False


@functools.cache
def numba() -> Any:
    """Numba, imported when first needed, with the verbs overloaded."""
    import numba
    from numba.core import event
    from numba.extending import overload

    class Guard(event.Listener):  # type: ignore[misc]  # Numba has no types
        """Hears when something is compiled that was not in the cache."""

        def on_start(self, event: Any) -> None:
            if _forbidden:
                raise NotCompiled(f"{event.data['dispatcher'].py_func.__name__} is not in the cache")

        def on_end(self, event: Any) -> None:
            pass

    event.register("numba:compile", Guard())
    name_records_by_content()
    make_machine_code_once()
    put_scratch_on_the_stack()
    for name in verbs.VERBS:
        overload(getattr(verbs, name), strict=False, jit_options=INNER)(chooser(name))
    make_callable(verbs)
    make_callable(dice)
    return numba


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
        ours = isinstance(function, types.FunctionType) and codecache.is_ours(function.__module__)
        if ours and function not in _known_functions and function not in codecache.OVERLOADED:
            _known_functions.add(function)
            register_jitable(**INNER)(function)
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
        _homes[game.layout.dtype] = game.room
    return record


@functools.cache
def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function, compiled for each game whose records it meets; it releases the interpreter's lock.

    Compiles under one lock and with a progress line; calls freely afterwards. Without records it belongs to the room it
    is written in, or to none. Where there is no Numba it stays as it is.
    """
    if not can_compile():
        return function
    ready: dict[tuple[Any, ...], Any] = {}  # by kinds of arguments: asking Numba for a record's type takes 0.1 ms

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        kinds = tuple(map(kind_of, arguments))
        dispatcher = ready.get(kinds)
        if dispatcher is None:
            dispatcher = ready[kinds] = prepared(function, arguments)
        return dispatcher(*arguments)

    return call


def compiled_for(function: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
    """The same for one who calls with arguments of these kinds only: what they are is not asked again at each call."""
    return prepared(function, arguments) if can_compile() else function


def kind_of(argument: Any) -> tuple[Any, ...]:
    """What decides which machine code is called, as far as it is quickly seen."""
    if isinstance(argument, tuple):
        return type(argument), *map(kind_of, argument)
    return type(argument), getattr(argument, "dtype", None), getattr(argument, "ndim", 0)


def prepared(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """The dispatcher for the game these arguments belong to, its code for them loaded or compiled."""
    with _lock:
        dispatcher = dispatcher_of(function, home_of(arguments) or codecache.room_of(function))
        signature = tuple(numba().typeof(argument) for argument in arguments)
        if signature not in dispatcher.overloads:
            with progress_line(f"compiling {function.__name__}"), no_garbage_collected():
                dispatcher.compile(signature)
        return dispatcher


def home_of(arguments: tuple[Any, ...]) -> Room | None:
    """The room of the first record among arguments, and in tuples of them."""
    for argument in arguments:
        home = home_of(argument) if isinstance(argument, tuple) else _homes.get(getattr(argument, "dtype", None))
        if home is not None:
            return home
    return None


@functools.cache
def dispatcher_of(function: Callable[..., Any], home: Room | None) -> Any:
    """Numba's side of a function for one game."""
    nb = numba()
    make_callable(sys.modules[function.__module__])
    dispatcher = nb.njit(**codecache.OPTIONS)(function)
    folder = codecache.folder_of(function, home)
    if codecache.begin_to_use(folder):
        keep_code_in(dispatcher, folder)
    return dispatcher


@contextmanager
def no_garbage_collected() -> Iterator[None]:
    """A compiler makes many small things that all stay until the end: looking for garbage took a tenth of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


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
