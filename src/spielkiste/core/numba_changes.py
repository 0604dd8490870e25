"""What we change in Numba, each change with its reason. Nothing else reaches into its inside."""

import functools
import hashlib
import sys
from pathlib import Path
from typing import Any

ENTRY = "_ZN7cpython"  # how the names of functions begin that Python itself can call
ENVIRONMENT = "_ZN08NumbaEnv"  # ... and of the variables by which compiled functions find their Python objects
UNRESOLVED = ".numba.unresolved$"  # ... and of calls in a circle, which are resolved where machine code is made


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
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def make_machine_code_once() -> None:
    """Optimises and translates only what Python calls.

    Numba does both for every function, and then again for each that calls it, since it is linked into that one: in a
    search over a game's rules up to a dozen times. What only compiled code calls is now linked as it is. A cold start
    takes about half the time, and the result is as fast.
    """
    from numba.core import codegen

    class Library(codegen.JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
        """The code of one function with all that it calls."""

        _final_module: Any

        def is_inner(self) -> bool:
            """Whether only compiled code calls it; not where calls go in a circle."""
            entry = any(function.name.startswith(ENTRY) for function in self._final_module.functions)
            return not entry and not any(v.name.startswith(UNRESOLVED) for v in self._final_module.global_variables)

        def _optimize_final_module(self) -> None:
            if not self.is_inner():
                super()._optimize_final_module()

        def _finalize_final_module(self) -> None:
            if self.is_inner():
                self._keep_for_linking()
            super()._finalize_final_module()

        def _keep_for_linking(self) -> None:
            """The code is kept to be linked; what is translated is a module with nothing but the environments."""
            whole = self._final_module
            self._finalized = True  # it is, as far as linking goes
            self._get_module_for_linking()
            self._finalized = False
            names = [v.name for v in whole.global_variables if v.name.startswith(ENVIRONMENT)]
            lines = [str(self._codegen._create_empty_module(self.name))]
            lines += [f'@"{name}" = common global i8* null' for name in names]
            self._whole = whole  # the linked copies come from it
            self._final_module = codegen.ll.parse_assembly("\n".join(lines))

    codegen.JITCPUCodegen._library_class = Library


def trust_indices_on_a_gpu() -> None:
    """Leaves out what makes s.row[-1] the last one.

    Each access to an array asked whether its index is negative, with four instructions of 64 bits; rules count from
    the start. Numba's older code for GPUs is also that for the CPU: there nothing is changed.
    """
    try:
        from numba.cuda import cgutils, types
        from numba.cuda.np import arrayobj
    except ImportError:
        return
    pointer = cgutils.get_item_pointer2

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp)

    def without_wrapping(*arguments: Any, wraparound: bool = False, **others: Any) -> Any:
        return pointer(*arguments, wraparound=False, **others)

    arrayobj.fix_integer_index = as_it_is
    cgutils.get_item_pointer2 = without_wrapping


def leave_arrays_blank_on_a_gpu() -> None:
    """Numba fills every local array with zeros before its first use: for a list of moves a store for each."""
    try:
        from numba.cuda import cgutils
    except ImportError:
        return
    filled = cgutils.alloca_once

    def blank(builder: Any, ty: Any, size: Any = None, name: str = "", zfill: bool = False) -> Any:
        if zfill or not isinstance(ty, cgutils.ir.ArrayType):
            return filled(builder, ty, size=size, name=name, zfill=zfill)
        with builder.goto_entry_block():
            return builder.alloca(ty, size=size, name=name)

    cgutils.alloca_once = blank


def keep_code_in(dispatcher: Any, folder: Path) -> None:
    """Gives a compiled function a folder of its own, with a file for each kind of arguments.

    Numba numbers these files in an index. Two processes that compile at a time can give two kinds one number, and one
    then runs the other's code. Here a file is named after what is in it; and the folder alone says what the sources
    were (`codecache.py`), where Numba asks the file and the line.
    """
    from numba.core import caching

    class Locator(caching._CacheLocator):  # type: ignore[misc]  # Numba has no types
        def __init__(self, py_file: str) -> None:
            self._py_file = py_file  # for Numba's warnings

        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> "Locator":
            return cls(py_file)

        def get_cache_path(self) -> str:
            return str(folder)

        def get_source_stamp(self) -> str:
            return ""

        def get_disambiguator(self) -> str:
            return ""

    class Form(caching.CompileResultCacheImpl):  # type: ignore[misc]  # Numba has no types
        _locator_classes = [Locator]  # noqa: RUF012 - Numba's attribute

    class Cache(caching.FunctionCache):  # type: ignore[misc]  # Numba has no types
        _impl_class = Form

        def __init__(self, py_func: Any) -> None:
            super().__init__(py_func)
            self._cache_file = Files(str(folder), "", "")

    class Files(caching.IndexDataCacheFile):  # type: ignore[misc]  # Numba has no types
        def load(self, key: Any) -> Any:
            try:
                return self._load_data(file_name(key))
            except Exception:  # there is none, or it was cut off: it is compiled anew
                return None

        def save(self, key: Any, data: Any) -> None:
            folder.mkdir(parents=True, exist_ok=True)  # it may have been removed as unused
            self._save_data(file_name(key), data)  # written aside and then renamed

    dispatcher._cache = Cache(dispatcher.py_func)


def file_name(key: tuple[Any, ...]) -> str:
    """For the types of the arguments, this processor, this Python and this Numba."""
    import numba

    types_of_arguments, *others = key
    said = [numba.__version__, sys.version_info[:2], *others, *map(described, types_of_arguments)]
    return f"{digest(repr(said))}.nbc"


def described(kind: Any) -> str:
    """A type, with what its name leaves out: the fields of named tuples."""
    from numba import types

    if not isinstance(kind, types.BaseTuple):
        return str(kind)
    fields = kind.fields if isinstance(kind, types.NamedTuple | types.NamedUniTuple) else ()
    return f"{kind} {fields} {[described(part) for part in kind]}"
