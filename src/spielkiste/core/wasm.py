"""Compiling for WebAssembly: the same plain functions, by Numba's own LLVM, linked into one module a record type.

Build time only. Numba translates entry points (functions of whole and real numbers, addresses among them) with settings
that suit every processor; its LLVM text is turned to wasm32, optimised again for that and linked by `wasm-ld`. Large
constants, such as learnt numbers, are taken out of the module: they travel as a file beside it and are copied into its
memory when it is loaded. docs/decisions/0015 says what of Numba this leans on.
"""

import inspect
import os
import re
import subprocess
import sys
import tempfile
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SETTINGS = {  # before Numba is imported: no instructions of this machine's processor
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "NUMBA_OPT": "0",  # text optimised for 64 bits counts on the size of pointers there
}
TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint,+simd128"  # in all browsers since 2023
STACK = 1 << 20  # bytes: the search of Cubus keeps 0.4 MB there
DATA_SECTION, DATA_COUNT_SECTION = 11, 12
ACTIVE = bytes([0, 0x41])  # a piece of data whose address is a constant
LARGE = 4096  # bytes: constants from this size on are taken out of the module
OPTIONS = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
Entry = Callable[..., Any]


@dataclass(frozen=True)
class Module:
    """Code, and what is copied into its memory before it runs: where, and the bytes."""

    code: bytes
    tables: tuple[tuple[int, bytes], ...]


def set_up() -> None:
    """Numba asks the environment when it is imported."""
    if "numba" in sys.modules:
        raise RuntimeError("WebAssembly is built in a process of its own, before Numba is imported")
    os.environ.update(SETTINGS)


def translated(entries: Sequence[Entry], constants: dict[str, Any]) -> Module:
    """Entry points as a module. `constants`: what names in them mean (the record's type)."""
    import llvmlite.binding as llvm  # type: ignore[import-untyped]  # it has no types

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, reloc="static", features=FEATURES)
    names, text = [entry.__name__ for entry in entries], text_of(entries, constants)
    whole = llvm.parse_assembly(for_wasm(text, str(machine.target_data)))
    optimise(whole, machine, names)
    return without_tables(linked(machine.emit_object(whole), names))


def text_of(entries: Sequence[Entry], constants: dict[str, Any]) -> str:
    """Numba's LLVM text of entry points under their own names, with all that they call."""
    whole, names = None, {}
    for entry in entries:
        (result,) = for_record(entry, constants, **OPTIONS).overloads.values()
        names[result.fndesc.mangled_name] = entry.__name__
        if whole is None:
            whole = result.library._whole
        else:
            whole.link_in(result.library._whole)  # what both call is there once
    text = str(whole)
    for mangled, name in names.items():
        text = text.replace(f"@{mangled}(", f"@{name}(")
    return text


def for_record(entry: Entry, constants: dict[str, Any], **options: Any) -> Any:
    """An entry point compiled by Numba with what names in it mean."""
    from spielkiste.core.compiled import make_callable, numba

    nb = numba()
    make_callable(sys.modules[entry.__module__])
    copy = types.FunctionType(entry.__code__, {**entry.__globals__, **constants}, entry.__name__)
    dispatcher = nb.njit(**options)(copy)
    given = inspect.signature(entry).parameters.values()
    dispatcher.compile(tuple(nb.float64 if one.annotation is float else nb.int64 for one in given))
    return dispatcher


def for_wasm(text: str, layout: str) -> str:
    """The same for wasm32: another target, no reference counts (all memory is the caller's), no common symbols."""
    text = re.sub(r"^target datalayout.*$", f'target datalayout = "{layout}"', text, flags=re.M)
    text = re.sub(r"^target triple.*$", f'target triple = "{TRIPLE}"', text, flags=re.M)
    for counter in ("NRT_incref", "NRT_decref"):
        pattern = rf"^define [^\n]*@{counter}\(.*?\)[^\n]*\{{.*?^\}}"
        text = re.sub(pattern, f"define linkonce_odr void @{counter}(ptr %x) {{ ret void }}", text, flags=re.M | re.S)
    text = re.sub(r'"target-cpu"="[^"]*"|"target-features"="[^"]*"', "", text).replace("= common ", "= linkonce_odr ")
    text = re.sub(r"^declare double @sqrt\(double\)[^\n]*$", "declare double @llvm.sqrt.f64(double)", text, flags=re.M)
    return text.replace("@sqrt(", "@llvm.sqrt.f64(")


def optimise(module: Any, machine: Any, entries: Sequence[str]) -> None:
    """Everything but the entry points is internal, so that it can be inlined or dropped; then LLVM's usual passes."""
    import llvmlite.binding as llvm

    for symbol in (*module.functions, *module.global_variables):
        if not symbol.is_declaration and symbol.name not in entries:
            symbol.linkage = "internal"
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


def linked(code: bytes, entries: Sequence[str]) -> bytes:
    """A module that exports its entry points and its memory, which grows as whoever loads it wants."""
    exports = [f"--export={name}" for name in (*entries, "__heap_base")]
    options = ["--no-entry", "--allow-undefined", "--gc-sections", "--strip-all", "-z", f"stack-size={STACK}"]
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "code.o", Path(folder) / "code.wasm"
        source.write_bytes(code)
        command = [sys.executable, "-m", "ziglang", "wasm-ld", *options, *exports, str(source), "-o", str(target)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"wasm-ld: {done.stderr.strip()} (pip install 'spielkiste[pocket]')")
        return target.read_bytes()


# --- tables out of the module ------------------------------------------------------------------------


def without_tables(code: bytes) -> Module:
    """Takes the large pieces of data out of a module's memory image."""
    at, kept, tables = 8, bytearray(code[:8]), []
    while at < len(code):
        kind, (size, begin) = code[at], number_at(code, at + 1)
        section = code[begin : begin + size]
        if kind == DATA_SECTION:
            section, found = split_data(section)
            tables += found
        if kind != DATA_COUNT_SECTION:  # only needed by instructions that name pieces of data
            kept += bytes([kind]) + encoded(len(section)) + section
        at = begin + size
    return Module(bytes(kept), tuple(tables))


def split_data(section: bytes) -> tuple[bytes, list[tuple[int, bytes]]]:
    """The small pieces of a data section, and the large ones with their addresses."""
    count, at = number_at(section, 0)
    small, large = [], []
    for _ in range(count):
        begin = at
        if section[at : at + 2] != ACTIVE:
            raise RuntimeError("wasm-ld wrote data whose place is not a number")
        address, at = number_at(section, at + 2, signed=True)
        size, at = number_at(section, at + 1)  # after the end of the expression
        at += size
        if size >= LARGE:
            large.append((address, section[at - size : at]))
        else:
            small.append(section[begin:at])
    return encoded(len(small)) + b"".join(small), large


def number_at(data: bytes, at: int, signed: bool = False) -> tuple[int, int]:
    """A number in LEB128, and where the next one begins."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return (value - (1 << shift) if signed and byte & 64 else value), at


def encoded(value: int) -> bytes:
    """A number in LEB128."""
    data = bytearray()
    while value >= 128:
        data.append(value & 127 | 128)
        value >>= 7
    return bytes([*data, value])
