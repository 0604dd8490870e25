"""What is installed only by those who want it."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any


@cache
def torch() -> Any:
    """PyTorch, by which networks are learnt."""
    try:
        return import_module("torch")
    except ImportError:
        raise SystemExit("learning needs PyTorch (playing does not): pip install 'spielkiste[learn]'") from None


@contextmanager
def needed(extra: str) -> Iterator[None]:
    """Around imports: where one is not there, how to get it."""
    try:
        yield
    except ImportError as missing:
        raise ImportError(f"{missing}; this comes with: pip install 'spielkiste[{extra}]'") from missing


@cache
def parquet() -> Any:
    """PyArrow's Parquet, for data that other programs read."""
    try:
        return import_module("pyarrow.parquet")
    except ImportError:
        raise SystemExit("Parquet files need PyArrow: pip install 'spielkiste[data]'") from None


@cache
def arrow() -> Any:
    """PyArrow."""
    parquet()
    return import_module("pyarrow")
