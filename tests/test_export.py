"""Matches and positions as Parquet: read back they are the same states, and no seat's rows know more than the seat."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from rooms import every_room, random_states

import spielkiste as sk
from spielkiste.cli.main import main
from spielkiste.core.room import Room
from spielkiste.lab.dataset import MATCHES, POSITIONS, load_matches, load_positions
from spielkiste.lab.export import Export, Table, self_play
from spielkiste.lab.observation import Observation


def some_match(game: sk.Game, seed: int = 1, moves: int = 60) -> sk.MatchRecord:
    """A random match, perhaps broken off."""
    return sk.MatchRecord.of(list(random_states(game, np.random.default_rng(seed), limit=moves))[-1])


@pytest.mark.parametrize("room", every_room())
def test_what_is_loaded_is_what_was_played(room: Room, tmp_path: Path) -> None:
    game = sk.game(room.slug, **room.card.samples[-1])
    records = [some_match(game, seed) for seed in (1, 2)]
    with Export(tmp_path, game) as export:
        for record in records:
            export.add(record)
    loaded = list(load_matches(tmp_path))
    for one, other in zip(records, loaded, strict=True):
        assert one.states() == other.states() and one.end.moves_made == other.end.moves_made
    decisions = [(k, n, *made) for k, one in enumerate(records) for n, made in enumerate(one.moves) if made[0] >= 0]
    positions = list(load_positions(tmp_path))
    assert [(row.match, row.number, row.seat, row.move) for row in positions] == decisions
    for row in positions:
        truth = records[row.match].states()[row.number]
        assert row.state.data == truth.seen(row.seat).pack() and list(row.known) == truth.known(row.seat)
        assert row.state.view(row.seat)["position"] == truth.view(row.seat)["position"]
        assert row.move in row.state.moves(row.seat) or room.front.free_moves


def test_one_seats_file_holds_nobodys_secrets(tmp_path: Path) -> None:
    """Two matches that differ only in what the other seat has put down in secret give equal files."""
    game, files = sk.game("zahlenpoker", players=2), []
    start = sk.deal(game.start(), np.random.default_rng(3))
    for k, move in enumerate(start.moves(1)[:2]):
        with Export(tmp_path / str(k), game, seat=0) as export:
            export.add(sk.MatchRecord.of(start.play(move, seat=1)))
            state = start.play(move, seat=1)
            files.append((export.decision(state, 0, state.moves(0)[0]), export.match(sk.MatchRecord.of(state), None)))
    (seen, match), (other_seen, other_match) = files
    assert seen.pop("observation").tolist() == other_seen.pop("observation").tolist()
    assert seen == other_seen and match == other_match
    assert match["moves"][-1] == {"seat": 1, "move": None}
    assert pq.read_table(tmp_path / "0" / MATCHES).equals(pq.read_table(tmp_path / "1" / MATCHES))
    with pytest.raises(sk.BadRecord, match="secret"):
        list(load_matches(tmp_path / "0"))


def test_values_are_what_each_seat_got(tmp_path: Path) -> None:
    assert main(["export", str(tmp_path), "torris", "--games", "3", "--level", "1", "--seed", "5"]) == 0
    matches = pq.read_table(tmp_path / MATCHES).to_pylist()
    assert [row["seed"] for row in matches] == [5, 6, 7]
    assert matches[0]["moves"] == [
        {"seat": seat, "move": move} for seat, move in self_play(sk.game("torris"), 1, 5).moves
    ]
    table = pq.read_table(tmp_path / POSITIONS)
    for row in table.to_pylist():
        assert row["value"] == matches[row["match"]]["returns"][row["seat"]]
    first = next(iter(load_positions(tmp_path, seat=1)))
    assert first.seat == 1
    seen = Observation(sk.game("torris")).of(first.state, 1)
    row = next(row for row in table.to_pylist() if row["seat"] == 1)
    assert row["observation"] == seen.tolist() and row["action"] == first.state.actions(1)[first.move]


def test_a_search_is_asked_where_it_is_wanted(tmp_path: Path) -> None:
    state = sk.game("zahlenpoker", players=2).start()
    while not state.over:
        seat = state.turn[0]
        state = state.play(state.moves(seat)[0], seat=seat)
    with Export(tmp_path, state.game, simulations=20) as export:
        export.add(sk.MatchRecord.of(state))
    assert all(-1 <= (row.estimate or 0) <= 1 and row.estimate is not None for row in load_positions(tmp_path))


def test_records_are_exported_and_all_are_of_one_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / "knister.json", tmp_path / "torris.json"]
    for file in files:
        some_match(sk.game(file.stem)).save(file)
    assert main(["export", str(tmp_path / "one"), "--records", str(files[0])]) == 0
    assert next(load_matches(tmp_path / "one")).end == sk.load_record(files[0]).end
    assert main(["export", str(tmp_path / "two"), "--records", *map(str, files)]) == 2
    assert "one game" in capsys.readouterr().err and not (tmp_path / "two").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "either a game or --records"),
        (["torris", "--games", "0"], "must be positive"),
        (["torris", "--level", "9"], "level=9"),
        (["torris", "--seat", "2"], "the seats are 0 to 1"),
        (["torris", "--simulations", "0"], "must be positive"),
        (["--records", "nowhere.json"], "cannot be read"),
    ],
)
def test_bad_wishes_get_a_sentence(
    words: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", str(tmp_path / "new"), *words]) == 2
    assert told in capsys.readouterr().err


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / MATCHES).write_text("mine", encoding="utf-8")
    assert main(["export", str(tmp_path), "torris", "--games", "1"]) == 2
    assert "is there already" in capsys.readouterr().err
    assert (tmp_path / MATCHES).read_text(encoding="utf-8") == "mine"


def test_files_of_others_are_refused(tmp_path: Path) -> None:
    (tmp_path / MATCHES).write_text("no Parquet", encoding="utf-8")
    with pytest.raises(sk.BadRecord, match="cannot be read"):
        list(load_matches(tmp_path))
    import pyarrow as pa

    pq.write_table(pa.table({"match": [1]}), tmp_path / POSITIONS)
    with pytest.raises(sk.BadRecord, match="not written by"):
        list(load_positions(tmp_path))


def test_a_stopped_export_can_be_read(tmp_path: Path) -> None:
    """Ctrl-C after a while: exit code 130, and every match that is there has all its positions."""
    command = [sys.executable, "-m", "spielkiste", "export", str(tmp_path), "knister", "--games", "1000000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as running:
        part = (tmp_path / MATCHES).with_suffix(".part")
        while not part.exists() and running.poll() is None:
            time.sleep(0.05)
        time.sleep(1)
        running.send_signal(signal.SIGINT)
        printed, _ = running.communicate(timeout=60)
    assert running.returncode == 130 and "matches" in printed
    matches = list(load_matches(tmp_path))
    assert sum(len(one.moves) // 2 for one in matches) == sum(1 for _ in load_positions(tmp_path)) > 0
    assert json.loads(pq.read_schema(tmp_path / MATCHES).metadata[b"spielkiste"])["game"] == "knister"


def test_a_match_is_whole_where_writing_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the middle of a match's positions."""
    game, flush, stops = sk.game("knister"), Table.flush, [signal.SIGINT]

    def stopped(table: Table) -> None:
        if stops:
            os.kill(os.getpid(), stops.pop())
        flush(table)

    monkeypatch.setattr("spielkiste.lab.export.ROWS_A_GROUP", 5)
    with pytest.raises(KeyboardInterrupt), Export(tmp_path, game) as export:
        export.add(self_play(game, None, 1), 1)
        monkeypatch.setattr(Table, "flush", stopped)
        export.add(self_play(game, None, 2), 2)
    decided = [len(one.moves) // 2 for one in load_matches(tmp_path)]
    assert len(decided) == 2 and sum(decided) == sum(1 for _ in load_positions(tmp_path))
