"""Random play: one source for plain Python, the CPU and the GPU.

Where several seats may act, each (CLOCK included) is equally likely to be next; a player's listed moves are equally
likely; chance outcomes fall by their weights.
"""

from typing import Any

from spielkiste.core.bits import lowest, ones
from spielkiste.core.dice import below, seed_dice
from spielkiste.core.record import Out, Record
from spielkiste.core.verbs import CHANCE, fall, in_turn, lean, legal, odds, play, resolve, score

HASH_PRIME = 16777619  # FNV-1a, 32 bits: products stay below 2**57
HASH_START = 2166136261


def pick_seat(mask: int, dice: Any) -> int:
    """One of the seats in a set of seats."""
    if mask & (mask - 1):
        for _ in range(below(dice, ones(mask))):
            mask &= mask - 1
    return lowest(mask) - 2


def pick_action(s: Record, seat: int, dice: Any, out: Out) -> int:
    if seat == CHANCE:
        return fall(s, dice, out)
    return int(out[below(dice, legal(s, seat, out))])


def random_game(s: Record, dice: Any, out: Out) -> int:
    """Plays at random to the end; the number of moves made."""
    made = 0
    mask = in_turn(s)
    while mask:
        seat = pick_seat(mask, dice)
        play(s, seat, pick_action(s, seat, dice, out))
        resolve(s)
        made += 1
        mask = in_turn(s)
    return made


def leaning_action(s: Record, seat: int, dice: Any, out: Out) -> int:
    """A player's move with a probability in proportion to `lean`; chance as it falls."""
    if seat == CHANCE:
        return fall(s, dice, out)
    count = legal(s, seat, out)
    total = 0
    for k in range(count):
        total += lean(s, seat, out[k])
    ticket = below(dice, total)
    k = 0
    ticket -= lean(s, seat, out[k])
    while ticket >= 0:
        k += 1
        ticket -= lean(s, seat, out[k])
    return int(out[k])


def leaning_game(s: Record, dice: Any, out: Out, most: int) -> int:
    """Plays on for at most so many moves, by `lean`; the number of moves made."""
    made = 0
    mask = in_turn(s)
    while mask and made < most:
        seat = pick_seat(mask, dice)
        play(s, seat, leaning_action(s, seat, dice, out))
        resolve(s)
        made += 1
        mask = in_turn(s)
    return made


def random_games(first: Any, work: Any, out: Out, dice: Any, games: int) -> int:
    """Plays games in a row from the first record of `first`, in the first record of `work`; all moves made."""
    made = 0
    for _ in range(games):
        work[0] = first[0]
        made += random_game(work[0], dice, out)
    return made


def trace_hash(h: int, value: int) -> int:
    return ((h ^ (value & 0xFFFF)) * HASH_PRIME) & 0xFFFFFFFF


def trace_game(
    s: Record, raw: Any, players: int, seed: int, stream: int, dice: Any, out: Out, limit: int, settle: int
) -> int:
    """A random game as one number: each seat's legal moves, every record (its bytes in `raw`) and all scores are in it.

    Two ways of running the rules that give equal numbers agreed move by move. It ends after `limit` moves, or where a
    move leaves something open that needs a search (`resolve`), unless `settle` is 1: that is not done on every device.
    """
    seed_dice(dice, seed, stream)
    h = HASH_START
    mask = in_turn(s)
    made = 0
    while mask and made < limit:
        for seat in range(-2, players):
            if mask >> (seat + 2) & 1:
                count = odds(s, out) if seat == CHANCE else legal(s, seat, out)
                h = trace_hash(h, count)
                for k in range(count):
                    h = trace_hash(trace_hash(h, int(out[k])), int(out[k]) >> 16)
        seat = pick_seat(mask, dice)
        play(s, seat, pick_action(s, seat, dice, out))
        if settle:
            resolve(s)
        for k in range(len(raw)):
            h = trace_hash(h, int(raw[k]))
        for seat in range(players):
            h = trace_hash(h, int(score(s, seat)))
        made += 1
        mask = in_turn(s)
    return trace_hash(h, made)
