"""Pictures, paths and words: every board can be played with the fingers, in both languages, and says what it shows."""

import itertools
import json
import re
from collections.abc import Sequence
from xml.etree import ElementTree

from spielkiste.check.card import LANGUAGES
from spielkiste.check.case import Case, GameCase
from spielkiste.core.course import course
from spielkiste.core.errors import SpielkisteError
from spielkiste.core.game import Game
from spielkiste.core.lesson import Lesson, Step
from spielkiste.core.look import Look
from spielkiste.core.pieces import everything_drawn_anew
from spielkiste.core.state import State
from spielkiste.core.svg import STONES, Picture

NAMES = ("Ann & Co", "<Bob>", "Çem", "Dörte", "Eva", "Finn")
ID = re.compile(r"[a-z][a-zA-Z0-9_,-]*")
LOOKED_AT = 7  # every so many moves of a game
TOLD_AT_MOST = 300  # moves of a game
STEPS = range(4, 13)  # of a lesson
OWN_MOVES = 3  # of a lesson, at least


def pictures_are_well_formed(case: GameCase) -> None:
    """Pictures are well-formed SVG with unique ids and a spoken name, for every seat, in German and English."""
    for seed in range(case.effort.games):
        for state in case.random_game(seed):
            if state.length % LOOKED_AT == 0 or state.over:
                what_is_seen_is_right(case, state)
    for state in case.some_states(2, every=6):
        for seat in (None, *range(min(2, case.game.players))):
            for lang in LANGUAGES:
                picture_is_right(case, state.picture(Look(seat, lang, NAMES[: case.game.players])))


def pictures_are_those_drawn_anew(case: GameCase) -> None:
    """A picture put together from pieces that were drawn before is the one drawn anew, for every seat and language."""
    names, other = NAMES[: case.game.players], NAMES[::-1][: case.game.players]
    seats = (None, *range(case.game.players))
    for state in case.some_states(2):
        for seat in {seats[state.length % len(seats)], None, *state.turn} & {*seats}:
            for lang, called in zip(LANGUAGES, (names, other), strict=False):
                same_drawn_anew(case, state, Look(seat, lang, called))
            same_drawn_anew(case, state, Look(seat, "en", names, other_colours(case.game)))


def other_colours(game: Game) -> tuple[str, ...]:
    """What players might choose, none of it the room's own; nothing where they cannot."""
    usual = game.card.colours(game.players) if game.card.colours else ()
    stones = list(STONES)
    return tuple(stones[(stones.index(colour) + 1) % len(stones)] for colour in usual)


def chosen_colours_are_drawn(case: GameCase) -> None:
    """Where players may choose their colours, each seat has one of its own, and the picture shows those chosen."""
    colours = case.game.card.colours
    if colours is None:
        return
    usual, start = colours(case.game.players), case.game.start()
    drawn = start.picture(Look()).svg()
    if len(usual) != case.game.players or len(set(usual)) != len(usual) or not set(usual) <= STONES.keys():
        case.say(f"card.py: colours must give every seat one of {', '.join(STONES)}, and none twice, not {usual}")
    elif start.picture(Look(colours=usual)).svg() != drawn:
        case.say("board.py: the colours of the card are not those drawn where nobody has chosen any (look.stone)")
    elif start.picture(Look(colours=other_colours(case.game))).svg() == drawn:
        case.say("board.py: chosen colours make no difference; draw what belongs to a seat with look.stone(seat)")


def same_drawn_anew(case: Case, state: State, look: Look) -> None:
    put_together = state.picture(look)
    if state.shown_to(look.seat).pack() != state.bare().seen(look.seat).pack():
        case.say("board.py: draw must not change the record: all who look are shown the same one")
    with everything_drawn_anew():
        anew = state.bare().picture(look)
    if vars(put_together) != vars(anew):
        different = [part for part in put_together.parts if part not in anew.parts] or [put_together.head()]
        case.say(
            "board.py: a piece must depend on nothing but its arguments, the record and the look; "
            f"drawn anew this would be different: {different[0][:200]}"
        )


