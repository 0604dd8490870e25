"""The strongest player's look-ahead: builds worth comparing, and how the game goes on after each.

Candidates are the best builds with all the tiles and with fewer of them, and the best of those once more with an open
lid somewhere, which holds later builds back. Each is judged by continuations (playouts) in a model
(continuations.py), all with the same draws. Where two open lids or more lie in the stack the model promises too much:
the next two turns are then set right by the exact search.

Figures are in docs/strength-cubus.md: a look at the rival's next build alone brings little, at one's own next one too
it brings most of it; more turns, continuations or candidates than here were no better.
"""

import math
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from spielkiste.core.compiled import compiled
from spielkiste.core.dice import seed_dice
from spielkiste.core.record import Record
from spielkiste.core.state import State

from ..build_search import FOUND, best_lines
from ..column_lines import LINES, WIDTH
from ..notation import spell
from ..rules import KNOCKED, PENALTY, whose_tiles
from ..stack import CLOSED, KINDS, LEFT, OPEN, RIGHT, boxes, height_of, is_open, tiles_of_kind
from . import continuations
from .solver import columns_of, fast, open_where_needed

TURNS = 12
TO_THE_END = 200
PLAYOUTS = 128  # continuations of each build
MOST_BUILDS = 60  # different numbers of tiles that are tried, those with the most points first
HELD_BACK = 4  # of the best builds, also with an open lid
COMPARED = 16  # by the exact search

Columns = tuple[int, ...]


@dataclass
class Plan:
    """A build, what it brings at once and how far it may lead in the end; without points it is a pass."""

    columns: Columns
    points: int
    lead: float = 0.0
    leads: Any = ()  # of each continuation
    model: Any = None
    hands: Any = None

    @property
    def move(self) -> str:
        return f"build {spell(self.columns)}" if self.points else "pass"

    @property
    def winning(self) -> float:
        """Share of continuations that are won less those that are lost."""
        return float(np.sign(self.leads).mean())


