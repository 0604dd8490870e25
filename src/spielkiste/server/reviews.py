"""Reviews in the background: a match is gone through where bots think, a short piece at a time, so that bots' moves and
tips of others come in between. What was found is kept for a while; whoever asks again is told at once."""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from spielkiste.core.errors import SpielkisteError
from spielkiste.core.language import languages
from spielkiste.core.look import Look
from spielkiste.core.match_record import MatchRecord, load_record
from spielkiste.search.explain import told
from spielkiste.search.judge import judge_of
from spielkiste.search.ledger import Decision, Ledger
from spielkiste.search.limit import Limit
from spielkiste.search.review import Review, from_ledger
from spielkiste.server.bot_seats import Thinkers
from spielkiste.server.replay import step_of
from spielkiste.server.texts import N_
from spielkiste.server.turns import Asker, BotFailed, Busy, NoMachineCode

SECONDS = 20.0  # of thought for a whole match …
STEP_SECONDS = 0.5  # … and at most for each step: what a match of forty steps gets, so that no piece takes long
PIECE = 0.5  # seconds a process is held
PIECE_AT_MOST = 8.0  # seconds of work: ten times the longest piece measured, of a game of sixty at Knister
PATIENCE = 120.0  # reviews come after everything else, and then wait longer than a tip may
KEPT = 300
NOT_HERE = N_(
    "To go through a game the computer needs a server. "
    "Where this app comes from one, hand your games in on the first page."
)


@dataclass
class Progress:
    """How far a review is; `found` when it is done, `failed` where it was given up, `why` where there is a reason."""

    done: int = 0
    steps: int = 0
    found: dict[str, Any] | None = None
    failed: bool = False
    why: str = ""
    place: str = ""  # the address or person that asked first
    task: "asyncio.Task[None] | None" = field(default=None, repr=False)


class Reviews:
    """All reviews of this process."""

    def __init__(self, bots: Thinkers) -> None:
        self.bots = bots
        self._kept: OrderedDict[str, Progress] = OrderedDict()

    def known(self, id: str) -> Progress | None:
        """How far the review of a match is, if somebody has asked for it. That it failed is told once."""
        known = self._kept.get(id)
        if known is not None and known.failed:
            return self._kept.pop(id)
        if known is not None:
            self._kept.move_to_end(id)
        return known

    def ask(self, id: str, record: Mapping[str, Any], asker: Asker) -> Progress:
        """How far the review of a match is; begun, if nobody has asked for it before."""
        known = self.known(id)
        if known is None:
            known = self._kept[id] = Progress(place=asker.place)
            known.task = asyncio.create_task(self._go_through(known, record, asker))
        while len(self._kept) > KEPT:
            old = self._kept.pop(self._superfluous())
            if old.task:
                old.task.cancel()
        return known

    def _superfluous(self) -> str:
        """What is dropped for a new review: one that failed, else the oldest of the place that has most."""
        failed = next((id for id, one in self._kept.items() if one.failed), None)
        if failed is not None:
            return failed
        [(most, _)] = Counter(one.place for one in self._kept.values()).most_common(1)
        return next(id for id, one in self._kept.items() if one.place == most)

    async def _go_through(self, progress: Progress, record: Mapping[str, Any], asker: Asker) -> None:
        entries: dict[str, Any] | None = None
        try:
            while progress.found is None:
                piece = await self.bots.ask(
                    go_on, dict(record), entries, asker=asker, seconds=PIECE_AT_MOST, patience=PATIENCE
                )
                entries, progress.done, progress.steps, progress.found = piece
        except NoMachineCode:
            progress.failed, progress.why = True, NOT_HERE
        except (BotFailed, Busy, SpielkisteError):  # the last for a record that cannot be replayed
            progress.failed = True

    async def close(self) -> None:
        for progress in self._kept.values():
            if progress.task:
                progress.task.cancel()


# --- in a bot's process -----------------------------------------------------------------------------------


def go_on(
    data: dict[str, Any], entries: dict[str, Any] | None
) -> tuple[dict[str, Any], int, int, dict[str, Any] | None]:
    """A piece of a review: what was entered, how far it is, and at its end what it tells."""
    record = load_record(data)
    thought = min(SECONDS, STEP_SECONDS * max(1, len(record.steps)))
    ledger = Ledger(judge_of(record.game), record, Limit(seconds=thought), lambda done, steps: None)
    spent = 0.0
    if entries:
        ledger.go_on(entries)
        spent = entries["spent"]
    begun = time.perf_counter()
    while ledger.done < len(ledger.steps) and time.perf_counter() < begun + PIECE:
        ledger.write_step()
    spent += time.perf_counter() - begun
    done = ledger.done == len(ledger.steps)
    found = page_of(from_ledger(ledger, spent)) if done else None
    return ledger.entries() | {"spent": spent}, ledger.done, len(ledger.steps), found


def page_of(found: Review) -> dict[str, Any]:
    """What a page shows of a review, in every language."""
    record, judge = found.record, judge_of(found.record.game)
    values = [found.curve[end] for _, end in [(0, 0), *record.steps]]

    def moment(one: Decision, kind: str) -> dict[str, Any]:
        state = found.state(one.number)
        looks = [Look(None, lang, record.players) for lang in languages()]
        return {
            "kind": kind,
            "size": one.size,
            "step": step_of(record, one.number),
            "seat": one.seat,
            "made": {look.lang: state.told_openly(one.seat, one.move, look) for look in looks},
            "text": {look.lang: told(judge, state, one, look) for look in looks},
            "better": list(state.paths(one.seat).get(one.best, ())) if one.best != one.move else [],
        }

    return {
        "measure": found.measure.kind,
        "exact": found.exact,
        "seconds": max(1, round(found.seconds)),
        "curve": [list(value) for value in values],
        "accounts": [told_account(found, one) for one in found.as_json()["accounts"]],
        "decisions": [decision(record, one) for one in found.decisions if not one.forced],
        "moments": [moment(one, "best") for one in found.best()] + [moment(one, "worst") for one in found.worst()],
    }


def told_account(found: Review, one: dict[str, Any]) -> dict[str, Any]:
    """With what was expected and what came of it as the game counts it, where points are played for."""
    if found.measure.kind == "chance":
        return one
    say = found.record.game.card.say_score
    return one | {
        f"{name}_told": {lang: say(round(one[name]), lang) for lang in languages()} for name in ("start", "result")
    }


def decision(record: MatchRecord, one: Decision) -> dict[str, Any]:
    return {
        "step": step_of(record, one.number) + 1,
        "seat": one.seat,
        "loss": round(one.loss, 4),
        "size": one.size,
        "exact": one.exact,
    }
