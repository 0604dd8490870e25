"""Finished games as the offline app hands them in: played at random by the server's own rules, written by the app's
own code. The same seed plays the same games."""

import hashlib
import json
import random
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

import spielkiste as sk
from spielkiste.core.game import Game
from spielkiste.core.match_record import MatchRecord
from spielkiste.core.room import all_rooms
from spielkiste.pocket.store import event_row
from spielkiste.search.bots import levels
from spielkiste.server import messages as m
from spielkiste.server.desk import numbered, preview, taking
from spielkiste.server.events import Event, Match
from spielkiste.server.messages import Anything
from spielkiste.server.news import News, Opened
from spielkiste.server.rulings import REACTIONS, Refused, Who, bot_ruling, clock_ruling, decide
from spielkiste.server.table import Seat, Table

PERSON = "person-offline"  # who has the browser
DAY = 86400
BETWEEN_MOVES = 20.0  # seconds: longer than any move must wait for people's eyes
ASIDES = 0.15  # share of the moves before which something else happens: a chat, a move taken back
LONG = 400  # moves; who has not finished by then gives up
SEARCHED = ("cubus", {"players": 5}, 44)  # game, options and seed: plain Python searches four seconds for its end


class Finished(NamedTuple):
    """A game that is over, as the body of a hand-in and as a record."""

    game: Game
    handed: dict[str, Any]
    record: dict[str, Any]


def finished_games(seed: int = 1, most_players: int = 12) -> list[Finished]:
    """All games with their sample options: each played to its end and given up early, by people at one device and
    against bots; and one whose end is hard to find."""
    chance, (slug, options, searched) = random.Random(seed), SEARCHED
    found = [played(sk.game(slug, **options), random.Random(searched), False, LONG)]
    for game in sample_games(most_players):
        for bots in (False, True) if game.players > 1 else (False,):
            found += [played(game, chance, bots, limit) for limit in (chance.randint(0, 12), LONG)]
    return found


def sample_games(most_players: int) -> Iterator[Game]:
    for slug, room in all_rooms().items():
        for options in room.card.samples:
            game = sk.game(slug, **options)
            if game.players <= most_players:
                yield game


def played(game: Game, chance: random.Random, bots: bool, limit: int) -> Finished:
    """One game of at most so many moves; it is given up then."""
    seed = chance.randbytes(32)
    match = Match(
        id=f"table-{chance.randrange(10**9)}", slug=game.slug, options=game.options, version=game.card.version,
        host=PERSON, public=False, created=float((int(time.time()) // DAY - 1) * DAY), seed=seed,
        commitment=hashlib.sha256(seed).hexdigest(), join=f"join-{chance.randrange(10**9)}",
        watch=f"watch-{chance.randrange(10**9)}",
    )  # fmt: skip
    play = RandomPlay(match, chance)
    play.begin(bots)
    for _ in range(limit):
        if play.table.phase != "running":
            break
        if chance.random() < ASIDES:
            play.aside()
        play.move()
    if play.table.phase == "running":
        play.say(m.Resign(id=play.message_id(), seat=play.table.mine(PERSON)[0]))
    return play.finished()


class RandomPlay:
    """A table in a browser where everybody moves at random."""

    def __init__(self, match: Match, chance: random.Random) -> None:
        self.match, self.chance, self.table, self.now = match, chance, Table(match), match.created
        self.events: list[Event] = []

    def message_id(self) -> str:
        return str(uuid.UUID(int=self.chance.getrandbits(128)))

    def happen(self, news: list[News], by: str, message: str | None = None) -> None:
        events = numbered(self.table, news, by, self.now, message)
        self.table = preview(self.table, events)
        self.events += events

    def say(self, message: Anything) -> None:
        """A message of the page; where it is refused, nothing happens."""
        self.now += BETWEEN_MOVES
        with suppress(Refused):
            news = decide(message, self.table, Who(PERSON), self.now)
            self.happen(news, PERSON, f"{PERSON}/{message.id}")

    def begin(self, bots: bool) -> None:
        self.happen([Opened()], PERSON)
        best = max(levels(self.table.game.room))
        for k in range(self.table.game.players):
            bot = bots and k > 0
            seat = Seat("bot", level=self.chance.randint(1, best)) if bot else Seat("person", PERSON, f"Anna {k + 1}")
            self.happen(taking(self.table, k, seat), PERSON)
        self.say(m.Start(id=self.message_id(), first=self.chance.choice(("lot", "host", "seats"))))

    def move(self) -> None:
        """Whoever is in turn moves at random: a person, a bot or the clock."""
        table, self.now = self.table, self.now + BETWEEN_MOVES
        if sk.CLOCK in table.state.turn and self.now >= (table.deadline or self.now):
            self.happen(clock_ruling(table, self.now), "")
            return
        seat = self.chance.choice([seat for seat in table.state.turn if seat >= 0])
        move = self.chance.choice(table.state.moves(seat))
        if table.seats[seat].kind == "bot":
            self.happen(bot_ruling(seat, move, table.made)(table, self.now), "")
        else:
            self.say(m.Play(id=self.message_id(), seat=seat, move=move, after=table.number))

    def aside(self) -> None:
        """What people do between two moves."""
        id = self.message_id()
        asides: tuple[Anything, ...] = (
            m.Chat(id=id, text="That was close!"), m.React(id=id, what=self.chance.choice(sorted(REACTIONS))),
            m.AskUndo(id=id), m.Rename(id=id, name=f"Ben {self.chance.randrange(100)}"),
            m.SwitchTips(id=id, on=self.chance.choice((0, 1))),
        )  # fmt: skip
        self.say(self.chance.choice(asides))

    def finished(self) -> Finished:
        """As `PocketStore.whole` tells it."""
        rows = [json.loads(event_row(self.match.id, event)[1] or "") for event in self.events]
        handed = {"match": msgspec.to_builtins(self.match), "events": rows, "at": self.now}
        return Finished(self.table.game, handed, MatchRecord.of(self.table.state, self.table.names).data)


def with_ids(handed: dict[str, Any], id: str) -> dict[str, Any]:
    """The same game under another id."""
    return {**handed, "match": {**handed["match"], "id": id, "join": f"{id}-join", "watch": f"{id}-watch"}}
