"""What is said of a build, box by box, and of a knock."""

from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.games.cubus.moments import moment
from spielkiste.games.cubus.tests.test_rules import ROW_OF_FOUR, position

LOOK = Look(None, "de", ("Ada", "Bo"))


def told(before: State, seat: int, move: str) -> tuple[str, State]:
    after = before.play(move, seat=seat)
    return moment(before.record(), after.record(), [(seat, move)], LOOK), after


def test_a_build_is_told_box_by_box() -> None:
    state = position("0,0=1", "LR")
    assert told(state, 0, "build 0,0=2")[0] == "Ada baut um: 2 Kisten statt 1, 1 Punkt. 1 obendrauf."
    state = position(ROW_OF_FOUR, "LRRT")
    said = told(state, 0, "build 0,0=2 1,0=1 2,0=1 3,0=1")[0]
    assert said.startswith("Ada baut um: 5 Kisten statt 4,") and said.endswith("1 obendrauf.")


def test_a_knock_and_what_became_of_it() -> None:
    said, passed = told(position("0,0=1", "LR", ""), 0, "pass")
    assert said == ""
    said, knocked = told(passed, 1, "knock")
    assert said == "Bo klopft: Ada soll einen Bau übersehen haben. Bo muss ihn zeigen."
    assert told(knocked, 1, "build 0,0=2")[0] == "Bo beweist es: 2 Kisten statt 1, 1 Punkt. 1 obendrauf."
    assert told(knocked, 1, "pass")[0] == "Bo kann den Bau nicht zeigen: 2 Punkte für alle anderen."
