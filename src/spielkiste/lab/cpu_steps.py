"""A range of a batch's games on one CPU thread; compiled for each game, without the interpreter's lock."""

from typing import Any, NamedTuple

from spielkiste.core.dice import below, seed_dice
from spielkiste.core.record import Record
from spielkiste.core.scratch import borrowed
from spielkiste.core.verbs import conceal, in_turn, play, resolve
from spielkiste.lab.stepping import (
    BY_LOT,
    ILLEGAL,
    NOBODY,
    any_action,
    any_number,
    list_moves,
    listed_action,
    pay,
    punish,
    settle,
    write_mask,
    write_numbers,
)
from spielkiste.search.playout import pick_seat


class Plan(NamedTuple):
    """What all games of a batch have in common."""

    given: int  # 1: learners' moves are given, 0: any move
    by_list: int  # 1: by their place in the list, 0: by their number
    together: int  # 1: all seats in turn act in one step
    seat: int  # the learner's, EVERYBODY, or BY_LOT
    clock: int
    manner: int  # of opponents
    worst: int
    best: int


class Games(NamedTuple):
    """What a batch remembers of its games."""

    first: Any  # the record every game begins with
    records: Any
    dice: Any  # three random registers a game
    turn: Any  # who decides next
    mine: Any  # the learner's seat
    bits: Any  # numbers of the legal moves of each view
    teams: Any  # the first seat of each seat's team
    places: Any  # bytes to show where the room has no features
    finals: Any  # how the last game of each place ended; no places: nobody asks


class Scratch(NamedTuple):
    """What a thread writes on. Rows of the large arrays are written here first, and below these tuples are taken apart
    at once: a row of an array is a new array to the compiler, and counting who holds what took most of the time."""

    out: Any
    dice: Any
    seen: Any
    seen_bytes: Any
    tried: Any
    stands: Any
    rewards: Any
    bits: Any
    mask: Any
    numbers: Any


class Shown(NamedTuple):
    """What comes back of a step: by step, game and view."""

    numbers: Any
    mask: Any
    rewards: Any
    done: Any
    turn: Any


def step_games(
    plan: Plan, games: Games, scratch: Scratch, actions: Any, shown: Shown, seed: int, start: int, end: int
) -> None:
    """Each game's learners move, as often as there are steps; finished games begin anew. With a seed (0 or more) all
    games begin."""
    first, records, dice_of, turn_of, mine_of, bits_of, teams, places, finals = borrowed(games)
    out, dice, seen, seen_bytes, tried, stands, paid, bits, mask, numbers = borrowed(scratch)
    all_numbers, all_masks, rewards, done, turn = borrowed(shown)
    for k in range(len(done)):
        for i in range(start, end):
            s = records[i]
            if seed >= 0:
                seed_dice(dice, seed, i)
            else:
                for r in range(3):
                    dice[r] = dice_of[r, i]
            offender = NOBODY
            acting = in_turn(s)
            for view in range(bits_of.shape[1] if seed < 0 else 0):
                seat = view if plan.together else int(turn_of[i])
                if plan.together and not (acting & in_turn(s)) >> (seat + 2) & 1:
                    continue
                number = int(actions[k, i, view]) if plan.given else 0
                if not plan.given and plan.by_list:
                    action = any_action(s, seat, dice, out)
                elif not plan.given:
                    for w in range(len(bits)):
                        bits[w] = bits_of[i, view, w]
                    action = any_number(bits, dice)
                elif plan.by_list:
                    action = listed_action(s, seat, number, out)
                else:
                    action = numbered_action(number, bits_of, i, view)
                if action == ILLEGAL:
                    offender = seat
                    break
                play(s, seat, action)
                resolve(s)
            own = 0
            if offender == NOBODY and seed < 0:
                own = settle(s, int(mine_of[i]), plan.clock, plan.manner, teams, dice, out, seen, tried)
            for seat in range(len(teams)):
                paid[seat] = 0.0
            done[k, i] = own == 0 and seed < 0
            if own == 0:
                if offender != NOBODY:
                    punish(offender, paid)
                elif seed < 0:
                    pay(s, teams, plan.worst, plan.best, stands, paid)
                if len(finals):
                    finals[i] = s
                records[i] = first[0]
                mine_of[i] = whose(plan.seat, len(teams), dice)
                own = settle(s, int(mine_of[i]), plan.clock, plan.manner, teams, dice, out, seen, tried)
            turn_of[i] = pick_seat(own, dice)
            for seat in range(len(teams)):
                rewards[k, i, seat] = paid[seat]
            for view in range(bits_of.shape[1]):
                seat = view if plan.together else int(turn_of[i])
                turn[k, i, view] = told(s, seat, plan.together)
                show(s, seat, out, seen, seen_bytes, places, bits, mask, numbers)
                copy_row(bits, bits_of, i, view)
                copy_shown(mask, all_masks, numbers, all_numbers, k, i, view)
            for r in range(3):
                dice_of[r, i] = dice[r]


def whose(seat: int, players: int, dice: Any) -> int:
    """The learner's seat in a new game."""
    return below(dice, players) if seat == BY_LOT else seat


def numbered_action(number: int, bits: Any, i: int, view: int) -> int:
    """The move with this number if it is among the legal ones, or ILLEGAL."""
    if 0 <= number < 32 * bits.shape[2] and (int(bits[i, view, number >> 5]) >> (number & 31)) & 1:
        return number
    return ILLEGAL


def told(s: Record, seat: int, together: int) -> int:
    """Whose turn it is, as it is told: the seat; with all seats together whether this one may act."""
    return (in_turn(s) >> (seat + 2)) & 1 if together else seat


def show(
    s: Record,
    seat: int,
    out: Any,
    seen: Any,
    seen_bytes: Any,
    places: Any,
    bits: Any,
    mask: Any,
    numbers: Any,
) -> None:
    """What a seat may do and see."""
    may_act = (in_turn(s) >> (seat + 2)) & 1
    count = list_moves(s, seat if may_act else NOBODY, out, bits)
    write_mask(count, out, len(bits), mask)
    seen[0] = s
    conceal(seen[0], seat)
    for k in range(len(numbers)):
        numbers[k] = 0
    write_numbers(seen[0], seen_bytes, seat, places, numbers)


def copy_row(row: Any, rows: Any, i: int, view: int) -> None:
    for k in range(len(row)):
        rows[i, view, k] = row[k]


def copy_shown(mask: Any, masks: Any, numbers: Any, all_numbers: Any, k: int, i: int, view: int) -> None:
    for a in range(len(mask)):
        masks[k, i, view, a] = mask[a]
    for f in range(len(numbers)):
        all_numbers[k, i, view, f] = numbers[f]