class Planner:
    """Compares the builds of one position for the seat that builds."""

    def __init__(self, state: State, seat: int, seed: int, turns: int = TURNS, playouts: int = PLAYOUTS) -> None:
        self.s: Record = state.seen(seat)
        self.seat, self.seed, self.turns, self.playouts = seat, seed, turns, playouts
        self.owner = whose_tiles(self.s)
        self.closed = self.s.laid[CLOSED] + self.s.hand[self.owner][CLOSED]
        self.best_lines = fast(best_lines, state)
        self.leads, self.best_choice = compiled(continuations.leads), compiled(continuations.best_choice)
        self.lines, self.found = np.zeros(LINES * WIDTH, np.int64), np.zeros(FOUND, np.int64)

    def plans(self, seconds: float | None = None) -> list[Plan]:
        """The most promising builds, best first; [] if there is none. Without a limit of seconds it repeats exactly."""
        self.fetch_compiled_code()
        deadline = math.inf if seconds is None else time.perf_counter() + seconds
        found = [self.judged(plan) for plan in self.builds()]
        found.sort(key=by_lead)
        found += [self.judged(plan) for best in found[:HELD_BACK] for plan in self.held_back(best)]
        found.sort(key=by_lead)
        compared: list[Plan] = []
        for plan in found[:COMPARED]:
            if compared and time.perf_counter() > deadline:
                break
            more = self.set_right(plan)
            plan.lead += more
            plan.leads = plan.leads + more
            compared.append(plan)
        return sorted(compared, key=by_lead)

    def passing(self) -> Plan:
        """To build nothing; after a knock that is to give up."""
        plan = Plan(tuple(self.s.stack), 0)
        return self.judged(plan, PENALTY if self.s.phase == KNOCKED else 0)

    def fetch_compiled_code(self) -> None:
        """By calling each function once: fetching it, or making it, is no thinking."""
        self.numbers_of_tiles()
        self.most_points(self.s.stack, 0, 0, 0)
        self.passing()
        self.promised(self.now(), self.seat)

    # --- candidates ------------------------------------------------------------------------------

    def numbers_of_tiles(self) -> list[list[int]]:
        """Left and right sides and lids of the builds to look for: all there are, then fewer, the most points first."""
        model, choices = self.now(), np.zeros((continuations.MOST_CHOICES, continuations.CHOICE), np.int64)
        count = compiled(continuations.promising_choices)(model, self.owner, choices)
        order = np.argsort(-choices[:count, continuations.CHOICE_POINTS], kind="stable")[:MOST_BUILDS]
        hand = continuations.hand_of(self.owner)
        all_tiles = [int(model[k] + model[hand + k]) for k in range(continuations.SIDES_AND_LIDS)]
        return [all_tiles, *choices[order, : continuations.SIDES_AND_LIDS].tolist()]

    def builds(self) -> list[Plan]:
        """The best builds with all tiles and with fewer."""
        found: dict[Columns, Plan] = {}
        for left, right, lids in self.numbers_of_tiles():
            points = self.most_points(self.s.stack, left, right, lids)
            if points:
                columns = columns_of(self.lines, self.found, self.s.stack)
                open_where_needed(columns, self.closed)
                found.setdefault(tuple(columns), Plan(tuple(columns), points))
        return list(found.values())

    def held_back(self, plan: Plan) -> list[Plan]:
        """The same build with one open lid more, for each place it may have."""
        lids = tiles_of_kind(plan.columns, OPEN)
        if lids >= self.s.laid[OPEN] + self.s.hand[self.owner][OPEN]:
            return []
        closed = [k for k, c in enumerate(plan.columns) if c and not is_open(c)]
        opened = [(*plan.columns[:k], plan.columns[k] | 1, *plan.columns[k + 1 :]) for k in closed]
        return [Plan(columns, plan.points) for columns in opened]

    def most_points(self, stack: Any, left: int, right: int, lids: int) -> int:
        """Exactly; how goes to `lines` and `found`."""
        return int(self.best_lines(np.array(stack), left, right, lids, self.s.young, self.lines, self.found))

    # --- what comes after ------------------------------------------------------------------------

    def judged(self, plan: Plan, to_all_others: int = 0) -> Plan:
        """By continuations in the model."""
        plan.hands = [list(hand) for hand in self.s.hand[: self.s.players]]
        for kind in range(KINDS):
            plan.hands[self.owner][kind] += self.s.laid[kind] - tiles_of_kind(plan.columns, kind)
        plan.model = self.modelled(plan.columns, plan.hands)
        plan.model[continuations.TURN] = (self.s.turn + 1) % self.s.players
        plan.model[continuations.POINTS + self.seat] += plan.points - to_all_others  # leads are all that counts
        dice, plan.leads = np.zeros(3, np.int64), np.zeros(self.playouts, np.int64)
        seed_dice(dice, self.seed, 0)
        self.leads(plan.model, dice, self.seat, self.turns, plan.leads)
        plan.lead = float(plan.leads.mean())
        return plan

    def set_right(self, plan: Plan) -> float:
        """What the next two turns bring by the exact search more than in the model, to the builder less to others."""
        if tiles_of_kind(plan.columns, OPEN) < 2:
            return 0.0
        first, total = int(plan.model[continuations.TURN]), 0.0
        for kind, tiles, chance in draws(self.s.pile):
            model, hands = plan.model.copy(), [list(hand) for hand in plan.hands]
            hands[first][kind] += tiles
            set_hand(model, first, hands[first])
            promised = self.promised(model, first)
            columns, points = self.built(plan.columns, hands, first) if promised else (plan.columns, 0)
            total += chance * self.sign(first) * (points - promised)
            pile = [left - tiles * (other == kind) for other, left in enumerate(self.s.pile)]
            total += chance * self.second_turn(model, columns, hands, (first + 1) % self.s.players, pile)
        return total

    def second_turn(self, model: Any, columns: Columns, hands: Any, seat: int, pile: list[int]) -> float:
        total = 0.0
        for kind, tiles, chance in draws(pile):
            hand, after = list(hands[seat]), model.copy()
            hand[kind] += tiles
            set_hand(after, seat, hand)
            promised = self.promised(after, seat)
            if promised:
                have = [tiles_of_kind(columns, each) + hand[each] for each in range(KINDS)]
                points = self.most_points(columns, have[LEFT], have[RIGHT], have[CLOSED] + have[OPEN])
                total += chance * self.sign(seat) * (points - promised)
        return total

    def promised(self, model: Any, seat: int) -> int:
        """The points of a seat's best build in the model, which is made there."""
        found = np.zeros(continuations.CHOICE, np.int64)
        points = int(self.best_choice(model, seat, found))
        if points:
            continuations.lay(model, seat, found)
        return points

    def built(self, columns: Columns, hands: Any, seat: int) -> tuple[Columns, int]:
        """The stack after a seat's best build, and its points; the hands change."""
        before = [tiles_of_kind(columns, kind) for kind in range(KINDS)]
        have = [laid + own for laid, own in zip(before, hands[seat], strict=True)]
        points = self.most_points(columns, have[LEFT], have[RIGHT], have[CLOSED] + have[OPEN])
        if not points:
            return columns, 0
        new = columns_of(self.lines, self.found, columns)
        open_where_needed(new, have[CLOSED])
        hands[seat] = [all_of_kind - tiles_of_kind(new, kind) for kind, all_of_kind in enumerate(have)]
        return tuple(new), points

    def sign(self, seat: int) -> int:
        return 1 if seat == self.seat else -1

    # --- the model -------------------------------------------------------------------------------

    def now(self) -> Any:
        return self.modelled(self.s.stack, self.s.hand)

    def modelled(self, columns: Any, hands: Any) -> Any:
        s, m = self.s, np.zeros(continuations.SIZE, np.int64)
        m[LEFT], m[RIGHT] = tiles_of_kind(columns, LEFT), tiles_of_kind(columns, RIGHT)
        m[CLOSED] = tiles_of_kind(columns, CLOSED) + tiles_of_kind(columns, OPEN)
        m[continuations.BOXES] = boxes(columns)
        m[continuations.LAYERS] = max((height_of(c) for c in columns if c and is_open(c)), default=0)
        m[continuations.YOUNG], m[continuations.PLAYERS] = s.young, s.players
        m[continuations.PILE : continuations.PILE + 3] = s.pile[LEFT], s.pile[RIGHT], s.pile[CLOSED] + s.pile[OPEN]
        for seat in range(s.players):
            m[continuations.POINTS + seat] = s.points[seat]
            set_hand(m, seat, hands[seat])
        return m


def set_hand(m: Any, seat: int, hand: Any) -> None:
    start = continuations.hand_of(seat)
    m[start : start + continuations.SIDES_AND_LIDS] = hand[LEFT], hand[RIGHT], hand[CLOSED] + hand[OPEN]


def draws(pile: Any) -> list[tuple[int, int, float]]:
    """What may be taken from a pile: kind, number of tiles (none if it is empty), how probable that is."""
    left = sum(pile)
    return [(kind, 1, pile[kind] / left) for kind in range(KINDS) if pile[kind]] if left else [(LEFT, 0, 1.0)]


def by_lead(plan: Plan) -> tuple[float, Columns]:
    return -plan.lead, plan.columns
