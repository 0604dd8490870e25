"""True to the printed sheet: what the texts say to families and leave out, what is marked as ours, age and credits."""

import re

import pytest

import spielkiste as sk
from spielkiste.core.course import reach
from spielkiste.core.look import Look

from ..examples import PICTURES

ROOM = sk.game("fuenfer_finden").room
EXACT = {"de": "## Genau genommen", "en": "## To be exact"}
OURS = {"de": "(unsere Entscheidung)", "en": "(our decision)"}


def layers(lang: str) -> tuple[str, str]:
    """What a family reads, and what is said to be exact, each with its lines joined."""
    family, exact = ROOM.text(lang).split(f"\n{EXACT[lang]}\n")
    return " ".join(family.split()), " ".join(exact.split())


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_family_reads_no_move_words_options_or_decisions(lang: str) -> None:
    family, _ = layers(lang)
    assert "`" not in family and "Festlegung" not in family and "Decision" not in family
    assert not re.search(r"\b([Pp]latz|[Ss]eat) \d", family)
    if lang == "de":
        assert not re.search(r"\b(outline|erase|turn|done|strike|roll|deal|sand|seat|boards|hourglass|mode)\b", family)


def test_both_numbers_of_outlines_are_said() -> None:
    """As much as one likes here, at most five on the sheet; of more the dearest is dropped."""
    german, english = layers("de")[0], layers("en")[0]
    assert "Höchstens fünf Fünfer zählen" in german and "so viel du willst" in german
    assert "die teuersten weg" in german and "at most five fivers count" in english.lower()
    assert "as much as you like" in english and "the dearest are dropped" in english


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_scrap_is_said_to_do_no_harm(lang: str) -> None:
    family, exact = layers(lang)
    assert {"de": "Es schadet auch nicht.", "en": "It does no harm either."}[lang] in family
    assert {"de": "Dieselbe Umrandung zweimal gezeichnet ist eine", "en": "The same outline drawn twice is one"}[
        lang
    ] in exact


@pytest.mark.parametrize(
    "line",
    [
        ("*Werte der Formen*", "*Values of the shapes*"),
        ("*Bretter*", "*Boards*"),
        ("*Sanduhr*: 30 Sekunden", "*Hourglass*: 30 seconds"),
        ("Sind alle fertig, endet die Runde sofort", "When all are finished the round ends at once"),
        ("streichst du eine ohne Schraffur", "do you strike one without hatching"),
    ],
)
def test_what_is_ours_or_from_memory_is_marked(line: tuple[str, str]) -> None:
    for lang, said in zip(("de", "en"), line, strict=True):
        marked = [item for item in layers(lang)[1].split(" - ") if said in item]
        assert marked and all(OURS[lang] in item for item in marked)


def test_the_judged_picture_shows_two_fivers_that_overlap_and_a_scrap() -> None:
    state = reach("fuenfer_finden", PICTURES["judged"])
    told = state.picture(Look(0)).svg()
    assert re.findall(r"invalid: \S+[^(<]*\((\w)", told)[:2] == ["T", "L"] and "right: a3" in told


def test_age_and_credits() -> None:
    assert ROOM.card.age == 8
    for lang in ("de", "en"):
        assert "Jürgen P. K. Grunau" in ROOM.card.credits[lang] and "HABA" in ROOM.card.credits[lang]
