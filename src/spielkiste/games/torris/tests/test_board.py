"""What the picture of Torris shows, and what is touched for a move."""

import re

import pytest

from spielkiste.core.look import Look
from spielkiste.games.torris.notation import direction_name
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


def test_the_terminal_speaks_both_languages() -> None:
    state = drawn("W1B3 W4")
    german, english = state.text(0, "de", ("Anna", "Ben")), state.text(0, "en", ("Anna", "Ben"))
    assert german.startswith("Weiß (Anna) 1 : 2 Schwarz (Ben), Weiß ist am Zug")
    assert english.startswith("White (Anna) 1 : 2 Black (Ben), white to move")
    assert "S3²" in german and "Türme, von oben:" in german and "B3²" in english


@pytest.mark.parametrize(
    ("rows", "move", "why"),
    [
        (("W4 . B4",), "a1e", "a1 braucht 4 besetzte Felder nach Osten"),
        (("W1 . B4",), "a1n", "a1 braucht ein besetztes Feld nach Norden"),
        (("W4 B1",), "b1w", "der oberste Stein von b1 ist schwarz"),
        (("B1 B1W1 B1B1B1",), "b1w", "es muss aufwärts gehen: b1 ist 2 hoch, a1 nur 1"),
        (("W1 B4",), "h1w", "h1 ist leer"),
        (("W1 B4",), "deal 1", "alle Steine liegen schon"),
    ],
)
def test_why_not_is_said_in_german(rows: tuple[str, ...], move: str, why: str) -> None:
    assert drawn(*rows).why_not(move, GERMAN) == why


def test_directions_are_named_in_both_languages() -> None:
    names = {direction_name(k, look) for k in range(4) for look in (Look(), GERMAN)}
    assert names >= {"to the north", "to the west", "nach Süden", "nach Westen"} and len(names) == 8