def what_is_seen_is_right(case: Case, state: State) -> None:
    """Texts and views of everybody, and the pictures without names."""
    if not str(state).strip():
        case.say("board.py: text is empty")
    for seat in (None, *range(state.game.players)):
        view = state.view(seat)
        if json.loads(json.dumps(view)) != view:
            case.say("view.py: describe must give JSON values: dicts with text as keys, lists, texts, numbers")
        if not state.text(seat).strip():
            case.say("board.py: text is empty")
    root = parsed(case, state._repr_svg_())
    if not root.tag.endswith("svg") or not root.get("viewBox") or not root.get("aria-label"):
        case.say("board.py: draw must give a picture with a size and a title")
    ids_are_unique(case, [element.attrib["id"] for element in root.iter() if element.get("id")])
    parsed(case, state.svg(0))


def picture_is_right(case: Case, picture: Picture) -> None:
    found = ids(case, picture)
    ids_are_unique(case, found)
    for id in found:
        if not ID.fullmatch(id):
            case.say(f"board.py: draw gives an element the id {id!r}, which does not match {ID.pattern}")
    if not picture.title:
        case.say("board.py: draw gives a picture without a title")
    if "<Bob>" in picture.svg():
        case.say("board.py: draw writes a player's name without escaping it")
    if not all(button.label for button in picture.buttons):
        case.say("board.py: draw makes a button without a label")


def ids_are_unique(case: Case, found: Sequence[str]) -> None:
    for id in sorted({id for id in found if found.count(id) > 1}):
        case.say(f"board.py: draw gives the id {id!r} to {found.count(id)} elements; ids must be unique")


def ids(case: Case, picture: Picture) -> list[str]:
    return [element.attrib["id"] for element in parsed(case, picture.svg()).iter() if "id" in element.attrib]


def parsed(case: Case, svg: str) -> ElementTree.Element:
    try:
        return ElementTree.fromstring(svg)
    except ElementTree.ParseError as wrong:
        raise case.stop(f"board.py: draw gives no well-formed SVG: {wrong}") from None


def every_move_can_be_touched(case: GameCase) -> None:
    """Every listed move can be made by touching elements that are there, and no path is the beginning of another."""
    for state in case.some_states(1):
        for seat in (seat for seat in state.turn if seat >= 0):
            paths_are_right(case, state, seat)


def paths_are_right(case: GameCase, state: State, seat: int) -> None:
    picture = state.picture(Look(seat, "de", NAMES[: case.game.players]))
    there = {*ids(case, picture), *(button.id for button in picture.buttons)}
    paths, moves, tools = state.paths(seat), state.moves(seat), state.tools(Look(seat))
    for move in sorted(set(paths) - set(moves)):
        case.say(f"board.py: paths has {move!r}, which is not a listed move")
    for move, path in paths.items():
        if not path or not set(path) <= there:
            missing = ", ".join(sorted(set(path) - there)) or "nothing"
            case.say(f"board.py: the path of {move!r} leads over {missing}, which draw does not draw")
    are_told_apart(case, paths)
    free = tools or any(button.id == "draft" for button in picture.buttons)
    for move in () if free else sorted(set(moves) - set(paths)):
        case.say(f"board.py: paths lacks {move!r}: a listed move that nobody can make")
    for tool in tools:
        if not set(tool.elements) <= there:
            case.say(f"board.py: the tool {tool.id!r} gathers elements that draw does not draw")


def are_told_apart(case: Case, paths: dict[str, tuple[str, ...]]) -> None:
    """No path is the beginning of another: each move is made the moment its last element is touched."""
    beginnings = {path[:length]: move for move, path in paths.items() for length in range(1, len(path) + 1)}
    for move, path in paths.items():
        other = beginnings.get(path, move)
        if other != move:
            case.say(f"board.py: the path of {move!r}, {path}, begins that of {other!r}, {paths[other]}")


