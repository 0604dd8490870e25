"""The record of a match: what `/t/<table>/record.json` gives, read again, replayed and saved.

Nothing here needs NumPy or a server: a record is JSON values, and replaying it is playing its moves.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from spielkiste.core.errors import BadRecord, SpielkisteError, brief
from spielkiste.core.game import Game, game
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE

Move = tuple[int, str]
LARGEST = 4_000_000  # bytes of a record; a long game has some ten thousand
MOST_MOVES = 10_000  # sixty people at Knister make 1,525
MOST_ENTRIES = 20_000  # events and what was taken back: hardly more than moves
LONGEST_MOVE = 1000  # characters; the longest build seen at Cubus has 105
LONGEST_NAME = 100  # characters of a player's name; people at a server have 24
MOST_NAMES = 100  # no game has more than sixty players
MOST_OPTIONS = 50  # no game has more than six
LONGEST_OPTION = 2000  # characters; a stack of Cubus takes some hundred
LARGEST_NUMBER = 10**9
HALF = re.compile("[\ud800-\udfff]")  # of a character


class MatchRecord:
    """A finished or broken-off match. `game` and `moves` say all of it; `players` are their names, if known."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        """BadRecord says what is wrong; whatever is accepted can be replayed to its end."""
        self.data = dict(data)
        self.game: Game = game_of(self.data)
        self.moves: tuple[Move, ...] = moves_of(self.data)
        self.players: tuple[str, ...] = names_of(self.data, self.game)
        self._check_result()

    @classmethod
    def of(cls, state: State, players: Sequence[str] = ()) -> "MatchRecord":
        """The record of a game that was played here."""
        moves = [list(made) for made in state.moves_made]
        return cls(
            {
                "game": state.game.slug,
                "version": state.game.card.version,
                "options": state.game.options,
                "players": list(players),
                "events": [{"number": 1, "moves": moves}],
                "undone": [],
                "scores": list(state.scores),
                "places": list(state.places) if state.places else None,
            }
        )

    @cached_property
    def _states(self) -> list[State]:
        states = [self.game.start()]
        for number, (seat, move) in enumerate(self.moves, 1):
            try:
                states.append(states[-1].play(move, seat=seat))
            except SpielkisteError as wrong:
                raise BadRecord(f"move {number} of the record, {brief(move)}, cannot be made: {wrong}") from None
        return states

    def states(self) -> list[State]:
        """All positions, the first before any move."""
        return list(self._states)

    @cached_property
    def steps(self) -> list[tuple[int, int]]:
        """The moves as (first, end): each by itself, chance events in a row as one."""
        steps: list[tuple[int, int]] = []
        for k, (seat, _) in enumerate(self.moves):
            if seat == CHANCE and steps and self.moves[k - 1][0] == CHANCE:
                steps[-1] = (steps[-1][0], k + 1)
            else:
                steps.append((k, k + 1))
        return steps

    @property
    def end(self) -> State:
        """The last position."""
        return self._states[-1]

    def save(self, path: str | Path) -> None:
        """Writes it as JSON, as the page of the table gives it."""
        Path(path).write_text(json.dumps(self.data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    def _check_result(self) -> None:
        said, end = self.data.get("scores"), self.end
        if said is not None and list(end.scores) != said:
            raise BadRecord(f"the record says the scores are {brief(said)}, its moves lead to {list(end.scores)}")

    def __repr__(self) -> str:
        return f"<{self.game!r}, {len(self.moves)} moves{'' if self.end.over else ', broken off'}>"


def load_record(source: str | Path | Mapping[str, Any]) -> MatchRecord:
    """A match from a file, or from JSON values that were read already; BadRecord says what is wrong with it."""
    if isinstance(source, Mapping):
        return MatchRecord(source)
    try:
        raw = Path(source).read_bytes()
    except OSError as wrong:
        raise BadRecord(f"{source}: cannot be read: {wrong.strerror}") from None
    return MatchRecord(parsed(raw))


def parsed(raw: bytes) -> Mapping[str, Any]:
    """The JSON values of a record."""
    if len(raw) > LARGEST:
        raise BadRecord(f"this is too large for the record of a match: {len(raw)} bytes")
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        raise BadRecord("this is no record of a match: it is not JSON") from None
    if not isinstance(data, dict):
        raise BadRecord("this is no record of a match: it must be a JSON object")
    return data


def game_of(data: Mapping[str, Any]) -> Game:
    slug, options = data.get("game"), data.get("options")
    if not isinstance(slug, str) or not isinstance(options, dict):
        raise BadRecord("this is no record of a match: it names no game and options")
    check_options(slug, options)
    try:
        found = game(slug, **options)
    except (SpielkisteError, TypeError) as wrong:
        raise BadRecord(f"the record cannot be replayed here: {wrong}") from None
    version = data.get("version", found.card.version)
    if version != found.card.version:
        raise BadRecord(f"the record is of version {brief(version)} of the rules; here is version {found.card.version}")
    return found


def check_options(slug: str, options: Mapping[Any, Any]) -> None:
    """Whether these can be options of a game at all; which ones it has, its card says."""
    if not is_text(slug, LONGEST_NAME) or len(options) > MOST_OPTIONS:
        raise BadRecord("the record is damaged: the name of its game is too long, or it has too many options")
    for name, value in options.items():
        if not is_text(name, LONGEST_NAME) or not (is_number(value) or is_text(value, LONGEST_OPTION)):
            raise BadRecord(f"the record is damaged: {brief(value)} cannot be the option {brief(name)}")


def is_number(value: Any) -> bool:
    return isinstance(value, int) and -LARGEST_NUMBER <= value <= LARGEST_NUMBER


def is_text(value: Any, longest: int) -> bool:
    """Whether a value is a text that can be written as UTF-8: JSON also allows halves of characters."""
    return isinstance(value, str) and len(value) <= longest and not HALF.search(value)


def moves_of(data: Mapping[str, Any]) -> tuple[Move, ...]:
    """The moves that counted: what was taken back is left out."""
    kept: list[tuple[int, list[Move]]] = []
    happened = [*entries(data, "events", "moves"), *entries(data, "undone", "back_before")]
    if len(happened) > MOST_ENTRIES:
        raise BadRecord(f"the record is too long: it has {len(happened)} entries, {MOST_ENTRIES} are allowed")
    for number, what in sorted(happened, key=lambda entry: entry[0]):
        if isinstance(what, list):
            kept.append((number, [read_move(one) for one in what]))
        else:
            while kept and kept[-1][0] >= what:
                kept.pop()
    count = sum(len(moves) for _, moves in kept)
    if count > MOST_MOVES:
        raise BadRecord(f"the record is too long: it has {count} moves, {MOST_MOVES} are allowed")
    return tuple(move for _, moves in kept for move in moves)


def entries(data: Mapping[str, Any], name: str, holds: str) -> list[tuple[int, Any]]:
    """The numbered entries of a list of the record."""
    found = data.get(name, [])
    if not isinstance(found, list) or (holds == "moves" and name not in data):
        raise BadRecord(f"the record is damaged: {name!r} must be a list")
    for entry in found:
        right = isinstance(entry, dict) and is_number(entry.get("number"))
        if not right or not (isinstance(entry.get(holds), list) if holds == "moves" else is_number(entry.get(holds))):
            raise BadRecord(f"the record is damaged: an entry of {name!r} lacks its number or {holds!r}")
    return [(entry["number"], entry[holds]) for entry in found]


def read_move(one: Any) -> Move:
    if not isinstance(one, list) or len(one) != 2 or type(one[0]) is not int or not is_number(one[0]):
        raise BadRecord(f"the record is damaged: a move is a seat and a text, not {brief(one)}")
    seat, move = one
    if move is None:
        raise BadRecord("moves of this record are left out because they were secret; it cannot be replayed")
    if not is_text(move, LONGEST_MOVE):
        raise BadRecord(f"the record is damaged: a move is a text of at most {LONGEST_MOVE} letters, not {brief(move)}")
    return seat, move


def names_of(data: Mapping[str, Any], which: Game) -> tuple[str, ...]:
    names = data.get("players") or []
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BadRecord("the record is damaged: 'players' must be a list of names")
    if len(names) > MOST_NAMES:
        raise BadRecord(f"the record is damaged: it names {len(names)} players, {MOST_NAMES} are allowed")
    if not all(is_text(name, LONGEST_NAME) for name in names):
        raise BadRecord(f"the record is damaged: a player's name is a text of at most {LONGEST_NAME} letters")
    return tuple(names[: which.players])
