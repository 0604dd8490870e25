"""All checks in their order, and how a room is held to them."""

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from spielkiste.check import boards, card, compiled, front, imports, levels, notation, rules, second, seen
from spielkiste.check.case import THOROUGH, Case, Effort, Enough, Finding, GameCase
from spielkiste.check.walk import games_of
from spielkiste.core.errors import SpielkisteError
from spielkiste.core.room import Room

AnyCase = TypeVar("AnyCase", bound=Case)

# What is asked of the room once: first whether it can be loaded at all.
OF_THE_ROOM: dict[str, Callable[[Case], None]] = {
    "front": front.front_is_whole,
    "imports": imports.front_needs_core_alone,
    "card": card.card_is_complete,
    "options": card.options_are_checked,
    "texts": card.texts_teach_the_game,
    "lesson": boards.lesson_can_be_touched,
    "perft": second.counts_are_the_naive_ones,
}
# What is asked with each of its sample options.
OF_EACH_GAME: dict[str, Callable[[GameCase], None]] = {
    "same game": card.options_give_the_game_again,
    "random games": rules.random_games_end,
    "endings": rules.endings_are_told,
    "storage": rules.bytes_and_logs_give_the_state_again,
    "notation": notation.notation_goes_there_and_back,
    "refusals": notation.refusals_say_why,
    "naive": second.rules_are_the_naive_ones,
    "views": seen.nobody_sees_what_is_hidden,
    "pictures": boards.pictures_are_well_formed,
    "pieces": boards.pictures_are_those_drawn_anew,
    "colours": boards.chosen_colours_are_drawn,
    "paths": boards.every_move_can_be_touched,
    "telling": boards.moves_are_told,
    "german": boards.german_pictures_speak_german,
    "compiled": compiled.plain_is_compiled,
    "levels": levels.levels_play,
    "analysis": levels.analysis_is_best_first,
}
NEEDED = ("front", "card")  # where they cannot be loaded nothing can be played
NAMES = (*OF_THE_ROOM, *OF_EACH_GAME)


@dataclass(frozen=True)
class Result:
    """What a check said."""

    name: str
    sentence: str
    findings: list[Finding]
    seconds: float
    note: str = ""

    @property
    def held(self) -> bool:
        return not self.findings


def examined(check: Callable[[AnyCase], None], case: AnyCase) -> AnyCase:
    """Looks at a case; where something of the room breaks, that is a finding too."""
    try:
        check(case)
    except Enough:
        pass
    except Exception as error:
        with contextlib.suppress(Enough):
            case.crashed(error)
    return case


def look_at(name: str, room: Room, effort: Effort) -> list[Case]:
    """The cases of one check, looked at."""
    if name in OF_THE_ROOM:
        return [examined(OF_THE_ROOM[name], Case(room, effort))]
    return [examined(OF_EACH_GAME[name], GameCase(game, effort)) for game in games_of(room)]


def check_room(room: Room, effort: Effort, begin: Callable[[str], None] = lambda name: None) -> Iterator[Result]:
    """Holds a room to all checks, as far as it can be played at all; `begin` hears the name of each."""
    for name in NAMES:
        begin(name)
        begun = time.monotonic()
        cases = look_at(name, room, effort)
        notes = dict.fromkeys(case.note for case in cases if case.note)
        yield Result(name, sentence_of(name), merged(cases), time.monotonic() - begun, "; ".join(notes))
        if name in NEEDED and not can_be_played(room):
            return


def merged(cases: list[Case]) -> list[Finding]:
    """What was found with several sets of options, each sentence once."""
    found: dict[str, Finding] = {}
    for finding in (finding for case in cases for finding in case.findings):
        if finding.sentence in found:
            found[finding.sentence].times += finding.times
        else:
            found[finding.sentence] = finding
    return list(found.values())


def can_be_played(room: Room) -> bool:
    """Whether there is sense in going on."""
    return not any(case.findings for case in look_at("front", room, THOROUGH)) and loads(room)


def loads(room: Room) -> bool:
    try:
        return bool(games_of(room))
    except SpielkisteError:
        return False


def sentence_of(name: str) -> str:
    """What a check holds a room to."""
    said = OF_THE_ROOM[name].__doc__ if name in OF_THE_ROOM else OF_EACH_GAME[name].__doc__
    assert said is not None
    return said
