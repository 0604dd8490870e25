"""Rooms: one folder a game, found and not listed.

A room is a package folder whose `front.py` names its parts (`core/contract.py` says what each holds), with
`texts/de.md` and `texts/en.md`, and optionally a back that plays, `bot.py` or `bot/`. Rooms live in `spielkiste/games`,
in the folders of the environment variable SPIELKISTE_ROOMS, and in folders given to `add_rooms`.
"""

import hashlib
import importlib
import importlib.machinery
import importlib.util
import os
import sys
import types
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from spielkiste.core import verbs
from spielkiste.core.card import Card
from spielkiste.core.contract import Board, Front, Notation, Rules, Verbs, View
from spielkiste.core.errors import RoomError, UnknownGame, brief
from spielkiste.core.once import once
from spielkiste.core.record import Layout, Plain

PARTS = ("card", "front")  # a folder that has them is a room
HOME = Path(__file__).parent.parent / "games"
_added: list[Path] = []  # folders of rooms
_single: list[Path] = []  # rooms


class Room:
    """The parts of one game, loaded when they are asked for, and what is optional resolved once."""

    def __init__(self, slug: str, folder: Path) -> None:
        self.slug = slug
        self.folder = folder
        self._layouts: dict[tuple[Any, ...], Layout] = {}
        self._plain: dict[Layout, type[Plain]] = {}

    def part(self, name: str) -> types.ModuleType:
        """A module of the room, by its name."""
        if self.folder.parent == HOME:
            return importlib.import_module(f"spielkiste.games.{self.slug}.{name}")
        return importlib.import_module(f"{foreign_package(self.folder)}.{name}")

    def has(self, name: str) -> bool:
        """Whether there is a module or a package of that name."""
        return (self.folder / f"{name}.py").is_file() or (self.folder / name / "__init__.py").is_file()

    @once
    def card(self) -> Card:
        card = vars(self.part("card")).get("CARD")
        if not isinstance(card, Card) or card.slug != self.slug:
            raise RoomError(f"{self.folder}: card.py must hold CARD, a Card with slug {self.slug!r}")
        return card

    @once
    def front(self) -> Front:
        front = vars(self.part("front")).get("FRONT")
        if not isinstance(front, Front):
            raise RoomError(f"{self.folder}: front.py must hold FRONT, a Front that names the parts")
        front.check(self.slug)
        return front

    @property
    def rules(self) -> Rules:
        return self.front.rules

    @property
    def notation(self) -> Notation:
        return self.front.notation

    @property
    def view(self) -> View:
        return self.front.view

    @property
    def board(self) -> Board:
        return self.front.board

    @once
    def verbs(self) -> Verbs:
        """The room's verbs, what it leaves out filled in."""
        rules, front = self.rules, self.front
        return Verbs(
            in_turn=rules.in_turn,
            legal=rules.legal,
            play=rules.play,
            score=rules.score,
            odds=front.chance.odds if front.chance else verbs.no_odds,
            fall=front.falls.fall if front.falls else verbs.fall_by_odds,
            standing=front.ties.standing if front.ties else verbs.standing_by_score,
            conceal=front.secrets.conceal if front.secrets else verbs.nothing_hidden,
            resolve=front.open_questions.resolve if front.open_questions else verbs.nothing_open,
            estimate=front.estimates.estimate if front.estimates else verbs.even,
            lean=front.leans.lean if front.leans else verbs.all_alike,
            guess=front.guesses.guess if front.guesses else verbs.nothing_guessed,
            bound=front.bounds.bound if front.bounds else verbs.no_limit_known,
            observe=front.features.observe if front.features else verbs.nothing_observed,
        )

    @once
    def plain_verbs(self) -> Verbs:
        """The same for plain Python."""
        quick = self.front.quick_rules
        return replace(self.verbs, legal=quick.legal, play=quick.play) if quick else self.verbs

    @once
    def longest_list(self) -> int:
        """How many moves or outcomes there can be at a time."""
        return max(self.rules.MAX_MOVES, self.front.chance.MAX_OUTCOMES if self.front.chance else 0)

    def compiled_modules(self) -> list[types.ModuleType]:
        """What compiled code may call: the rules, what the front names as `compiled`, what players know and are
        shown."""
        front = self.front
        players = (front.estimates, front.leans, front.guesses, front.bounds)
        known = (front.rules, *front.compiled, *players, front.features)
        return list(dict.fromkeys(module for module in known if isinstance(module, types.ModuleType)))

    def layout(self, options: Mapping[str, Any]) -> Layout:
        """The record of a game with these options; games with equal fields share one."""
        fields = self.rules.fields(options)
        key = tuple(tuple(field) for field in fields)
        if key not in self._layouts:
            memory = self.front.memory.MEMORY if self.front.memory else ()
            self._layouts[key] = Layout(self.slug, fields, memory)
        return self._layouts[key]

    def plain(self, options: Mapping[str, Any]) -> type[Plain]:
        """The class of plain records of a game with these options; games with equal fields share one."""
        layout = self.layout(options)
        if layout not in self._plain:
            self._plain[layout] = layout.plain(self.plain_verbs)
        return self._plain[layout]

    def text(self, lang: str) -> str:
        """The rules for players, in Markdown; in English where there are none in a language."""
        texts = self.folder / "texts"
        file = texts / f"{lang}.md"
        return (file if file.is_file() else texts / "en.md").read_text(encoding="utf-8")


