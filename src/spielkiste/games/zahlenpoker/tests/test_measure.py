"""Measuring what the bots win from predictable players: the table, and a measurement that was stopped or must end."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from spielkiste.games.zahlenpoker.bot.styles import HIGHEST
from spielkiste.games.zahlenpoker.tools.contest import MIND_READER, PREDICTABLE, play_match
from spielkiste.games.zahlenpoker.tools.match_file import read_matches
from spielkiste.games.zahlenpoker.tools.measure import Contest, Effort, play_matches, print_styles


def test_the_table_of_styles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielkiste.games.zahlenpoker.tools.measure.PREDICTABLE", (HIGHEST, 9))
    monkeypatch.setattr(
        "spielkiste.games.zahlenpoker.tools.measure.done", lambda work, tasks, *_: ((t, work(t)) for t in tasks)
    )
    shown: list[Any] = []
    print_styles(Contest(2, (1, 2), 2, 1.0), Effort(), None, lambda head, rows: shown.extend([head, *rows]))
    assert shown[0] == ("2 players, 2 games each", "level 1", "level 2")
    assert [row[0] for row in shown[1:3]] == ["highest first", "outbids (stranger)"]
    counted = Counter(len(row) for row in shown)
    assert counted == {3: len(shown)} and shown[-2][0] == "mind reader" and shown[-2][1] == "–"
    assert MIND_READER not in PREDICTABLE


def test_a_stopped_measurement_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a file has is not played again, and a line cut short counts for nothing."""
    matches, file, played_now = Contest(3, (1,), 2, 1.0).matches()[:3], tmp_path / "matches.jsonl", []

    def in_this_process(work: Any, tasks: Any, *_: Any) -> Any:
        for task in tasks:
            played_now.append(task)
            yield task, work(task)

    monkeypatch.setattr("spielkiste.games.zahlenpoker.tools.measure.done", in_this_process)
    first = play_matches(matches[:2], Effort(), file)
    file.write_text(file.read_text(encoding="utf-8") + "\n[[1, 2,", encoding="utf-8")
    assert play_matches(matches[:2], Effort(), file) == first and played_now == matches[:2]
    everything = play_matches(matches, Effort(), file)
    assert played_now == matches and everything == {match: play_match(match) for match in matches}
    assert read_matches(file) == everything


def test_a_measurement_ends_in_time() -> None:
    """One process has much to do and a moment for it."""
    matches = Contest(3, (1,), 4000, 1.0).matches()
    assert len(play_matches(matches, Effort(processes=1, minutes=1e-4), None)) < len(matches)
