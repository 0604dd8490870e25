"""The strongest player's look-ahead: builds worth comparing, and how the game goes on after each.

Candidates are the best builds with all the tiles and with fewer of them, and the best of those once more with an open
lid somewhere, which holds later builds back. Each is judged by continuations (playouts) in a model
(continuations.py), all with the same draws. Where two open lids or more lie in the stack the model promises too much:
the next two turns are then set right by the exact search.

Whoever asks does the work that is asked for (`search/steps.py`): compiled on a server (`planner.py`), in WebAssembly in
a browser. Nothing here needs NumPy.

Figures are in docs/strength-cubus.md: a look at the rival's next build alone brings little, at one's own next one too
it brings most of it; more turns, continuations or candidates than here were no better.
"""

import math
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from spielkiste.core.record import Record
from spielkiste.core.state import State

from ..notation import spell
from ..rules import KNOCKED, PENALTY, whose_tiles
from ..stack import CLOSED, KINDS, LEFT, OPEN, RIGHT, boxes, height_of, is_open, tiles_of_kind
from . import continuations
from .solver import columns_of, open_where_needed

TURNS = 12
TO_THE_END = 200
PLAYOUTS = 128  # continuations of each build
MOST_BUILDS = 60  # different numbers of tiles that are tried, those with the most points first
HELD_BACK = 4  # of the best builds, also with an open lid
COMPARED = 16  # by the exact search

Columns = tuple[int, ...]
Model = list[int]  # as in continuations.py


@dataclass
class Plan:
    """A build, what it brings at once and how far it may lead in the end; without points it is a pass."""

    columns: Columns
    points: int
    lead: float = 0.0
    leads: Sequence[float] = ()  # of each continuation
    model: Model = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)

    @property
    def move(self) -> str:
        return f"build {spell(self.columns)}" if self.points else "pass"

    @property
    def winning(self) -> float:
        """Share of continuations that are won less those that are lost."""
        return sum((lead > 0) - (lead < 0) for lead in self.leads) / len(self.leads)


# --- what is asked for ---------------------------------------------------------------------------


class Choices(NamedTuple):
    """All choices in a model that bring more than any with fewer tiles: rows of `continuations.CHOICE` numbers."""

    model: Model
    seat: int


class BestChoice(NamedTuple):
    """The points of a seat's best choice in a model, and the choice."""

    model: Model
    seat: int


class Leads(NamedTuple):
    """For each model the leads of the seat that plans, by continuation."""

    models: list[Model]


class Build(NamedTuple):
    """A stack, and so many left sides, right sides and lids to build with."""

    stack: Columns
    left: int
    right: int
    lids: int


class Builds(NamedTuple):
    """The most points of each build, exactly, with what `columns_of` needs to know of it: lines and found."""

    wanted: list[Build]


Ask = Choices | BestChoice | Leads | Builds
Steps = Generator[Ask, Any, list[Plan]]


