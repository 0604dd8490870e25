"""A range of a batch's games on one CPU thread; compiled for each game, without the interpreter's lock."""

from typing import Any, NamedTuple

from spielkiste.core.dice import below, seed_dice
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
    conceals: int  # 1: a seat does not see everything


class Games(NamedTuple):
    """What a batch remembers of its games."""

    first: Any  # the record every game begins with
    records: Any
    raw: Any  # their bytes
    dice: Any  # three random registers a game
    turn: Any  # who decides next
    mine: Any  # the learner's seat
    bits: Any  # numbers of the legal moves of each view
    teams: Any  # the first seat of each seat's team
    places: Any  # bytes to show where the room has no features
    finals: Any  # how the last game of each place ended; no places: nobody asks


class Scratch(NamedTuple):
    """What a thread writes on."""

    out: Any
    dice: Any
    seen: Any
    seen_bytes: Any
    tried: Any
    stands: Any


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
    games begin. The tuples are taken apart at once: counting who holds which array took most of the time."""
    first, records, raw, dice_of, turn_of, mine_of, bits_of, teams, places, finals = borrowed(games)
    out, dice, seen, seen_bytes, tried, stands = borrowed(scratch)
    numbers, masks, rewards, done, turn = borrowed(shown)
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
                    action = any_number(bits_of[i, view], dice)
                elif plan.by_list:
                    action = listed_action(s, seat, number, out)
                else:
                    action = numbered_action(number, bits_of[i, view])
                if action == ILLEGAL:
                    offender = seat
                    break
                play(s, seat, action)
                resolve(s)
            own = 0
            if offender == NOBODY and seed < 0:
                own = settle(s, int(mine_of[i]), plan.clock, plan.manner, 1, teams, dice, out, seen, tried)
            for seat in range(len(teams)):
                rewards[k, i, seat] = 0.0
            done[k, i] = own == 0 and seed < 0
            if own == 0:
                if offender != NOBODY:
                    punish(offender, rewards[k, i])
                elif seed < 0:
                    pay(s, teams, plan.worst, plan.best, stands, rewards[k, i])
                if len(finals):
                    finals[i] = s
                records[i] = first[0]
                mine_of[i] = whose(plan.seat, len(teams), dice)
                own = settle(s, int(mine_of[i]), plan.clock, plan.manner, 1, teams, dice, out, seen, tried)
            turn_of[i] = pick_seat(own, dice)
            for view in range(bits_of.shape[1]):
                seat = view if plan.together else int(turn_of[i])
                may_act = (in_turn(s) >> (seat + 2)) & 1
                turn[k, i, view] = may_act if plan.together else seat
                count = list_moves(s, seat if may_act else NOBODY, out, bits_of[i, view])
                write_mask(count, out, bits_of.shape[2], masks[k, i, view])
                row = numbers[k, i, view]
                for f in range(len(row)):
                    row[f] = 0
                if plan.conceals:
                    seen[0] = s
                    conceal(seen[0], seat)
                    write_numbers(seen[0], seen_bytes, seat, places, row)
                else:
                    write_numbers(s, raw[i], seat, places, row)
            for r in range(3):
                dice_of[r, i] = dice[r]


def whose(seat: int, players: int, dice: Any) -> int:
    """The learner's seat in a new game."""
    return below(dice, players) if seat == BY_LOT else seat


def numbered_action(number: int, bits: Any) -> int:
    """The move with this number if it is among the legal ones, or ILLEGAL."""
    if 0 <= number < 32 * len(bits) and (int(bits[number >> 5]) >> (number & 31)) & 1:
        return number
    return ILLEGAL
