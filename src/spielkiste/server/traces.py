"""What is left of texts that a page was sent long ago: eight bytes of each, enough to see which of them are new."""

from array import array
from collections.abc import Iterable, Sequence


class Trace:
    """Of a list of texts. It says nothing outside of this process, where texts are hashed in a way of its own."""

    __slots__ = ("hashes",)

    def __init__(self, hashes: Iterable[int]) -> None:
        self.hashes = tuple(hashes)

    def recalled(self, now: Sequence[str]) -> tuple[str | None, ...]:
        """The list, as far as its texts are among these."""
        known = {hash(text): text for text in now}
        return tuple([known.get(one) for one in self.hashes])


class Traces:
    """Of several lists, side by side."""

    __slots__ = ("_all", "_lists")

    def __init__(self, lists: Sequence[Iterable[str] | Trace]) -> None:
        self._lists = len(lists)
        self._all = array("q", [0] * self._lists)  # how long each list is, then all of them
        for k, one in enumerate(lists):
            begin = len(self._all)
            self._all.extend(one.hashes if isinstance(one, Trace) else map(hash, one))
            self._all[k] = len(self._all) - begin

    def taken_apart(self) -> list[Trace]:
        begin, parts = self._lists, []
        for length in self._all[: self._lists]:
            parts.append(Trace(self._all[begin : begin + length]))
            begin += length
        return parts
