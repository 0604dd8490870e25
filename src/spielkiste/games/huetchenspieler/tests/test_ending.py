"""Why a game of Hütchenspieler ended and who won; and both languages in the terminal and in refusals."""

import pytest

import spielkiste as sk
from spielkiste.core.look import Look
from spielkiste.core.state import State

NAMES = ("Anna", "Ben", "Cem")


def finished(*right: bool, players: int = 2) -> State:
    """A whole game; in each hiding all questions are answered right, or all wrong."""
    state = sk.game("huetchenspieler", players=players).start()
    for answers_are_right in right:
        for move in ("lay 1234", "cover"):
            state = state.play(move, seat=state.turn[-1])
        while state.moves()[0].startswith("slide"):
            state = state.play("slide 1 2")
        for _ in range(3):
            state = state.play(state.moves()[0])
            place = state.record().row.index(state.record().asked) + 1
            state = state.play(next(m for m in state.moves() if (m == f"take {place}") is answers_are_right))
    return state


def words(state: State, lang: str) -> str:
    assert state.outcome is not None
    return state.outcome.words(lang, NAMES)


def test_before_the_end_there_is_no_outcome() -> None:
    assert finished(True, True).outcome is None


def test_the_game_ends_when_everybody_was_the_slider_twice() -> None:
    state = finished(False, True, False, True)
    assert state.outcome is not None and {state.outcome.reason} == set(state.game.card.reasons)
    assert words(state, "de") == "Alle waren zweimal Schieber. Anna gewinnt mit 16 : 0 Steinen."
    assert words(state, "en") == "Everybody was the slider twice. Anna wins with 16 : 0 stones."


def test_equal_numbers_are_said_to_share_the_win() -> None:
    state = finished(*[False] * 4)
    assert words(state, "de").endswith("8 : 8 Steine – gleich viele teilen sich den Sieg: Anna und Ben.")
    three = finished(*[False] * 6, players=3)
    assert words(three, "en").endswith("8 : 8 : 8 stones, equal numbers share the win: Anna, Ben and Cem.")


COVERED = ("lay 1234", "cover", "slide 1 2", "slide 1 2", "slide 1 2")


def after(*moves: str) -> State:
    state = sk.game("huetchenspieler").start()
    for move in moves:
        state = state.play(move, seat=state.turn[-1])
    return state


def test_the_terminal_speaks_both_languages_and_knows_names() -> None:
    said = {
        (): ("Anna legt vier Steine aus", "Anna lays four stones"),
        COVERED[:1]: ("merk dir die Steine!", "remember the stones!"),
        COVERED[:2]: ("Anna schiebt, noch 3-mal", "Anna slides, 3 to go"),
        COVERED: ("Anna fragt nach einem Zeichen", "Anna asks for a symbol"),
        (*COVERED, "ask 3"): ("Ben, wo liegt 3 ▲?", "Ben, where is 3 ▲?"),
    }
    for moves, (german, english) in said.items():
        state = after(*moves)
        assert f"Durchgang 1 von 4: {german}" in state.text(1, "de", NAMES)
        assert f"hiding 1 of 4: {english}" in state.text(1, "en", NAMES)
    over = after(*COVERED, "ask 3", "take 3", "ask 1", "take 1", "ask 4", "take 2")
    assert "der letzte Durchgang: 2▬ an Anna" in over.text(1, "de", NAMES) and "(du)" in over.text(1, "de", NAMES)
    assert "the last hiding: 2▬ to Anna" in over.text(1, "en", NAMES) and "seat" not in over.text(1, "en", NAMES)
    assert finished(*[True] * 4).text(None, "de").startswith("Hütchenspieler: aus")


@pytest.mark.parametrize(
    ("moves", "move"),
    [
        ((), "cover"),
        ((), "lay 1123"),
        (COVERED[:1], "slide 1 2"),
        (COVERED[:2], "slide 1 1"),
        (COVERED[:2], "ask 1"),
        (COVERED, "take 1"),
        ((*COVERED, "ask 3"), "slide 1 2"),
        ((*COVERED, "ask 3", "take 1"), "ask 2"),
        ((*COVERED, "ask 3", "take 1", "ask 3"), "take 1"),
    ],
)
def test_what_is_impossible_is_said_in_both_languages(moves: tuple[str, ...], move: str) -> None:
    state = after(*moves)
    german, english = (state.why_not(move, Look(state.turn[-1], lang)) for lang in ("de", "en"))
    assert german and english and german != english
