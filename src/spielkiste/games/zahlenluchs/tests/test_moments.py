"""What is said of a capture."""

from spielkiste.core.look import Look
from spielkiste.games.zahlenluchs.moments import moment
from spielkiste.games.zahlenluchs.tests.positions import TWO, position

PICTURE = """
    . .  .   .   ●10
    . .  .   .   .
    . .  ○20 ●30 .
    . .  .   .   .
    . .  .   .   ○40
"""


def told(move: str) -> str:
    state = position(TWO, PICTURE, 0, 20)
    return moment(state.record(), state.play(move).record(), [(0, move)], Look(None, "de", ("Ada", "Bo")))


def test_a_capture_is_told_and_a_step_is_not() -> None:
    assert told("c3-d3") == "Ada schlägt auf d3 einen Stein von Bo. Einer bleibt."
    assert told("c3-c4") == ""