def moves_are_told(case: GameCase) -> None:
    """What a move does is told in German and English."""
    states = list(case.random_game(3, limit=TOLD_AT_MOST))
    different = 0
    for before, after in itertools.pairwise(states):
        case.at = before
        seat, move = after.moves_made[-1]
        told = [before.tell(seat, move, Look(None, lang)) for lang in LANGUAGES]
        if not all(told) or any("None" in one for one in told):
            case.say(f"board.py: tell says {told[0]!r} and {told[1]!r} of {move!r}")
        different += told[0] != told[1]
        happened(case, before, after)
        if any(one.uncovered().pack() != one.data for one in (before, after)) or covered_otherwise(before):
            case.say("board.py, moments.py: tell and moment must not change the record: all are told from the same one")
    if different < len(states) / 3:
        case.say("board.py: tell says the same in German and English")


def happened(case: GameCase, before: State, after: State) -> str:
    """What there is to see after a move, in words."""
    hook, look = case.game.room.front.moments, Look(None)
    return hook.moment(before.uncovered(), after.uncovered(), [after.moves_made[-1]], look) if hook else ""


def covered_otherwise(state: State) -> bool:
    """Whether what a spectator is shown of a position is not what it was."""
    return state.shown_to(None).pack() != state.bare().seen(None).pack()


def german_pictures_speak_german(case: GameCase) -> None:
    """No sentence of the English picture is left in the German one (single words like names may be)."""
    for state in case.some_states(4, every=10):
        german, english = (strings(state.svg(0, lang)) for lang in LANGUAGES)
        for left in sorted(one for one in german & english if len(one.split()) > 1):
            case.say(f"board.py: draw says {left.strip()!r} in the German and in the English picture")


def strings(svg: str) -> set[str]:
    """What is spoken: titles and details, without numbers and names of cells."""
    return {re.sub(r"[^A-Za-zÄÖÜäöüß ]", "", one) for one in re.findall(r"<title>(.*?)</title>", svg)}


def lesson_can_be_touched(case: Case) -> None:
    """The first game has a few steps in German and English, and each of its moves can be made with the fingers."""
    lesson = case.room.front.examples.FIRST_GAME
    if len(lesson.steps) not in STEPS:
        case.say(f"examples.py: FIRST_GAME has {len(lesson.steps)} steps; it should have {STEPS[0]} to {STEPS[-1]}")
    if sum(step.move is not None for step in lesson.steps) < OWN_MOVES:
        case.say(f"examples.py: FIRST_GAME lets the learner make fewer than {OWN_MOVES} moves")
    try:
        states = course(case.room, lesson)
    except SpielkisteError as wrong:
        raise case.stop(f"examples.py: FIRST_GAME cannot be played: {wrong}") from None
    for number, (state, step) in enumerate(zip(states, lesson.steps, strict=False), 1):
        case.at = state
        for lang in LANGUAGES:
            if not dict(step.text).get(lang):  # else English stands in
                case.say(f"examples.py: step {number} of FIRST_GAME lacks its text in {lang!r}")
        if step.move is not None:
            step_can_be_touched(case, lesson, number, step)


def step_can_be_touched(case: Case, lesson: Lesson, number: int, step: Step) -> None:
    state, look = case.at, Look(lesson.seat)
    assert state is not None
    if lesson.seat not in state.turn:
        case.say(f"examples.py: in step {number} of FIRST_GAME seat {lesson.seat} is not in turn")
    elif step.move not in state.paths(lesson.seat) and not state.tools(look) and not case.room.front.drafts:
        case.say(f"examples.py: nobody can touch {step.move!r}, the move of step {number} of FIRST_GAME")
    picture = state.picture(look)
    there = {*ids(case, picture), *(button.id for button in picture.buttons)}
    if not set(step.touch) <= there:
        missing = ", ".join(sorted(set(step.touch) - there))
        case.say(f"examples.py: step {number} of FIRST_GAME wants {missing} touched, which draw does not draw")
