"""Going through a match: `review(record, seconds=30)`. Every decision against the best one, luck apart from skill.

How expectations are found and entered is in `ledger.py`; who judges in `judge.py`; sentences are in `explain.py`.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from spielkiste.core.errors import BadRecord, OptionError
from spielkiste.core.match_record import MatchRecord, load_record
from spielkiste.core.state import State
from spielkiste.search.judge import ROUNDING, SIZES, Measure, Values, judge_of
from spielkiste.search.ledger import Decision, Fortune, Ledger
from spielkiste.search.limit import Limit

SECONDS = 30.0  # for a whole match
MOMENTS = 3  # of the best and of the worst that are told
FEW = 5  # decisions: with fewer an error rate says nothing

__all__ = ["Account", "Decision", "Fortune", "Review", "review"]


@dataclass(frozen=True)
class Account:
    """The sums of one seat: result = start + luck + gifts - errors. `gifts`: what others' errors brought; skill is
    gifts - errors. `rate`: the mean loss of a decision that was one; None where there were too few."""

    seat: int
    start: float
    luck: float
    gifts: float
    errors: float
    result: float
    decisions: int
    rate: float | None
    sizes: Mapping[str, int]

    @property
    def skill(self) -> float:
        return self.gifts - self.errors


@dataclass(frozen=True)
class Review:
    """A match, judged. `curve`: what each seat could expect at each position; `exact`: nothing of it is an estimate."""

    record: MatchRecord
    measure: Measure
    decisions: tuple[Decision, ...]
    chances: tuple[Fortune, ...]
    accounts: tuple[Account, ...]
    curve: tuple[Values, ...]
    exact: bool
    seconds: float

    def worst(self, most: int = MOMENTS) -> list[Decision]:
        """The greatest errors, in the order of the match."""
        errors = sorted(
            (one for one in self.decisions if one.size), key=lambda one: (-SIZES.index(one.size), -one.blamed)
        )
        return sorted(errors[:most], key=lambda one: one.number)

    def best(self, most: int = MOMENTS) -> list[Decision]:
        """The best move found where the next best was clearly worse, in the order of the match."""
        found = sorted((one for one in self.decisions if self.lead(one)), key=lambda one: -self.lead(one))
        return sorted(found[:most], key=lambda one: one.number)

    def lead(self, one: Decision) -> float:
        """By how much the best move was found; 0 where it was not, or where it hardly mattered."""
        if one.forced or one.second is None or one.loss > ROUNDING or not one.verdict:
            return 0.0
        if len(one.verdict.equals()) > 1 or one.move != one.verdict.best:
            return 0.0
        lead = one.verdict.value - one.second
        return lead if self.measure.size(lead, one.error) else 0.0

    def state(self, number: int) -> State:
        """The position in which a move was made."""
        return self.record.states()[number]

    def as_json(self) -> dict[str, Any]:
        """As JSON values, for pages and programs."""
        return {
            "game": self.record.game.slug,
            "measure": self.measure.kind,
            "exact": self.exact,
            "seconds": round(self.seconds, 1),
            "accounts": [{**asdict(one), "skill": one.skill} for one in self.accounts],
            "decisions": [
                {key: value for key, value in vars(one).items() if key != "verdict"} for one in self.decisions
            ],
            "chances": [asdict(one) for one in self.chances],
            "curve": [list(values) for values in self.curve],
        }


def review(
    record: MatchRecord | Mapping[str, Any] | str | Path,
    seconds: float = SECONDS,
    *,
    simulations: int | None = None,
    cores: int = 1,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, steps: None,
) -> Review:
    """A match gone through: every decision valued against the best one, luck separated from skill.

    `seconds` are for the whole match where something has to be searched; `simulations` (for each decision) instead make
    it repeatable. `progress` hears how many steps are done; whatever it raises ends the review.
    """
    match = record if isinstance(record, MatchRecord) else load_record(record)
    if not match.moves:
        raise BadRecord("nothing was played in this match; there is nothing to review")
    if not 0 < seconds < float("inf"):
        raise OptionError(f"seconds={seconds!r}: must be a positive number")
    begun = time.perf_counter()
    limit = Limit(seconds=seconds, cores=cores) if simulations is None else by_number(simulations)
    ledger = Ledger(judge_of(match.game, seed), match, limit, progress)
    ledger.write()
    return from_ledger(ledger, time.perf_counter() - begun)


def from_ledger(ledger: Ledger, seconds: float) -> Review:
    """A ledger that is written to its end, as a review."""
    exact = all(one.exact for one in ledger.decisions) and all(one.exact for one in ledger.fortunes)
    return Review(
        ledger.record, ledger.judge.measure, tuple(reversed(ledger.decisions)), tuple(reversed(ledger.fortunes)),
        tuple(account(ledger, seat) for seat in range(ledger.players)), tuple(ledger.values), exact, seconds,
    )  # fmt: skip


def by_number(simulations: int) -> Limit:
    return Limit(simulations=simulations, nodes=simulations)


def account(ledger: Ledger, seat: int) -> Account:
    own = [one for one in ledger.decisions if one.seat == seat and not one.forced]
    rate = sum(one.loss for one in own) / len(own) if len(own) >= FEW else None
    return Account(
        seat, ledger.values[0][seat], ledger.luck[seat], ledger.gifts[seat], ledger.errors[seat],
        ledger.values[-1][seat], len(own), rate,
        {size: sum(one.size == size for one in own) for size in SIZES if size},
    )  # fmt: skip
