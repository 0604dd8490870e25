"""What the printed sheet says, and what a family reads: the words of the texts and of the card."""

import re

import pytest

from spielkiste.core.room import room

EXACT = {"de": "\n## Genau genommen\n", "en": "\n## To be exact\n"}


def layers(lang: str) -> tuple[str, str]:
    """What a family reads, and the exact layer below it."""
    family, exact = room("zahlenpoker").text(lang).split(EXACT[lang])
    return family, exact


def test_age_and_players_are_those_of_the_sheet() -> None:
    card = room("zahlenpoker").card
    assert card.age == 9 and list(card.players) == [2, 3, 4]


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_author_is_thanked(lang: str) -> None:
    said = room("zahlenpoker").card.credits[lang]
    assert all(word in said for word in ("FIVE!", "Steffen Mühlhäuser", "Krastel", "2016"))


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_family_reads_no_move_words_seat_numbers_options_or_decisions(lang: str) -> None:
    family, exact = layers(lang)
    assert "`" not in family and "players=" not in family
    assert not re.search(r"\b(Platz|Seat|seat) \d|Festlegung|Decision|Entscheidung|decision", family)
    assert all(move in exact for move in ("`show 3`", "`show 0`", "`steal 2`", "`players`"))


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "de",
            ("32 Steine", "zwei Farben", "leere Hand", "heben sich auf", "Summe ihrer Werte", "acht Runden", "Dieb"),
        ),
        ("en", ("32 stones", "two colours", "empty hand", "cancel each other", "sum of their values", "eight rounds")),
    ],
)
def test_the_family_text_tells_the_game(lang: str, words: tuple[str, ...]) -> None:
    family = layers(lang)[0]
    assert [word for word in words if word not in family] == []
    assert {"choosing", "cancelled", "thief", "stolen"} == set(re.findall(r"\(board:(\w+)\)", family))


@pytest.mark.parametrize(("lang", "mark"), [("de", "unsere Entscheidung"), ("en", "our decision")])
def test_what_the_sheet_leaves_open_is_marked_as_ours(lang: str, mark: str) -> None:
    assert re.sub(r"\s+", " ", layers(lang)[1]).count(f"({mark})") == 5
