"""One step of one game in a batch: one source for the CPU and the GPU (see `vector.py` for what a step is).

A seat of a learner makes its move; then everything that is nobody's decision happens: chance falls, a clock may run
out, opponents answer. All random numbers come from the game's own dice: it does not matter who else is in the batch.
"""

from typing import Any

from spielkiste.core.bits import nth_place, ones
from spielkiste.core.dice import LOW, below
from spielkiste.core.record import Out, Record
from spielkiste.core.verbs import (
    CHANCE,
    CLOCK,
    conceal,
    estimate,
    fall,
    guess,
    in_turn,
    legal,
    observe,
    play,
    resolve,
    score,
    standing,
)
from spielkiste.search.playout import leaning_action, pick_seat

CHANCE_BIT, CLOCK_BIT = 2, 1  # as in_turn gives them
NOBODY = -3
ILLEGAL = -1
EVERYBODY = -1  # as whose seat the learner has: all seats
BY_LOT = -2  # drawn anew for each game
ANY_MOVE, BY_LEANING, BY_LOOKS = 0, 1, 2  # how opponents choose
FEW_WORDS = 8  # of bits; looking at all of them is quicker than leaving off at random
NEAR = 10_000  # looks that differ by less than one part in so many are equal


# --- the move -----------------------------------------------------------------------------------------------


def listed_action(s: Record, seat: int, number: int, out: Out) -> int:
    """The move with this place in the list, or ILLEGAL."""
    count = legal(s, seat, out)
    return int(out[number]) if 0 <= number < count else ILLEGAL


def any_action(s: Record, seat: int, dice: Any, out: Out) -> int:
    """Any move of the list."""
    count = legal(s, seat, out)
    return int(out[below(dice, count)])


def any_number(bits: Any, dice: Any) -> int:
    """Any of the moves whose numbers are given as bits: cheaper than listing them again."""
    count = 0
    for k in range(len(bits)):
        count += ones(int(bits[k]))
    left = below(dice, count)
    if len(bits) > FEW_WORDS:
        return any_of_many(bits, left)
    word, skip, at = int(bits[0]), 0, 0
    for k in range(len(bits)):
        many = ones(int(bits[k]))
        if 0 <= left < many:
            word, skip, at = int(bits[k]), left, k
        left -= many
    return 32 * at + nth_place(word, skip)


def any_of_many(bits: Any, skip: int) -> int:
    """The number after so many other ones; does not look at the words behind it."""
    at, many = 0, ones(int(bits[0]))
    while skip >= many:
        skip -= many
        at += 1
        many = ones(int(bits[at]))
    return 32 * at + nth_place(int(bits[at]), skip)


# --- what is nobody's decision --------------------------------------------------------------------------------


def settle(
    s: Record, mine: int, clock: int, manner: int, falls: int, teams: Any, dice: Any, out: Out, seen: Any, tried: Any
) -> int:
    """Plays on until learners must decide; the learners' seats in turn, as bits, or 0: the game is over.

    A running clock runs out before a decision once in `clock` times (0: only when nobody else can act). If `falls` is
    0 it ends at a chance event, too, and gives CHANCE_BIT.
    """
    mask = in_turn(s)
    while mask:
        seat = CHANCE
        if mask == CHANCE_BIT:
            if not falls:
                return CHANCE_BIT
            action = fall(s, dice, out)
        elif mask & CLOCK_BIT and clock_runs_out(mask, clock, dice):
            seat = CLOCK
            legal(s, CLOCK, out)
            action = int(out[0])
        else:
            mask &= ~CLOCK_BIT
            own = mask if mine == EVERYBODY else mask & (1 << (mine + 2))
            if own == mask:
                return int(own)
            seat = pick_seat(mask, dice)
            if own >> (seat + 2) & 1:
                return int(own)
            action = answer(s, seat, manner, teams, dice, out, seen, tried)
        play(s, seat, action)
        resolve(s)
        mask = in_turn(s)
    return 0


def clock_runs_out(mask: int, clock: int, dice: Any) -> bool:
    if mask == CLOCK_BIT:
        return True
    return bool(clock > 0 and below(dice, clock) == 0)


