"""True to the sheet: what a family reads, what stands below it, who is named."""

import re

import pytest

import spielkiste as sk
from spielkiste.core.room import room
from spielkiste.games.cubus.builds import worth
from spielkiste.games.cubus.examples import FLOOR
from spielkiste.games.cubus.notation import read_columns
from spielkiste.games.cubus.rules import set_stack

EXACT = {"de": "## Genau genommen", "en": "## To be exact"}


def layers(lang: str) -> tuple[str, str]:
    """What a family reads, and what is said exactly."""
    family, heading, exact = room("cubus").text(lang).partition(EXACT[lang])
    assert heading
    return re.sub(r"\(board:\w+\)", "", family), exact


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_family_reads_no_notation(lang: str) -> None:
    family, exact = layers(lang)
    assert "`" not in family and not re.search(r"\b[0-9],[0-9]\b", family)
    assert not re.search(r"Festlegung|Decision|Platz [0-9]|seat [0-9]", family)
    for word in ("`pass`", "`knock`", "`quiet`", "`take 1,0`", "`time`", "`young`", "`leftovers`", "`stack`"):
        assert word in exact


def test_the_german_family_text_has_no_english_words() -> None:
    family = layers("de")[0]
    assert not re.search(r"\b(pass|knock|quiet|take|build|young|best|lowest)\b", family)


@pytest.mark.parametrize(
    ("lang", "gained", "split", "one_piece"),
    [
        ("de", "Jedes, das du mehr hast, bringt einen dazu", "Diese Aufteilung ist unsere", "*Ein Stück*"),
        ("en", "Each one you have more brings a point", "This split is our decision", "*In one piece*"),
    ],
)  # fmt: skip
def test_what_the_sheet_says_and_what_we_decided(lang: str, gained: str, split: str, one_piece: str) -> None:
    family, exact = layers(lang)
    assert gained in family and split in exact
    piece = next(line for line in exact.splitlines() if one_piece in line)
    assert {"de": "unsere Entscheidung", "en": "our decision"}[lang] in piece


@pytest.mark.parametrize(("lang", "wrong"), [("de", "Nach dem letzten Bau"), ("en", "after the last build")])
def test_leftovers_are_not_built_after_a_last_build(lang: str, wrong: str) -> None:
    assert wrong.lower() not in room("cubus").text(lang).lower()


def test_dismantling_begins_with_the_finished_stack() -> None:
    assert "mit dem fertigen Stapel" in layers("de")[0] and "the finished stack" in layers("en")[0]


def test_tiles_gained_bring_their_points() -> None:
    """A row of nine boxes becomes a floor of nine with one on top: it takes 17 tiles instead of 19."""
    record = sk.game("cubus").start().record()
    set_stack(record, read_columns(" ".join(f"{x},0=1" for x in range(9))))
    assert worth(record, read_columns(f"0,0=2 {FLOOR}")) == 3 + 2


def test_the_card_names_the_author() -> None:
    card = room("cubus").card
    assert all("R. W." in card.credits[lang] and "Reinhold Wittig" in card.credits[lang] for lang in ("de", "en"))
    assert card.age == 8
