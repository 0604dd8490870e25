"""A batch's step on a GPU: the same functions as on the CPU (`stepping.py`), a thread a game.

Small records: the block copies those of its games as words into shared memory, plays there, copies them back, then
writes observations and masks as words too; letting each thread read and write its own rows is many times slower.
Large records (LARGE) stay where they are: only what a rule reads or writes moves. What few games of a batch
need at a time and what takes long (a deal, a roll that begins a round) would make all threads beside them wait: such
games are noted in a list, and `finish_games` sees to them, one thread after the other.

Names in capitals are filled in for each batch (see core/gpu.py).
"""

from typing import Any

import numpy as np

from spielkiste.core.dice import below, seed_dice
from spielkiste.core.verbs import conceal, in_turn, play
from spielkiste.lab.stepping import (
    BY_LOT,
    CHANCE_BIT,
    ILLEGAL,
    NOBODY,
    any_action,
    any_number,
    list_moves,
    listed_action,
    pay,
    punish,
    settle,
    write_numbers,
)
from spielkiste.search.playout import pick_seat

CUDA: Any = None
RECORD: Any = None
OUT = 0
BLOCK = 0  # threads
SIZE = 0  # bytes of a record
WORDS = 0  # of legal moves as bits, a view
VIEWS = 0
PLAYERS = 0
FEATURES = 0  # numbers a view
NUMBERS_IN_A_WORD = 0
ROW = 0  # words of a mask, a view
GIVEN = BY_LIST = TOGETHER = CLOCK_ODDS = MANNER = SEAT = WORST = BEST = 0
CONCEALS = 0  # 1: a seat does not see everything
LATER = 0  # 1: games that are over wait for finish_games; 2: those at a chance event too
OPEN = 0  # 1: moves may leave a question open
SCRATCH = 1  # records that opponents think in
PLACES = 0  # bytes shown where the room has no features
LISTS = 0  # 1: masks tell how many moves are listed, 0: which numbers they have
NUMBER: Any = None  # the type of an observation


def begin_games(first: Any, records: Any, dice_of: Any, turn_of: Any, seed: int, rewards: Any, done: Any) -> None:
    """Dice for all games, each at its first position, which `finish_games` goes on from."""
    i = CUDA.grid(1)
    if i < len(records):
        dice = CUDA.local.array(3, np.int64)
        seed_dice(dice, seed, i)
        for r in range(3):
            dice_of[r, i] = np.uint32(dice[r])
        turn_of[i] = NOBODY
        for seat in range(PLAYERS):
            rewards[i, seat] = 0.0
        done[i] = 0
        records[i] = first[0]


def finish_games(
    first: Any,
    records: Any,
    seen: Any,
    seen_bytes: Any,
    places: Any,
    teams: Any,
    dice_of: Any,
    turn_of: Any,
    mine_of: Any,
    bits_of: Any,
    numbers: Any,
    mask: Any,
    rewards: Any,
    done: Any,
    turn: Any,
    waiting: Any,
    how_many: Any,
    still_waiting: Any,
    how_many_still: Any,
    counts: Any,
    fresh: int,
) -> None:
    """Sees to the games in the list: who is over gets its result and begins anew, chance falls, and all is shown.

    OPEN: a game in which nobody can act may have a question open, which the CPU settles: it goes to another list."""
    out = CUDA.local.array(OUT, np.int32)
    dice = CUDA.local.array(3, np.int64)
    stands = CUDA.local.array(PLAYERS, np.int64)
    guessed = CUDA.local.array(SCRATCH, RECORD)
    tried = CUDA.local.array(SCRATCH, RECORD)
    at = CUDA.grid(1)
    if at < how_many[0]:
        i = waiting[at]
        s = records[i]
        for r in range(3):
            dice[r] = dice_of[r, i]
        if fresh:
            mine_of[i] = whose(dice)
        was_going_on = in_turn(s) != 0
        own = 0
        if was_going_on:
            own = settle(s, learner(mine_of, i), CLOCK_ODDS, MANNER, teams, dice, out, guessed, tried)
        if own == 0 and OPEN and was_going_on:
            still_waiting[CUDA.atomic.add(how_many_still, 0, 1)] = i
        elif own == 0:
            pay(s, teams, WORST, BEST, stands, rewards[i])
            done[i] = 1
            records[i] = first[0]
            mine_of[i] = whose(dice)
            own = settle(s, learner(mine_of, i), CLOCK_ODDS, MANNER, teams, dice, out, guessed, tried)
        turn_of[i] = pick_seat(own, dice) if own else NOBODY
        for r in range(3):
            dice_of[r, i] = np.uint32(dice[r])
        if own:
            for view in range(VIEWS):
                for f in range(FEATURES):
                    numbers[i, view, f] = 0
            show(s, i, out, seen, seen_bytes, places, turn_of, bits_of, numbers, counts, turn)
            for view in range(VIEWS):
                for w in range(ROW):
                    mask[i, view, w] = mask_word(int(counts[i, view]), bits_of[i, view], 0, w)


