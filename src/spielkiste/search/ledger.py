"""The ledger of a match: for every seat what it could expect at each step, and where that changed by whose doing.

It is written backwards from the result, which is certain: what came of a move corrects what was thought of it before.
Each change of an expectation is entered once: as luck (dice, cards, others' secret choices), as an error of one's own,
or as a gift, what others' errors brought. So for every seat

    result = expectation at the start + luck + gifts - errors

holds exactly, however rough the estimates are. What chance does before the first decision belongs to the start.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from spielkiste.core.match_record import MatchRecord
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE
from spielkiste.search.judge import ROUNDING, Judge, Size, Values, Verdict, spread
from spielkiste.search.limit import Limit
from spielkiste.search.luck import Outcomes

ENTERED = ("done", "values", "certain", "luck", "gifts", "errors", "decisions", "fortunes")
Progress = Callable[[int, int], None]  # steps done, and of how many


@dataclass(frozen=True)
class Decision:
    """A move somebody chose, valued against the best one. Values are those of the seat that decided."""

    number: int  # of the move, from 0
    seat: int
    move: str
    value: float
    best: str
    best_value: float
    second: float | None  # the best value below the best; None: all moves are alike
    loss: float
    blamed: float  # of the loss what the look before and the look after agree on
    error: float  # standard error of the loss
    exact: bool
    forced: bool  # there was nothing to choose, or it makes no difference
    size: Size
    line: tuple[str, ...] = ()  # how it goes on after the best move
    verdict: Verdict | None = None


@dataclass(frozen=True)
class Fortune:
    """A chance event, or several in a row: what it gave and took."""

    number: int  # of its first move, from 0
    last: int
    luck: Values
    exact: bool


class Ledger:
    """Written by `write`; `values` holds the expectations at each position."""

    def __init__(self, judge: Judge, record: MatchRecord, limit: Limit, progress: Progress) -> None:
        self.judge, self.record, self.progress = judge, record, progress
        self.states, self.moves = record.states(), record.moves
        self.players = record.game.players
        self.chained = judge.chained and judge.manner == "open" and len(set(record.game.teams)) <= 2
        self.steps, self.done = record.steps, 0
        self.limit = share(limit, len(self.steps))
        self.luck, self.gifts, self.errors = ([0.0] * self.players for _ in range(3))
        self.values: list[Values] = [()] * len(self.states)
        self.certain = [False] * len(self.states)
        self.decisions: list[Decision] = []  # the last first, as it is written
        self.fortunes: list[Fortune] = []

    def write(self) -> None:
        """All of it."""
        while self.done < len(self.steps):
            self.progress(self.done, len(self.steps))
            self.write_step()
        self.progress(self.done, len(self.steps))

    def write_step(self) -> None:
        """One step more, of those that are left the last."""
        if not self.done:
            self.values[-1], self.certain[-1] = self.result(), self.states[-1].over
        first, end = self.steps[-1 - self.done]
        seat = self.moves[first][0]
        if seat == CHANCE:
            self.enter_chance(first, end)
        elif seat >= 0:
            self.enter_decision(first, seat)
        else:
            self.enter_clock(first)
        self.done += 1

    def entries(self) -> dict[str, Any]:
        """All that was entered so far: another process can go on with it (`go_on`)."""
        return {name: getattr(self, name) for name in ENTERED}

    def go_on(self, entries: dict[str, Any]) -> None:
        for name in ENTERED:
            setattr(self, name, entries[name])

    def result(self) -> Values:
        """What came of it; of a match that was broken off, what could be expected."""
        end = self.states[-1]
        if self.judge.measure.kind == "points" and end.over:
            return tuple(map(float, end.scores))
        return end.returns if end.returns is not None else self.expected(end)

    def expected(self, state: State) -> Values:
        """What each seat may expect in a position that nothing is known to follow."""
        if self.judge.manner == "own":
            return tuple(self.expected_alone(state, seat) for seat in range(self.players))
        if state.turn == (CHANCE,) or self.judge.manner == "shared":
            known = [self.judge.outlook(state, seat, self.limit) for seat in range(self.players)]
            if None not in known:
                return tuple(value for value in known if value is not None)
            return Outcomes(self.judge, state, self.limit).mean
        found: Values | None = None
        for seat in state.turn:
            if seat >= 0:
                value = self.judge.verdict(state, seat, self.limit).value
                spread_out = spread(self.record.game.teams, seat, value)
                found = spread_out if found is None else (*found[:seat], value, *found[seat + 1 :])
        return found if found is not None else (0.0,) * self.players

    def expected_alone(self, state: State, seat: int) -> float:
        if seat in state.turn:
            return self.judge.verdict(state, seat, self.limit).value
        known = self.judge.outlook(state, seat, self.limit)
        return float(state.scores[seat]) if known is None else known

    # --- decisions ---------------------------------------------------------------------------------

    def enter_decision(self, k: int, seat: int) -> None:
        if self.judge.manner == "shared":
            self.enter_shared(k, seat)
            return
        state, move, after = self.states[k], self.moves[k][1], self.values[k + 1]
        if is_forced(state, seat):
            self.values[k], self.certain[k] = after, self.certain[k + 1]
            self.decisions.append(forced(k, seat, move, after[seat]))
            return
        verdict = self.judge.verdict(state, seat, self.limit)
        decision = self.valued(k, seat, verdict)
        self.decisions.append(decision)
        self.errors[seat] += decision.loss
        self.certain[k] = decision.best in verdict.proved
        if self.judge.manner == "secret":
            self.anchor(k, decision)
        else:
            self.values[k] = self.before(after, decision)

    def valued(self, k: int, seat: int, verdict: Verdict) -> Decision:
        """A move against the best one: where all is open it is worth what it led to, else what could be known of it."""
        state, move = self.states[k], self.moves[k][1]
        own = verdict.values.get(move)
        if own is None:
            own = self.judge.missing(state, seat, move, verdict, self.limit)
        value, exact = own, move in verdict.proved
        if self.chained:
            value, exact = self.values[k + 1][seat], self.certain[k + 1]
        if move in verdict.equals():  # what nobody saw beforehand is no error
            best_value, best, loss = value, move, 0.0
        else:
            best_value, best = max((verdict.value, verdict.best), (value, move), key=lambda pair: pair[0])
            loss = best_value - value
        sure = exact and verdict.best in verdict.proved
        error = 0.0 if sure else verdict.error_of(verdict.best, move)
        blamed = loss if exact else min(loss, max(0.0, verdict.value - own))  # where both looks agree
        thrown_away = self.judge.gives_away(verdict, move) or (sure and is_given_away(self.judge, best_value, value))
        return Decision(
            k, seat, move, best_value - loss, best, best_value, verdict.second, loss, blamed, error, sure,
            forced=verdict.second is None and loss <= ROUNDING,
            size=self.judge.measure.size(blamed, error, thrown_away), line=verdict.lines.get(best, ()), verdict=verdict,
        )  # fmt: skip

    def before(self, after: Values, decision: Decision) -> Values:
        """The expectations before an error; where somebody plays for a result, others gain what one loses."""
        if self.judge.measure.kind == "points":
            return tuple(value + decision.loss * (seat == decision.seat) for seat, value in enumerate(after))
        given = self.give(decision)
        return tuple(value - change for value, change in zip(after, given, strict=True))

    def give(self, decision: Decision) -> Values:
        """Enters what an error brings the others: results add up to nothing, so it is theirs in equal parts."""
        given = spread(self.record.game.teams, decision.seat, -decision.loss)
        for other, gift in enumerate(given):
            if other != decision.seat:
                self.gifts[other] += gift
        return given

    def anchor(self, k: int, decision: Decision) -> None:
        """Where others' secrets were not known: what came besides the error was luck. Who chose at the same time gains
        nothing by it before all is shown."""
        seat, after = decision.seat, self.values[k + 1]
        self.luck[seat] += after[seat] - decision.value
        alone = len([one for one in self.states[k].turn if one >= 0]) == 1
        before = self.before(after, decision) if alone else after
        self.values[k] = (*before[:seat], decision.best_value, *before[seat + 1 :])

    def enter_shared(self, k: int, seat: int) -> None:
        """Everybody's outlook before and after is known: who moved has erred by what it lost, others were given it."""
        state, move, after = self.states[k], self.moves[k][1], self.values[k + 1]
        now = self.expected(state)
        loss = max(0.0, now[seat] - after[seat])
        self.values[k] = (*now[:seat], after[seat] + loss, *now[seat + 1 :])
        self.errors[seat] += loss
        for other in range(self.players):
            if other != seat:
                self.gifts[other] += after[other] - now[other]
        if is_forced(state, seat):
            self.decisions.append(forced(k, seat, move, after[seat]))
            return
        verdict = self.judge.verdict(state, seat, self.limit)
        size = self.judge.measure.size(loss, 0.0)
        self.decisions.append(
            Decision(
                k, seat, move, after[seat], verdict.best, verdict.value, verdict.second, loss, loss, 0.0, True,
                forced=verdict.second is None, size=size, line=verdict.lines.get(verdict.best, ()), verdict=verdict,
            )
        )  # fmt: skip

    # --- chance and clock ----------------------------------------------------------------------------

    def enter_chance(self, first: int, end: int) -> None:
        before, after = self.states[first], self.values[end]
        if first == 0:
            self.values[0], self.certain[0] = after, self.certain[end]
        else:
            self.values[first] = self.before_chance(before, self.states[end], after)
            self.certain[first] = self.judge.exact_outlook(before)
            luck = tuple(then - now for then, now in zip(after, self.values[first], strict=True))
            exact = self.certain[first] and self.certain[end]
            self.fortunes.append(Fortune(first, end - 1, luck, exact))
            self.luck = [had + more for had, more in zip(self.luck, luck, strict=True)]
        for k in range(first + 1, end):
            self.values[k] = self.values[first]

    def before_chance(self, before: State, after: State, came: Values) -> Values:
        """What could be expected before the dice fell."""
        known = [self.judge.outlook(before, seat, self.limit) for seat in range(self.players)]
        if None not in known:
            return tuple(value for value in known if value is not None)
        luck = Outcomes(self.judge, before, self.limit).luck(after)
        return tuple(max(-1.0, min(1.0, value - more)) for value, more in zip(came, luck, strict=True))

    def enter_clock(self, k: int) -> None:
        """Time has run out: what those lose by it who were still to act is theirs."""
        state, after = self.states[k], self.values[k + 1]
        before = list(after)
        if self.judge.measure.kind == "points" and self.judge.manner == "own":
            for seat in state.turn:
                if seat >= 0:
                    loss = max(0.0, self.judge.verdict(state, seat, self.limit).value - after[seat])
                    before[seat] += loss
                    self.errors[seat] += loss
        self.values[k], self.certain[k] = tuple(before), self.certain[k + 1]


def share(limit: Limit, steps: int) -> Limit:
    """What one step may take of the time for all; numbers are for each step already."""
    return limit if limit.repeatable else limit.part(1 / max(1, steps))


def is_forced(state: State, seat: int) -> bool:
    return len(state.moves(seat)) == 1 and state.game.room.front.free_moves is None


def is_given_away(judge: Judge, best: float, value: float) -> bool:
    won = judge.measure.won
    return won is not None and best >= won - ROUNDING > value


def forced(k: int, seat: int, move: str, value: float) -> Decision:
    return Decision(k, seat, move, value, move, value, None, 0.0, 0.0, 0.0, True, forced=True, size="")
