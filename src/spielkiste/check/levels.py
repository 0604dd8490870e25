"""The players of a room, level by level."""

import itertools

import numpy as np

from spielkiste.check.case import GameCase
from spielkiste.core.deal import deal
from spielkiste.core.errors import SpielkisteError
from spielkiste.core.state import State
from spielkiste.core.verbs import CLOCK
from spielkiste.search.bots import back_of
from spielkiste.search.limit import Limit
from spielkiste.search.player import Analyst, Player

SEED = 5
SECONDS = 0.05  # a move, for a level that thinks by time
ROUNDING = 1e-12


def levels_play(case: GameCase) -> None:
    """Every level plays a game to its end, and two players made alike make the same moves."""
    if left_out(case):
        return
    for level in back_of(case.room).levels:
        level_plays(case, level)


def left_out(case: GameCase) -> bool:
    """Whether these options are passed over because it should go quickly."""
    first = case.room.card.settle(case.room.card.samples[0])
    if case.effort.levels_with_each or case.game.options == first:
        return False
    case.note = "with the first options alone"
    return True


def level_plays(case: GameCase, level: int) -> None:
    """One level against itself; now and then a second player of the same seed is asked too."""
    game, thought = case.game, case.effort.thought
    player = back_of(case.room).player(game, level, SEED)
    rng = np.random.default_rng(SEED)
    limit = thought.within(Limit(seconds=SECONDS))
    state = deal(game.start(), rng)
    repeated = 0
    while not state.over:
        case.at = state
        seat = state.turn[rng.integers(len(state.turn))]
        if seat == CLOCK or is_forced(state, seat):
            move = state.moves(seat)[0]
        elif repeated < case.effort.repeated:
            repeated += 1
            move = chosen_twice(case, player, level, seat, thought)
        else:
            move = player.choose(state, seat, limit)
        try:
            state = deal(state.play(move, seat=seat), rng)
        except SpielkisteError as wrong:
            raise case.stop(f"level {level} chooses {move!r} for seat {seat}: {wrong}") from None


def is_forced(state: State, seat: int) -> bool:
    """Whether there is nothing to choose, so that no player is asked."""
    return len(state.moves(seat)) == 1 and state.game.room.front.free_moves is None


def chosen_twice(case: GameCase, player: Player, level: int, seat: int, limit: Limit) -> str:
    """The move of a player, and that of another made alike."""
    assert case.at is not None
    move = player.choose(case.at, seat, limit)
    other = back_of(case.room).player(case.game, level, SEED).choose(case.at, seat, limit)
    if move != other:
        case.say(f"level {level} chooses {move!r} and, made once more with the same seed, {other!r}")
    return move


def analysis_is_best_first(case: GameCase) -> None:
    """A player that can say what it thinks of the moves says it best first, of moves that are possible."""
    if left_out(case):
        return
    back = back_of(case.room)
    analyst = back.player(case.game, max(back.levels), SEED)
    if not isinstance(analyst, Analyst):
        case.note = "the strongest player has no opinion of its own"
        return
    states = [state for state in case.random_game(SEED) if not state.over and max(state.turn) >= 0]
    for state in states[:: max(1, len(states) // case.effort.repeated)][: case.effort.repeated]:
        case.at = state
        analysis_is_right(case, analyst, state)


def analysis_is_right(case: GameCase, analyst: Analyst, state: State) -> None:
    seat = max(state.turn)
    thoughts = analyst.analyse(state, seat, case.effort.thought)
    if not thoughts:
        case.say(f"analyse says nothing about the moves of seat {seat}")
    values = [thought.value for thought in thoughts]
    if any(later > earlier + ROUNDING for earlier, later in itertools.pairwise(values)):
        case.say(f"analyse must list the best move first, and its values are {', '.join(f'{v:.3f}' for v in values)}")
    for thought in thoughts:
        try:
            state.play(thought.move, seat=seat)
        except SpielkisteError as wrong:
            case.say(f"analyse speaks of {thought.move!r}: {wrong}")
