"""Writing matches and positions as Parquet (`dataset.py` says what the tables hold).

Files appear under their names when they are complete: those of a stopped export too, with all matches up to then.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any

from spielkiste.core.errors import OptionError
from spielkiste.core.game import Game
from spielkiste.core.match_record import MatchRecord
from spielkiste.core.state import State
from spielkiste.lab.dataset import MATCHES, POSITIONS, matches_schema, positions_schema
from spielkiste.lab.extras import arrow, parquet
from spielkiste.lab.observation import Observation
from spielkiste.lab.tournament import play_out
from spielkiste.search.bots import analyse, bot
from spielkiste.search.limit import Limit
from spielkiste.search.players import AnyMove

ROWS_A_GROUP = 4096  # written together


class Table:
    """One Parquet file in the making."""

    def __init__(self, path: Path, schema: Any) -> None:
        if path.exists():
            raise OptionError(f"{path} is there already; choose another folder")
        self.path, self.schema, self.count = path, schema, 0
        self.part = path.with_suffix(".part")
        self.rows: list[dict[str, Any]] = []
        self.writer = parquet().ParquetWriter(self.part, schema, compression="zstd")

    def add(self, row: dict[str, Any]) -> None:
        self.rows.append(row)
        self.count += 1
        if len(self.rows) >= ROWS_A_GROUP:
            self.flush()

    def flush(self) -> None:
        if self.rows:
            self.writer.write_table(arrow().Table.from_pylist(self.rows, schema=self.schema))
            self.rows = []

    def close(self) -> None:
        self.flush()
        self.writer.close()
        self.part.replace(self.path)


class Export:
    """A folder of matches and positions in the making; `with` closes it, whatever happens in between.

    seat: only what this seat may know, its own decisions and nobody's secrets; None: each decision as its own seat saw
    it, and whole matches. simulations: a search of so many looks at each position, for `estimate`.

    Files are written by a thread of their own, which Ctrl-C does not reach: it would stop between two files.
    """

    def __init__(self, folder: str | Path, game: Game, seat: int | None = None, simulations: int | None = None) -> None:
        if seat is not None and not 0 <= seat < game.players:
            raise OptionError(f"seat={seat}: the seats are 0 to {game.players - 1}")
        Limit(simulations=simulations)  # says what is wrong with it
        self.game, self.seat, self.simulations = game, seat, simulations
        self.observation = Observation(game)
        place = Path(folder)
        try:
            place.mkdir(parents=True, exist_ok=True)
            self.matches = Table(place / MATCHES, matches_schema(game, seat))
            self.positions = Table(place / POSITIONS, positions_schema(game, seat))
        except OSError as wrong:
            raise OptionError(f"{place}: {wrong.strerror}") from None
        self.count = 0  # of matches
        self.finished: deque[tuple[dict[str, Any], list[dict[str, Any]]]] = deque()  # and not written yet
        self.writer = ThreadPoolExecutor(1)

    def __enter__(self) -> "Export":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with self.writer:
            self.writer.submit(self.close).result()

    def add(self, record: MatchRecord, seed: int | None = None) -> None:
        """A match and all its decisions; both or, when it is stopped, neither."""
        check_same_game([self.game, record.game])
        self.finished.append((self.match(record, seed), list(self.decisions(record))))
        self.count += 1
        self.writer.submit(self.write).result()

    def write(self) -> None:
        while self.finished:
            match, decisions = self.finished.popleft()
            self.matches.add(match)
            for row in decisions:
                self.positions.add(row)

    def close(self) -> None:
        self.write()
        self.matches.close()
        self.positions.close()

    def match(self, record: MatchRecord, seed: int | None) -> dict[str, Any]:
        end = record.end
        return {
            "match": self.count,
            "seed": seed,
            "players": list(record.players),
            "moves": as_rows(end.moves_made if self.seat is None else end.known(self.seat)),
            "scores": list(end.scores),
            "places": end.places and list(end.places),
            "returns": end.returns and list(end.returns),
            "reason": end.outcome and end.outcome.reason,
        }

    def decisions(self, record: MatchRecord) -> Iterator[dict[str, Any]]:
        for number, (seat, move) in enumerate(record.moves):
            if seat >= 0 and self.seat in (None, seat):
                row = self.decision(record.states()[number], seat, move)
                value = record.end.returns and record.end.returns[seat]
                yield {"match": self.count, "number": number, "seat": seat, **row, "value": value}

    def decision(self, state: State, seat: int, move: str) -> dict[str, Any]:
        """What a seat may know where it decides, and what it chose."""
        return {
            "record": state.seen(seat).pack(),
            "known": as_rows(state.known(seat)),
            "observation": self.observation.of(state, seat),
            "moves": state.moves(seat),
            "move": move,
            "action": state.action(move, seat),
            "estimate": self.estimate(state, seat),
        }

    def estimate(self, state: State, seat: int) -> float | None:
        if self.simulations is None:
            return None
        thoughts = analyse(state, seat=seat, simulations=self.simulations)
        return thoughts[0].value if thoughts else None


def check_same_game(games: Sequence[Game]) -> None:
    for other in games[1:]:
        if other != games[0]:
            raise OptionError(f"a folder has matches of one game: {other!r} does not go with {games[0]!r}")


def as_rows(moves: Any) -> list[dict[str, Any]]:
    return [{"seat": seat, "move": move} for seat, move in moves]


def self_play(game: Game, level: int | None, seed: int, seconds: float = 0.1) -> MatchRecord:
    """A match of a level against itself, or of any moves; the same seed gives the same match (where time decides: as
    far as the machine is equally fast)."""
    seeds = [1000 * seed + seat for seat in range(game.players)]
    players = [AnyMove(one) if level is None else bot(game, level, seed=one).player(game) for one in seeds]
    return MatchRecord.of(play_out(game, players, seed, Limit(seconds=seconds)))
