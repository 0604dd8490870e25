"""The parts of the load and crash tests that decide whether something was lost."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))

from clients import Game, Move, patched
from tables import Audit, compare_moves

from spielkiste.server.events import Event
from spielkiste.server.news import Played


def stored(number: int, move: str, message: str, by: str = "anna") -> Event:
    return Event(number, by, Played(((0, move),)), 0.0, f"{by}/{message}")


def found(game: Game, *events: Event) -> Audit:
    audit = Audit()
    compare_moves(audit, game, events)
    return audit


def told(move: str, message: str, number: int) -> Move:
    return Move("anna", message, 0, move, number)


def test_a_picture_is_put_together_from_new_elements_and_runs_of_old_ones() -> None:
    assert patched([], ["a", "b", "c"]) == ["a", "b", "c"]
    assert patched(["a", "b", "c"], [[0, 1], "x", [2, 3]]) == ["a", "x", "c"]
    assert patched(["a", "b", "c"], [[1, 3], [0, 1]]) == ["b", "c", "a"]


def test_an_acknowledged_move_is_in_the_log_once_under_its_number() -> None:
    game = Game("t", [told("c2-c3", "m1", 0), told("c3-c4", "m2", 1)])
    audit = found(game, stored(0, "c2-c3", "m1"), stored(1, "c3-c4", "m2"))
    assert audit.clean and audit.acknowledged == 2


def test_a_move_that_was_acknowledged_but_not_stored_is_missing() -> None:
    audit = found(Game("t", [told("c2-c3", "m1", 0)]))
    assert audit.missing == 1 and not audit.clean


def test_a_move_stored_under_another_number_or_as_another_move_is_missing() -> None:
    other_number = found(Game("t", [told("b2-b3", "m2", 0)]), stored(0, "c2-c3", "m1"), stored(1, "b2-b3", "m2"))
    other_move = found(Game("t", [told("c2-c3", "m1", 0)]), stored(0, "c2-d3", "m1"))
    assert other_number.missing == 1 and other_move.missing == 1


def test_a_message_stored_twice_is_doubled() -> None:
    audit = found(Game("t", [told("c2-c3", "m1", 0)]), stored(0, "c2-c3", "m1"), stored(1, "c2-c3", "m1"))
    assert audit.doubled == 1 and not audit.clean


def test_a_move_nobody_was_told_of_and_a_gap_are_noticed() -> None:
    assert found(Game("t"), stored(0, "c2-c3", "m1")).unasked == 1
    assert found(Game("t", [told("c2-c3", "m1", 1)]), stored(1, "c2-c3", "m1")).gaps == 1


def test_moves_of_bots_and_clocks_are_not_held_against_anybody() -> None:
    bot = Event(0, "", Played(((1, "c2-c3"),)), 0.0)
    assert found(Game("t"), bot).clean
