"""True to the printed sheet: what the texts say to families and leave out, the age and the credits."""

import re

import pytest

import spielkiste as sk

ROOM = sk.game("huetchenspieler").room
EXACT = {"de": "## Genau genommen", "en": "## To be exact"}


def layers(lang: str) -> tuple[str, str]:
    """What a family reads, and what is said to be exact, each with its lines joined."""
    family, exact = ROOM.text(lang).split(f"\n{EXACT[lang]}\n")
    return " ".join(family.split()), " ".join(exact.split())


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_family_reads_no_move_words_seats_or_decisions(lang: str) -> None:
    family, exact = layers(lang)
    assert "`" not in family and "Festlegung" not in family and "Decision" not in family
    assert not re.search(r"\b([Pp]latz|[Ss]eat) \d", family)
    if lang == "de":
        assert not re.search(r"\b(lay|cover|slide|ask|take|seat|players)\b", family)
    assert all(f"`{word}" in exact for word in ("lay", "cover", "slide", "ask", "take"))
    assert "Platz 0" not in exact and "seat 0" not in exact.lower() and "`players" not in exact


def test_the_slider_uses_one_hand_not_too_quickly_on_stones_a_little_apart() -> None:
    german, english = layers("de")[0], layers("en")[0]
    assert "mit einer Hand" in german and "nicht zu schnell" in german and "etwas Abstand" in german
    assert "one hand" in english and "do not be too quick" in english and "a little room between the stones" in english


def test_one_set_of_stones_plays_all_five_games() -> None:
    german, english = layers("de")[0], layers("en")[0]
    assert (
        "32 Steine in zwei Farben" in german and "Fünf gewinnt, Torris, Hütchenspieler, Zahlenpoker und Abr" in german
    )
    assert "32 stones in two colours" in english and "one set" in english


def test_a_view_is_said_to_be_what_a_perfect_memory_would_know() -> None:
    assert "ein vollkommenes Gedächtnis" in layers("de")[1] and "a perfect memory" in layers("en")[1]
    assert "a perfect memory would know" in " ".join((ROOM.view.__doc__ or "").split())


def test_what_the_sheet_does_not_say_is_marked_as_ours() -> None:
    assert layers("de")[1].count("unsere Entscheidung") == layers("en")[1].count("our decision") == 6


def test_age_and_credits() -> None:
    assert ROOM.card.age == 5
    assert "ab 5 Jahren" in layers("de")[0] and "from 5 years" in layers("en")[0]
    for lang in ("de", "en"):
        assert re.search("FIVE!.*Steffen Mühlhäuser.*Krastel 2016", ROOM.card.credits[lang])
    assert "zum Verschenken" in ROOM.card.credits["de"] and "to be given away" in ROOM.card.credits["en"]
