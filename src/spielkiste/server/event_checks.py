"""Checks events that were recorded on another device: each must be one that a live table could have stored.

Where an event follows from a message, the message is decided anew and must bring about the same event. Chance events
cannot be repeated like that, because a game may have been continued from a replay: they only have to be legal.
Events that need people on several devices (asking to take a move back, replacing an absent player) are refused.
"""

from collections.abc import Callable

import spielkiste as sk
from spielkiste.search.bots import levels
from spielkiste.server import messages as m
from spielkiste.server.bot_seats import HICCUPS_AT_MOST
from spielkiste.server.characters import known as known_character
from spielkiste.server.desk import is_table_id
from spielkiste.server.events import Event
from spielkiste.server.news import (
    Chatted,
    Coloured,
    Drew,
    Followed,
    Hiccuped,
    News,
    Opened,
    Played,
    Reacted,
    Renamed,
    Sat,
    SeatedBot,
    Started,
    Stood,
    Stopped,
    Swapped,
    TipsSwitched,
    Undone,
    WentOn,
)
from spielkiste.server.rulings import CHAT_LENGTH, NAME_LENGTH, REACTIONS, Refused, Who, clean, decide
from spielkiste.server.table import Table

LONGEST_LOOK = 60.0  # seconds for which a move is shown before the game continues; a server's default is 2.5
LONGEST_MOVE = 1000  # characters, as in messages.MoveText
ANY_TIME = float("inf")  # whether a move came in time was up to the device's clock

Check = Callable[[Table, Event], bool]


def apply_checked(table: Table, event: Event) -> None:
    """Applies an event to the table. Raises Refused or SpielkisteError, and may have changed the table, where a live
    table would not have stored the event."""
    check, made = CHECKS.get(type(event.news)), table.state.length
    opens = isinstance(event.news, Opened)
    if check is None or opens != (event.number == 0) or not check(table, event):
        raise Refused(f"{event.kind} cannot be event {event.number} of this table")
    table.apply(event)
    if isinstance(event.news, Started | Played):
        if sk.CHANCE in table.state.turn:
            raise Refused(f"event {event.number} leaves a chance event open")
        if table.state.moves_since(made) != event.news.moves:
            raise Refused(f"event {event.number} has a move that is not written as the game writes it")


def _follows_from(message: m.Change, table: Table, event: Event) -> bool:
    """Whether a live table answers this message with this very event."""
    return decide(message, table, Who(event.by), ANY_TIME) == [event.news]


def _is_seat(table: Table, number: int) -> bool:
    return 0 <= number < len(table.seats)


def _is_clean(text: str, length: int) -> bool:
    """Spaces may be doubled: earlier versions left them where they took something else out."""
    return len(text) <= length and clean(text, length) == " ".join(text.split()) != ""


def _is_name(name: str) -> bool:
    return _is_clean(name, NAME_LENGTH)


def _is_the_hosts(table: Table, event: Event) -> bool:
    return event.by == table.match.host


def _opened(table: Table, event: Event) -> bool:
    return _is_the_hosts(table, event)


def _sat(table: Table, event: Event) -> bool:
    """Everybody on one device sits there, so more seats are allowed than a live table gives to one person."""
    assert isinstance(event.news, Sat)
    seat, name = event.news.seat, event.news.name
    free = table.phase == "open" and _is_seat(table, seat) and table.seats[seat].kind != "person"
    return free and event.news.person == event.by != "" and _is_name(name) and name not in table.names


def _stood(table: Table, event: Event) -> bool:
    assert isinstance(event.news, Stood)
    message = m.Stand(id="stand", seat=event.news.seat)
    return _is_seat(table, message.seat) and _follows_from(message, table, event)


def _seated_bot(table: Table, event: Event) -> bool:
    assert isinstance(event.news, SeatedBot)
    seat, level, name = event.news.seat, event.news.level, event.news.name
    free = table.phase == "open" and _is_seat(table, seat) and table.seats[seat].kind != "person"
    called = not name or (_is_name(name) and known_character(name) is not None and name not in table.names)
    return free and called and level in levels(table.game.room) and _is_the_hosts(table, event)


