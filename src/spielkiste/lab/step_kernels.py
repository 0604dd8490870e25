"""A batch's step on a GPU: the same functions as on the CPU (`stepping.py`), a thread a game.

Small records: the block copies those of its games as words into shared memory, plays there, copies them back, then
writes observations and masks as words too; letting each thread read and write its own rows is many times slower.
Large records (LARGE) stay where they are: only what a rule reads or writes moves. What few games of a batch
need at a time and what takes long (a deal, a roll that begins a round) would make all threads beside them wait: such
games are noted in a list, and `finish_small` or `finish_large` sees to them, one thread after the other.

Names in capitals are filled in for each batch (see core/gpu.py).
"""

from typing import Any, NamedTuple

import numpy as np

from spielkiste.core.dice import below, seed_dice
from spielkiste.core.verbs import conceal, in_turn, play
from spielkiste.lab.stepping import (
    BY_LOT,
    CHANCE_BIT,
    FEW_WORDS,
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
WARP = 32  # threads that run together
SIZE = 0  # bytes of a record
WORDS = 0  # of legal moves as bits, a view
VIEWS = 0
PLAYERS = 0
FEATURES = 0  # numbers a view
NUMBERS_IN_A_WORD = 0  # of 64 bits
NUMBER_SIZE = 0  # bytes
BITS = 1  # room for words of bits
ROW = 0  # words of a mask, a view
GIVEN = BY_LIST = TOGETHER = CLOCK_ODDS = MANNER = SEAT = WORST = BEST = 0
CONCEALS = 0  # 1: a seat does not see everything
LATER = 0  # 1: games that are over wait for finish_small
SHARED_BITS = 0  # 1: the legal moves of a block's games are in shared memory while it works
OPEN = 0  # 1: moves may leave a question open
ONE = 0  # 1: one step in a call; a loop would keep what it needs in registers
SCRATCH = 1  # records that opponents think in
PLACES = 0  # bytes shown where the room has no features
LISTS = 0  # 1: masks tell how many moves are listed, 0: which numbers they have
NUMBER: Any = None  # the type of an observation


class Games(NamedTuple):
    """What the device remembers of the games."""

    first: Any  # the record every game begins with
    first_words: Any  # the same in words of 64 bits
    records: Any
    words: Any  # the same in words
    bytes: Any  # ... and in bytes, by game
    seen: Any  # room to conceal a record
    seen_words: Any
    seen_bytes: Any
    places: Any  # bytes to show where the room has no features
    teams: Any  # the first seat of each seat's team
    dice: Any  # three random registers, by register and game
    turn: Any  # who decides next
    mine: Any  # the learner's seat
    bits: Any  # numbers of the legal moves, by game, view and word in a row
    counts: Any  # how many there are, by game and view


class Shown(NamedTuple):
    """What comes back of a step, or of several in a row."""

    numbers: Any  # by game, view and feature; here and in masks in words of 64 bits where a block writes them
    mask: Any
    number_words: Any
    mask_words: Any
    rewards: Any  # from here on in a row
    done: Any
    turn: Any


class Waiting(NamedTuple):
    """Games that are seen to later."""

    games: Any
    how_many: Any


def begin_games(games: Games, shown: Shown, seed: int) -> None:
    """Dice for all games, each at its first position, which `finish_…` goes on from."""
    i = CUDA.grid(1)
    if i < len(games.records):
        dice = CUDA.local.array(3, np.uint32)
        seed_dice(dice, seed, i)
        keep_dice(dice, games, i)
        games.turn[i] = NOBODY
        begin_rewards(shown, i)
        shown.done[i] = 0
        begin_anew(games, i)


def begin_anew(games: Games, i: int) -> None:
    if SIZE % 8:
        games.records[i] = games.first[0]
    else:  # by words, if it can be: a record itself is copied byte by byte
        copy_words(games.first_words, 0, games.words, i)


def copy_words(source: Any, one: int, target: Any, other: int) -> None:
    """A record of whole words."""
    w = 0
    while w < SIZE // 8:
        target[other * (SIZE // 8) + w] = source[one * (SIZE // 8) + w]
        w += 1


def finish_large(games: Games, shown: Shown, waiting: Waiting, still_waiting: Waiting, fresh: int) -> None:
    """Sees to the games in the list: who is over gets its result and begins anew, chance falls, and all is shown.

    OPEN: a game in which nobody can act may have a question open, which the CPU settles: it goes to another list."""
    out = CUDA.local.array(OUT, np.int32)
    dice = CUDA.local.array(3, np.uint32)
    stands = CUDA.local.array(PLAYERS, np.int64)
    guessed = CUDA.local.array(SCRATCH, RECORD)
    tried = CUDA.local.array(SCRATCH, RECORD)
    at, t = CUDA.grid(1), CUDA.threadIdx.x
    here = min(waiting.how_many[0] - (at - t), BLOCK)
    if here <= 0:
        return
    row = t // WARP
    while row < here * VIEWS:
        wipe_numbers(waiting.games[at - t + row // VIEWS], row % VIEWS, shown)
        row += BLOCK // WARP
    CUDA.syncthreads()
    if t < here:
        i = waiting.games[at]
        s = games.records[i]
        take_dice(dice, games, i)
        if fresh:
            games.mine[i] = whose(dice)
        was_going_on = in_turn(s) != 0
        own = 0
        if was_going_on:
            own = settle(s, learner(games, i), CLOCK_ODDS, MANNER, 1, games.teams, dice, out, guessed, tried)
        if own == 0 and OPEN and was_going_on:
            still_waiting.games[CUDA.atomic.add(still_waiting.how_many, 0, 1)] = i
        elif own == 0:
            pay(s, games.teams, WORST, BEST, stands, shown.rewards[PLAYERS * i : PLAYERS * (i + 1)])
            shown.done[i] = 1
            begin_anew(games, i)
            games.mine[i] = whose(dice)
            own = settle(s, learner(games, i), CLOCK_ODDS, MANNER, 1, games.teams, dice, out, guessed, tried)
        games.turn[i] = pick_seat(own, dice) if own else NOBODY
        keep_dice(dice, games, i)
        if own:
            if CONCEALS and VIEWS == 1:
                show_to(s, i, games)
            show(s, i, out, games, games.bits, bits_at(i, 0), shown)
    CUDA.syncthreads()
    write_masks_of(waiting, here, games, shown)  # what of a game is not settled yet is written again when it is


def finish_small(games: Games, shown: Shown, waiting: Waiting, fresh: int) -> None:
    """The same for games whose records fit into shared memory, where they are played on."""
    shared_bytes = CUDA.shared.array(0, np.uint8)
    shared_numbers = CUDA.shared.array(0, NUMBER)
    records = CUDA.shared.array(0, RECORD)
    out = CUDA.local.array(OUT, np.int32)
    dice = CUDA.local.array(3, np.uint32)
    stands = CUDA.local.array(PLAYERS, np.int64)
    guessed = CUDA.local.array(SCRATCH, RECORD)
    tried = CUDA.local.array(SCRATCH, RECORD)
    at, t = CUDA.grid(1), CUDA.threadIdx.x
    here = min(waiting.how_many[0] - (at - t), BLOCK)
    if here <= 0:
        return
    first_number = BLOCK * SIZE // NUMBER_SIZE
    row = t // WARP
    while row < here:
        i, b = waiting.games[at - t + row], t % WARP
        while b < SIZE:
            shared_bytes[row * SIZE + b] = games.bytes[i, b]
            b += WARP
        row += BLOCK // WARP
    w = t
    while w < here * FEATURES:
        shared_numbers[first_number + w] = 0
        w += BLOCK
    CUDA.syncthreads()
    s, own, next_seat = records[t], 0, NOBODY
    if t < here:
        i = waiting.games[at]
        take_dice(dice, games, i)
        if fresh:
            games.mine[i] = whose(dice)
        if in_turn(s):
            own = settle(s, learner(games, i), CLOCK_ODDS, MANNER, 1, games.teams, dice, out, guessed, tried)
        if own == 0:
            pay(s, games.teams, WORST, BEST, stands, shown.rewards[PLAYERS * i : PLAYERS * (i + 1)])
            shown.done[i] = 1
            records[t] = games.first[0]
            games.mine[i] = whose(dice)
            own = settle(s, learner(games, i), CLOCK_ODDS, MANNER, 1, games.teams, dice, out, guessed, tried)
        next_seat = pick_seat(own, dice)
        games.turn[i] = next_seat
        keep_dice(dice, games, i)
        shown.turn[i] = next_seat
        games.counts[i, 0] = list_moves(s, next_seat, out, games.bits[bits_at(i, 0) : bits_at(i, 0) + WORDS])
    CUDA.syncthreads()
    row = t // WARP
    while row < here:
        i, b = waiting.games[at - t + row], t % WARP
        while b < SIZE:
            games.bytes[i, b] = shared_bytes[row * SIZE + b]
            b += WARP
        row += BLOCK // WARP
    if CONCEALS:
        CUDA.syncthreads()
    if t < here:
        if CONCEALS:
            conceal(s, next_seat)
        own_numbers = first_number + t * FEATURES
        raw = shared_bytes[t * SIZE : (t + 1) * SIZE]
        numbers = shared_numbers[own_numbers : own_numbers + FEATURES]
        write_numbers(s, raw, next_seat, games.places[0:PLACES], numbers)
    CUDA.syncthreads()
    row = t // WARP
    while row < here:
        i, f = waiting.games[at - t + row], t % WARP
        while f < FEATURES:
            shown.numbers[i, 0, f] = shared_numbers[first_number + row * FEATURES + f]
            f += WARP
        row += BLOCK // WARP
    write_masks_of(waiting, here, games, shown)


def write_masks_of(waiting: Waiting, here: int, games: Games, shown: Shown) -> None:
    """Of the games in the list that this block sees to, a warp a row."""
    first, t = CUDA.blockIdx.x * BLOCK, CUDA.threadIdx.x
    row = t // WARP
    while row < here * VIEWS:
        i, view = waiting.games[first + row // VIEWS], row % VIEWS
        write_mask_row(int(games.counts[i, view]), games.bits, bits_at(i, view), VIEWS * i + view, t % WARP, shown)
        row += BLOCK // WARP


def wipe_numbers(i: int, view: int, shown: Shown) -> None:
    """A warp wipes an observation."""
    f = CUDA.threadIdx.x % WARP
    while f < FEATURES:
        shown.numbers[i, view, f] = 0
        f += WARP


def show_to(s: Any, i: int, games: Games) -> None:
    """Copies a game's record to where it can be concealed."""
    if SIZE % 8:
        games.seen[i] = s
    else:
        copy_words(games.words, i, games.seen_words, i)


def take_dice(dice: Any, games: Games, i: int) -> None:
    for r in range(3):
        dice[r] = games.dice[r, i]


def keep_dice(dice: Any, games: Games, i: int) -> None:
    for r in range(3):
        games.dice[r, i] = dice[r]


def begin_rewards(shown: Shown, at: int) -> None:
    for seat in range(PLAYERS):
        shown.rewards[PLAYERS * at + seat] = 0.0


def whose(dice: Any) -> int:
    return below(dice, PLAYERS) if SEAT == BY_LOT else SEAT


def learner(games: Games, i: int) -> int:
    """The learner's seat: a constant wherever it is one, so that what opponents do is not even compiled."""
    return int(games.mine[i]) if SEAT == BY_LOT else SEAT


def show(s: Any, i: int, out: Any, games: Games, bits: Any, first_bits: int, shown: Shown) -> None:
    """What the seats in turn may do and see, written straight to its place; masks follow. Where there is one view, the
    record is already where it can be concealed."""
    for view in range(VIEWS):
        seat = view if TOGETHER else int(games.turn[i])
        may_act = (in_turn(s) >> (seat + 2)) & 1
        shown.turn[VIEWS * i + view] = may_act if TOGETHER else seat
        first = first_bits + view * BITS
        count = list_moves(s, seat if may_act else NOBODY, out, bits[first : first + WORDS])
        games.counts[i, view] = count
        if CONCEALS:
            if VIEWS > 1:
                show_to(s, i, games)
            conceal(games.seen[i], seat)
            write_numbers(games.seen[i], games.seen_bytes[i], seat, games.places[0:PLACES], shown.numbers[i, view])
        else:
            write_numbers(s, games.seen_bytes[i], seat, games.places[0:PLACES], shown.numbers[i, view])


def write_mask_row(count: int, bits: Any, at: int, row: int, lane: int, shown: Shown) -> None:
    """A warp writes the mask of a view."""
    entry = lane
    while entry < ROW:
        shown.mask_words[row * ROW + entry] = mask_word(count, bits, at, entry)
        entry += WARP


def mask_word(count: int, bits: Any, at: int, w: int) -> int:
    """Eight entries of a mask."""
    if LISTS:
        left = count - 8 * w
        chosen = 255 if left > 7 else (1 << left) - 1 if left > 0 else 0
    else:
        chosen = (int(bits[at + (w >> 2)]) >> (8 * (w & 3))) & 255
    low, high = chosen & 15, chosen >> 4
    return ((low * 0x204081) & 0x01010101) | ((high * 0x204081) & 0x01010101) << 32


def bits_at(i: int, view: int) -> int:
    """Where the legal moves of a view begin."""
    return (VIEWS * i + view) * BITS


def numbered_action(number: int, bits: Any, at: int) -> int:
    """The move with this number if it is among the legal ones, or ILLEGAL."""
    if 0 <= number < 32 * WORDS and (int(bits[at + (number >> 5)]) >> (number & 31)) & 1:
        return number
    return ILLEGAL


def move(s: Any, i: int, k: int, games: Games, bits: Any, first_bits: int, actions: Any, dice: Any, out: Any) -> int:
    """The learners' moves; who made an illegal one, or NOBODY."""
    acting = in_turn(s) if TOGETHER else 0
    for view in range(VIEWS):
        seat = view if TOGETHER else int(games.turn[i])
        if not TOGETHER or (acting & in_turn(s)) >> (seat + 2) & 1:
            if not GIVEN and BY_LIST:
                action = any_action(s, seat, dice, out)
            elif not GIVEN:
                action = any_number_of(bits, first_bits + view * BITS, dice)
            elif BY_LIST:
                action = listed_action(s, seat, int(actions[k, i, view]), out)
            else:
                action = numbered_action(int(actions[k, i, view]), bits, first_bits + view * BITS)
            if action == ILLEGAL:
                return seat
            play(s, seat, action)
    return NOBODY


def any_number_of(bits: Any, first: int, dice: Any) -> int:
    """Any legal move; the bits are taken into registers, where they are few."""
    if WORDS > FEW_WORDS:
        return any_number(bits[first : first + WORDS], dice)
    few = CUDA.local.array(BITS, np.uint32)
    for w in range(WORDS):
        few[w] = bits[first + w]
    return any_number(few, dice)


def step_large(games: Games, shown: Shown, waiting: Waiting, actions: Any, k: int) -> None:
    """A step of games whose records stay where they are. The block wipes the observations of its games before, copies
    records that are to be concealed, and writes the masks afterwards."""
    if SHARED_BITS:
        bits, first_bits = CUDA.shared.array(0, np.uint32), CUDA.threadIdx.x * VIEWS * BITS
    else:
        bits, first_bits = games.bits, bits_at(CUDA.grid(1), 0)
    out = CUDA.local.array(OUT, np.int32)
    dice = CUDA.local.array(3, np.uint32)
    guessed = CUDA.local.array(SCRATCH, RECORD)
    tried = CUDA.local.array(SCRATCH, RECORD)
    i = CUDA.grid(1)
    t, block = CUDA.threadIdx.x, CUDA.blockIdx.x
    number_words = BLOCK * VIEWS * FEATURES // NUMBERS_IN_A_WORD
    w = t
    while w < number_words:
        shown.number_words[block * number_words + w] = 0
        w += BLOCK
    if SHARED_BITS:
        w = t
        while w < BLOCK * VIEWS * BITS:
            bits[w] = games.bits[block * BLOCK * VIEWS * BITS + w]
            w += BLOCK
    CUDA.syncthreads()
    s = games.records[i]
    take_dice(dice, games, i)
    begin_rewards(shown, i)
    shown.done[i] = 0
    offender = move(s, i, k, games, bits, first_bits, actions, dice, out)
    if offender != NOBODY:
        punish(offender, shown.rewards[PLAYERS * i : PLAYERS * (i + 1)])
        shown.done[i] = 1
        begin_anew(games, i)
        games.mine[i] = whose(dice)
    own = 0
    if offender == NOBODY:
        own = settle(s, learner(games, i), CLOCK_ODDS, MANNER, 0, games.teams, dice, out, guessed, tried)
    waits = own == 0 or own == CHANCE_BIT
    games.turn[i] = NOBODY if waits else pick_seat(own, dice)
    keep_dice(dice, games, i)
    if waits:
        waiting.games[CUDA.atomic.add(waiting.how_many, 0, 1)] = i
    if CONCEALS and VIEWS == 1:
        CUDA.syncthreads()
        w = t
        while w < BLOCK * SIZE // 8:
            games.seen_words[block * (BLOCK * SIZE // 8) + w] = games.words[block * (BLOCK * SIZE // 8) + w]
            w += BLOCK
        CUDA.syncthreads()
    if not waits:
        show(s, i, out, games, bits, first_bits, shown)
    CUDA.syncthreads()
    row = t // WARP
    while row < BLOCK * VIEWS:
        at = block * BLOCK * VIEWS + row
        first = (row if SHARED_BITS else at) * BITS
        count = int(games.counts[block * BLOCK + row // VIEWS, row % VIEWS])
        write_mask_row(count, bits, first, at, t % WARP, shown)
        row += BLOCK // WARP
    if SHARED_BITS:
        w = t
        while w < BLOCK * VIEWS * BITS:
            games.bits[block * BLOCK * VIEWS * BITS + w] = bits[w]
            w += BLOCK


def step_small(games: Games, shown: Shown, waiting: Waiting, actions: Any, steps: int) -> None:
    """A step (or several) of games whose records fit into shared memory."""
    shared_words = CUDA.shared.array(0, np.uint64)
    shared_bits = CUDA.shared.array(0, np.uint32)
    shared_bytes = CUDA.shared.array(0, np.uint8)
    shared_numbers = CUDA.shared.array(0, NUMBER)
    records = CUDA.shared.array(0, RECORD)
    out = CUDA.local.array(OUT, np.int32)
    dice = CUDA.local.array(3, np.uint32)
    stands = CUDA.local.array(PLAYERS, np.int64)
    guessed = CUDA.local.array(SCRATCH, RECORD)
    tried = CUDA.local.array(SCRATCH, RECORD)
    bits = CUDA.local.array(BITS, np.uint32)
    t, block = CUDA.threadIdx.x, CUDA.blockIdx.x
    i = block * BLOCK + t
    record_words = BLOCK * SIZE // 8
    number_words = BLOCK * FEATURES // NUMBERS_IN_A_WORD
    all_bits = 2 * (record_words + number_words)
    own_bits = all_bits + t * (WORDS + LISTS)
    take_dice(dice, games, i)
    for k in range(1 if ONE else steps):
        at = k * len(games.mine) + i
        if k == 0 or CONCEALS:
            w = t
            while w < record_words:
                shared_words[w] = games.words[block * record_words + w]
                w += BLOCK
        w = t
        while w < number_words:
            shared_words[record_words + w] = 0
            w += BLOCK
        CUDA.syncthreads()
        s = records[t]
        begin_rewards(shown, at)
        offender = move(s, i, k, games, games.bits, bits_at(i, 0), actions, dice, out)
        ended = 0
        own = 0
        waits = False
        if offender != NOBODY:
            punish(offender, shown.rewards[PLAYERS * at : PLAYERS * (at + 1)])
            ended = 1
            records[t] = games.first[0]
            games.mine[i] = whose(dice)
            waits = LATER > 0
        if not waits:
            own = settle(s, learner(games, i), CLOCK_ODDS, MANNER, 1, games.teams, dice, out, guessed, tried)
            waits = LATER > 0 and own == 0
        if own == 0 and not waits:  # written out twice: as a loop it was a tenth slower
            pay(s, games.teams, WORST, BEST, stands, shown.rewards[PLAYERS * at : PLAYERS * (at + 1)])
            ended = 1
            records[t] = games.first[0]
            games.mine[i] = whose(dice)
            own = settle(s, learner(games, i), CLOCK_ODDS, MANNER, 1, games.teams, dice, out, guessed, tried)
        shown.done[at] = ended
        next_seat = pick_seat(own, dice) if own else NOBODY
        games.turn[i] = next_seat
        if waits:
            waiting.games[CUDA.atomic.add(waiting.how_many, 0, 1)] = i
        shown.turn[at] = next_seat
        count = list_moves(s, next_seat, out, bits[0:WORDS])
        if LISTS:
            shared_bits[own_bits] = count
        for w in range(WORDS):
            shared_bits[own_bits + w] = bits[w]
            games.bits[bits_at(i, 0) + w] = bits[w]
        CUDA.syncthreads()
        w = t
        while w < record_words:
            games.words[block * record_words + w] = shared_words[w]
            w += BLOCK
        if CONCEALS:
            CUDA.syncthreads()
        first_mask = (k * CUDA.gridDim.x + block) * BLOCK * ROW
        w, entry, of_game = t, t % ROW, all_bits + (t // ROW) * (WORDS + LISTS)
        while w < BLOCK * ROW:
            count = int(shared_bits[of_game]) if LISTS else 0
            shown.mask_words[first_mask + w] = mask_word(count, shared_bits, of_game, entry)
            w += BLOCK
            of_game += BLOCK // ROW * (WORDS + LISTS)  # counted on: dividing each time took most of the time
            entry += BLOCK % ROW
            if entry >= ROW:
                entry -= ROW
                of_game += WORDS + LISTS
        if CONCEALS:
            conceal(s, next_seat)
        own_numbers = BLOCK * SIZE // NUMBER_SIZE + t * FEATURES
        raw = shared_bytes[t * SIZE : (t + 1) * SIZE]
        row = shared_numbers[own_numbers : own_numbers + FEATURES]
        write_numbers(s, raw, next_seat, games.places[0:PLACES], row)
        CUDA.syncthreads()
        first_number = (k * CUDA.gridDim.x + block) * number_words
        w = t
        while w < number_words:
            shown.number_words[first_number + w] = shared_words[record_words + w]
            w += BLOCK
        CUDA.syncthreads()
    keep_dice(dice, games, i)
