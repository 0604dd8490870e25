"""What the picture shows and says."""

import re

import pytest

import spielkiste as sk
from spielkiste.core.course import reach
from spielkiste.core.lesson import Example
from spielkiste.core.look import Look
from spielkiste.games.knister.board.words import figure, line_said
from spielkiste.games.knister.examples import PICTURES

GERMAN = Look(0, "de")


def details(svg: str) -> dict[str, str]:
    return dict(re.findall(r'id="((?:cell|line)-[^"]+)"[^>]*data-detail="([^"]*)"', svg))


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ((7, 7, 4, 9, 11), "Reihe 1: Zwilling, 1 Punkt"),
        ((3, 3, 8, 8, 5), "Reihe 1: zwei Zwillinge, 3 Punkte"),
        ((8, 8, 8, 7, 11), "Reihe 1: Drilling, 3 Punkte"),
        ((5, 5, 5, 5, 10), "Reihe 1: Vierling, 6 Punkte"),
        ((7, 7, 7, 3, 3), "Reihe 1: Full House, 8 Punkte"),
        ((5, 7, 6, 9, 8), "Reihe 1: Straße mit 7, 8 Punkte"),
        ((6, 6, 6, 6, 6), "Reihe 1: fünf Gleiche, 10 Punkte"),
        ((8, 9, 10, 11, 12), "Reihe 1: Straße ohne 7, 12 Punkte"),
        ((2, 4, 6, 8, 10), "Reihe 1: nichts, 0 Punkte"),
        ((6, 0, 6, 0, 0), "Reihe 1: Zwilling, noch 3 frei"),
        ((6, 0, 9, 0, 0), "Reihe 1: Teil einer Straße, noch 3 frei"),
        ((6, 0, 11, 0, 0), "Reihe 1: nichts, noch 3 frei"),
        ((0, 0, 0, 0, 0), "Reihe 1: leer"),
    ],
)
def test_a_line_says_what_is_in_it_and_what_it_scores(numbers: tuple[int, ...], said: str) -> None:
    assert line_said(0, numbers, GERMAN) == said


def test_diagonals_count_double_and_cells_name_the_lines_through_them() -> None:
    found = details(reach("knister", PICTURES["full"]).svg(0, "de"))
    assert found["line-10"] == "Diagonale a1–e5: Straße mit 7 doppelt, 16 Punkte"
    assert found["line-11"] == "Diagonale a5–e1: Drilling doppelt, 6 Punkte"
    assert found["cell-d5"] == "Reihe 5: nichts, 0 Punkte; Spalte d: Straße mit 7, 8 Punkte"


def test_a_free_cell_says_what_its_lines_would_be_with_the_number() -> None:
    state = reach("knister", Example(("roll 8", "a1", "roll 8")))
    found = details(state.svg(0, "en"))
    assert found["cell-e5"] == "With the 8: row 5: nothing; column e: nothing; diagonal a1–e5: pair"
    assert found["cell-a1"] == "row 1: nothing; column a: nothing; diagonal a1–e5: nothing"
    assert figure((0,) * 5, Look()) == "nothing"


@pytest.mark.parametrize("rolled", range(2, 13))
def test_the_dice_show_the_sum(rolled: int) -> None:
    svg = sk.game("knister").start().play(f"roll {rolled}").svg(0)
    faces = [int(face) for face in re.findall(r"<title>die: (\d)</title>", svg)]
    assert len(faces) == 2 and sum(faces) == rolled and all(1 <= face <= 6 for face in faces)
    assert svg.count('class="die"') == 2


def test_few_others_have_sheets_and_many_are_listed_the_best_first() -> None:
    few, many = (sk.game("knister", players=players).start().play("roll 8") for players in (4, 60))
    assert few.svg(1).count('id="sheet-') == 3 and 'id="score-' not in few.svg(1)
    assert many.svg(1).count('id="score-') == 9 and "and 50 more · 0 of 60 have written" in many.svg(1)
    assert "and 50 more · 1 of 60 have written" in many.play("c3", seat=7).svg(1)


def test_an_entry_is_seen_by_its_writer_alone() -> None:
    state = sk.game("knister", players=3).start().play("roll 8").play("c3", seat=1)
    assert 'id="number-c3"' in state.svg(1) and "c3: 8, still secret" in state.svg(1)
    assert 'id="number-' not in state.svg(0) and "player 2: 0 points, has written" in state.svg(0)


def test_the_terminal_speaks_the_language_of_the_looker() -> None:
    names = tuple(f"Spieler{k}" for k in range(7))
    state = sk.game("knister", players=7).start().play("roll 8").play("c3", seat=2)
    german, english = (state.text(1, lang, names) for lang in ("de", "en"))
    assert german.startswith("Knister, Runde 1 von 25: schreib die 8") and "Spieler1 (du): 0" in german
    assert english.startswith("Knister, round 1 of 25: write the 8") and "Spieler1 (you): 0" in english
    assert "hat geschrieben" in german and "has written" in english and "seat" not in german + english


def test_why_a_move_is_not_possible_is_said_in_both_languages() -> None:
    state = reach("knister", Example(("roll 8", "a1", "roll 9")))
    assert state.why_not("a1", Look(0, "de")) == "auf a1 steht schon eine 8"
    assert state.why_not("a1", Look(0, "en")) == "a1 holds 8 already"
    assert state.why_not("roll 3", Look(0, "de")) != state.why_not("roll 3", Look(0, "en")) != ""
