"""For people who study games: batches on CPU and GPU, adapters, tournaments, ratings."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spielkiste.lab.checking import check
    from spielkiste.lab.vector import vec

__all__ = ["check", "vec"]


def __getattr__(name: str) -> Any:
    """`vec` and `check`, loaded when they are asked for: tournaments need neither."""
    if name == "vec":
        from spielkiste.lab.vector import vec

        return vec
    if name == "check":
        from spielkiste.lab.checking import check

        return check
    raise AttributeError(f"spielkiste.lab has no {name!r}")
