"""What one comes to think of the others: how likely each plays in which style, by what all have seen them show.

A Bayesian opponent model: `first_opinion` is the prior, `opinions` the posterior.
"""

from collections.abc import Sequence
from typing import Any

from spielkiste.core.record import Record
from spielkiste.core.state import State

from ..rules import FIRST_STEAL, MAX_MOVES, all_have_chosen, things_to_show
from .styles import FAIR, STYLES, WHIM_PERCENT, as_action, number_in_hand, weigh

KNOWN = (0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13)  # three styles are left out, to measure with strangers
FAIR_AT_FIRST = 0.3  # nobody is thought predictable without a reason
WHIM = WHIM_PERCENT / 100

Shown = tuple[int, ...]  # what the seats showed in a round, as actions
Round = tuple[Any, Shown]  # with the record before it
Past = Sequence[Round]


def past_of(state: State, seat: int) -> Past:
    """Read from what a seat may know."""
    record = state.game.plain.unpack(state.game.first)
    rounds: list[Round] = []
    before = record.copy()
    for who, move in state.known(seat):
        if move is None:  # a secret of this round: others chose already
            break
        verb, number = move.split()
        made = record.round
        state.game.room.verbs.play(record, who, int(number) + (FIRST_STEAL if verb == "steal" else 0))
        if record.round > made:
            rounds.append((before, tuple(as_action(s) for s in record.last_shown[: record.players])))
        if not all_have_chosen(record) and record.round == len(rounds) and not any(record.choice):
            before = record.copy()
    return rounds


def opinions(past: Past, players: int) -> list[list[float]]:
    """For each seat the chances of all styles, adding up to 1."""
    chances = []
    for seat in range(players):
        likely = [first_opinion(style) for style in range(len(STYLES))]
        for before, shown in past:
            likely = [
                chance * chance_to_show(before, seat, style, shown[seat]) if chance else 0.0
                for style, chance in enumerate(likely)
            ]
        total = sum(likely)
        chances.append([chance / total for chance in likely])
    return chances


def prediction(s: Record, seat: int, styles: list[float]) -> list[float]:
    """How likely a seat shows each thing it may show, in the order of the rules, if its styles have these chances."""
    out = [0] * MAX_MOVES
    things = out[: things_to_show(s, seat, out)]
    return [
        sum(chance * chance_to_show(s, seat, style, thing) for style, chance in enumerate(styles) if chance)
        for thing in things
    ]


def first_opinion(style: int) -> float:
    if style == FAIR:
        return FAIR_AT_FIRST
    return (1 - FAIR_AT_FIRST) / (len(KNOWN) - 1) if style in KNOWN else 0.0


def chance_to_show(s: Record, seat: int, style: int, action: int) -> float:
    """How likely a player of a style, who has whims, shows something."""
    out, weights = [0] * MAX_MOVES, [0] * MAX_MOVES
    count = weigh(s, seat, style, out, weights)
    by_habit = weights[out.index(action, 0, count)] / sum(weights[:count])
    in_hand = sum(number_in_hand(s, seat, thing) for thing in out[:count])
    return (1 - WHIM) * by_habit + WHIM * number_in_hand(s, seat, action) / in_hand
