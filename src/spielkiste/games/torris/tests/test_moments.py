"""What is said of towers that close up, and of a turn that is left out."""

from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.games.torris.moments import moment
from spielkiste.games.torris.tests.test_rules import drawn

LOOK = Look(None, "de", ("Ada", "Bo"))


def told(before: State, move: str) -> str:
    return moment(before.record(), before.play(move).record(), [(before.turn[0], move)], LOOK)


def test_a_tower_that_closes_up_is_told() -> None:
    assert told(drawn("W1B1 W1 B1 B1"), "b1e").startswith("Der Turm von a1 rückt auf, Höhe 2.")


def test_single_stones_close_up_all_the_time() -> None:
    assert told(drawn("B1 W1 B1 B1"), "b1e") == ""


def test_who_cannot_move_is_named() -> None:
    assert told(drawn("W1 W1 W1 B4"), "a1e") == "Bo kann nicht ziehen: Ada ist noch einmal dran."