def _swapped(table: Table, event: Event) -> bool:
    assert isinstance(event.news, Swapped)
    seats = event.news.seat, event.news.other
    message = m.Swap(id="swap", seat=seats[0], other=seats[1])
    return all(_is_seat(table, seat) for seat in seats) and _follows_from(message, table, event)


def _renamed(table: Table, event: Event) -> bool:
    assert isinstance(event.news, Renamed)
    return _follows_from(m.Rename(id="name", name=event.news.name), table, event)


def _coloured(table: Table, event: Event) -> bool:
    assert isinstance(event.news, Coloured)
    message = m.Colour(id="colour", seat=event.news.seat, colour=event.news.colour)
    return _is_seat(table, message.seat) and _follows_from(message, table, event)


def _drew(table: Table, event: Event) -> bool:
    assert isinstance(event.news, Drew)
    return table.phase == "open" and table.drawn is None and _is_seat(table, event.news.first)


def _started(table: Table, event: Event) -> bool:
    """What chance has laid out is checked when the event is applied."""
    assert isinstance(event.news, Started)
    complete = all(seat.kind != "open" for seat in table.seats) and bool(table.people)
    return table.phase == "open" and complete and _is_the_hosts(table, event)


def _played(table: Table, event: Event) -> bool:
    """One move, and after it nothing but chance events. Whether they are legal is checked when the event is applied."""
    assert isinstance(event.news, Played)
    moves, shows = event.news.moves, event.news.shows
    if table.phase != "running" or not moves or not 0 <= shows <= LONGEST_LOOK:
        return False
    seat, move = moves[0]
    made_by_someone = seat == sk.CLOCK or _is_seat(table, seat)
    return made_by_someone and len(move) <= LONGEST_MOVE and all(one == sk.CHANCE for one, _ in moves[1:])


def _went_on(table: Table, event: Event) -> bool:
    """Once after a move; whether it was still shown was up to the device's clock."""
    return table.phase == "running" and event.by in table.people and event.by not in table.looked


def _undone(table: Table, event: Event) -> bool:
    return _follows_from(m.AskUndo(id="undo"), table, event)


def _stopped(table: Table, event: Event) -> bool:
    assert isinstance(event.news, Stopped)
    message = m.Resign(id="resign", seat=event.news.seat)
    return _is_seat(table, message.seat) and _follows_from(message, table, event)


def _said(table: Table, event: Event) -> bool:
    """Lines of the game before come along with their names of then."""
    assert isinstance(event.news, Chatted | Reacted)
    if isinstance(event.news, Chatted):
        allowed = _is_clean(event.news.text, CHAT_LENGTH)
    else:
        allowed = event.news.what in REACTIONS
    return allowed and _is_name(event.news.name) and bool(table.mine(event.by))


def _hiccuped(table: Table, event: Event) -> bool:
    assert isinstance(event.news, Hiccuped)
    seat, more = event.news.seat, table.hiccups < HICCUPS_AT_MOST * len(table.seats)
    return table.phase == "running" and more and _is_seat(table, seat) and table.seats[seat].kind == "bot"


def _tips_switched(table: Table, event: Event) -> bool:
    assert isinstance(event.news, TipsSwitched)
    return _follows_from(m.SwitchTips(id="tips", on=1 if event.news.on else 0), table, event)


def _followed(table: Table, event: Event) -> bool:
    assert isinstance(event.news, Followed)
    return (
        is_table_id(event.news.match) and table.phase == "over" and table.again is None and bool(table.mine(event.by))
    )


CHECKS: dict[type[News], Check] = {
    Opened: _opened,
    Sat: _sat,
    Stood: _stood,
    SeatedBot: _seated_bot,
    Swapped: _swapped,
    Renamed: _renamed,
    Coloured: _coloured,
    Drew: _drew,
    Started: _started,
    Played: _played,
    WentOn: _went_on,
    Undone: _undone,
    Stopped: _stopped,
    Chatted: _said,
    Reacted: _said,
    Hiccuped: _hiccuped,
    TipsSwitched: _tips_switched,
    Followed: _followed,
}
