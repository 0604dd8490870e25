"""What the picture of Torris shows, and what is touched for a move."""

import re

from spielkiste.core.look import Look
from spielkiste.games.torris.tests.test_rules import drawn, ended

GERMAN = Look(0, "de", ("Anna", "Maximilian-Alexander"))


def test_a_move_goes_from_cell_to_cell_over_the_gaps() -> None:
    assert drawn("W2 . B4 . B4 .").paths(0) == {"a1e": ("cell-a1", "cell-e1")}


def test_a_stone_keeps_its_id_wherever_it_goes() -> None:
    state = drawn("B3 W1 . B4 B2")
    ids = {f'id="stone-{home}"' for home in ("a1", "b1", "c1", "d1")}
    assert all(one in state.svg(0) and one in state.play("b1e").svg(0) for one in ids)


def test_what_is_inside_a_tower_is_said_in_german() -> None:
    assert "a1: Schwarz 3, Höhe 3, auf Weiß 1, Weiß 2" in drawn("W2W1B3 B4").svg(0, "de")


def test_names_are_shown_and_long_ones_cut() -> None:
    picture = drawn("W1 B4").picture(GERMAN).svg()
    assert ">Anna<" in picture and re.search(">Maxi[a-z]*…<", picture)


def test_an_arrow_shows_who_is_to_move_and_a_star_who_has_won() -> None:
    running, over = drawn("W1 B4").svg(0), drawn("W1 B4").play("a1e").svg(0)
    assert 'id="to-move-0"' in running and 'id="winner"' not in running
    assert 'id="to-move-' not in over and 'id="winner"' in over
    assert 'id="winner"' not in ended([8, 8], [8, 8]).svg(0)


def test_moves_are_told() -> None:
    state = drawn("W1 B4B1")
    assert state.tell(0, "a1e", GERMAN) == "a1 nach b1, Höhe 3"
    assert state.tell(0, "a1e", Look()) == "a1 to b1, level 3"
