"""Positions as bytes: a magic word, a header, the record, the moves made, a checksum. Nothing is ever unpickled."""

import json
import struct
import zlib
from typing import TYPE_CHECKING, Any

from spielkiste.core.errors import BadBytes
from spielkiste.core.state import History, Made, State, and_then

if TYPE_CHECKING:
    from spielkiste.core.game import Game

MAGIC = b"SPK1"
LENGTHS = struct.Struct("<III")  # of header, record, moves
CHECKSUM = struct.Struct("<I")


def to_bytes(state: State) -> bytes:
    header = packed(header_of(state.game))
    moves = packed([list(made) for made in state._past])
    body = MAGIC + LENGTHS.pack(len(header), len(state.data), len(moves)) + header + state.data + moves
    return body + CHECKSUM.pack(zlib.crc32(body))


def from_bytes(game: "Game", data: bytes) -> State:
    header, record, moves = split(data)
    expected = header_of(game)
    for name in ("game", "version", "options"):
        if not isinstance(header, dict) or header.get(name) != expected[name]:
            found = header.get(name) if isinstance(header, dict) else None
            raise BadBytes(f"these bytes have {name} {found!r}, this game has {expected[name]!r}")
    if len(record) != game.layout.size:
        raise BadBytes(f"the record has {len(record)} bytes, a {game.slug} record has {game.layout.size}")
    history: History | None = None
    for entry in moves:
        history = and_then(history, made_of(entry))
    return State(game, record, history)


def header_of(game: "Game") -> dict[str, Any]:
    return {"game": game.slug, "version": game.card.version, "options": game.options}


def split(data: bytes) -> tuple[Any, bytes, Any]:
    """Header, record and moves of intact bytes."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise BadBytes(f"a stored state is bytes, not {type(data).__name__}")
    data = bytes(data)
    start = len(MAGIC) + LENGTHS.size
    if data[: len(MAGIC)] != MAGIC:
        raise BadBytes(f"these bytes are no stored state: they do not begin with {MAGIC!r}")
    if len(data) < start + CHECKSUM.size:
        raise BadBytes(f"the bytes are cut short: {len(data)} are too few for a stored state")
    lengths = LENGTHS.unpack(data[len(MAGIC) : start])
    if len(data) != start + sum(lengths) + CHECKSUM.size:
        raise BadBytes(f"there are {len(data)} bytes, and there should be {start + sum(lengths) + CHECKSUM.size}")
    if CHECKSUM.unpack(data[-CHECKSUM.size :])[0] != zlib.crc32(data[: -CHECKSUM.size]):
        raise BadBytes("the checksum is wrong: the bytes were changed")
    record_at, moves_at = start + lengths[0], start + lengths[0] + lengths[1]
    return unpacked(data[start:record_at]), data[record_at:moves_at], unpacked(data[moves_at : -CHECKSUM.size])


def packed(value: Any) -> bytes:
    return zlib.compress(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def unpacked(data: bytes) -> Any:
    try:
        return json.loads(zlib.decompress(data))
    except (zlib.error, ValueError, RecursionError):
        raise BadBytes("the bytes hold no readable header or move list") from None


def made_of(entry: Any) -> Made:
    match entry:
        case [int(seat), str(move), int(epoch)]:
            return Made(seat, move, epoch)
    raise BadBytes(f"{entry!r} is no entry of a move list")
