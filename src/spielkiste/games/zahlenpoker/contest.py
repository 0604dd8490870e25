"""Bots against predictable players: one bot at a table, a habit in every other seat."""

import random
from functools import partial
from typing import NamedTuple

from spielkiste.core.game import game
from spielkiste.core.state import State

from . import player
from .opinion import KNOWN, Past
from .playing_on import richest
from .rules import FIRST_STEAL, MAX_MOVES, NOT_YET
from .styles import FAIR, STYLES, weigh
from .tree import choices

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


class Outcome(NamedTuple):
    total: float
    squares: float
    games: int


def play_match(match: Match) -> Outcome:
    results = [play_game(match, seed) for seed in range(match.seed, match.seed + match.games)]
    return Outcome(sum(results), sum(result * result for result in results), len(results))


def play_game(match: Match, seed: int) -> float:
    """What the bot won; it sits in each seat in turn."""
    mine = seed % match.players
    own, other = random.Random(2 * seed), random.Random(2 * seed + 1)
    reader = partial(most_hurtful, bot_seat=mine, level=match.level, rng=own)
    state = game("zahlenpoker", players=match.players).start()
    while not state.over:
        seat = state.turn[0]
        if seat == mine:
            move = bot_move(state, seat, match.level, own, match.seconds)
        elif match.style == MIND_READER:
            move = reader(state, seat)
        else:
            move = habit(state, seat, neighbour_style(match.style, seat, mine, match.players), other)
        state = state.play(move, seat=seat)
    assert state.returns is not None
    return state.returns[mine]


def bot_move(state: State, seat: int, level: int, rng: random.Random, seconds: float) -> str:
    moves = state.moves(seat)
    if len(moves) == 1:
        return moves[0]
    return rng.choice(moves) if level == 1 else player.choose(state, seat, level, rng, seconds)


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


def most_hurtful(state: State, seat: int, bot_seat: int, level: int, rng: random.Random) -> str:
    """The reply to a bot's mixture that gains most at once; only with two players."""
    moves = state.moves(seat)
    if len(moves) == 1:
        return moves[0]
    record = state.seen(bot_seat)
    record.choice[:] = [NOT_YET] * len(record.choice)
    past, ledger = Past(state, bot_seat), dict(player.ledger_of(rng))
    allowance = player.MANNERS[level].allowance
    shares = player.mixture_of_two(record, bot_seat, past, allowance, ledger)
    gains = player.by_reply(shares, player.gains_beyond(record, bot_seat))
    replies = choices(record, seat)
    return f"show {replies[min(range(len(replies)), key=gains.__getitem__)]}"
