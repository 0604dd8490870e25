"""What is installed only by those who want it."""

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
