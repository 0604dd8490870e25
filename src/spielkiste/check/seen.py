"""Nothing leaks: states that differ only in what a seat may not know look the same to it.

A room that hides things has tests/twins.py with `twin(state, viewer, rng)`: another state that the viewer cannot tell
apart from this one, or None where nothing is hidden now; and, where only some options hide anything, `applies(game)`.
"""

from types import ModuleType

import numpy as np

from spielkiste.check.case import GameCase
from spielkiste.check.walk import room_tests
from spielkiste.core.look import Look
from spielkiste.core.state import State

GAMES_AT_MOST = 200
OPEN_MOVES = 60  # of a game without secrets that are looked at


def nobody_sees_what_is_hidden(case: GameCase) -> None:
    """Nobody sees what is hidden: positions that a seat may not tell apart look the same to it."""
    twins = room_tests(case.room, "twins")
    hides = "hidden" in case.room.card.kinds
    if hides and twins is None:
        raise case.stop("the card says hidden, and there is no tests/twins.py with twin(state, viewer, rng) to test it")
    if twins is not None and not hides:
        raise case.stop("there is a tests/twins.py, and the card does not say hidden")
    if twins is not None and vars(twins).get("applies", always)(case.game):
        compare_twins(case, twins)
    else:
        nothing_is_hidden(case)


def always(game: object) -> bool:
    return True


def compare_twins(case: GameCase, twins: ModuleType) -> None:
    pairs, seed, wanted = 0, 0, case.effort.twins
    while pairs < wanted and seed < GAMES_AT_MOST:
        rng = np.random.default_rng(seed)
        seed += 1
        for state in case.random_game(rng):
            for viewer in (None, *range(case.game.players)):
                twin = twins.twin(state, viewer, rng)
                if twin is not None:
                    pairs += 1
                    compare(case, state, twin, viewer)
    if pairs < wanted:
        case.at = None
        case.say(f"tests/twins.py: {GAMES_AT_MOST} random games gave {pairs} pairs; at least {wanted} are wanted")


def compare(case: GameCase, state: State, twin: State, viewer: int | None) -> None:
    who = "a spectator" if viewer is None else f"seat {viewer}"
    if state.data == twin.data:
        case.say("tests/twins.py: a twin is the same position")
    view, other = state.view(viewer), twin.view(viewer)
    for name in (name for name in view if view[name] != other[name]):
        case.say(f"{who} sees what it may not know in {name!r} of its view: {view[name]!r} or {other[name]!r}")
    if state.text(viewer) != twin.text(viewer):
        case.say(f"{who} sees what it may not know in board.text")
    if state.svg(viewer) != twin.svg(viewer):
        case.say(f"{who} sees what it may not know in board.draw")
    if state.picture(Look(viewer)).buttons != twin.picture(Look(viewer)).buttons:
        case.say(f"{who} sees what it may not know in the buttons of board.draw")
    if viewer is not None and state.paths(viewer) != twin.paths(viewer):
        case.say(f"{who} sees what it may not know in board.paths")


def nothing_is_hidden(case: GameCase) -> None:
    for state in case.random_game(2, limit=OPEN_MOVES):
        if state.view(None)["moves_made"] != [list(made) for made in state.moves_made]:
            case.say("view.py: a move is secret, and the card does not say hidden")
        if state.seen(0).pack() != state.data:
            case.say("rules.py: conceal blanks something, and the card does not say hidden")
