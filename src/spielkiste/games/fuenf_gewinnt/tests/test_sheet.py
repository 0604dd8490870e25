"""Fünf gewinnt is true to the printed sheet: age, credits, and what a family reads."""

import pytest

import spielkiste as sk

ROOM = sk.game("fuenf_gewinnt").room
HEADINGS = {"de": "## Genau genommen", "en": "## To be exact"}


def layers(lang: str) -> tuple[str, str]:
    """What a family reads, and what is said exactly."""
    family, _, exact = ROOM.text(lang).partition(HEADINGS[lang])
    return family, exact


def test_age_and_credits_are_as_printed() -> None:
    assert ROOM.card.age == 6
    for lang in HEADINGS:
        assert all(part in ROOM.card.credits[lang] for part in ("Steffen Mühlhäuser", "Krastel 2016", "FIVE!"))


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("de", ("denselben 32 Steinen", "dreht sie auf die glatte Seite", "Lost aus, wer anfängt")),
        ("en", ("same 32 stones", "turns them to their plain side", "Draw lots for who begins")),
    ],
)
def test_a_family_turns_the_stones_and_draws_lots(lang: str, words: tuple[str, ...]) -> None:
    assert all(word in layers(lang)[0] for word in words)


@pytest.mark.parametrize("lang", HEADINGS)
def test_a_family_reads_no_written_moves_no_seats_and_no_decisions(lang: str) -> None:
    family, exact = layers(lang)
    for word in ("Festlegung", "Entscheidung", "ecision", "Platz 0", "eat 0", "`"):
        assert word not in family
    assert all(move in exact for move in ("`put 2,-1`", "`lift 0,3`", "`keep 1,1`", "`pass`"))


@pytest.mark.parametrize(("lang", "ours"), [("de", "unsere Entscheidung"), ("en", "our decision")])
def test_what_the_sheet_leaves_open_is_marked(lang: str, ours: str) -> None:
    assert layers(lang)[1].count(ours) == 5  # the field, naming a part, weakening oneself, passing, the draws
