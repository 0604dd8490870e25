"""What is told of a table's moves: the log, what has just happened, and who began."""

from collections.abc import Mapping
from typing import NamedTuple

import spielkiste as sk
from spielkiste.core.look import AskedLook, Look
from spielkiste.server.parts import Listed
from spielkiste.server.table import Moment, Table
from spielkiste.server.texts import N_
from spielkiste.server.viewer import Viewer, to_remember

LOG_SHOWN = 20  # moves; all of them are in the record


class LogLine(NamedTuple):
    number: int | str
    who: str
    text: str
    secret: bool = False  # what it was is not told now


class Story:
    """What is told of a table's moves to all who look from one seat in one language, or, where that makes no
    difference, from any seat; each sentence is made once."""

    def __init__(self, table: Table, viewer: Viewer, seat: int | None, before: "Story | None" = None) -> None:
        self._seat, self._look = seat, AskedLook(table.look(seat, viewer.lang))
        self._newest = table.moments[-1] if table.moments else None
        self._settled = table.state.settled
        self._lines = self._told_after(before, table, viewer)
        self._lines_for_all = not self._look.asked
        log_before = before.log if before else None
        self.log: Listed = Listed.after(log_before, (*first_line(table, viewer), *self._lines.values()))
        moment, moves = table.moment(self._look), last_moves(table, self._lines)
        # What the last move has brought about, or else the moves: all of it for those who listen instead of looking.
        self.said = " ".join(filter(None, [*moves, moment]))
        self.event = "" if table.phase == "open" else moment or " ".join(moves) or lot_text(table, viewer)
        self.for_all = not self._look.asked

    def _told_after(self, before: "Story | None", table: Table, viewer: Viewer) -> dict[int, LogLine]:
        """The newest lines, by their moves: as they were, unless a secret was told or a move became one."""
        first = self._newest.index + 1 - LOG_SHOWN if self._newest else 0
        if before is None or not before._goes_on(table, self._look):
            return lines_from(first, table, self._look, viewer, {})
        told, settled = before._lines, before._settled
        kept = {number: line for number, line in told.items() if first <= number < settled}
        return kept | lines_from(max(first, settled), table, self._look, viewer, told)

    def _goes_on(self, table: Table, look: AskedLook) -> bool:
        """Whether its lines are still those of the table: nobody has another name, and nothing was taken back."""
        if (self._look.names, self._look.colours) != (look.names, look.colours):
            return False
        if not self._lines_for_all and self._seat != look.seat:
            return False
        newest = table.moments[-1] if table.moments else None
        if self._newest is None or newest is None:
            return False
        later = newest.index - self._newest.index
        return 0 <= later < len(table.moments) and table.moments[-1 - later] is self._newest


def first_line(table: Table, viewer: Viewer) -> list[LogLine]:
    """How it was settled who begins, as long as there is room."""
    settled = lot_text(table, viewer) if len(table.moments) < LOG_SHOWN else ""
    return [LogLine("lot", "", settled)] if settled else []


def lines_from(
    first: int, table: Table, look: Look, viewer: Viewer, before: Mapping[int, LogLine]
) -> dict[int, LogLine]:
    """Of the moves from a number on, without those that people must keep in mind themselves."""
    lines: dict[int, LogLine] = {}
    has_secrets = table.game.room.front.secret_moves is not None
    secrets = table.state.secrets_since(first, look.seat) if has_secrets else ()
    for moment in newest_from(first, table):
        line, secret = before.get(moment.index), moment.index in secrets
        if line is None or line.secret != secret:
            said = viewer.say(N_("has chosen")) if secret else moment.tell(look)
            line = LogLine(moment.index, who(table, moment, viewer), said, secret)
        lines[moment.index] = line
    return lines


def newest_from(first: int, table: Table) -> list[Moment]:
    newest: list[Moment] = []
    for moment in reversed(table.moments):
        if moment.index < first:
            break
        newest.append(moment)
    newest.reverse()
    return remembered(newest, table)


def remembered(moments: list[Moment], table: Table) -> list[Moment]:
    """Those that people need not keep in mind themselves."""
    if table.game.room.front.for_memory is None:
        return moments
    return [moment for moment in moments if not to_remember(table, moment)]


def last_moves(table: Table, lines: Mapping[int, LogLine]) -> list[str]:
    """The newest event's moves, the last three of them, each as a sentence."""
    now = remembered(table.newest(), table)[-3:]
    return [f"{lines[moment.index].who}: {lines[moment.index].text}." for moment in now]


def lot_text(table: Table, viewer: Viewer) -> str:
    """Who begins, and how that came about; nothing where nobody does."""
    if table.drawn is None:
        return ""
    said = N_("The lot: {name} begins.") if table.drawn.how == "lot" else N_("{name} begins.")
    return viewer.say(said, name=table.seats[0].name)


def who(table: Table, moment: Moment, viewer: Viewer) -> str:
    if moment.seat >= 0:
        return table.seats[moment.seat].name
    return viewer.say(N_("Chance")) if moment.seat == sk.CHANCE else viewer.say(N_("Clock"))
