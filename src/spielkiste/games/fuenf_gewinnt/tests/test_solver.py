"""Forced wins: known ones are found, and each claimed win holds against every reply there is."""

import random

import pytest

from spielkiste.core.state import State
from spielkiste.games.fuenf_gewinnt.solver import Prover, forced_win
from spielkiste.games.fuenf_gewinnt.tests.test_rules import GAME, drawn, played, rectangle_placed
from spielkiste.search.limit import Limit


def escaped(state: State, seat: int, held: set[State]) -> State | None:
    """A position in which the defender got away from a claimed win, whatever it replied; None: there is none."""
    if state in held:
        return None
    line = forced_win(state, seat)
    if line is None:
        return state
    after = state.play(line[0])
    if after.over:
        return None if after.scores[seat] else after
    for reply in after.moves():
        missed = escaped(after.play(reply), seat, held)
        if missed is not None:
            return missed
    held.add(state)
    return None


def random_position(rng: random.Random, moves: int) -> State:
    """After so many moves at random, nobody with five."""
    state = GAME.start()
    while not state.over and len(state.moves_made) < moves:
        state = state.play(rng.choice(state.moves()))
    return random_position(rng, moves) if state.over else state


KNOWN = {
    "five": (("OOOO.", "XXXX."), 1),
    "open three": (("OOO.", "XX.X"), 3),
    "four and four": (("O....", "OX...", "O.XX.", ".OOOX", "X...."), 3),
    "four, then four and four": (("..O..", "XXOX.", "..XOX", "X.OOO", "...XX"), 5),
    "three after three": (("XO..X", ".OXOX", "..OO.", "..X.."), 7),
    "four stones each": ((".OX..", "XOOX.", "...OX"), 11),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_forced_wins(name: str) -> None:
    rows, length = KNOWN[name]
    state = drawn(*rows, placing=True)
    line = forced_win(state, 0)
    assert line is not None and len(line) <= length
    assert played(state, *line).scores == (1, 0)
    assert escaped(state, 0, set()) is None


def test_a_win_by_fours_needs_no_threes() -> None:
    prover = Prover(GAME)
    assert prover.win_by_fours(drawn(*KNOWN["four, then four and four"][0], placing=True), 0) is not None
    assert prover.win_by_fours(drawn(*KNOWN["three after three"][0], placing=True), 0) is None


def test_a_prover_that_is_asked_again_says_the_same() -> None:
    """Whatever it was asked before: nothing of an earlier proof is left."""
    states = [drawn(*rows, placing=True) for rows, _ in KNOWN.values()]
    one = Prover(GAME)
    told = [one.forced_win(state, 0, Limit(nodes=5000)) for state in states]
    assert told == [Prover(GAME).forced_win(state, 0, Limit(nodes=5000)) for state in states]
    assert told[::-1] == [one.forced_win(state, 0, Limit(nodes=5000)) for state in reversed(states)]


FALLING_FOUR = ("OX..", "XOX.", ".XOX", "..XO")  # both ends hang in the air


def test_the_cell_must_share_a_side_with_a_stone() -> None:
    assert forced_win(drawn(*FALLING_FOUR, placing=True), 0) is None
    assert forced_win(drawn(*FALLING_FOUR[:3], "..XOX", placing=True), 0) == ["put 4,-1"]


def test_a_foothold_is_seen() -> None:
    """X must not put beside an end of the line."""
    state = drawn(*FALLING_FOUR, placing=True, turn=1)
    for foothold, end in (("put 4,0", "put 4,-1"), ("put 0,4", "put -1,4")):
        assert forced_win(state.play(foothold), 0) == [end]


def test_the_defender_who_makes_five_first_is_not_overlooked() -> None:
    state = drawn("OOO..", "XXXX.", placing=True)
    assert forced_win(state, 0) is None
    assert forced_win(drawn("OOO..", "XXXX.", placing=True, turn=1), 1) in (["put -1,0"], ["put 4,0"])


def test_only_the_seat_in_turn_has_a_forced_win() -> None:
    assert forced_win(drawn(*KNOWN["five"][0], placing=True), 1) is None


def test_no_false_wins_at_random() -> None:
    """Every claimed win is played out against all replies."""
    rng = random.Random(3)
    lengths = []
    for _ in range(40):
        state = random_position(rng, rng.randrange(10, 31))
        line = forced_win(state, state.turn[0])
        if line is not None:
            lengths.append(len(line))
            assert escaped(state, state.turn[0], set()) is None, str(state)
    assert len(lengths) > 10 and max(lengths) >= 5


def fives_in_one_turn(state: State, seat: int) -> list[list[str]]:
    """All turns that win at once, by trying everything."""
    found = []
    for move in state.moves():
        after = state.play(move)
        if after.over:
            found += [[move]] if after.scores[seat] else []
        elif after.turn == (seat,):
            found += [[move, *rest] for rest in fives_in_one_turn(after, seat)]
    return found


def test_in_the_moving_phase_wins_in_one_turn_are_found_and_no_others() -> None:
    rng = random.Random(4)
    known = 0
    for _ in range(12):
        state = random_position(rng, 32 + rng.randrange(40))
        turns = fives_in_one_turn(state, state.turn[0])
        line = forced_win(state, state.turn[0])
        known += line is not None
        assert line in turns if turns else line is None, str(state)
    assert 0 < known < 12


def test_a_five_after_saying_which_part_stays() -> None:
    """Lifting 5,0 leaves two parts of nine; only the left one holds the line of four."""
    state = drawn("OOOO...XOXO", "XXOXXOXOXOX").play("lift 5,0")
    line = forced_win(state, 0)
    assert line in fives_in_one_turn(state, 0) and line[0].startswith("keep")


def test_when_all_stones_lie_there_is_no_win_by_placing() -> None:
    assert forced_win(rectangle_placed(), 0) is None
