"""What is said when a line is full."""

import spielkiste as sk
from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.games.knister.moments import moment


def row(players: int, last: int) -> tuple[State, State]:
    """Before and after everybody writes the last number of 5 5 6 8 … into row 1."""
    state = sk.game("knister", players=players).start()
    for number, cell in zip((5, 5, 6, 8), "abcd", strict=True):
        state = state.play(f"roll {number}")
        for seat in range(players):
            state = state.play(f"{cell}1", seat=seat)
    state = state.play(f"roll {last}")
    for seat in range(players - 1):
        state = state.play("e1", seat=seat)
    return state, state.play("e1", seat=players - 1)


def told(players: int, seat: int | None, last: int = 9) -> str:
    before, after = row(players, last)
    names = ("Ada", "Bo", "Cy", "Di", "Ed")
    return moment(before.record(), after.record(), [(players - 1, "e1")], Look(seat, "de", names))


def test_the_completed_line_and_its_points() -> None:
    assert told(1, 0) == "Reihe 1: Zwilling, 1 Punkt."
    assert told(2, 1) == "Bo: Reihe 1: Zwilling, 1 Punkt. Ada: Reihe 1: Zwilling, 1 Punkt."


def test_many_are_told_of_their_own_line() -> None:
    assert told(5, 2) == "Cy: Reihe 1: Zwilling, 1 Punkt."
    assert told(5, None) == "5 von euch machen Punkte."


def test_a_line_that_is_not_full_is_no_event() -> None:
    before, _ = row(1, 9)
    earlier = sk.game("knister", players=1).start().play("roll 5")
    assert moment(earlier.record(), earlier.play("a1").record(), [(0, "a1")], Look(0)) == ""
    assert before.record().points[0] == 0
