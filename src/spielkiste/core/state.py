"""The state of a match: immutable, hashable, comparable. All of the public contract that concerns a position."""

import operator
import re
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from spielkiste.core.contract import Board, Verbs
from spielkiste.core.errors import MOVE_REPEATED, GameOver, IllegalMove, NotAMove, NotYourTurn, RoomError, brief
from spielkiste.core.look import Draft, Gather, Look
from spielkiste.core.once import once
from spielkiste.core.outcome import Outcome
from spielkiste.core.questions import settle
from spielkiste.core.ranking import places, returns
from spielkiste.core.record import Plain
from spielkiste.core.svg import Picture
from spielkiste.core.verbs import CHANCE, CLOCK

if TYPE_CHECKING:
    from spielkiste.core.game import Game

SPECTATOR = -1  # in the verbs that ask who is looking
LISTED_IN_ERRORS = 12


class Made(NamedTuple):
    """A move that was made, and the secret period in which it was (see `view.epoch`)."""

    seat: int
    move: str
    epoch: int


class History(NamedTuple):
    """The moves so far, newest first, so that a thousand states share their past."""

    last: Made
    before: "History | None"
    length: int
    earlier: int  # how many of them were made before the secret period of the last


def and_then(history: History | None, made: Made) -> History:
    """The moves so far and one more."""
    if history is None:
        return History(made, None, 1, 0)
    length = history.length
    return History(made, history, length + 1, history.earlier if history.last.epoch == made.epoch else length)


