"""Compiling for the GPU: the same plain functions as CUDA device functions.

Each module's functions are copied with globals in which every function that has a device version is replaced by it, and
every verb by what the room means by it. So a kernel written over the verbs is built anew for each game. `resolve` needs
a search and stays on the CPU: on the device it does nothing, and a game whose move left something open
is over for the device (nobody is in turn).
"""

import functools
import types
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from spielkiste.core import bits, dice, verbs
from spielkiste.core.numba_changes import leave_arrays_blank_on_a_gpu, trust_indices_on_a_gpu

if TYPE_CHECKING:
    from spielkiste.core.game import Game

ON_THE_CPU = {"resolve": verbs.nothing_open}


@functools.cache
def cuda() -> Any:
    """numba.cuda, imported when first needed."""
    import numpy as np

    if not hasattr(np, "row_stack"):  # numba-cuda of early 2026 asks for a name that NumPy 2.5 dropped
        np.row_stack = np.vstack
    from numba import cuda

    trust_indices_on_a_gpu()
    leave_arrays_blank_on_a_gpu()
    cuda.config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a thousand games do not fill a large device, and need not
    return cuda


@functools.cache
def instructions() -> dict[Any, Any]:
    """What the device does in an instruction, by the plain function that says it at length."""
    import numpy as np

    device = cuda()

    def ones(word: int) -> int:
        return device.popc(word)  # type: ignore[no-any-return]  # Numba has no types

    def lowest(word: int) -> int:
        return device.ffs(word) - 1  # type: ignore[no-any-return]  # as above

    def turned_round(word: int) -> int:
        return np.int64(device.brev(np.uint32(word)))  # type: ignore[return-value]  # an int to Numba

    return {getattr(bits, one.__name__): device.jit(device=True)(one) for one in (ones, lowest, turned_round)}


def device_functions(
    game: "Game", modules: Iterable[types.ModuleType], home: str, filled: Mapping[str, Any]
) -> dict[Any, Any]:
    """Device versions of all functions of the game's rules and of these modules, by the plain function. Those of the
    kernel's own module (`home`) find the constants that are filled in; functions may be replaced in all of them."""
    added = list(modules)
    chosen = [verbs, dice, bits, *game.room.compiled_modules(), *added]
    spaces = {module.__name__: dict(vars(module)) for module in chosen}
    for module in added:
        space = spaces[module.__name__]
        space |= {name: value for name, value in filled.items() if may_fill(space, name, module.__name__ == home)}
    found: dict[Any, Any] = {}
    for module in chosen:
        for function in list(vars(module).values()):
            if isinstance(function, types.FunctionType) and function.__module__ == module.__name__:
                copy = types.FunctionType(function.__code__, spaces[module.__name__], function.__name__)
                found[function] = cuda().jit(device=True)(copy)
    found |= instructions()
    left_out = ON_THE_CPU | {name: verbs.DEFAULTS[name] for name in filled.get("LEFT_OUT", ())}
    for name in verbs.VERBS:
        meaning = left_out.get(name) or getattr(game.room.verbs, name)
        found[getattr(verbs, name)] = found[meaning]
    for space in spaces.values():
        for name, value in space.items():
            if isinstance(value, types.FunctionType) and value in found:
                space[name] = found[value]
    return found


def may_fill(space: Mapping[str, Any], name: str, at_home: bool) -> bool:
    """In another module the same name may mean something else."""
    return name in space and (at_home or isinstance(space[name], types.FunctionType))


def kernel(
    game: "Game", function: Any, modules: Iterable[types.ModuleType], registers: int = 0, **constants: Any
) -> Any:
    """A kernel for this game, of at most so many registers a thread (0: as the compiler likes).

    It may name CUDA, RECORD (the record's type), OUT (the length of a move list) and constants of its own; so may the
    functions of the modules. LEFT_OUT: verbs that it never asks, and that need not be compiled.
    """
    from numba.np.numpy_support import from_dtype

    filled = {"CUDA": cuda(), "RECORD": from_dtype(game.layout.dtype), "OUT": game.room.longest_list, **constants}
    found = device_functions(game, modules, function.__module__, filled)
    space = {
        name: found.get(value, value) if isinstance(value, types.FunctionType) else value
        for name, value in function.__globals__.items()
    }
    made = types.FunctionType(function.__code__, space | filled, function.__name__)
    return cuda().jit(max_registers=registers or None)(made)
