"""What is said of stones that are cut off."""

from spielkiste.core.look import Look
from spielkiste.games.fuenf_gewinnt.moments import moment
from spielkiste.games.fuenf_gewinnt.tests.test_rules import drawn


def told(move: str) -> str:
    state = drawn("OOXXOOXX", "OOXX....")
    return moment(state.record(), state.play(move).record(), [(0, move)], Look(None, "de", ("Ada", "Bo")))


def test_stones_that_are_cut_off_are_told() -> None:
    assert told("lift 4,1") == "Ada trennt ab: einen Stein von Ada und 2 Steine von Bo."
    assert told("lift 0,1") == ""