def whose(dice: Any) -> int:
    return below(dice, PLAYERS) if SEAT == BY_LOT else SEAT


def learner(mine_of: Any, i: int) -> int:
    """The learner's seat: a constant wherever it is one, so that what opponents do is not even compiled."""
    return int(mine_of[i]) if SEAT == BY_LOT else SEAT


def show(
    s: Any,
    i: int,
    out: Any,
    seen: Any,
    seen_bytes: Any,
    places: Any,
    turn_of: Any,
    bits_of: Any,
    numbers: Any,
    counts: Any,
    turn: Any,
) -> None:
    """What the seats in turn may do and see, written straight to its place; masks follow."""
    for view in range(VIEWS):
        seat = view if TOGETHER else int(turn_of[i])
        may_act = (in_turn(s) >> (seat + 2)) & 1
        turn[i, view] = may_act if TOGETHER else seat
        count = list_moves(s, seat if may_act else NOBODY, out, bits_of[i, view][0:WORDS])
        counts[i, view] = count
        if CONCEALS:
            seen[i] = s
            conceal(seen[i], seat)
            write_numbers(seen[i], seen_bytes[i], seat, places[0:PLACES], numbers[i, view])
        else:
            write_numbers(s, seen_bytes[i], seat, places[0:PLACES], numbers[i, view])


def mask_word(count: int, bits: Any, at: int, w: int) -> int:
    """Four entries of a mask."""
    if LISTS:
        left = count - 4 * w
        nibble = 15 if left > 3 else (1 << left) - 1 if left > 0 else 0
    else:
        nibble = (int(bits[at + (w >> 3)]) >> (4 * (w & 7))) & 15
    return (nibble * 0x204081) & 0x01010101


def numbered_action(number: int, bits: Any) -> int:
    """The move with this number if it is among the legal ones, or ILLEGAL."""
    if 0 <= number < 32 * WORDS and (int(bits[number >> 5]) >> (number & 31)) & 1:
        return number
    return ILLEGAL


def move(s: Any, i: int, k: int, turn_of: Any, bits_of: Any, actions: Any, dice: Any, out: Any) -> int:
    """The learners' moves; who made an illegal one, or NOBODY."""
    acting = in_turn(s) if TOGETHER else 0
    for view in range(VIEWS):
        seat = view if TOGETHER else int(turn_of[i])
        if not TOGETHER or (acting & in_turn(s)) >> (seat + 2) & 1:
            if not GIVEN and BY_LIST:
                action = any_action(s, seat, dice, out)
            elif not GIVEN:
                action = any_number(bits_of[i, view], dice)
            elif BY_LIST:
                action = listed_action(s, seat, int(actions[k, i, view]), out)
            else:
                action = numbered_action(int(actions[k, i, view]), bits_of[i, view])
            if action == ILLEGAL:
                return seat
            play(s, seat, action)
    return NOBODY


def step_large(
    first: Any,
    records: Any,
    seen: Any,
    seen_bytes: Any,
    places: Any,
    teams: Any,
    dice_of: Any,
    turn_of: Any,
    mine_of: Any,
    bits_of: Any,
    actions: Any,
    k: int,
    numbers: Any,
    mask: Any,
    rewards: Any,
    done: Any,
    turn: Any,
    waiting: Any,
    how_many: Any,
    counts: Any,
    all_numbers: Any,
    all_masks: Any,
) -> None:
    """A step of games whose records stay where they are. The block wipes the observations of its games before, and
    writes their masks afterwards."""
    out = CUDA.local.array(OUT, np.int32)
    dice = CUDA.local.array(3, np.int64)
    guessed = CUDA.local.array(SCRATCH, RECORD)
    tried = CUDA.local.array(SCRATCH, RECORD)
    i = CUDA.grid(1)
    t, block = CUDA.threadIdx.x, CUDA.blockIdx.x
    number_words = BLOCK * VIEWS * FEATURES // NUMBERS_IN_A_WORD
    w = t
    while w < number_words:
        all_numbers[block * number_words + w] = 0
        w += BLOCK
    CUDA.syncthreads()
    if i < len(records):
        s = records[i]
        for r in range(3):
            dice[r] = dice_of[r, i]
        for seat in range(PLAYERS):
            rewards[i, seat] = 0.0
        done[i] = 0
        offender = move(s, i, k, turn_of, bits_of, actions, dice, out)
        if offender != NOBODY:
            punish(offender, rewards[i])
            done[i] = 1
            records[i] = first[0]
            mine_of[i] = whose(dice)
        waits = offender != NOBODY or in_turn(s) == CHANCE_BIT
        if not waits:
            own = settle(s, learner(mine_of, i), CLOCK_ODDS, MANNER, teams, dice, out, guessed, tried)
            waits = own == 0
            turn_of[i] = NOBODY if waits else pick_seat(own, dice)
        for r in range(3):
            dice_of[r, i] = np.uint32(dice[r])
        if waits:
            waiting[CUDA.atomic.add(how_many, 0, 1)] = i
        else:
            show(s, i, out, seen, seen_bytes, places, turn_of, bits_of, numbers, counts, turn)
    CUDA.syncthreads()
    row, entry = t // ROW, t % ROW
    w = t
    while w < BLOCK * VIEWS * ROW:
        game, view = block * BLOCK + row // VIEWS, row % VIEWS
        bits = bits_of[game, view]
        all_masks[block * BLOCK * VIEWS * ROW + w] = mask_word(int(counts[game, view]), bits, 0, entry)
        w += BLOCK
        row += BLOCK // ROW
        entry += BLOCK % ROW
        if entry >= ROW:
            entry -= ROW
            row += 1