def answer(s: Record, seat: int, manner: int, teams: Any, dice: Any, out: Out, seen: Any, tried: Any) -> int:
    """An opponent's move, chosen from what its seat may know."""
    if manner == ANY_MOVE:
        return any_action(s, seat, dice, out)
    seen[0] = s
    conceal(seen[0], seat)
    if manner == BY_LEANING:
        return int(leaning_action(seen[0], seat, dice, out))
    guess(seen[0], seat, dice)
    return best_looking(seen[0], seat, teams, dice, out, tried)


def best_looking(s: Record, seat: int, teams: Any, dice: Any, out: Out, tried: Any) -> int:
    """The move after which the position looks best; among equals any."""
    best, chosen, equals = -2 * NEAR, 0, 0
    for k in range(legal(s, seat, out)):
        tried[0] = s
        play(tried[0], seat, int(out[k]))
        looks = round_down(NEAR * looks_after(tried[0], seat, teams))
        equals = 1 if looks > best else equals + 1
        if looks > best or (looks == best and below(dice, equals) == 0):
            best, chosen = looks, int(out[k])
        elif looks < best:
            equals -= 1
    return chosen


def looks_after(s: Record, seat: int, teams: Any) -> float:
    """From -1 to 1; at the end 1 for those whom nobody of another team beats."""
    if in_turn(s):
        return float(estimate(s, seat))
    own, others = standing(s, seat), standing(s, seat)
    for other in range(len(teams)):
        if teams[other] == teams[seat]:
            own = max(own, standing(s, other))
        else:
            others = max(others, standing(s, other))
    return 1.0 if own >= others else -1.0


def round_down(value: float) -> int:
    return int(value + 2 * NEAR) - 2 * NEAR


# --- what comes back ------------------------------------------------------------------------------------------


def pay(s: Record, teams: Any, worst: int, best: int, stands: Any, rewards: Any) -> None:
    """At the end, as `State.returns`: from -1 (lost to all) to 1 (beat all), teams as one; alone from 0 to 1.

    `teams` has for each seat the first seat of its team."""
    players = len(teams)
    if players == 1:
        rewards[0] = (score(s, 0) - worst) / (best - worst)
        return
    for seat in range(players):
        stands[seat] = standing(s, seat)
    for seat in range(players):
        for other in range(players):
            if teams[other] == teams[seat]:
                stands[seat] = max(stands[seat], stands[other])
    for seat in range(players):
        rewards[seat] = balance(seat, teams, stands)


def balance(seat: int, teams: Any, stands: Any) -> float:
    beaten, others = 0, 0
    for other in range(len(teams)):
        if teams[other] == other and teams[other] != teams[seat]:
            beaten += (1 if stands[seat] > stands[other] else 0) - (1 if stands[seat] < stands[other] else 0)
            others += 1
    return beaten / others


def punish(seat: int, rewards: Any) -> None:
    """Who made an illegal move has lost; the game ends there."""
    for other in range(len(rewards)):
        rewards[other] = -1.0 if other == seat else 0.0


def list_moves(s: Record, seat: int, out: Out, bits: Any) -> int:
    """How many moves a seat has; their numbers as bits, where moves have numbers."""
    count = legal(s, seat, out) if seat >= 0 else 0
    if len(bits) == 1 or len(bits) == 2:  # in one number: faster than word by word
        both, k = 0, 0
        while k < count:  # on a GPU `range` takes more than what is done here
            both |= 1 << int(out[k])
            k += 1
        bits[0] = both & LOW
        if len(bits) == 2:
            bits[1] = (both >> 32) & LOW
    elif len(bits):
        for word in range(len(bits)):
            bits[word] = 0
        k = 0
        while k < count:
            bits[int(out[k]) >> 5] |= 1 << (int(out[k]) & 31)
            k += 1
    return int(count)


def write_mask(count: int, out: Out, numbered: int, mask: Any) -> None:
    """1 for a legal move: by number, or the first ones of the list."""
    for k in range(len(mask)):
        mask[k] = 0
    for k in range(count):
        mask[int(out[k]) if numbered else k] = 1


def write_numbers(s: Record, raw: Any, seat: int, places: Any, numbers: Any) -> None:
    """What a seat sees, of a concealed record whose bytes are `raw`, into zeros: the room's features, or bytes from
    `places`."""
    if len(places) == 0:
        observe(s, seat, numbers)
        return
    numbers[0] = seat
    for k in range(len(places)):
        numbers[k + 1] = raw[places[k]]
