"""How many can play is said as the box says it: where the numbers have a gap, nobody reads a range."""

import subprocess
import sys

import pytest
from rooms import chosen_rooms

from spielkiste.core.card import Card
from spielkiste.core.room import room
from spielkiste.server.game_pages import game_facts
from spielkiste.server.rendering import template

LANGUAGES = ("de", "en")
WITH_A_GAP = [slug for slug, home in chosen_rooms().items() if home.card.players.step > 1]


def a_range(card: Card) -> str:
    return f"{card.players[0]}–{card.players[-1]}"


def test_zahlenluchs_is_for_two_or_four() -> None:
    card = room("zahlenluchs").card
    assert [card.spoken_players(lang) for lang in LANGUAGES] == ["2 oder 4", "2 or 4"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", WITH_A_GAP)
def test_no_page_says_a_range_where_there_is_a_gap(slug: str, lang: str) -> None:
    home = room(slug)
    shown = template("parts/facts.html", lang).render(game=game_facts(home, lang))
    assert home.card.spoken_players(lang) in shown and a_range(home.card) not in shown
    assert a_range(home.card) not in home.text(lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_terminal_lists_who_can_play(lang: str) -> None:
    command = [sys.executable, "-m", "spielkiste", "games", "--lang", lang]
    listed = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True).stdout
    for slug in WITH_A_GAP:
        line = next(line for line in listed.splitlines() if slug in line)
        assert room(slug).card.spoken_players(lang) in line and a_range(room(slug).card) not in line
