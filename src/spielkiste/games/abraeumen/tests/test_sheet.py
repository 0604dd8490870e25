"""True to the sheet: what a family reads, what stands below it, who is named."""

import re

import pytest

from spielkiste.core.room import room

EXACT = {"de": "## Genau genommen", "en": "## To be exact"}


def layers(lang: str) -> tuple[str, str]:
    """What a family reads, and what is said exactly."""
    family, heading, exact = room("abraeumen").text(lang).partition(EXACT[lang])
    assert heading
    return re.sub(r"\(board:\w+\)", "", family), exact


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_family_reads_no_notation(lang: str) -> None:
    family, exact = layers(lang)
    assert "`" not in family and not re.search(r"[a-f][1-6]-[a-f][1-6]|Festlegung|Decision", family)
    assert "`c6-a6`" in exact


@pytest.mark.parametrize(
    ("lang", "inner", "around", "plain", "nothing", "set_of_stones"),
    [
        ("de", "weiße Steine", "schwarze", "glatten Seite nach oben", "bedeuten nichts",
         "zwei Farben, vier Symbole, jedes viermal in jeder Farbe"),
        ("en", "white stones", "black", "plain side up", "mean nothing",
         "two colours, four symbols, each four times in each colour"),
    ],
)  # fmt: skip
def test_stones_lie_as_printed_and_play_all_five_games(
    lang: str, inner: str, around: str, plain: str, nothing: str, set_of_stones: str
) -> None:
    family = " ".join(layers(lang)[0].split())
    assert all(words in family for words in (inner, around, plain, nothing, set_of_stones))
    assert "32" in family and "4 × 4" in family


@pytest.mark.parametrize(("lang", "ours"), [("de", "nsere Entscheidung"), ("en", "ur decision")])
def test_what_the_sheet_does_not_say_is_marked(lang: str, ours: str) -> None:
    family, exact = layers(lang)
    assert ours in exact and ours not in family


def test_the_card_names_the_author() -> None:
    card = room("abraeumen").card
    for lang in ("de", "en"):
        assert all(words in card.credits[lang] for words in ("FIVE!", "Steffen Mühlhäuser", "Krastel 2016"))
    assert card.age == 8
