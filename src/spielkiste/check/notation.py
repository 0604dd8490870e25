"""Moves as text: there and back, by number, and refused with a reason."""

import re

from spielkiste.check.card import LANGUAGES
from spielkiste.check.case import Case, GameCase
from spielkiste.core.errors import SpielkisteError
from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE

READ_AT_MOST = 12  # moves of a seat at a position, evenly spread: a list may have a thousand
REFUSED_AT_MOST = 20  # moves tried at a position
LONGEST_LOOK = 400  # moves of a game


def notation_goes_there_and_back(case: GameCase) -> None:
    """Each legal move has a text and a number of its own, and each gives the other; numbers are below action_count."""
    for seed in range(case.effort.games):
        for state in case.random_game(seed):
            for seat in state.turn:
                texts_are_right(case, state, seat)


def texts_are_right(case: Case, state: State, seat: int) -> None:
    room, record = case.room, state.record()
    out = [0] * room.longest_list
    if seat == CHANCE:
        numbers = [k for k, weight in enumerate(out[: room.verbs.odds(record, out)]) if weight]
    else:
        numbers = out[: room.verbs.legal(record, seat, out)]
    actions, most = state.actions(seat), state.game.action_count
    if len(set(numbers)) != len(numbers):
        case.say(f"rules.py: legal lists a move twice: {numbers}")
    if len(actions) != len(set(numbers)):
        case.say(f"notation.py: write gives {len(numbers)} moves of seat {seat} only {len(actions)} different texts")
    for text, action in actions.items():
        if most is not None and seat >= 0 and not 0 <= action < most:
            case.say(f"rules.py: {text!r} is action {action}, and action_count says {most}")
    for text in list(actions)[:: -(-len(actions) // READ_AT_MOST)]:
        if not re.fullmatch(room.notation.PATTERN, text, re.ASCII):
            case.say(f"notation.py: write gives {text!r}, which PATTERN does not match")
        action = state.action(text, seat)
        if action != actions[text] or state.move(action, seat) != text:
            case.say(f"notation.py: {text!r} is action {actions[text]}, and back again it is {action}")


def refusals_say_why(case: GameCase) -> None:
    """A move that is not possible now is refused with a reason, in German and English, and nothing has changed."""
    states = [state for state in case.random_game(9, limit=LONGEST_LOOK) if not state.over]
    every = sorted({move for _, move in states[-1].moves_made})
    for state in states[:: max(1, len(states) // 12)]:
        case.at, before = state, state.data
        for seat in (seat for seat in state.turn if seat >= 0):
            for move in [move for move in every if move not in state.moves(seat)][:REFUSED_AT_MOST]:
                reason_is_right(case, state, seat, move)
        if state.data != before:
            case.say("notation.py: asking for a move that is not possible changed the state")


def reason_is_right(case: Case, state: State, seat: int, move: str) -> None:
    try:
        state.play(move, seat=seat)
    except SpielkisteError:
        said = [state.why_not(move, Look(seat, lang)) for lang in LANGUAGES]
        if not all(isinstance(one, str) for one in said):
            case.say(f"notation.py: why_not says {said[0]!r} of {move!r}; it must be a text")
        elif said[0] and said[0] == said[1]:
            raise case.stop(f"notation.py: why_not says the same in German and English: {said[0]!r}") from None