def foreign_package(folder: Path) -> str:
    """Makes a folder outside this package importable, under a name of its own."""
    name = f"spielkiste_room_{folder.name}_{hashlib.sha256(str(folder).encode()).hexdigest()[:12]}"  # in all processes
    if name not in sys.modules:
        spec = importlib.machinery.ModuleSpec(name, None, is_package=True)
        package = importlib.util.module_from_spec(spec)
        package.__path__ = [str(folder)]
        sys.modules[name] = package
    return name


def add_rooms(folder: str | os.PathLike[str]) -> None:
    """Also looks for games in this folder (one sub-folder a game)."""
    path = Path(folder).resolve()
    if not path.is_dir():
        raise RoomError(f"{path} is not a folder")
    if path not in _added:
        _added.append(path)
    all_rooms.cache_clear()


def add_room(folder: str | os.PathLike[str]) -> Room:
    """Also knows the game in this very folder, whatever else lies beside it; one that is known already stays."""
    path = Path(folder).resolve()
    if path.parent == HOME.resolve():
        path = HOME / path.name
    if not any((path / f"{part}.py").is_file() for part in PARTS):
        raise RoomError(f"{path} is no room: it has neither {' nor '.join(f'{part}.py' for part in PARTS)}")
    known = all_rooms().get(path.name)
    if known is None:
        _single.append(path)
        all_rooms.cache_clear()
    elif known.folder.resolve() != path.resolve():
        raise RoomError(f"two rooms are called {path.name}: {known.folder} and {path}")
    return all_rooms()[path.name]


@cache
def all_rooms() -> dict[str, Room]:
    named = [Path(folder) for folder in os.environ.get("SPIELKISTE_ROOMS", "").split(os.pathsep) if folder]
    rooms: dict[str, Room] = {}
    for home in (HOME, *named, *_added):
        for folder in sorted(home.iterdir()) if home.is_dir() else ():
            if folder.name.startswith(("_", ".")) or not all((folder / f"{part}.py").is_file() for part in PARTS):
                continue
            if folder.name in rooms:
                raise RoomError(f"two rooms are called {folder.name}: {rooms[folder.name].folder} and {folder}")
            rooms[folder.name] = Room(folder.name, folder)
    rooms |= {folder.name: Room(folder.name, folder) for folder in _single}
    return dict(sorted(rooms.items()))


def room(slug: str) -> Room:
    rooms = all_rooms()
    if not isinstance(slug, str) or slug not in rooms:
        raise UnknownGame(f"there is no game {brief(slug)}; the games are {', '.join(rooms)}")
    return rooms[slug]