class State:
    """A position of a match and how it came about."""

    __slots__ = ("__dict__", "_data", "_history", "game")  # what was worked out about it is in the __dict__

    game: "Game"
    _data: bytes
    _history: History | None

    def __init__(self, game: "Game", data: bytes, history: History | None = None) -> None:
        keep = object.__setattr__
        keep(self, "game", game)
        keep(self, "_data", data)
        keep(self, "_history", history)

    def bare(self) -> "State":
        """The same state without what was worked out about it: a few hundred bytes, for those who keep many."""
        return State(self.game, self._data, self._history)

    def nearly_bare(self) -> "State":
        """Bare but for the record, and as it was shown, for as long as the move that was made in it is still told (see
        `forget`)."""
        state, known = self.bare(), self.__dict__
        state.__dict__["_read_only"] = self._read_only
        if "_shown" in known:
            state.__dict__["_shown"] = known["_shown"]
        return state

    def forget(self) -> None:
        """From now on it is bare."""
        self.__dict__.clear()

    def earlier(self, data: bytes, length: int) -> "State":
        """The state of this match after so many moves, by its record's bytes; itself if nothing was played since."""
        history = self._history
        while history is not None and history.length > length:
            history = history.before
        return self if data == self._data and history is self._history else State(self.game, data, history)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a state cannot be changed; play() gives the next one")

    # --- whose turn, which moves ---------------------------------------------------------------

    @once
    def turn(self) -> tuple[int, ...]:
        """The seats that may act now, sorted: (CHANCE,) at a chance event, CLOCK too while one runs, () at the end."""
        return seats_in(self._rules.in_turn(self._read_only), self.game.players)

    def moves(self, seat: int | None = None) -> list[str]:
        """The legal moves of a seat, or of the only seat in turn; [] for a seat that is not in turn."""
        return list(self.actions(seat))

    def actions(self, seat: int | None = None) -> dict[str, int]:
        """The legal moves with their numbers, as the rules and `game.action_count` count them, in the order of
        `moves`. The numbers of CHANCE are those of its outcomes."""
        if seat is None:
            if not self.turn:
                return {}
            seat = self._only_seat()
        seat = self._existing(seat)
        return dict(self._listed(seat)) if seat in self.turn else {}

    def action(self, move: str, seat: int | None = None) -> int:
        """The number of a move, listed or of free form; the errors of `play` where it cannot be made."""
        seat = self._acting(move, seat)
        return self._read(self.record(), seat, move)

    def move(self, action: int, seat: int | None = None) -> str:
        """The text of a move from its number; IllegalMove where no legal move has it."""
        seat = self._acting(f"action {action}", seat)
        for text, number in self._listed(seat).items():
            if number == action:
                return text
        raise IllegalMove(
            f"no move of {spoken(seat)} has the number {action}; it could play {some(self._listed(seat))}"
        )

    def chances(self) -> list[tuple[str, float]]:
        """At a chance event the moves with their probabilities, else []."""
        if self.turn != (CHANCE,):
            return []
        record = self.record()
        weights = self._weights(record)
        total = sum(weights)
        write = self.game.room.notation.write
        return sorted((write(record, CHANCE, k), w / total) for k, w in enumerate(weights) if w)

    def play(self, move: str, seat: int | None = None) -> "State":
        """The state after a move. Raises GameOver, NotYourTurn, NotAMove or IllegalMove, and nothing has changed."""
        seat = self._acting(move, seat)
        record, listed = self.record(), self._listed(seat)
        if isinstance(move, str) and move in listed:
            return self._after(record, seat, listed[move], move)
        return self._after(record, seat, self._read(record, seat, move))

    def _acting(self, move: str, seat: int | None) -> int:
        """The seat that is to make a move, if it may act."""
        turn = self.turn
        if not turn:
            raise GameOver(f"the game is over; {brief(move, MOVE_REPEATED)} cannot be played")
        if seat is None:
            seat = self._only_seat()
        if type(seat) is int and seat in turn:
            return seat
        seat = self._existing(seat)
        if seat not in turn:
            raise NotYourTurn(f"{spoken(seat)} is not in turn; in turn: {', '.join(map(spoken, turn))}")
        return seat

    def _after(self, record: Plain, seat: int, action: int, text: str | None = None) -> "State":
        history = self._make(record, seat, action, self._history, text)
        return self._reached(record, history)

    def _reached(self, record: Plain, history: History | None) -> "State":
        """The state of a record that nobody else will change: it need not be unpacked."""
        state = State(self.game, record.pack(), history)
        state.__dict__["_read_only"] = record
        return state

    def _make(self, record: Plain, seat: int, action: int, history: History | None, text: str | None = None) -> History:
        """Makes a move on a record, with its text where that is known; the history with it."""
        game, room = self.game, self.game.room
        text = text or room.notation.write(record, seat, action)
        made = Made(seat, text, self._epoch(record))
        room.plain_verbs.play(record, seat, action)
        settle(game, record)
        return and_then(history, made)

    def _read(self, record: Plain, seat: int, move: str) -> int:
        """The action of a move text: one of the listed moves, or a free form that the rules accept."""
        notation = self.game.room.notation
        if not isinstance(move, str):
            raise NotAMove(f"a move is a text, not {type(move).__name__}: {brief(move, MOVE_REPEATED)}")
        listed = self._listed(seat)
        if move in listed:
            return listed[move]
        if not re.fullmatch(notation.PATTERN, move, re.ASCII):
            raise NotAMove(f"{brief(move, MOVE_REPEATED)} cannot be read; {spoken(seat)} could play {some(listed)}")
        free = self.game.room.front.free_moves
        action = free.read(record, seat, move) if free else None
        if action is None:
            why = notation.why_not(record, seat, move, Look(seat))
            reason = f": {why}" if why else ""
            raise IllegalMove(
                f"{brief(move, MOVE_REPEATED)} is not possible now{reason}; {spoken(seat)} could play {some(listed)}"
            )
        return int(action)

    def why_not(self, move: str, look: Look) -> str:
        """Why a seat (the one that looks) cannot make a readable move now, in its language; "": no reason is known."""
        notation = self.game.room.notation
        if look.seat not in self.turn or not re.fullmatch(notation.PATTERN, move, re.ASCII):
            return ""
        return notation.why_not(self.seen(look.seat), look.seat, move, look)

    def _listed(self, seat: int) -> dict[str, int]:
        """The legal moves of a seat in turn, in string order, with their actions."""
        return self._lists.get(seat) or self._fill(seat)

    @once
    def _lists(self) -> dict[int, dict[str, int]]:
        return {}

    def _fill(self, seat: int) -> dict[str, int]:
        record = self._read_only
        write = self.game.room.notation.write
        if seat == CHANCE:
            actions: Iterable[int] = [k for k, weight in enumerate(self._weights(record)) if weight]
        else:
            out = [0] * self.game.room.rules.MAX_MOVES
            count = self._rules.legal(record, seat, out)
            if not count:
                raise RoomError(f"{self.game.slug}: {spoken(seat)} is in turn and has no move")
            actions = out[:count]
        listed = self._lists[seat] = dict(sorted([(write(record, seat, action), action) for action in actions]))
        return listed

    def _weights(self, record: Plain) -> list[int]:
        chance = self.game.room.front.chance
        out = [0] * (chance.MAX_OUTCOMES if chance else 0)
        count = self._rules.odds(record, out)
        return out[:count]

    def _only_seat(self) -> int:
        if len(self.turn) != 1:
            raise NotYourTurn(f"several seats may act, say which: {', '.join(map(spoken, self.turn))}")
        return self.turn[0]

    def _existing(self, seat: int, lowest: int = CLOCK) -> int:
        """The seat as an int (NumPy's are welcome), if there is one of that number."""
        number = operator.index(seat) if hasattr(seat, "__index__") and not isinstance(seat, bool) else None
        if number is None or not lowest <= number < self.game.players:
            raise NotYourTurn(f"there is no seat {seat!r}; the seats are 0 to {self.game.players - 1}")
        return number

    # --- results -------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return not self.turn

    @once
    def scores(self) -> tuple[int, ...]:
        """Points per seat so far."""
        record, score = self._read_only, self._rules.score
        return tuple([int(score(record, seat)) for seat in range(self.game.players)])

    @once
    def places(self) -> tuple[int, ...] | None:
        """None before the end; then the place of each seat, shared ones as in sports."""
        return places(self.standings) if self.over else None

    @once
    def returns(self) -> tuple[float, ...] | None:
        """None before the end; then from -1 (lost to all) to 1 (beat all), teams as one; alone from 0 to 1."""
        if not self.over:
            return None
        if self.game.players == 1:
            worst, best = self.game.card.solo_range or (0, 1)
            return ((self.scores[0] - worst) / (best - worst),)
        return returns(self.standings, self.game.teams)

    @once
    def outcome(self) -> Outcome | None:
        """None before the end; then why it ended."""
        return Outcome(self) if self.over else None

    @once
    def standings(self) -> list[int]:
        """What places go by at the end: points, and within equal points the game's tie rules."""
        record = self.record()
        return [int(self._rules.standing(record, seat)) for seat in range(self.game.players)]

    # --- what is seen --------------------------------------------------------------------------

    def view(self, seat: int | None) -> dict[str, Any]:
        """All that this seat may know (None: a spectator), as JSON values."""
        seat = None if seat is None else self._existing(seat, lowest=0)
        return {
            "game": self.game.slug,
            "options": self.game.options,
            "seat": seat,
            "turn": list(self.turn),
            "moves": self.moves(seat) if seat is not None else [],
            "moves_made": [list(made) for made in self.known(seat)],
            "over": self.over,
            "scores": list(self.scores),
            "places": list(self.places) if self.places else None,
            "position": self.game.room.view.describe(self.seen(seat), seat),
        }

    def seen(self, seat: int | None) -> Plain:
        """The record as this seat sees it, what it may not know blanked."""
        record = self.record()
        self._rules.conceal(record, SPECTATOR if seat is None else seat)
        return record

    def shown_to(self, seat: int | None) -> Plain:
        """The same, one for all who ask: to be read, and never changed."""
        if self.game.room.front.secrets is None:
            return self._read_only
        record = self._shown.get(seat)
        if record is None:
            record = self._shown[seat] = self.seen(seat)
        return record

    def _shown_through(self, look: Look) -> Plain:
        """The same for a look, which is asked for its seat only where there are secrets: else what is drawn or said is
        for everybody (`AskedLook`)."""
        return self._read_only if self.game.room.front.secrets is None else self.shown_to(look.seat)

    def uncovered(self) -> Plain:
        """The record with its secrets, one for all who ask: to be read, and never changed."""
        return self._read_only

    @once
    def beside(self) -> dict[Hashable, Any]:
        """What others have worked out about this state, to be found again as long as it is there."""
        return {}

    @once
    def _shown(self) -> dict[int | None, Plain]:
        return {}

    def text(self, seat: int | None, lang: str = "en", names: tuple[str, ...] = ()) -> str:
        """The position as text, as this seat sees it."""
        return self._board.text(self.seen(seat), Look(seat, lang, names))

    def svg(self, seat: int | None, lang: str = "en") -> str:
        """The picture, as this seat sees it."""
        return self.picture(Look(seat, lang)).svg()

    def picture(self, look: Look) -> Picture:
        """What is seen from a seat, as a picture in the making, with its buttons."""
        return self._board.draw(self._shown_through(look), look)

    def opened(self, look: Look) -> Picture:
        """The picture with everything open, for a game that is over."""
        return self._board.draw(self.record(), look)

    def told_openly(self, seat: int, move: str, look: Look) -> str:
        """What a move does, in words, with everything open."""
        return self._board.tell(self.record(), seat, move, look)

    def paths(self, seat: int) -> dict[str, tuple[str, ...]]:
        """For the moves a person makes by touching elements of the picture: which, in order. {} if not in turn."""
        if seat not in self.turn:
            return {}
        return self._board.paths(self.shown_to(seat), seat, self._listed(seat))

    def tell(self, seat: int, move: str, look: Look) -> str:
        """What a move of a seat does in this position, in words, without naming who."""
        return self._board.tell(self._shown_through(look), seat, move, look)

    def tools(self, look: Look) -> list[Gather]:
        """What can be gathered from the picture to make moves that are not listed."""
        tools = self.game.room.front.tools
        return tools.tools(self.shown_to(look.seat), look) if tools and look.seat in self.turn else []

    def gathered(self, look: Look, tool: str, elements: Sequence[str]) -> str:
        """The move that touching these elements means; IllegalMove, in the looker's language, where it means none."""
        tools = self.game.room.front.tools
        if tools is None or tool not in [there.id for there in self.tools(look)]:
            raise IllegalMove(look.say("damit geht jetzt nichts", "there is nothing to do with this now"))
        return tools.gathered(self.seen(look.seat), look, tool, elements)

    def draft(self, look: Look, text: str) -> Draft:
        """A move in the making from its text ("" to begin); IllegalMove where this game has none now."""
        drafts = self.game.room.front.drafts
        if drafts is None or look.seat not in self.turn:
            raise IllegalMove(look.say("hier gibt es jetzt nichts zu bauen", "there is nothing to build now"))
        return drafts.draft(self.seen(look.seat), look, text)

    @property
    def _board(self) -> Board:
        return self.game.room.board

    def __str__(self) -> str:
        return self._board.text(self.record(), Look())

    def _repr_svg_(self) -> str:
        return self._board.draw(self.record(), Look()).svg()

    def known(self, seat: int | None) -> list[tuple[int, str | None]]:
        """The moves so far as this seat knows them: who moved, and the move unless it is a secret still."""
        return [(made.seat, made.move if self._known(made, seat) else None) for made in self._past]

    def known_move(self, index: int, seat: int | None) -> str | None:
        """One of the moves so far (from 0 on), or None while it is a secret to this seat."""
        made = self._made(index)
        return made.move if self._known(made, seat) else None

    def secrets_since(self, length: int, seat: int | None) -> set[int]:
        """Which of the moves after the first so many (from 0 on) are secrets to this seat still."""
        secrets: set[int] = set()
        secret, history = self.game.room.front.secret_moves, self._history
        if secret is None:
            return secrets
        record, now, viewer = self._read_only, self._now, SPECTATOR if seat is None else seat
        while history is not None and history.length > length:
            made = history.last
            if made.epoch == now and secret.hides(record, viewer, made.seat, made.move):
                secrets.add(history.length - 1)
            history = history.before
        return secrets

    def to_remember(self, index: int) -> bool:
        """Whether one of the moves so far (from 0 on) is one that people must keep in mind themselves for now."""
        hook, made = self.game.room.front.for_memory, self._made(index)
        return hook is not None and made.epoch == self._now and hook.to_remember(self._read_only, made.seat, made.move)

    @property
    def settled(self) -> int:
        """How many of the moves so far, from the first on, are open to everybody for good: their period is over."""
        if self.game.room.front.secret_moves is None and self.game.room.front.for_memory is None:
            return self.length
        history = self._history
        if history is None:
            return 0
        return history.earlier if history.last.epoch == self._now else history.length

    @property
    def moves_made(self) -> tuple[tuple[int, str], ...]:
        """The moves so far as (seat, move), secrets included."""
        return self.moves_since(0)

    def moves_since(self, length: int) -> tuple[tuple[int, str], ...]:
        """The moves after the first so many, as (seat, move), secrets included."""
        made, history = [], self._history
        while history is not None and history.length > length:
            made.append((history.last.seat, history.last.move))
            history = history.before
        return tuple(reversed(made))

    @property
    def length(self) -> int:
        """How many moves were made."""
        return self._history.length if self._history else 0

    def _made(self, index: int) -> Made:
        """One of the moves so far; it is mostly one of the newest that is asked for."""
        history = self._history
        while history is not None and history.length > index + 1:
            history = history.before
        if history is None or index < 0:
            raise IndexError(f"there is no move {index} among {self.length}")
        return history.last

    @property
    def _past(self) -> list[Made]:
        made, history = [], self._history
        while history is not None:
            made.append(history.last)
            history = history.before
        return made[::-1]

    def _epoch(self, record: Plain) -> int:
        secret = self.game.room.front.secret_moves
        return secret.epoch(record) if secret else 0

    def _known(self, made: Made, seat: int | None) -> bool:
        """Whether a viewer may know a move: moves of an earlier secret period are open."""
        secret = self.game.room.front.secret_moves
        if secret is None or made.epoch != self._now:
            return True
        return not secret.hides(self._read_only, SPECTATOR if seat is None else seat, made.seat, made.move)

    @once
    def _now(self) -> int:
        return self._epoch(self._read_only)

    @once
    def _read_only(self) -> Plain:
        """A record for rules and boards, which only read it."""
        return self.game.plain.unpack(self._data)

    # --- the record ----------------------------------------------------------------------------

    def record(self) -> Plain:
        """The position as a plain record, a copy of its own."""
        known = self.__dict__.get("_read_only")  # to copy one takes half as long as to unpack it
        return known.copy() if known else self.game.plain.unpack(self._data)

    def with_record(self, record: Plain) -> "State":
        """Another position with the same history: what might be, for those who cannot see the difference."""
        return State(self.game, record.pack(), self._history)

    @property
    def data(self) -> bytes:
        """The record's bytes, as compiled code reads them."""
        return self._data

    @property
    def _rules(self) -> Verbs:
        return self.game.room.plain_verbs

    def to_bytes(self) -> bytes:
        """Position and history, exact and versioned."""
        from spielkiste.core.storage import to_bytes

        return to_bytes(self)

    def _key(self) -> tuple[Any, ...]:
        return (self.game, self.game.layout.position(self._data))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self.game).from_bytes, (self.game, self.to_bytes())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"<{self.game!r} after {self.length} moves, turn {self.turn}>"


@lru_cache(maxsize=1000)
def seats_in(mask: int, players: int) -> tuple[int, ...]:
    """The seats whose bits are set, as rules say who is in turn."""
    return tuple([seat for seat in range(CLOCK, players) if mask >> (seat + 2) & 1])


def spoken(seat: int) -> str:
    return {CHANCE: "CHANCE", CLOCK: "CLOCK"}.get(seat, f"seat {seat}")


def some(moves: Iterable[str]) -> str:
    listed = list(moves)
    shown = ", ".join(map(repr, listed[:LISTED_IN_ERRORS]))
    return shown if len(listed) <= LISTED_IN_ERRORS else f"{shown} … ({len(listed)} moves)"
