"""What is said when a stone is uncovered."""

from spielkiste.core.look import Look
from spielkiste.games.huetchenspieler.moments import moment
from spielkiste.games.huetchenspieler.tests.test_rules import after, covered, row

LOOK = Look(None, "de", ("Ada", "Bo"))


def told(place: int) -> str:
    """Ada slides, and asks for the triangle; Bo lifts a place of the row 2134."""
    asked = after(covered("1234"), "ask 3")
    assert row(asked) == "2134"
    return moment(asked.record(), after(asked, f"take {place}").record(), [(1, f"take {place}")], LOOK)


def test_right_and_wrong_are_said() -> None:
    assert told(3) == "Richtig! Bo findet das Dreieck."
    assert told(1) == "Daneben: Bo sucht das Dreieck und deckt den Strich auf. Der Stein geht an Ada."


def test_sliding_and_asking_go_on() -> None:
    state = covered("1234")
    assert moment(state.record(), after(state, "ask 3").record(), [(0, "ask 3")], LOOK) == ""
