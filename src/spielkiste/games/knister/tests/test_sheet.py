"""What the printed sheet says, and what a family reads: the words of the texts and of the card."""

import re

import pytest

from spielkiste.core.look import Look
from spielkiste.core.room import room
from spielkiste.games.knister.board.words import figure_name

EXACT = {"de": "\n## Genau genommen\n", "en": "\n## To be exact\n"}


def layers(lang: str) -> tuple[str, str]:
    """What a family reads, and the exact layer below it."""
    family, exact = room("knister").text(lang).split(EXACT[lang])
    return family, re.sub(r"\s+", " ", exact)


def test_age_and_players() -> None:
    card = room("knister").card
    assert card.age == 8 and card.players[0] == 1 and 30 in card.players


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_author_is_thanked(lang: str) -> None:
    said = room("knister").card.credits[lang]
    names = ("Heinz Wüppen", "Nürnberger-Spielkarten-Verlag", "2017", "Würfel-Bingo", "Ravensburger", "2007")
    assert all(name in said for name in names)


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_family_reads_no_move_words_seat_numbers_options_or_decisions(lang: str) -> None:
    family, exact = layers(lang)
    assert "`" not in family and not re.search(r"\broll \d", family)
    assert not re.search(r"\b(Platz|Seat|seat) \d|Festlegung|Decision|Entscheidung|decision", family)
    assert all(move in exact for move in ("`roll 8`", "`c3`", "`players`"))


def test_figures_are_called_as_printed() -> None:
    family = layers("de")[0]
    assert "Zwilling" in family and "Full House" in family
    assert not re.search(r"\bPaare?\b|volles Haus", room("knister").text("de"))
    assert figure_name(1, Look(0, "de")) == "Zwilling" and figure_name(4, Look(0, "de")) == "Full House"


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "de",
            ("Diagonalen zählen doppelt", "25 Runden", "mehr als 50", "mehr als 80 super", "gleichzeitig", "53 Punkte"),
        ),
        ("en", ("diagonals count double", "25 rounds", "more than 50", "more than 80 super", "same time", "53 points")),
    ],
)
def test_the_family_text_tells_the_game(lang: str, words: tuple[str, ...]) -> None:
    family = layers(lang)[0]
    assert [word for word in words if word not in family] == []
    assert set(re.findall(r"\(board:(\w+)\)", family)) == {"first", "together", "full"}


@pytest.mark.parametrize(
    ("lang", "values", "mark"),
    [
        ("de", "Fünf der acht Werte", "unsere Entscheidung oder stammen aus der Erinnerung"),
        ("en", "Five of the eight values", "our decision or come from memory"),
    ],
)
def test_what_the_sheet_does_not_say_is_marked_as_ours(lang: str, values: str, mark: str) -> None:
    exact = layers(lang)[1]
    assert values in exact and mark in exact
    assert exact.count("(unsere Entscheidung)" if lang == "de" else "(our decision)") == 4
