"""Exact chances in the classic game: equal to a plain expectimax over the rules, and true where a hand can check."""

import random
from functools import cache
from typing import Any

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.games.zahlenluchs import solver
from spielkiste.games.zahlenluchs.tools import chances

from .positions import CLASSIC, TWO, position

SMALL = 120  # positions in a table; a plain expectimax takes seconds for more


@cache
def expectimax(state: sk.State) -> float:
    """The chances of seat 0, by trying everything."""
    if state.over:
        return float(state.scores[0])
    if state.turn == (sk.CHANCE,):
        return sum(chance * expectimax(state.play(roll)) for roll, chance in state.chances())
    values = [expectimax(state.play(move)) for move in state.moves()]
    return max(values) if state.turn == (0,) else min(values)


def late_positions(count: int) -> list[sk.State]:
    """From random games, with few positions to come."""
    rng, dice = np.random.default_rng(3), random.Random(3)
    found: list[sk.State] = []
    while len(found) < count:
        state = sk.deal(CLASSIC.start(), rng)
        while not state.over and solver.positions(state) > SMALL:
            state = sk.deal(state.play(dice.choice(state.moves())), rng)
        if not state.over:
            found.append(state)
    return found


def test_chances_are_those_of_expectimax() -> None:
    unlike = 0
    for state in late_positions(40):
        seat = state.turn[0]
        for move, found in solver.Endgame().chances_of_moves(state).items():
            tried = expectimax(state.play(move))
            assert found == pytest.approx(tried if seat == 0 else 1 - tried, abs=1e-6)
            unlike += 0 < found < 1
    assert unlike > 20


def test_a_stone_beside_the_goal_wins() -> None:
    state = position(CLASSIC, ". . . . . \n . . . ○3 . \n . . . . . \n . ●2 . . . \n . . . . .", seat=0)
    assert solver.Endgame().chances(state) == 1.0


def test_who_must_roll_the_right_number() -> None:
    """Seat 0 wins with its 2 (rolls 1, 2, and by choice 3 to 5), else seat 1 wins with its only stone."""
    picture = ". . . . . \n . . . ○2 . \n . . . . . \n . ●2 . . . \n . . ○6 . ."
    assert solver.Endgame().chances(position(CLASSIC, picture, seat=0)) == pytest.approx(5 / 6)
    assert solver.Endgame().chances(position(CLASSIC, picture, seat=0, drawn=6)) == pytest.approx(0.0)


def test_a_table_holds_what_follows() -> None:
    state = late_positions(1)[0]
    table = solver.Table(state)
    following = sk.deal(state.play(state.moves()[0]), np.random.default_rng(1))
    assert state.record() in table
    assert following.over or following.record() in table
    assert sk.deal(CLASSIC.start(), np.random.default_rng(1)).record() not in table


def test_the_table_of_an_earlier_position_says_the_same() -> None:
    state, endgame, rng = late_positions(3)[2], solver.Endgame(), np.random.default_rng(4)
    made = endgame.table(state)
    while not state.over:
        assert endgame.chances_of_moves(state) == solver.Endgame().chances_of_moves(state)
        assert endgame.latest is made
        state = sk.deal(state.play(state.moves()[-1]), rng)


def test_two_against_two_are_always_within_reach() -> None:
    """The most that two stones against two can have before them."""
    picture = ". . . ●1 ●6 \n . . . . . \n . . . . . \n . . . . . \n ○1 ○6 . . ."
    first, second = (position(CLASSIC, picture, seat) for seat in range(2))
    assert solver.positions(first) == (25 * 20) ** 2
    assert solver.Endgame().chances(first) == pytest.approx(solver.Endgame().chances(second))  # the same, upside down
    assert 0.4 < solver.Endgame().chances(first) < 0.5  # who must come nearer first is worse off


@pytest.mark.parametrize("seats", [("a1=7", "e5=1"), ("a1=1 a1=2", "e5=1"), ("e5=1", "c3=1"), ("", "e5=1")])
def test_impossible_positions_are_refused(seats: tuple[str, str]) -> None:
    with pytest.raises(sk.OptionError):
        solver.laid(seats, turn=0, roll=0)


@pytest.mark.parametrize("state", [CLASSIC.start(), sk.deal(TWO.start(), np.random.default_rng(1))])
def test_only_the_classic_game_has_tables(state: sk.State) -> None:
    with pytest.raises(sk.OptionError):
        solver.positions(state)


def test_too_large_a_table_is_refused() -> None:
    with pytest.raises(sk.OptionError, match="positions can follow"):
        solver.Table(sk.deal(CLASSIC.start(), np.random.default_rng(1)))


def test_the_command_prints_moves(capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("sys.argv", ["chances", "d4=3 a1=5", "b2=1 d5=2", "--roll", "4"])
    chances.main()
    assert "d4-e5 │ 1.000000" in capsys.readouterr().out
