"""The shelf: tables in memory. One that nobody has asked for in a while is put to rest, as a few thousand bytes."""

import io
import pickle
import time
import zlib
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.server.table import Table, game_of

RESTS_AFTER = 30.0  # seconds since somebody asked for it …
SOONER, MANY_BYTES = 2.0, 96 << 20  # … and where so many bytes of tables are awake: people play with fewer of them
AWAKE_BYTES = 512 << 20  # of tables as objects, estimated; beyond that the longest unused are put to rest at once
RESTING_BYTES = 512 << 20  # of tables at rest; beyond that they are forgotten: whoever asks has them replayed
OF_A_TABLE, OF_A_SEAT, OF_A_POSITION = 20_000, 25_000, 900  # bytes as objects, beside the records; a seat's: a picture


@dataclass(slots=True)
class Awake:
    table: Table
    used: float  # on the monotonic clock
    size: int


class Shelf:
    """Tables by id, the longest unused first; bounded in bytes."""

    def __init__(self, awake_bytes: int = AWAKE_BYTES, resting_bytes: int = RESTING_BYTES) -> None:
        self._most = awake_bytes, resting_bytes
        self._awake: OrderedDict[str, Awake] = OrderedDict()
        self._resting: OrderedDict[str, bytes] = OrderedDict()
        self.awake_bytes = self.resting_bytes = 0

    def __len__(self) -> int:
        return len(self._awake) + len(self._resting)

    def get(self, id: str) -> Table | None:
        """A table, woken if it rests; None if it is not here."""
        known = self._awake.get(id)
        if known is not None:
            known.used = time.monotonic()
            self._awake.move_to_end(id)
            return known.table
        if id not in self._resting:
            return None
        table = woken(self._resting[id])
        self.keep(table)
        return table

    def keep(self, table: Table) -> None:
        """Takes the place of what was known of the table before."""
        id, size = table.match.id, estimate(table)
        known = self._awake.get(id)
        if known is None:
            self.drop(id)
            self._awake[id] = Awake(table, time.monotonic(), size)
            self.awake_bytes += size
        else:
            self.awake_bytes += size - known.size
            known.table, known.used, known.size = table, time.monotonic(), size
            self._awake.move_to_end(id)
        while self.awake_bytes > self._most[0] and len(self._awake) > 1:
            self._rest(next(iter(self._awake)))

    def drop(self, id: str) -> None:
        """Forgets what is known of a table."""
        awake, resting = self._awake.pop(id, None), self._resting.pop(id, b"")
        self.awake_bytes -= awake.size if awake else 0
        self.resting_bytes -= len(resting)

    def rest(self) -> Iterator[None]:
        """Puts those to rest that nobody has asked for lately, one at each step."""
        while self._awake:
            id, oldest = next(iter(self._awake.items()))
            patience = min(SOONER, RESTS_AFTER) if self.awake_bytes > MANY_BYTES else RESTS_AFTER
            if oldest.used > time.monotonic() - patience:
                return
            self._rest(id)
            yield

    def _rest(self, id: str) -> None:
        """As bytes; but for a game after which the next was begun, which hardly anybody looks at again."""
        table = self._awake[id].table
        self.drop(id)
        if table.again is not None:
            return
        self._resting[id] = data = resting(table)
        self.resting_bytes += len(data)
        while self.resting_bytes > self._most[1]:
            self.drop(next(iter(self._resting)))


def estimate(table: Table) -> int:
    """How many bytes a table takes as objects."""
    return OF_A_TABLE + OF_A_SEAT * len(table.seats) + len(table.moments) * (OF_A_POSITION + table.game.layout.size)


# Pickle knows every attribute a table has or will have. These bytes never leave the process. Games are referred to, and
# a state is its record and how many moves had been made: the moves themselves are in the newest state.


class Packer(pickle.Pickler):
    def persistent_id(self, what: Any) -> Any:
        if isinstance(what, State):
            return what.data, what.length
        return "game" if isinstance(what, Game) else None


class Unpacker(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, newest: State) -> None:
        super().__init__(file)
        self._newest = newest

    def persistent_load(self, known: Any) -> Any:
        return self._newest.game if known == "game" else self._newest.earlier(*known)


def resting(table: Table) -> bytes:
    """A table as bytes, for this process alone."""
    file = io.BytesIO()
    pickle.dump((table.match, table.state.to_bytes()), file)
    Packer(file, protocol=pickle.HIGHEST_PROTOCOL).dump(table)
    return zlib.compress(file.getbuffer(), 1)


def woken(data: bytes) -> Table:
    """The table that `resting` packed."""
    file = io.BytesIO(zlib.decompress(data))
    match, newest = pickle.load(file)
    table = Unpacker(file, game_of(match).from_bytes(newest)).load()
    assert isinstance(table, Table)
    return table
