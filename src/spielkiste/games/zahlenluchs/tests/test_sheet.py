"""Zahlenluchs-EinStein is true to the printed sheet: whom it thanks, who can play, and what a family reads."""

import pytest

import spielkiste as sk

ROOM = sk.game("zahlenluchs").room
HEADINGS = {"de": "## Genau genommen", "en": "## To be exact"}


def layers(lang: str) -> tuple[str, str]:
    """What a family reads, and what is said exactly."""
    family, _, exact = ROOM.text(lang).partition(HEADINGS[lang])
    return family, exact


@pytest.mark.parametrize(("lang", "thanks"), [("de", "Danke, "), ("en", "Thank you, ")])
def test_ingo_althoefer_is_thanked_first(lang: str, thanks: str) -> None:
    assert ROOM.card.credits[lang].startswith(f"{thanks}Prof. Dr. Ingo Althöfer!")
    assert "EinStein würfelt nicht!" in ROOM.card.credits[lang]


def test_two_or_four_can_play() -> None:
    assert ROOM.card.spoken_players("de") == "2 oder 4" and ROOM.card.spoken_players("en") == "2 or 4"
    assert ROOM.card.age == 7


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("de", ("zu zweit\noder zu viert", "3, 8, 18 und 25", "auch wenn es dein eigener ist", "benachbarten Ecken")),
        ("en", ("or four\nin two teams", "3, 8, 18 and 25", "even one of your own", "neighbouring corners")),
    ],
)
def test_a_family_reads_what_it_needs(lang: str, words: tuple[str, ...]) -> None:
    assert all(word in layers(lang)[0] for word in words)


@pytest.mark.parametrize("lang", HEADINGS)
def test_a_family_reads_no_written_moves_no_seats_no_options_and_no_decisions(lang: str) -> None:
    family, exact = layers(lang)
    for word in ("Festlegung", "Entscheidung", "ecision", "Platz", "eat 0", "`", "2–4"):
        assert word not in family
    assert all(word in exact for word in ("`b2-c3`", "`deal 17`"))
    assert not any(word in exact for word in ("highest`", "copies`", "`classic", "Platz 0", "seat 0"))


@pytest.mark.parametrize(("lang", "ours"), [("de", "unsere Entscheidung"), ("en", "our decision")])
def test_what_the_sheet_leaves_open_is_marked(lang: str, ours: str) -> None:
    assert layers(lang)[1].count(ours) == 3  # the deck, ties with a small pile, an empty pile
