"""What is said, and drawn, when a round is judged."""

from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.games.fuenfer_finden.moments import moment
from spielkiste.games.fuenfer_finden.notation import names
from spielkiste.games.fuenfer_finden.overlooked import best_overlooked, points_of
from spielkiste.games.fuenfer_finden.shapes import PLACEMENT_CELLS
from spielkiste.games.fuenfer_finden.tests.positions import (
    MIXED,
    SECOND_L,
    SIX,
    WRONG_Y,
    F,
    L,
    U,
    W,
    X,
    Y,
    drawn,
    outlined,
)

NAMES = ("Ada", "Bo")


def judged(
    picture: str, mine: tuple[str, ...], theirs: tuple[str, ...] = (), mode: str = "base"
) -> tuple[State, State]:
    """Before and after Bo, as the last, is done."""
    state = outlined(outlined(drawn(picture, players=2, mode=mode), 0, *mine), 1, *theirs).play("done", seat=0)
    return state, state.play("done", seat=1)


def told(states: tuple[State, State], seat: int | None) -> str:
    before, after = states
    return moment(before.record(), after.record(), [(1, "done")], Look(seat, "de", NAMES))


def test_ones_own_points_and_what_was_overlooked() -> None:
    states = judged(SIX, (L, U), (L, U, F, Y, W))
    assert told(states, 0) == "2 von 2 richtig: 3 Punkte. Übersehen: ein 5er für 4 Punkte."
    assert told(states, None) == "Runde 1: Ada 3 Punkte (2 von 2 richtig), Bo 10 Punkte (5 von 5 richtig)."


def test_of_the_same_board_nobody_has_seen_it() -> None:
    state = drawn(SIX, players=2, boards="same")
    state = outlined(outlined(state, 0, L, W), 1, F, Y, U).play("done", seat=0)
    after = state.play("done", seat=1).record()
    found = best_overlooked(after, 0)
    assert found is not None and sorted(names(PLACEMENT_CELLS[found]).split()) == sorted(X.split())


def test_each_outline_carries_its_points() -> None:
    _, after = judged(MIXED, (L, SECOND_L, WRONG_Y))
    assert [points_of(after.record(), 0, k) for k in range(2)] == [1, 0]
    svg = after.svg(0, "de")
    assert "richtig: " in svg and "ungültig: " in svg and "übersehen: " in svg and ">+1<" in svg
    assert 'id="other-1"' in svg and 'id="shape-L"' not in svg


def test_while_somebody_searches_there_is_nothing_to_see() -> None:
    state = outlined(drawn(SIX, players=2), 0, L)
    after = state.play("done", seat=0)
    assert moment(state.record(), after.record(), [(0, "done")], Look(0)) == ""
    assert "übersehen" not in after.svg(0, "de")


def test_in_the_puzzle_who_circles_and_who_strikes() -> None:
    assert told(judged(SIX, (X,), mode="puzzle"), 0) == (
        "Ada kreist X ein: 4 Punkte. Bo hat nichts gefunden und streicht."
    )
