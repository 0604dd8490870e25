"""What is told of a table's moves: the log, what has just happened, and who began."""

from bisect import bisect_left
from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

import spielkiste as sk
from spielkiste.core.look import AskedLook, Look
from spielkiste.server.parts import Listed
from spielkiste.server.table import Moment, Table
from spielkiste.server.texts import N_
from spielkiste.server.viewer import Viewer, to_remember

LOG_SHOWN = 20  # moves; all of them are in the record
LAST_MOVES = 3  # of an event are told by themselves


class LogLine(NamedTuple):
    number: int | str
    who: str
    text: str
    secret: bool = False  # what it was is not told now


NUMBER = attrgetter("number")


class Story:
    """What is told of a table's moves to all who look from one seat in one language, or, where that makes no
    difference, from any seat; each sentence is made once."""

    def __init__(self, table: Table, viewer: Viewer, seat: int | None, before: "Story | None" = None) -> None:
        self._seat, self._look = seat, AskedLook(table.look(seat, viewer.lang))
        self._newest = table.moments[-1] if table.moments else None
        self._settled = table.state.settled
        self._lines = self._told_after(before, table, viewer)
        self._lines_for_all = not self._look.asked
        self.log: Listed = Listed.after(before.log if before else None, first_line(table, viewer) + self._lines)
        moment, moves = table.moment(self._look), last_moves(table, self._lines)
        # What the last move has brought about, or else the moves: all of it for those who listen instead of looking.
        self.said = f"{moves} {moment}" if moves and moment else moves or moment
        self.event = "" if table.phase == "open" else moment or moves or lot_text(table, viewer)
        self.for_all = not self._look.asked

    def _told_after(self, before: "Story | None", table: Table, viewer: Viewer) -> list[LogLine]:
        """The newest lines, in order: as they were, unless a secret was told or a move became one."""
        first = max(self._newest.index + 1 - LOG_SHOWN, 0) if self._newest else 0
        if before is None or not before._goes_on(table, self._look):
            return lines_from(first, table, self._look, viewer, [])
        told = before._lines
        begin, settled = place_in(told, first), place_in(told, before._settled)
        open_from = max(first, before._settled)
        return told[begin:settled] + lines_from(open_from, table, self._look, viewer, told[settled:])

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


def place_in(lines: list[LogLine], number: int) -> int:
    """Where the lines of the moves from a number on begin: mostly near the beginning or the end."""
    return bisect_left(lines, number, key=NUMBER)


def first_line(table: Table, viewer: Viewer) -> list[LogLine]:
    """How it was settled who begins, as long as there is room."""
    settled = lot_text(table, viewer) if len(table.moments) < LOG_SHOWN else ""
    return [LogLine("lot", "", settled)] if settled else []


def lines_from(first: int, table: Table, look: Look, viewer: Viewer, before: Sequence[LogLine]) -> list[LogLine]:
    """Of the moves from a number on, without those that people must keep in mind themselves."""
    lines: list[LogLine] = []
    has_secrets = table.game.room.front.secret_moves is not None
    secrets = table.state.secrets_since(first, look.seat) if has_secrets else ()
    told = {line.number: line for line in before}
    for moment in newest_from(first, table):
        line, secret = told.get(moment.index), moment.index in secrets
        if line is None or line.secret != secret:
            said = viewer.say(N_("has chosen")) if secret else moment.tell(look)
            line = LogLine(moment.index, who(table, moment, viewer), said, secret)
        lines.append(line)
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


def last_moves(table: Table, lines: list[LogLine]) -> str:
    """The newest event's moves, the last three of them, each as a sentence."""
    now = min(len(remembered(table.newest(), table)), LAST_MOVES)
    return " ".join([f"{line.who}: {line.text}." for line in lines[-now:]]) if now else ""


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
