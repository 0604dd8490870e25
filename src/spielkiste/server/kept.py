"""What was made lately and may be asked for again, bounded by the bytes it takes."""

from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Values by their keys. When the young ones fill half of the space they become the old ones; an old one that is
    asked for is young again, the others are forgotten. So nothing has to be noted when a value is found."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.bytes = 0  # of the young ones
        self.young: dict[Hashable, T] = {}
        self._old: dict[Hashable, T] = {}
        self._sizes: dict[Hashable, int] = {}
        self._old_sizes: dict[Hashable, int] = {}

    def get(self, key: Hashable) -> T | None:
        found = self.young.get(key)
        if found is None and key in self._old:
            found = self._old.pop(key)
            self.put(key, found, self._old_sizes.pop(key))
        return found

    def put(self, key: Hashable, value: T, size: int) -> None:
        """`size`: how many bytes it takes, with its key."""
        self.bytes += size - self._sizes.get(key, 0)
        self.young[key], self._sizes[key] = value, size
        if 2 * self.bytes > self.most:
            self._old, self._old_sizes = self.young, self._sizes
            self.young, self._sizes, self.bytes = {}, {}, 0

    def __len__(self) -> int:
        return len(self.young) + len(self._old)

    def clear(self) -> None:
        self.young, self._old, self._sizes, self._old_sizes, self.bytes = {}, {}, {}, {}, 0
