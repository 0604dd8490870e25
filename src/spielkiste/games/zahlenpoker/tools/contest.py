"""Bots against predictable players: one bot at a table, a habit in every other seat."""

import random
from typing import NamedTuple

from spielkiste.core.game import Game, game
from spielkiste.core.state import State
from spielkiste.search.limit import Limit
from spielkiste.search.player import Player

from ..bot import player
from ..bot.opponent_model import KNOWN, past_of
from ..bot.rollout_kernel import richest
from ..bot.rounds import choices
from ..bot.safe_exploiter import SafeExploiter, by_reply, gains_beyond
from ..bot.styles import FAIR, STYLES, weigh
from ..rules import FIRST_STEAL, MAX_MOVES, NOT_YET

WHIM = 0.1  # how often a predictable player shows any thing instead
PREDICTABLE = range(1, len(STYLES))
STRANGERS = tuple(style for style in PREDICTABLE if style not in KNOWN)
MIND_READER = -1  # as a style: knows with which chances the bot shows what, and replies with what hurts most


class Match(NamedTuple):
    """So many games of a bot of some level against a style, beginning with this seed."""

    level: int
    style: int
    players: int
    seed: int
    games: int
    seconds: float


class Tally(NamedTuple):
    """What the games of a match came to."""

    total: float
    squares: float
    games: int


def play_match(match: Match) -> Tally:
    results = [play_game(match, seed) for seed in range(match.seed, match.seed + match.games)]
    return Tally(sum(results), sum(result * result for result in results), len(results))


def play_game(match: Match, seed: int) -> float:
    """What the bot won; it sits in each seat in turn."""
    table = game("zahlenpoker", players=match.players)
    mine, bot, other = seed % match.players, bot_of(table, match.level, seed), random.Random(2 * seed + 1)
    state = table.start()
    while not state.over:
        seat = state.turn[0]
        if seat == mine:
            move = bot.choose(state, seat, Limit(seconds=match.seconds))
        elif match.style == MIND_READER:
            assert isinstance(bot, SafeExploiter), "only the mixtures of two can be known"
            move = most_hurtful(state, seat, bot)
        else:
            move = habit(state, seat, neighbour_style(match.style, seat, mine, match.players), other)
        state = state.play(move, seat=seat)
    assert state.returns is not None
    return state.returns[mine]


def bot_of(table: Game, level: int, seed: int) -> Player:
    return player(table, level, 2 * seed)


def neighbour_style(style: int, seat: int, mine: int, players: int) -> int:
    """To the bot's left sits the style; further on those that follow it in the list, so that they are not all alike."""
    further = (seat - mine) % players - 1
    return (style - 1 + further) % len(PREDICTABLE) + 1


def habit(state: State, seat: int, style: int, rng: random.Random) -> str:
    """The move of a predictable player; as a thief it takes the highest stone."""
    seen = state.seen(seat)
    actions = choices(seen, seat)
    if actions[0] >= FIRST_STEAL:
        return f"steal {richest(seen)}"
    out, weights = [0] * MAX_MOVES, [0] * MAX_MOVES
    count = weigh(seen, seat, FAIR if rng.random() < WHIM else style, out, weights)
    (shown,) = rng.choices(out[:count], weights[:count])
    return f"show {shown}"


def most_hurtful(state: State, seat: int, bot: SafeExploiter) -> str:
    """The reply to a bot's mixture that gains most at once; only with two players."""
    moves = state.moves(seat)
    if len(moves) == 1:
        return moves[0]
    record, bot_seat = state.seen(1 - seat), 1 - seat
    record.choice[:] = [NOT_YET] * len(record.choice)
    shares = bot.mixture(record, bot_seat, past_of(state, bot_seat))
    gains = by_reply(shares, gains_beyond(record, bot_seat))
    replies = choices(record, seat)
    return f"show {replies[min(range(len(replies)), key=gains.__getitem__)]}"
