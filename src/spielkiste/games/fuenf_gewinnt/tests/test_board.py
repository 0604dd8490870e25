"""The picture of Fünf gewinnt: what is shown of a field without end, and what is touched for a move."""

import random
import re
from itertools import pairwise

import pytest

from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.games.fuenf_gewinnt.picture import around, window
from spielkiste.games.fuenf_gewinnt.tests.test_rules import GAME, SHUT_IN, TIE, drawn, placed, played

GERMAN = Look(0, "de", ("Anna", "Ben"))


@pytest.mark.parametrize(
    "used, shown", [((-1, 1), (-4, 4)), ((-4, 2), (-4, 4)), ((-5, 2), (-6, 2)), ((-5, 4), (-6, 4)), ((10, 14), (6, 14))]
)
def test_nine_cells_are_shown_at_least_and_those_around_the_first_stone_if_possible(
    used: tuple[int, int], shown: tuple[int, int]
) -> None:
    assert around(*used) == range(shown[0], shown[1] + 1)


def test_stones_stay_where_they_are_drawn_when_more_of_the_field_is_shown() -> None:
    line = [f"{x},0" for x in range(4)]
    before, after = placed(*line).picture(GERMAN), placed(*line, "4,0").picture(GERMAN)
    assert before.head() != after.head()
    assert {part for part in before.parts if 'class="stone"' in part} < set(after.parts)


def random_game(seed: int, turns: int) -> list[State]:
    rng, states = random.Random(seed), [GAME.start()]
    while len(states) <= turns and not states[-1].over:
        states.append(states[-1].play(rng.choice(states[-1].moves())))
    return states


def test_the_picture_shows_every_cell_that_matters_and_cells_stay_big_enough() -> None:
    for state in random_game(3, 120):
        if state.over:
            break
        shown = window(state.record())
        assert shown.cell >= 24 and shown.width >= 360
        for move in state.moves():
            x, y = map(int, move.split()[1].split(","))
            assert x in shown.columns and y in shown.rows


def test_a_move_changes_little_of_the_picture() -> None:
    pictures = [state.picture(GERMAN) for state in random_game(5, 90)]
    for before, after in pairwise(pictures):
        kept = set(before.parts)
        assert sum(len(part.encode()) for part in after.parts if part not in kept) < 12_000


def test_lifting_putting_and_keeping_are_touches_of_cells() -> None:
    state = drawn("OOXX..", "XXOOOX", "OOXX..")
    assert state.paths(0)["lift 4,1"] == ("cell-4,1",)
    lifted = state.play("lift 4,1")
    assert lifted.paths(0)["put 4,2"] == ("cell-4,2",) and "put 4,1" not in lifted.paths(0)
    assert drawn(*TIE).play("lift 3,1").paths(0)["keep 0,2"] == ("cell-0,2",)


def test_the_stone_in_hand_is_shown_and_where_it_came_from() -> None:
    picture = drawn("OOXX..", "XXOOOX", "OOXX..").play("lift 4,1").svg(0, "de")
    assert "4,1: hier lag der Stein" in picture and "Stein von 4,1 in der Hand" in picture
    assert picture.count('id="stone-4,1"') == 1


def test_only_who_must_pass_has_a_button_for_it() -> None:
    state = played(drawn(*SHUT_IN), "lift 3,1", "put 2,2")
    assert state.paths(1) == {"pass": ("pass",)}
    assert [button.label for button in state.picture(Look(1, "de")).buttons] == ["Passen"]
    assert not state.picture(Look(0)).buttons and not state.picture(Look()).buttons
    assert not placed("0,0").picture(Look(1)).buttons


def test_the_cell_of_a_stone_is_still_there_to_be_marked() -> None:
    assert 'id="cell-0,0"' in placed("0,0").svg(0) and "0,0: Anna" in placed("0,0").picture(GERMAN).svg()


def test_moves_are_told_with_what_they_cut_off() -> None:
    state = drawn("OOXX..", "XXOOOX", "OOXX..")
    assert state.tell(0, "lift 4,1", GERMAN) == "hebt 4,1, trennt einen Stein ab"
    assert state.tell(0, "lift 0,0", Look()) == "lifts 0,0"
    assert state.play("lift 4,1").tell(0, "put 4,2", GERMAN) == "setzt auf 4,2"
    assert drawn(*TIE).play("lift 3,1").tell(0, "keep 0,2", GERMAN) == "behält den Teil mit 0,2, trennt 7 Steine ab"
    assert placed("0,0").tell(1, "put 1,0", GERMAN) == "legt auf 1,0"


def test_names_are_cut_where_they_do_not_fit() -> None:
    words = re.findall(r"<text[^>]*>([^<]*)</text>", GAME.start().picture(Look(0, "de", ("x" * 24, "Ben"))).svg())
    assert any(re.fullmatch("x{6,14}…", word) for word in words)
    assert any(re.fullmatch("x{12,20}… legt einen Stein", word) for word in words)


def test_a_wide_field_says_how_wide_it_must_be_to_be_touched() -> None:
    assert "data-wide" not in drawn("OXOXO").svg(0)
    (wide,) = re.findall(r'data-wide="(\d+)"', drawn("OXOXOXOXOXOXOXOX", "O..............X").svg(0))
    assert int(wide) >= 34 * 18
