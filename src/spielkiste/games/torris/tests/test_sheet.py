"""Torris is true to the printed sheet: age, credits, and what a family reads."""

import pytest

import spielkiste as sk

ROOM = sk.game("torris").room
HEADINGS = {"de": "## Genau genommen", "en": "## To be exact"}


def layers(lang: str) -> tuple[str, str]:
    """What a family reads, and what is said exactly."""
    family, _, exact = ROOM.text(lang).partition(HEADINGS[lang])
    return family, exact


def test_age_and_credits_are_as_printed() -> None:
    assert ROOM.card.age == 12
    for lang in HEADINGS:
        assert all(part in ROOM.card.credits[lang] for part in ("Steffen Mühlhäuser", "Krastel 2016", "FIVE!"))


@pytest.mark.parametrize(
    ("lang", "rule"),
    [
        ("de", "Steht es 16 zu 16, gewinnt, wem der höchste Turm gehört."),
        ("en", "At 16 to 16 the owner of the highest tower wins."),
    ],
)
def test_the_highest_tower_is_a_rule_of_the_sheet_and_only_the_draw_is_ours(lang: str, rule: str) -> None:
    family, exact = layers(lang)
    assert rule in family
    ours = [line for line in exact.splitlines() if "unsere Entscheidung" in line or "our decision" in line]
    assert len([line for line in ours if "16 : 16" in line and ("unentschieden" in line or "draw" in line)]) == 1


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("de", ("denselben 32 Steinen", "Lost aus", "Weiß fängt an")),
        ("en", ("same 32 stones", "Draw lots", "White begins")),
    ],
)
def test_a_family_reads_what_it_needs(lang: str, words: tuple[str, ...]) -> None:
    assert all(word in layers(lang)[0] for word in words)


@pytest.mark.parametrize("lang", HEADINGS)
def test_a_family_reads_no_written_moves_no_seats_and_no_decisions(lang: str) -> None:
    family, exact = layers(lang)
    for word in ("Festlegung", "Entscheidung", "ecision", "Platz 0", "seat 0", "deal 3", "c2n", "Osten", " west"):
        assert word not in family
    assert "c2n" in exact and "deal 3" in exact
