"""What the picture of Zahlenluchs-EinStein shows, and what is touched for a move."""

import random
import re

import pytest

from spielkiste.core.game import Game
from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE

from ..notation import why_not
from .positions import CLASSIC, FOUR, TWO, position

GERMAN = Look(0, "de", ("Anna", "Ben"))
STONES = """
    .   .   .   .   .
    .   .   .   ●11 ●9
    .   7   ●33 .   .
    ○3  ○18 .   .   .
    ○25 ○8  .   .   .
"""
CLASSIC_STONES = """
    .  .  .  .  .
    .  .  .  .  ●2
    .  .  .  .  .
    ○1 ○5 .  .  .
    .  .  .  .  .
"""
TEAMS = """
    ◇4 .  .  .  .  ●6
    .  .  .  .  .  .
    .  .  .  .  .  .
    .  .  .  .  .  .
    .  .  .  .  .  .
    ○1 .  .  .  .  ◆9
"""


def element(svg: str, id: str) -> str:
    """The group with an id, to the end of its picture."""
    return svg[svg.index(f'id="{id}"') :].partition("</g>")[0]


def test_the_drawn_card_and_who_may_move_are_shown() -> None:
    svg = position(TWO, STONES, 0, drawn=7).picture(GERMAN).svg()
    assert ">7<" in element(svg, "drawn") and 'class="card"' in svg
    assert "a2: Karte 3, Stein von Anna, darf laufen" in svg and "b1: Karte 8, Stein von Anna, darf laufen" in svg
    assert "b2: Karte 18, Stein von Anna<" in svg and ">läuft mit 3 oder 8<" in svg


def test_the_die_is_shown_in_the_classic_game() -> None:
    svg = position(CLASSIC, CLASSIC_STONES, 0, drawn=5).picture(GERMAN).svg()
    assert element(svg, "drawn").count("<circle") == 5 and 'class="die"' in svg and 'id="pile"' not in svg
    assert "b2: Stein 5 von Anna, darf laufen" in svg and ">muss mit der 5 laufen<" in svg


def test_an_equal_number_for_the_next_player_is_another_card() -> None:
    one, other = (position(TWO, STONES, seat, drawn=7).svg(None) for seat in (0, 1))
    assert element(one, "drawn") != element(other, "drawn")


def test_goals_are_marked() -> None:
    svg = position(TWO, STONES, 0, drawn=7).picture(GERMAN).svg()
    assert "Ziel von Anna" in element(svg, "goal-0") and re.search(r"e5: Karte \d+, Ziel von Anna", svg)


@pytest.mark.parametrize("game, picture", [(TWO, STONES), (CLASSIC, CLASSIC_STONES), (FOUR, TEAMS)])
def test_teams_differ_in_shape(game: Game, picture: str) -> None:
    svg = position(game, picture, 0, drawn=1).svg(None)
    for seat in range(game.players):
        second_team = game.teams[seat] == 1
        shapes = re.findall(rf'id="stone-{seat}-\d"[^>]*>.*?</g>', svg)
        assert shapes and all(("<path" in shape) is second_team for shape in shapes)


def test_partners_differ_by_dots() -> None:
    svg = position(FOUR, TEAMS, 0, drawn=1).svg(None)
    dotted = [seat for seat in range(4) if "dasharray" in element(svg, f"stone-{seat}-1")]
    assert dotted == [1, 3]


def test_a_move_goes_from_cell_to_cell_and_is_told() -> None:
    state = position(TWO, STONES, 0, drawn=18)
    assert state.paths(0)["b2-c3"] == ("cell-b2", "cell-c3")
    assert state.tell(0, "b2-c3", GERMAN) == "b2 nach c3, schlägt einen Stein von Ben"
    assert state.tell(0, "b2-c2", Look()) == "b2 to c2"
    own = position(TWO, STONES, 0, drawn=8)
    assert own.tell(0, "b1-b2", GERMAN) == "b1 nach b2, schlägt einen eigenen Stein"
    home = position(TWO, STONES.replace(".   .   .   .   .\n", ".   .   .   ○2  .\n", 1), 0, drawn=1)
    assert home.tell(0, "d5-e5", GERMAN) == "d5 nach e5, am Ziel!"


