"""The rules: random games, how they end, and storage."""

from spielkiste.check.case import Case, GameCase
from spielkiste.core.errors import GameOver
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE, CLOCK

LOOKED_AT = 7  # every so many moves it is looked at what takes longer


def random_games_end(case: GameCase) -> None:
    """Random games end, chances sum to one, moves are sorted and told apart, and a state never changes."""
    for seed in range(case.effort.games):
        before, kept = case.game.start(), case.game.start().data
        state = before
        for state in case.random_game(seed):
            if before.data != kept:
                case.say("a state changed when a move was played on it")
            before, kept = state, state.data
            turn_is_right(case, state)
        if not state.over:
            raise case.stop(f"rules.py: a random game has not ended after {state.length} moves")
        end_is_right(case, state)


def turn_is_right(case: Case, state: State) -> None:
    players = state.game.players
    if list(state.turn) != sorted(set(state.turn)) or not all(CLOCK <= seat < players for seat in state.turn):
        case.say(f"rules.py: in_turn names seats that are not there: {state.turn}")
    chances = state.chances()
    if CHANCE in state.turn:
        if state.turn != (CHANCE,):
            case.say("rules.py: CHANCE is in turn together with others")
        if abs(sum(p for _, p in chances) - 1) >= 1e-12 or not all(p > 0 for _, p in chances):
            case.say(f"rules.py: the chances do not sum to one: {chances}")
        if [move for move, _ in chances] != state.moves():
            case.say("rules.py: the moves of CHANCE and its chances are not the same")
    elif chances:
        case.say("rules.py: there are chances where CHANCE is not in turn")
    for seat in range(CLOCK, players):
        moves = state.moves(seat)
        if moves != sorted(set(moves)):
            case.say(f"notation.py: the moves of seat {seat} are not sorted and told apart: {moves}")
        if bool(moves) != (seat in state.turn):
            case.say(f"rules.py: seat {seat} has {len(moves)} moves, and in turn are {state.turn}")
    if len(state.scores) != players:
        case.say(f"rules.py: {len(state.scores)} scores for {players} players")
    if not state.over and (state.places is not None or state.returns is not None or state.outcome is not None):
        case.say("rules.py: there are places, returns or an outcome before the end")


def end_is_right(case: Case, state: State) -> None:
    if state.turn or state.moves() or state.chances():
        case.say("rules.py: somebody may move after the end")
    places, returns = state.places, state.returns
    if places is None or returns is None:
        raise case.stop("rules.py: there are no places or returns at the end")
    if min(places) != 1 or any(own != 1 + sum(other < own for other in places) for own in places):
        case.say(f"rules.py: the places {places} are not such as in sports")
    if state.game.players == 1:
        if places != (1,) or not 0 <= returns[0] <= 1:
            case.say(f"alone the place must be 1 and the return from 0 to 1 (card.solo_range): {places}, {returns}")
    elif abs(sum(returns)) >= 1e-9 or not all(-1 <= value <= 1 for value in returns):
        case.say(f"rules.py: the returns {returns} must be from -1 to 1 and sum to nothing")
    for seat in (None, 0):
        try:
            state.play("anything", seat=seat)
        except GameOver:
            continue
        case.say("rules.py: a move can be played after the end")


def endings_are_told(case: GameCase) -> None:
    """Why a game ended is one of the reasons on the card, and said in German and English."""
    reasons = case.room.card.reasons
    for seed in range(case.effort.games):
        outcome = list(case.random_game(seed))[-1].outcome
        if outcome is None:
            raise case.stop("rules.py: a random game has not ended")
        if outcome.reason not in reasons:
            case.say(f"ending.py: the reason {outcome.reason!r} is not on the card, which has {', '.join(reasons)}")
        names = tuple(f"P{seat}" for seat in range(case.game.players))
        german, english = (outcome.words(lang, names) for lang in ("de", "en"))
        if not german.strip() or not english.strip():
            case.say("ending.py: words says nothing")
        elif german == english:
            case.say(f"ending.py: words says the same in German and English: {german!r}")


def bytes_and_logs_give_the_state_again(case: GameCase) -> None:
    """Bytes and the moves made give the same state again."""
    for seed in range(case.effort.games):
        for state in case.random_game(seed):
            if state.length % LOOKED_AT == 0 or state.over:
                bytes_are_right(case, state)
    states = list(case.random_game(11))
    replayed = case.game.start()
    for state, (seat, move) in zip(states[1:], states[-1].moves_made, strict=True):
        replayed = replayed.play(move, seat=seat)
        if replayed != state:
            case.at = state
            raise case.stop("the moves made, played once more, give another position")
    if replayed.moves_made != states[-1].moves_made:
        case.say("the moves made, played once more, are written differently")


def bytes_are_right(case: Case, state: State) -> None:
    again = state.game.from_bytes(state.to_bytes())
    same = again == state and hash(again) == hash(state) and again.turn == state.turn
    if not same or again.moves_made != state.moves_made or again.to_bytes() != state.to_bytes():
        case.say("to_bytes and from_bytes give another state")