def step_small(
    first: Any,
    words: Any,
    teams: Any,
    places: Any,
    dice_of: Any,
    turn_of: Any,
    mine_of: Any,
    bits_of: Any,
    actions: Any,
    numbers: Any,
    mask: Any,
    rewards: Any,
    done: Any,
    turn: Any,
    waiting: Any,
    how_many: Any,
    steps: int,
) -> None:
    """A step (or several) of games whose records fit into shared memory."""
    shared_words = CUDA.shared.array(0, np.uint32)
    shared_bytes = CUDA.shared.array(0, np.uint8)
    shared_numbers = CUDA.shared.array(0, NUMBER)
    records = CUDA.shared.array(0, RECORD)
    out = CUDA.local.array(OUT, np.int32)
    dice = CUDA.local.array(3, np.int64)
    stands = CUDA.local.array(PLAYERS, np.int64)
    guessed = CUDA.local.array(SCRATCH, RECORD)
    tried = CUDA.local.array(SCRATCH, RECORD)
    t, block = CUDA.threadIdx.x, CUDA.blockIdx.x
    i = block * BLOCK + t
    record_words = BLOCK * SIZE // 4
    number_words = BLOCK * FEATURES // NUMBERS_IN_A_WORD
    bits_at = record_words + number_words
    own_bits = bits_at + t * (WORDS + LISTS)
    for r in range(3):
        dice[r] = dice_of[r, i]
    for k in range(steps):
        if k == 0 or CONCEALS:
            w = t
            while w < record_words:
                shared_words[w] = words[block * record_words + w]
                w += BLOCK
        w = t
        while w < number_words:
            shared_words[record_words + w] = 0
            w += BLOCK
        CUDA.syncthreads()
        s = records[t]
        for seat in range(PLAYERS):
            rewards[k, i, seat] = 0.0
        offender = move(s, i, k, turn_of, bits_of, actions, dice, out)
        ended = 0
        own = 0
        waits = False
        if offender != NOBODY:
            punish(offender, rewards[k, i])
            ended = 1
            records[t] = first[0]
            mine_of[i] = whose(dice)
            waits = LATER > 0
        if not waits:
            own = settle(s, learner(mine_of, i), CLOCK_ODDS, MANNER, teams, dice, out, guessed, tried)
            waits = LATER > 0 and own == 0
        if own == 0 and not waits:  # written out twice: as a loop it was a tenth slower
            pay(s, teams, WORST, BEST, stands, rewards[k, i])
            ended = 1
            records[t] = first[0]
            mine_of[i] = whose(dice)
            own = settle(s, learner(mine_of, i), CLOCK_ODDS, MANNER, teams, dice, out, guessed, tried)
        done[k, i] = ended
        next_seat = pick_seat(own, dice) if own else NOBODY
        turn_of[i] = next_seat
        if waits:
            waiting[CUDA.atomic.add(how_many, 0, 1)] = i
        turn[k, i, 0] = next_seat
        if LISTS:
            shared_words[own_bits] = list_moves(s, next_seat, out, shared_words[0:0])
        else:
            row = shared_words[own_bits : own_bits + WORDS]
            list_moves(s, next_seat, out, row)
            for w in range(WORDS):
                bits_of[i, 0, w] = row[w]
        CUDA.syncthreads()
        w = t
        while w < record_words:
            words[block * record_words + w] = shared_words[w]
            w += BLOCK
        if CONCEALS:
            CUDA.syncthreads()
        w, game, entry = t, t // ROW, t % ROW
        while w < BLOCK * ROW:
            at = bits_at + game * (WORDS + LISTS)
            count = int(shared_words[at]) if LISTS else 0
            mask[k, block * BLOCK * ROW + w] = mask_word(count, shared_words, at, entry)
            w += BLOCK
            game += BLOCK // ROW  # counted on: dividing each time took most of the time
            entry += BLOCK % ROW
            if entry >= ROW:
                entry -= ROW
                game += 1
        if CONCEALS:
            conceal(s, next_seat)
        at = record_words * NUMBERS_IN_A_WORD + t * FEATURES
        raw = shared_bytes[t * SIZE : (t + 1) * SIZE]
        write_numbers(s, raw, next_seat, places[0:PLACES], shared_numbers[at : at + FEATURES])
        CUDA.syncthreads()
        w = t
        while w < number_words:
            numbers[k, block * number_words + w] = shared_words[record_words + w]
            w += BLOCK
        CUDA.syncthreads()
    for r in range(3):
        dice_of[r, i] = np.uint32(dice[r])