def test_chance_is_told_without_a_verb() -> None:
    assert TWO.start().tell(-1, "deal 17", GERMAN) == "Karte 17 auf a1"
    assert CLASSIC.start().tell(-1, "deal 4", GERMAN) == "Stein 4 von Anna auf a1"
    assert position(TWO, STONES, 1).tell(-1, "draw 17", GERMAN) == "eine 17 für Ben"


@pytest.mark.parametrize(
    ("state", "german", "english"),
    [
        (TWO.start(), "das Brett wird ausgelegt", "the board is being laid"),
        (position(TWO, STONES, 1), "● Ben zieht", "● Ben draws"),
        (position(CLASSIC, CLASSIC_STONES, 0), "○ Anna würfelt", "○ Anna rolls"),
        (
            position(TWO, STONES, 0, drawn=7),
            "○ Anna hat die 7 gezogen; wer laufen darf, hat einen *",
            "○ Anna has drawn 7; stones that may move have a *",
        ),
        (
            position(CLASSIC, CLASSIC_STONES, 0, drawn=5),
            "○ Anna hat eine 5 gewürfelt; wer laufen darf, hat einen *",
            "○ Anna has rolled 5; stones that may move have a *",
        ),
    ],
)
def test_the_terminal_speaks_both_languages(state: State, german: str, english: str) -> None:
    assert state.text(0, "de", ("Anna", "Ben")).endswith(german)
    assert state.text(0, "en", ("Anna", "Ben")).endswith(english)


@pytest.mark.parametrize(("game", "verb"), [(TWO, "zieht"), (CLASSIC, "würfelt")])
def test_the_draw_for_the_start_is_shown_in_the_terminal(game: Game, verb: str) -> None:
    rng, state = random.Random(1), game.start()
    while not state.text(0, "de", ("Anna", "Ben")).endswith("um den Anfang"):
        state = state.play(rng.choice(state.moves()))
    assert f"○ Anna {verb} um den Anfang" in state.text(0, "de", ("Anna", "Ben"))
    after = state.play(state.moves()[0])
    assert re.search(rf"● Ben {verb} um den Anfang; bisher höchstens \d+$", after.text(0, "de", ("Anna", "Ben")))


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("draw 3", "Zahlen bringt der Zufall; jetzt ziehst du"),
        ("f1-f2", "das Brett endet bei e5"),
        ("d1-d2", "auf d1 steht keiner deiner Steine"),
        ("a2-a1", "ein Stein geht einen Schritt auf die Ecke gegenüber zu"),
        ("b2-b3", "die Zahl ist 7, und der Stein auf b2 hat die 18"),
    ],
)
def test_why_not_is_said_in_german(move: str, why: str) -> None:
    assert position(TWO, STONES, 0, drawn=7).why_not(move, GERMAN).startswith(why)


@pytest.mark.parametrize(
    ("state", "move", "why"),
    [
        (TWO.start(), "draw 3", "jetzt wird ausgelegt"),
        (TWO.start(), "deal 51", "die höchste Zahl ist 50"),
        (TWO.start(), "a1-a2", "zuerst kommt eine Zahl"),
        (TWO.start().play("deal 3").play("deal 3"), "deal 3", "im Stapel ist keine 3 mehr"),
        (CLASSIC.start().play("deal 3"), "deal 3", "Anna hat den Stein 3 schon"),
        (position(TWO, STONES, 0), "roll 3", "jetzt wird eine Karte gezogen"),
        (position(CLASSIC, CLASSIC_STONES, 0), "draw 3", "jetzt wird gewürfelt"),
    ],
)
def test_why_chance_cannot_do_that_is_said_in_german(state: State, move: str, why: str) -> None:
    assert why_not(state.record(), CHANCE, move, GERMAN) == why
