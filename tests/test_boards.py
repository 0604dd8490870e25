"""Every board can be played with the fingers, in both languages, and says what it shows."""

import itertools
import re
from collections.abc import Sequence
from xml.etree import ElementTree

import numpy as np
import pytest
from rooms import every_room, every_sample, random_states

import spielkiste as sk
from spielkiste.core.course import course, reach
from spielkiste.core.game import Game
from spielkiste.core.lesson import Example
from spielkiste.core.look import Look
from spielkiste.core.room import Room
from spielkiste.core.svg import Picture

LANGUAGES = ("de", "en")
POSITIONS = 60  # of a random game, evenly spread
NAMES = ("Ann & Co", "<Bob>", "Çem", "Dörte", "Eva", "Finn")


def some_states(game: Game, seed: int) -> list[sk.State]:
    states = list(random_states(game, np.random.default_rng(seed)))
    return [states[k] for k in sorted({round(at) for at in np.linspace(0, len(states) - 1, POSITIONS)})]


def ids(picture: Picture) -> list[str]:
    root = ElementTree.fromstring(picture.svg())
    return [element.attrib["id"] for element in root.iter() if "id" in element.attrib]


@pytest.mark.parametrize("game", every_sample())
def test_each_move_has_a_path_of_its_own_through_elements_that_are_there(game: Game) -> None:
    for state in some_states(game, 1):
        for seat in (seat for seat in state.turn if seat >= 0):
            picture = state.picture(Look(seat, "de", NAMES[: game.players]))
            there = {*ids(picture), *(button.id for button in picture.buttons)}
            paths = state.paths(seat)
            assert set(paths) <= set(state.moves(seat))
            assert all(path and set(path) <= there for path in paths.values()), (paths, there)
            assert_told_apart(list(paths.values()))
            free = state.tools(Look(seat)) or any(button.id == "draft" for button in picture.buttons)
            assert free or set(paths) == set(state.moves(seat)), "a listed move that nobody can make"
            assert all(set(tool.elements) <= there for tool in state.tools(Look(seat)))


def assert_told_apart(paths: Sequence[tuple[str, ...]]) -> None:
    """No path is the beginning of another: each move is made the moment its last element is touched."""
    beginnings = {path[:length] for path in paths for length in range(1, len(path))}
    assert len(set(paths)) == len(paths) and not beginnings & set(paths)


@pytest.mark.parametrize("game", every_sample())
def test_pictures_are_well_formed_in_both_languages_and_for_everybody(game: Game) -> None:
    for state in some_states(game, 2)[::6]:
        for seat in (None, *range(min(2, game.players))):
            for lang in LANGUAGES:
                picture = state.picture(Look(seat, lang, NAMES[: game.players]))
                found = ids(picture)
                assert len(found) == len(set(found)), "an id twice"
                assert all(re.fullmatch(r"[a-z][a-zA-Z0-9_,-]*", one) for one in found)
                assert picture.title and "<Bob>" not in picture.svg()
                assert all(button.label for button in picture.buttons)


@pytest.mark.parametrize("game", every_sample())
def test_what_happened_is_told_in_both_languages(game: Game) -> None:
    states = list(random_states(game, np.random.default_rng(3), limit=300))
    different = 0
    for before, after in itertools.pairwise(states):
        seat, move = after.moves_made[-1]
        told = [before.tell(seat, move, Look(None, lang)) for lang in LANGUAGES]
        assert all(told) and not any("None" in one for one in told)
        different += told[0] != told[1]
    assert different >= len(states) / 3, "German and English are the same"


def strings(svg: str) -> set[str]:
    """What is spoken: titles and details, without numbers and names of cells."""
    return {re.sub(r"[^A-Za-zÄÖÜäöüß ]", "", one) for one in re.findall(r"<title>(.*?)</title>", svg)}


@pytest.mark.parametrize("game", every_sample())
def test_german_pictures_speak_german(game: Game) -> None:
    """No sentence of the English picture is left in the German one (single words like names may be)."""
    for state in some_states(game, 4)[::10]:
        german, english = (strings(state.svg(0, lang)) for lang in LANGUAGES)
        left = [one for one in german & english if len(one.split()) > 1]
        assert not left, left


@pytest.mark.parametrize("room", every_room())
def test_rules_have_pictures_and_a_first_game(room: Room) -> None:
    examples = room.front.examples
    for lang in LANGUAGES:
        named = re.findall(r"!\[[^\]]+\]\(board:([a-z_0-9-]+)\)", room.text(lang))
        assert named and set(named) == set(examples.PICTURES), f"{lang}.md shows {named}"
    for example in examples.PICTURES.values():
        assert isinstance(example, Example)
        ElementTree.fromstring(reach(room.slug, example).svg(example.seat))


@pytest.mark.parametrize("room", every_room())
def test_the_first_game_can_be_played_with_the_fingers(room: Room) -> None:
    lesson = room.front.examples.FIRST_GAME
    states = course(room.slug, lesson)
    assert 4 <= len(lesson.steps) <= 12 and sum(step.move is not None for step in lesson.steps) >= 3
    for state, step in zip(states, lesson.steps, strict=False):
        assert all(step.text[lang] for lang in LANGUAGES)
        if step.move is not None:
            assert lesson.seat in state.turn
            listed = step.move in state.paths(lesson.seat)
            assert listed or state.tools(Look(lesson.seat)) or room.front.drafts, step.move
