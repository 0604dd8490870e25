"""A page does not remember for people: twin hidings that differ only in slides look alike, to everybody."""

import itertools

import pytest
from server.stored import match

import spielkiste as sk
from spielkiste.server import messages as m
from spielkiste.server.events import Event
from spielkiste.server.facts import facts
from spielkiste.server.news import News, Opened, Played, Sat, Started
from spielkiste.server.presentation import board
from spielkiste.server.records import record_of
from spielkiste.server.rulings import Refused, Who, decide
from spielkiste.server.table import Table
from spielkiste.server.texts import catalogue
from spielkiste.server.viewer import Viewer

BEFORE = ((0, "lay 3142"), (0, "cover"))
PEOPLE = ("anna", "ben", "cem")


def table_after(*moves: tuple[int, str]) -> Table:
    news: list[News] = [Opened(), *(Sat(seat=k, person=who, name=who.title()) for k, who in enumerate(PEOPLE))]
    news += [Started(moves=()), *(Played(moves=(move,)) for move in moves)]
    made = match(slug="huetchenspieler", options={"players": 3})
    return Table(made, [Event(k, "anna", one, 1000.0 + 20 * k) for k, one in enumerate(news)])


def page(table: Table, person: str, lang: str) -> tuple[object, ...]:
    """All that a page shows when it is loaded now: parts, speech, picture, controls."""
    viewer = Viewer(person, lang, catalogue(lang).gettext)
    shown, drawn = facts(table, viewer, "http://here", set(PEOPLE), set(PEOPLE)), board(table, viewer)
    return shown, drawn.picture.svg("group"), drawn.controls, drawn.message(None, -1)


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("person", [*PEOPLE, "a spectator"])
def test_pages_after_different_slides_are_the_same(person: str, lang: str) -> None:
    slides = [move for move in table_after(*BEFORE).state.moves(0) if move.startswith("slide")]
    assert len(slides) >= 6
    pages = [page(table_after(*BEFORE, (0, one), (0, other)), person, lang)
             for one, other in itertools.islice(itertools.permutations(slides, 2), 0, 40, 3)]  # fmt: skip
    assert all(one == pages[0] for one in pages)


def test_slides_are_in_no_log_speech_or_mark_while_the_hiding_lasts() -> None:
    table = table_after(*BEFORE, (0, "slide 1 4"))
    viewer = Viewer("ben", "de", catalogue("de").gettext)
    shown, drawn = facts(table, viewer, "", set(), set()), board(table, viewer)
    told = str(shown.log) + shown.say
    assert "schiebt" not in told and "deckt zu" in told and drawn.controls.last == []
    assert [old for old, _ in drawn.glides if "hat" in old], "it is seen while it happens"


def test_a_slide_waits_until_it_can_be_followed() -> None:
    table = table_after(*BEFORE, (0, "slide 1 4"))
    soon, later = table.since + 0.5, table.since + 2.0
    message = m.Play(id="1", seat=0, move="slide 2 3", after=table.number)
    with pytest.raises(Refused):
        decide(message, table, Who("anna"), soon)
    assert decide(message, table, Who("anna"), later)


def test_the_record_has_every_slide() -> None:
    table = table_after(*BEFORE, (0, "slide 1 4"))
    stored = [{"number": 5, "kind": "played", "data": {"moves": [[0, "slide 1 4"]]}}]
    assert record_of(table.match, table.names, stored)["events"] == [{"number": 5, "moves": [[0, "slide 1 4"]]}]
    assert (0, "slide 1 4") in table.state.moves_made and sk.game("huetchenspieler").card.patience is not None
