"""Matches and positions as Parquet: what the tables hold, and how they are read again.

A folder has two files. `matches.parquet` has a row a match: the moves and how it ended. `positions.parquet` has a row a
decision: what the seat that decided was allowed to know, what it chose, and what it got in the end. Writing them is in
`export.py`.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spielkiste.core.errors import BadRecord
from spielkiste.core.game import Game
from spielkiste.core.match_record import MatchRecord, game_of
from spielkiste.core.state import State
from spielkiste.lab.extras import arrow, parquet
from spielkiste.lab.observation import Observation

MATCHES, POSITIONS = "matches.parquet", "positions.parquet"
FORMAT = 1  # of the tables; files of another are refused
KEY = b"spielkiste"  # what stands under it in a file: game, version of the rules, options
ROWS = 1024  # read at a time


@dataclass(frozen=True)
class Position:
    """A decision as its seat saw it. `state` is the position with everything hidden blanked, without history: `known`
    has the moves so far, None for those that were secret to this seat then."""

    match: int
    number: int  # of moves made before
    seat: int
    state: State
    known: tuple[tuple[int, str | None], ...]
    move: str  # what was chosen
    value: float | None  # what the seat got in the end (`State.returns`); None: the match was broken off
    estimate: float | None  # what a search thought of the position, if one was asked


def matches_schema(game: Game, seat: int | None) -> Any:
    pa = arrow()
    fields = {
        "match": pa.int32(),
        "seed": pa.int64(),
        "players": pa.list_(pa.string()),
        "moves": moves_type(),
        "scores": pa.list_(pa.int32()),
        "places": pa.list_(pa.int16()),
        "returns": pa.list_(pa.float64()),
        "reason": pa.string(),
    }
    return pa.schema(fields, metadata=about(game, seat))


def positions_schema(game: Game, seat: int | None) -> Any:
    pa, seen = arrow(), Observation(game)
    fields = {
        "match": pa.int32(),
        "number": pa.int32(),
        "seat": pa.int8(),
        "record": pa.binary(),
        "known": moves_type(),
        "observation": pa.list_(pa.from_numpy_dtype(seen.dtype), seen.size),
        "moves": pa.list_(pa.string()),
        "move": pa.string(),
        "action": pa.int64(),
        "value": pa.float64(),
        "estimate": pa.float64(),
    }
    return pa.schema(fields, metadata=about(game, seat))


def moves_type() -> Any:
    pa = arrow()
    return pa.list_(pa.struct({"seat": pa.int8(), "move": pa.string()}))


def about(game: Game, seat: int | None) -> dict[bytes, bytes]:
    """What a file says of itself; `seat`: whose eyes alone, None: each its own."""
    told = {"format": FORMAT, "game": game.slug, "version": game.card.version, "options": game.options, "seat": seat}
    return {KEY: json.dumps(told).encode()}


def told_by(file: Any) -> dict[str, Any]:
    """What a file says of itself; BadRecord where it is not one of ours."""
    raw = (file.schema_arrow.metadata or {}).get(KEY)
    try:
        told = json.loads(raw) if raw else None
    except ValueError:
        told = None
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise BadRecord("this Parquet file was not written by `spielkiste export`, or by another version of it")
    return told


def opened(path: Path) -> Any:
    try:
        return parquet().ParquetFile(path)
    except (OSError, arrow().ArrowInvalid) as wrong:
        raise BadRecord(f"{path}: cannot be read: {wrong}") from None


def rows(file: Any) -> Iterator[dict[str, Any]]:
    for batch in file.iter_batches(batch_size=ROWS):
        yield from batch.to_pylist()


def load_matches(folder: str | Path) -> Iterator[MatchRecord]:
    """The matches of an export, each with all its states. BadRecord where moves were left out for a seat's sake."""
    file = opened(Path(folder) / MATCHES)
    told = told_by(file)
    for row in rows(file):
        moves = [[made["seat"], made["move"]] for made in row["moves"]]
        events = [{"number": 1, "moves": moves}]
        yield MatchRecord({**told, **row, "events": events, "undone": []})


def load_positions(folder: str | Path, seat: int | None = None) -> Iterator[Position]:
    """The decisions of an export, or those of one seat, as they were seen."""
    file = opened(Path(folder) / POSITIONS)
    game = game_of(told_by(file))
    for row in rows(file):
        if seat is None or row["seat"] == seat:
            yield position_of(game, row)


def position_of(game: Game, row: dict[str, Any]) -> Position:
    if len(row["record"]) != game.layout.size:
        raise BadRecord(f"a record of {len(row['record'])} bytes; a {game.slug} record has {game.layout.size}")
    return Position(
        match=row["match"],
        number=row["number"],
        seat=row["seat"],
        state=State(game, row["record"]),
        known=tuple((made["seat"], made["move"]) for made in row["known"]),
        move=row["move"],
        value=row["value"],
        estimate=row["estimate"],
    )