class Planning:
    """Compares the builds of one position for the seat that builds."""

    def __init__(self, state: State, seat: int) -> None:
        self.s: Record = state.seen(seat)
        self.seat = seat
        self.owner = whose_tiles(self.s)
        self.closed = self.s.laid[CLOSED] + self.s.hand[self.owner][CLOSED]

    def plans(self, seconds: float | None = None) -> Steps:
        """The most promising builds, best first; [] if there is none. Without a limit of seconds it repeats exactly."""
        deadline = math.inf if seconds is None else time.perf_counter() + seconds
        found = yield from self.judged((yield from self.builds()))
        found += yield from self.judged([plan for best in found[:HELD_BACK] for plan in self.held_back(best)])
        found.sort(key=by_lead)
        compared: list[Plan] = []
        for plan in found[:COMPARED]:
            if compared and time.perf_counter() > deadline:
                break
            more = yield from self.set_right(plan)
            plan.lead += more
            plan.leads = [lead + more for lead in plan.leads]
            compared.append(plan)
        return sorted(compared, key=by_lead)

    def passing(self) -> Steps:
        """To build nothing; after a knock that is to give up."""
        return self.judged([Plan(tuple(self.s.stack), 0)], PENALTY if self.s.phase == KNOCKED else 0)

    # --- candidates ------------------------------------------------------------------------------

    def numbers_of_tiles(self) -> Generator[Ask, Any, list[list[int]]]:
        """Left and right sides and lids of the builds to look for: all there are, then fewer, the most points first."""
        model, kinds = self.now(), continuations.SIDES_AND_LIDS
        choices = yield Choices(model, self.owner)
        choices = sorted(choices, key=lambda choice: -choice[continuations.CHOICE_POINTS])[:MOST_BUILDS]
        hand = continuations.hand_of(self.owner)
        return [[model[k] + model[hand + k] for k in range(kinds)], *(list(choice[:kinds]) for choice in choices)]

    def builds(self) -> Steps:
        """The best builds with all tiles and with fewer."""
        found: dict[Columns, Plan] = {}
        wanted = [Build(tuple(self.s.stack), *tiles) for tiles in (yield from self.numbers_of_tiles())]
        for points, lines, how in (yield Builds(wanted)):
            if points:
                columns = columns_of(lines, how, self.s.stack)
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

    # --- what comes after ------------------------------------------------------------------------

    def judged(self, plans: list[Plan], to_all_others: int = 0) -> Steps:
        """By continuations in the model, the best first."""
        for plan in plans:
            plan.hands = [list(hand) for hand in self.s.hand[: self.s.players]]
            for kind in range(KINDS):
                plan.hands[self.owner][kind] += self.s.laid[kind] - tiles_of_kind(plan.columns, kind)
            plan.model = self.modelled(plan.columns, plan.hands)
            plan.model[continuations.TURN] = (self.s.turn + 1) % self.s.players
            plan.model[continuations.POINTS + self.seat] += plan.points - to_all_others  # leads are all that counts
        for plan, leads in zip(plans, (yield Leads([plan.model for plan in plans])), strict=True):
            plan.leads, plan.lead = leads, sum(leads) / len(leads)
        return sorted(plans, key=by_lead)

    def set_right(self, plan: Plan) -> Generator[Ask, Any, float]:
        """What the next two turns bring by the exact search more than in the model, to the builder less to others."""
        if tiles_of_kind(plan.columns, OPEN) < 2:
            return 0.0
        first, total = plan.model[continuations.TURN], 0.0
        for kind, tiles, chance in draws(self.s.pile):
            model, hands = plan.model.copy(), [list(hand) for hand in plan.hands]
            hands[first][kind] += tiles
            set_hand(model, first, hands[first])
            promised = yield from self.promised(model, first)
            columns, points = plan.columns, 0
            if promised:
                columns, points = yield from self.built(plan.columns, hands, first)
            total += chance * self.sign(first) * (points - promised)
            pile = [left - tiles * (other == kind) for other, left in enumerate(self.s.pile)]
            second = (first + 1) % self.s.players
            total += chance * (yield from self.second_turn(model, columns, hands, second, pile))
        return total

    def second_turn(
        self, model: Model, columns: Columns, hands: list[list[int]], seat: int, pile: list[int]
    ) -> Generator[Ask, Any, float]:
        total = 0.0
        for kind, tiles, chance in draws(pile):
            hand, after = list(hands[seat]), model.copy()
            hand[kind] += tiles
            set_hand(after, seat, hand)
            promised = yield from self.promised(after, seat)
            if promised:
                points, _, _ = yield from self.most_points(columns, hand)
                total += chance * self.sign(seat) * (points - promised)
        return total

    def promised(self, model: Model, seat: int) -> Generator[Ask, Any, int]:
        """The points of a seat's best build in the model, which is made there."""
        points, found = yield BestChoice(model, seat)
        if points:
            continuations.lay(model, seat, found)
        return int(points)

    def most_points(self, columns: Columns, hand: list[int]) -> Generator[Ask, Any, Any]:
        """Exactly, with all the tiles on the table and in a hand."""
        have = [tiles_of_kind(columns, kind) + hand[kind] for kind in range(KINDS)]
        (found,) = yield Builds([Build(columns, have[LEFT], have[RIGHT], have[CLOSED] + have[OPEN])])
        return found

    def built(self, columns: Columns, hands: list[list[int]], seat: int) -> Generator[Ask, Any, tuple[Columns, int]]:
        """The stack after a seat's best build, and its points; the hands change."""
        have = [tiles_of_kind(columns, kind) + own for kind, own in enumerate(hands[seat])]
        points, lines, found = yield from self.most_points(columns, hands[seat])
        if not points:
            return columns, 0
        new = columns_of(lines, found, columns)
        open_where_needed(new, have[CLOSED])
        hands[seat] = [all_of_kind - tiles_of_kind(new, kind) for kind, all_of_kind in enumerate(have)]
        return tuple(new), points

    def sign(self, seat: int) -> int:
        return 1 if seat == self.seat else -1

    # --- the model -------------------------------------------------------------------------------

    def now(self) -> Model:
        return self.modelled(self.s.stack, self.s.hand)

    def modelled(self, columns: Any, hands: Any) -> Model:
        s, m = self.s, [0] * continuations.SIZE
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


def set_hand(m: Model, seat: int, hand: Any) -> None:
    start = continuations.hand_of(seat)
    m[start : start + continuations.SIDES_AND_LIDS] = hand[LEFT], hand[RIGHT], hand[CLOSED] + hand[OPEN]


def draws(pile: Any) -> list[tuple[int, int, float]]:
    """What may be taken from a pile: kind, number of tiles (none if it is empty), how probable that is."""
    left = sum(pile)
    return [(kind, 1, pile[kind] / left) for kind in range(KINDS) if pile[kind]] if left else [(LEFT, 0, 1.0)]


def by_lead(plan: Plan) -> tuple[float, Columns]:
    return -plan.lead, plan.columns
