"""Tournaments: fair pairings, ratings that fit the results, and nothing lost when one is stopped."""

import json
import math
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.cli.main import main
from spielkiste.lab.plot import Mark, interval_plot, tick_step
from spielkiste.lab.ratings import elo, share_interval
from spielkiste.lab.tournament import Result, crosstable, entrants, pairings, play_game, played_before, run, share_of

GAME = sk.game("torris")


def test_every_deal_is_played_from_both_seats() -> None:
    todo = list(pairings(GAME, ["1", "2", "uct"], 4, 0.1))
    assert len(todo) == 3 * 4 and len({pairing.key for pairing in todo}) == 12
    for pairing in todo:
        assert any(pairing.seats == other.seats[::-1] and pairing.seed == other.seed for other in todo)


def test_teams_sit_together() -> None:
    four = sk.game("zahlenluchs", players=4)
    assert {pairing.seats for pairing in pairings(four, ["1", "2"], 2, 0.1)} == {
        ("1", "1", "2", "2"),
        ("2", "2", "1", "1"),
    }


def test_elo_of_known_strengths_comes_back() -> None:
    true = np.array([0.0, 100.0, 250.0])
    games = [[0 if i == j else 100_000 for j in range(3)] for i in range(3)]
    points = [[games[i][j] / (1 + 10 ** ((true[j] - true[i]) / 400)) for j in range(3)] for i in range(3)]
    ratings = elo(points, games)
    assert [rating - ratings[0][0] for rating, _ in ratings] == pytest.approx(true, abs=0.5)
    assert all(0 < sure < 5 for _, sure in ratings)


def test_who_won_everything_still_has_a_rating() -> None:
    (best, sure), (worst, _) = elo([[0, 20], [0, 0]], [[0, 20], [20, 0]])
    assert math.isfinite(best) and best > 200 and worst == pytest.approx(-best) and sure > 50


def test_intervals_hold_the_share() -> None:
    low, high = share_interval(280, 400)
    assert low < 0.7 < high and high - low < 0.1


def test_crosstable_counts_draws_half() -> None:
    results = [
        Result(("a", "b"), (1.0, -1.0), 5),
        Result(("b", "a"), (0.0, 0.0), 5),
        Result(("b", "a"), (1.0, -1.0), 5),
    ]
    points, games = crosstable(["a", "b"], results)
    assert points == [[0, 1.5], [1.5, 0]] and games == [[0, 3], [3, 0]]


def test_of_three_seats_those_of_one_are_compared_with_those_of_the_other() -> None:
    results = [Result(("a", "b", "a"), (0.5, 1.0, -1.0), 9), Result(("b", "a", "b"), (0.0, 0.0, 0.0), 9)]
    points, games = crosstable(["a", "b"], results)
    assert points == [[0, 0.5], [1.5, 0]] and games == [[0, 2], [2, 0]]
    three = list(pairings(sk.game("zahlenpoker", players=3), ["1", "2"], 2, 0.1))
    assert [pairing.seats for pairing in three] == [("1", "2", "1"), ("2", "1", "2")]
    assert share_of("1", play_game(three[0])) in (0, 0.25, 0.5, 0.75, 1)


def test_plain_uct_plays_where_nothing_is_secret() -> None:
    assert entrants(GAME)[-1] == "uct"
    for closed in (sk.game("zahlenpoker"), sk.game("knister", players=2), sk.game("abraeumen")):
        assert "uct" not in entrants(closed)


def test_the_same_pairing_gives_the_same_game() -> None:
    pairing = next(pairings(GAME, ["1", "2"], 2, 0.1))
    assert play_game(pairing) == play_game(pairing)


def test_a_stopped_tournament_goes_on_where_it_was(tmp_path: Path) -> None:
    file, told = tmp_path / "results.jsonl", list[int]()
    todo = list(pairings(GAME, ["1", "2"], 6, 0.1))
    first = run(todo[:3], file, 1, told.append)
    with file.open("a", encoding="utf-8") as lines:
        lines.write('{"key": "other", "seats": ["1", "2"], "returns": [], "moves": 3}\n7\n')  # of something else
        lines.write('{"key": "cut sho')  # killed while writing
    assert len(played_before(file)) == 3
    told.clear()
    every = run(todo, file, 2, told.append)
    assert len(every) == 6 and told[0] == 3 and len(played_before(file)) == 6
    assert first == every[:3]


def test_the_command_prints_json_and_refuses_nonsense() -> None:
    command = [sys.executable, "-m", "spielkiste", "tournament"]
    done = subprocess.run(
        [*command, "torris", "--players", "1,2", "--games", "4", "--json"], capture_output=True, text=True, check=True
    )
    rows = json.loads(done.stdout)["rows"]
    assert {row["player"] for row in rows} == {"1", "2"} and sum(row["elo"] for row in rows) == pytest.approx(0)
    for wrong in (
        ["torris", "--players", "9"],
        ["torris", "--players", "2,2"],
        ["torris", "--players", "2"],
        ["knister", "players=2", "--players", "2,uct"],
        ["chess"],
        ["torris", "--games", "0"],
        ["torris", "--seconds", "-1"],
        ["torris", "--file", "/"],
        ["torris", "--plot", "/missing/plot.svg"],
        ["torris", "--processes", "0"],
    ):
        refused = subprocess.run([*command, *wrong], capture_output=True, text=True, check=False)
        assert refused.returncode == 2 and len(refused.stderr.strip().splitlines()) == 1


def test_alone_the_mean_score_counts() -> None:
    todo = list(pairings(sk.game("abraeumen"), ["1", "2"], 3, 0.1))
    assert {pairing.seats for pairing in todo} == {("1",), ("2",)} and len(todo) == 6
    assert all(-32 < play_game(pairing).returns[0] < 0 for pairing in todo[:2])


def test_no_game_is_begun_after_the_time(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    todo = list(pairings(GAME, ["1", "2"], 4, 0.1))
    assert run(todo, file, 1, lambda count: None, seconds=0.0) == []
    assert len(run(todo, file, 1, lambda count: None, seconds=600.0)) == 4


def test_the_plot_has_every_player_in_its_place(tmp_path: Path) -> None:
    marks = [Mark("level 2", 120.0, 30.0), Mark("uct & co", -120.0, 35.5)]
    svg = interval_plot("torris <2>", "Elo", marks)
    root = ElementTree.fromstring(svg)
    dots = [float(one.get("cx", "")) for one in root.iter() if one.tag.endswith("circle")]
    texts = [one.text for one in root.iter() if one.tag.endswith("text")]
    assert len(dots) == 2 and dots[0] > dots[1]
    assert {"level 2", "uct & co", "torris <2>", "0", "100", "-100"} <= set(texts)


@pytest.mark.parametrize(("span", "step"), [(600, 100), (601, 200), (0.03, 0.005), (0, 1), (12, 2)])
def test_ticks_are_round(span: float, step: float) -> None:
    assert tick_step(span) == pytest.approx(step)


def test_the_command_draws_a_plot(tmp_path: Path) -> None:
    file = tmp_path / "plot.svg"
    words = ["tournament", "torris", "--players", "1,2", "--games", "2", "--processes", "1", "--json"]
    assert main([*words, "--plot", str(file)]) == 0
    assert "level 2" in file.read_text(encoding="utf-8")
    assert main([*words, "--plot", str(tmp_path / "no" / "plot.svg")]) == 2
