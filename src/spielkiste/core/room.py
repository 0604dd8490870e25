"""Rooms: one folder a game, found and not listed.

A room is a package folder with `card.py`, `rules.py`, `notation.py`, `view.py`, `board.py`, optionally `bot.py`, and
`texts/de.md`, `texts/en.md`. `docs/adding-a-game.md` says what each holds. Rooms live in `spielkiste/games`, in the
folders of the environment variable SPIELKISTE_ROOMS, and in folders given to `add_rooms`.
"""

import importlib
import importlib.machinery
import importlib.util
import os
import sys
import types
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from spielkiste.core import verbs
from spielkiste.core.card import Card
from spielkiste.core.errors import RoomError, UnknownGame
from spielkiste.core.record import Layout, Plain

PARTS = ("card", "rules", "notation", "view", "board")  # a folder that has them all is a room
HOME = Path(__file__).parent.parent / "games"
_added: list[Path] = []


class Room:
    """The parts of one game, loaded when they are asked for."""

    def __init__(self, slug: str, folder: Path) -> None:
        self.slug = slug
        self.folder = folder
        self._layouts: dict[tuple[Any, ...], Layout] = {}

    def part(self, name: str) -> types.ModuleType:
        """A module of the room, by its file name."""
        if self.folder.parent == HOME:
            return importlib.import_module(f"spielkiste.games.{self.slug}.{name}")
        return importlib.import_module(f"{foreign_package(self.folder)}.{name}")

    def has(self, name: str) -> bool:
        return (self.folder / f"{name}.py").is_file()

    @cached_property
    def card(self) -> Card:
        card = self.part("card").CARD
        if not isinstance(card, Card) or card.slug != self.slug:
            raise RoomError(f"{self.folder}: card.py must hold CARD, a Card with slug {self.slug!r}")
        return card

    @cached_property
    def rules(self) -> types.ModuleType:
        return self.part("rules")

    @cached_property
    def notation(self) -> types.ModuleType:
        return self.part("notation")

    @cached_property
    def view(self) -> types.ModuleType:
        return self.part("view")

    @cached_property
    def board(self) -> types.ModuleType:
        return self.part("board")

    @cached_property
    def bot(self) -> types.ModuleType | None:
        return self.part("bot") if self.has("bot") else None

    @cached_property
    def knowledge(self) -> types.ModuleType | None:
        """What players know beyond the rules; compiled like them."""
        return self.part("knowledge") if self.has("knowledge") else None

    @cached_property
    def verbs(self) -> Any:
        """The room's verbs, what it leaves out filled in."""
        missing = [name for name in verbs.NEEDED if not hasattr(self.rules, name)]
        if missing:
            raise RoomError(f"{self.slug}: rules.py lacks {', '.join(missing)}")
        known = dict.fromkeys(verbs.VERBS, self.rules)
        if self.knowledge is not None:
            known |= dict.fromkeys(verbs.KNOWLEDGE, self.knowledge)
        found = {name: getattr(known[name], name, verbs.DEFAULTS.get(name)) for name in verbs.VERBS}
        return types.SimpleNamespace(**found)

    def compiled_modules(self) -> list[types.ModuleType]:
        """What compiled code may call: rules.py, what it names in COMPILED (by file name in the room), knowledge.py."""
        named = [self.part(name) for name in getattr(self.rules, "COMPILED", ())]
        return [self.rules, *named, *([self.knowledge] if self.knowledge else [])]

    def layout(self, options: Mapping[str, Any]) -> Layout:
        """The record of a game with these options; games with equal fields share one."""
        fields = self.rules.fields(options)
        key = tuple(tuple(field) for field in fields)
        if key not in self._layouts:
            self._layouts[key] = Layout(self.slug, fields, getattr(self.rules, "MEMORY", ()))
        return self._layouts[key]

    def plain(self, options: Mapping[str, Any]) -> type[Plain]:
        return self.layout(options).plain(self.verbs)

    def text(self, lang: str) -> str:
        """The rules for players, in Markdown."""
        return (self.folder / "texts" / f"{lang}.md").read_text(encoding="utf-8")


def foreign_package(folder: Path) -> str:
    """Makes a folder outside this package importable, under a name of its own."""
    name = f"spielkiste_room_{folder.name}_{abs(hash(str(folder))):x}"
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
    return dict(sorted(rooms.items()))


def room(slug: str) -> Room:
    rooms = all_rooms()
    if not isinstance(slug, str) or slug not in rooms:
        raise UnknownGame(f"there is no game {slug!r}; the games are {', '.join(rooms)}")
    return rooms[slug]
