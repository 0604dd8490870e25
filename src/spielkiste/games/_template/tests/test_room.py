"""What surrounds the rules: how a game ends, words in both languages, and the bots."""

import pytest

from spielkiste.core.look import Look
from spielkiste.core.room import HOME, Room
from spielkiste.games._template.bot import player
from spielkiste.games._template.tests.test_rules import matches
from spielkiste.search.limit import NO_LIMIT

ANNA = Look(0, "de", ("Anna", "Ben"))


def test_the_ending_names_who_took_the_last_match() -> None:
    end = matches().play("pour 4").play("take 1").play("take 3")
    assert end.outcome is not None and end.outcome.reason == "last"
    assert end.outcome.words("de", ("Anna", "Ben")) == "Das letzte Holz nimmt Ben und gewinnt."
    assert end.outcome.words("en", ("Anna", "Ben")) == "The last match goes to Ben, who wins."


def test_the_text_for_a_terminal_speaks_both_languages() -> None:
    for state in (matches(), matches().play("pour 4"), matches().play("pour 4").play("take 1").play("take 3")):
        assert state.text(0, "de") != state.text(0, "en")
    assert "Noch 4; Anna ist dran." in matches().play("pour 4").text(0, "de", ("Anna", "Ben"))


def test_why_not_speaks_both_languages() -> None:
    poured = matches().play("pour 9")
    assert poured.why_not("take 4", ANNA) == "du darfst eins bis drei nehmen, und 9 sind noch da"
    assert poured.why_not("pour 9", Look(0)) == "the matches are poured out already"


@pytest.mark.parametrize("level", [1, 2])
def test_players_made_alike_play_alike(level: int) -> None:
    state = matches().play("pour 21")
    kept = player(state.game, level, seed=3)
    while not state.over:
        fresh = player(state.game, level, seed=3)
        move = kept.choose(state, state.turn[0], NO_LIMIT)
        assert move == fresh.choose(state, state.turn[0], NO_LIMIT)
        state = state.play(move)


@pytest.mark.parametrize(("lang", "heading"), [("de", "## Genau genommen"), ("en", "## To be exact")])
def test_what_a_family_reads_has_no_written_moves_and_no_options(lang: str, heading: str) -> None:
    family, _, exact = Room("_template", HOME / "_template").text(lang).partition(heading)
    assert "`" not in family and "take 2" in exact and "most" in exact
