"""Games of three and four in which everybody shows any thing and thieves follow a rule; and the best reply to that.

Compiled. A rule looks at nothing but the stones shown: `rule[key]` says how many seats to the left of the thief the
robbed one sits, ANYBODY that chance decides; the key has the stones from the thief's left on as its digits.
"""

from typing import Any

from spielkiste.core.dice import below
from spielkiste.core.record import Record

from ..bot.rollout_kernel import result
from ..knowledge import any_thing
from ..rules import EMPTY, FIRST_STEAL, SHOW_EMPTY, VALUES, all_have_chosen, in_turn, play, thief

KEYS = 5**3  # of three stones at most; digit 0: no such seat
ANYBODY = 0


def key_of(s: Record, robber: int) -> int:
    key = 0
    for step in range(s.players - 1, 0, -1):
        key = 5 * key + int(s.choice[(robber + step) % s.players])
    return key


def robbed_by_rule(s: Record, robber: int, rule: Any, dice: Any) -> int:
    step = int(rule[key_of(s, robber)])
    if step == ANYBODY:
        step = 1 + below(dice, s.players - 1)
    return (robber + step) % int(s.players)


def as_shown(thing: int) -> int:
    """The action that shows a chosen thing."""
    return SHOW_EMPTY if thing == EMPTY else thing


def any_stone(s: Record, seat: int, dice: Any) -> int:
    """Any stone in hand; the empty hand only when there is none."""
    left = 0
    for k in range(VALUES):
        left += s.hand[seat][k]
    if left == 0:
        return EMPTY
    thing = any_thing(s, seat, dice)
    while thing == EMPTY:
        thing = any_thing(s, seat, dice)
    return thing


def reply_best(first: Any, work: Any, rule: Any, dice: Any, games: int, sums: Any, by_key: Any, counts: Any) -> None:
    """Plays games in which seat 0 keeps the empty hand to the end and then knows what each theft comes to.

    sums: what the best theft, the rule's theft (nothing to steal: the same) and any theft came to; the square of the
    difference between the first two. by_key[key, step] sums what each theft came to, counts[key] how often."""
    for _ in range(games):
        work[0] = first[0]
        s = work[0]
        best, usual, random = 0.0, 0.0, 0.0
        settled = False
        while in_turn(s) != 0 and not settled:
            if not all_have_chosen(s):
                for seat in range(s.players):
                    thing = any_stone(s, seat, dice) if seat == 0 else any_thing(s, seat, dice)
                    play(s, seat, as_shown(thing))
            elif thief(s) != 0:
                play(s, thief(s), FIRST_STEAL + robbed_by_rule(s, thief(s), rule, dice))
            else:
                settled = True
        if settled:  # the last round: after the theft the game is over
            key, best = key_of(s, 0), -2.0
            chosen = robbed_by_rule(s, 0, rule, dice)
            counts[key] += 1
            work[1] = s
            for step in range(1, s.players):
                work[0] = work[1]
                play(work[0], 0, FIRST_STEAL + step)
                gained = result(work[0], 0)
                by_key[key, step] += gained
                best = max(best, gained)
                random += gained / (s.players - 1)
                if step == chosen:
                    usual = gained
        else:
            best = usual = random = result(s, 0)
        sums[0] += best
        sums[1] += usual
        sums[2] += random
        sums[3] += (best - usual) * (best - usual)


def follow_rules(first: Any, work: Any, rules: Any, dice: Any, games: int, sums: Any) -> None:
    """Plays games in which seat k follows rules[k]; sums[k] adds up its results, sums[players + k] their squares."""
    for _ in range(games):
        work[0] = first[0]
        s = work[0]
        while in_turn(s) != 0:
            if all_have_chosen(s):
                robber = thief(s)
                play(s, robber, FIRST_STEAL + robbed_by_rule(s, robber, rules[robber], dice))
            else:
                for seat in range(s.players):
                    play(s, seat, as_shown(any_thing(s, seat, dice)))
        for seat in range(s.players):
            gained = result(s, seat)
            sums[seat] += gained
            sums[s.players + seat] += gained * gained
