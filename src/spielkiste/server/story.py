"""What is told of a table's moves: the log, what has just happened, and who began."""

from functools import cached_property
from typing import NamedTuple
from weakref import ref

import spielkiste as sk
from spielkiste.core.look import Look
from spielkiste.server.table import Moment, Table
from spielkiste.server.texts import N_
from spielkiste.server.viewer import Viewer, known, to_remember

LOG_SHOWN = 20  # moves; all of them are in the record


class LogLine(NamedTuple):
    number: int | str
    who: str
    text: str


class Story:
    """What is told of a table's moves to all who look from one seat in one language; each sentence is made once."""

    def __init__(self, table: Table, viewer: Viewer, seat: int | None, before: "Story | None" = None) -> None:
        self._of = ref(table)
        self._viewer = viewer
        self._look = table.look(seat, viewer.lang)
        self._newest = table.moments[-1] if table.moments else None
        self._settled = table.state.settled
        self._lines = self._told_after(before)
        self.log = (*self._first(), *self._lines.values())

    @property
    def _table(self) -> Table:
        table = self._of()
        assert table is not None
        return table

    @cached_property
    def moment(self) -> str:
        """What the last move has brought about."""
        return self._table.moment(self._look)

    @cached_property
    def last_moves(self) -> list[str]:
        """The newest event's moves, the last three of them, each as a sentence."""
        table, look, viewer = self._table, self._look, self._viewer
        now = [moment for moment in table.newest() if not to_remember(table, moment)]
        return [f"{who(table, moment, viewer)}: {told(table, moment, look, viewer)}." for moment in now[-3:]]

    @cached_property
    def event(self) -> str:
        """What has just happened, for the line above the board: what there is to see, else the last moves."""
        if self._table.phase == "open":
            return ""
        return self.moment or " ".join(self.last_moves) or lot_text(self._table, self._viewer)

    def _first(self) -> list[LogLine]:
        """How it was settled who begins, as long as there is room."""
        settled = lot_text(self._table, self._viewer) if len(self._table.moments) < LOG_SHOWN else ""
        return [LogLine("lot", "", settled)] if settled else []

    def _told_after(self, before: "Story | None") -> dict[int, LogLine]:
        """The newest lines, by their moves: as they were, of moves of which all was known before, and others."""
        first = self._newest.index + 1 - LOG_SHOWN if self._newest else 0
        if before is None or before._look != self._look or not before._is_before(self._table):
            return self._told_from(first)
        settled = before._settled
        kept = {number: line for number, line in before._lines.items() if first <= number < settled}
        return kept | self._told_from(max(first, settled))

    def _told_from(self, first: int) -> dict[int, LogLine]:
        """Of the moves from a number on, without those that people must keep in mind themselves."""
        table, newest = self._table, list[Moment]()
        for moment in reversed(table.moments):
            if moment.index < first:
                break
            newest.append(moment)
        newest.reverse()
        if table.game.room.front.for_memory is not None:
            newest = [moment for moment in newest if not to_remember(table, moment)]
        return {moment.index: line_of(table, moment, self._look, self._viewer) for moment in newest}

    def _is_before(self, table: Table) -> bool:
        """Whether its moves are still those of the table: nothing was taken back since."""
        newest = table.moments[-1] if table.moments else None
        if self._newest is None or newest is None:
            return False
        later = newest.index - self._newest.index
        return 0 <= later < len(table.moments) and table.moments[-1 - later] is self._newest


def lot_text(table: Table, viewer: Viewer) -> str:
    """Who begins, and how that came about; nothing where nobody does."""
    if table.drawn is None:
        return ""
    said = N_("The lot: {name} begins.") if table.drawn.how == "lot" else N_("{name} begins.")
    return viewer.say(said, name=table.seats[0].name)


def line_of(table: Table, moment: Moment, look: Look, viewer: Viewer) -> LogLine:
    """A move in the log; kept with the move, as most lines are the same after the next one."""
    key = (look.seat, look.lang, look.names, known(table, moment, look.seat))
    line: LogLine | None = moment.lines.get(key)
    if line is None:
        line = LogLine(moment.index, who(table, moment, viewer), told(table, moment, look, viewer))
        moment.lines[key] = line
    return line


def who(table: Table, moment: Moment, viewer: Viewer) -> str:
    if moment.seat >= 0:
        return table.seats[moment.seat].name
    return viewer.say(N_("Chance")) if moment.seat == sk.CHANCE else viewer.say(N_("Clock"))


def told(table: Table, moment: Moment, look: Look, viewer: Viewer) -> str:
    """A move in words, or that there was one where it is secret still."""
    return moment.tell(look) if known(table, moment, look.seat) else viewer.say(N_("has chosen"))
