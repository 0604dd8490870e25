"""The modules that play in a browser: built, kept by what is in them, and written to a folder with an index.

    python -m spielkiste.lab.pocket FOLDER [GAME …]

One module a kind of record; a game whose record depends on the number of players has several. What did not change since
the last time is taken from the cache of compiled code.
"""

import argparse
import hashlib
import importlib.metadata
import json
import multiprocessing
import os
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import spielkiste as sk
from spielkiste.core import codecache, wasm
from spielkiste.core.errors import OptionError
from spielkiste.core.game import Game
from spielkiste.core.room import Room, all_rooms
from spielkiste.search import entries
from spielkiste.search.pocket import Deepen, Glance, Search, Tree, module_name

FAMILY = 8  # players around one device at most: each number may need a module of its own
INDEX = "index.json"
PLANES = 4  # as in engine/module.ts
PLAY: tuple[wasm.Entry, ...] = (
    entries.playouts,
    entries.trace,
    entries.seats_in_turn,
    entries.legal_moves,
    entries.make_move,
)
SEARCH: dict[type[Search], tuple[wasm.Entry, ...]] = {
    Glance: (entries.glance,),
    Tree: (entries.tree_begin, entries.tree_grow, entries.tree_read),
    Deepen: (entries.deepen_begin, entries.deepen_go_on, entries.deepen_read),
}


def games_of(room: Room) -> Iterator[Game]:
    """A game of each kind of record that is played around one device."""
    for options in room.card.samples:
        yield sk.game(room.slug, **options)
    for players in range(1, FAMILY + 1):
        try:
            yield sk.game(room.slug, players=players)
        except OptionError:
            continue


def modules(rooms: Sequence[str] = ()) -> dict[str, Game]:
    """The modules there are, each with a game it plays."""
    chosen = [room for slug, room in all_rooms().items() if not rooms or slug in rooms]
    return {module_name(game.layout): game for room in chosen for game in games_of(room)}


def said(room: Room, name: str) -> Any:
    """What a room's `pocket.py` says, None where it says nothing."""
    return vars(room.part("pocket")).get(name) if room.has("pocket") else None


def entries_of(game: Game) -> tuple[wasm.Entry, ...]:
    """Play and traces for all; searches and entry points of its own where the room says that levels think by them."""
    searches, own = said(game.room, "searches"), said(game.room, "ENTRIES")
    alike = [one for one in games_of(game.room) if one.layout.fields == game.layout.fields]  # one module plays them all
    wanted = {kind for one in alike for kind in searches(one)} if searches else ()
    thought = [entry for kind, those in SEARCH.items() if kind in wanted for entry in those]
    return (*PLAY, *thought, *(game.room.part(own).ENTRIES if own else ()))


# --- kept by content --------------------------------------------------------------------------------


def key_of(name: str, game: Game) -> str:
    """A hash of all that makes a module: what is compiled, by which versions, in which manner."""
    digest = hashlib.sha256(f"{name} {game.layout.fields} {wasm.FEATURES} {wasm.STACK} {wasm.LARGE}".encode())
    for package in ("numba", "llvmlite", "ziglang"):
        digest.update(f"{package} {importlib.metadata.version(package)} ".encode())
    digest.update(Path(wasm.__file__).read_bytes())
    for entry in entries_of(game):
        ingredients = codecache.Ingredients(entry.__module__, game.room)
        ingredients.add(entry)
        digest.update(ingredients.digest.digest())
    return digest.hexdigest()[:20]


def kept(name: str, game: Game) -> Path:
    return codecache.base_folder() / "wasm" / f"{name}-{key_of(name, game)}"


def build(slug: str, wanted: dict[str, tuple[dict[str, Any], str]]) -> int:
    """Builds modules of a game, by name with options, into their folders of the cache; how many. Runs in a process of
    its own: what does not depend on the record is compiled once for all of them."""
    for name, (options, folder) in wanted.items():
        begun = time.monotonic()
        build_one(sk.game(slug, **options), Path(folder))
        print(f"{name} ({time.monotonic() - begun:.0f} s)", flush=True)
    return len(wanted)


def build_one(game: Game, folder: Path) -> None:
    from spielkiste.core.compiled import bind

    bind(game)
    made = wasm.translated(entries_of(game), {"RECORD": game.layout.dtype})
    unfinished = Path(f"{folder}.{os.getpid()}")
    unfinished.mkdir(parents=True)
    (unfinished / "code").write_bytes(made.code)
    (unfinished / "tables").write_bytes(b"".join(data for _, data in made.tables))
    (unfinished / "pieces").write_text(json.dumps([[address, len(data)] for address, data in made.tables]))
    shutil.rmtree(folder, ignore_errors=True)
    unfinished.rename(folder)


def build_missing(wanted: dict[str, Game]) -> None:
    """Builds what is not kept yet, game by game on all cores, with a line for each module."""
    missing: dict[str, dict[str, tuple[dict[str, Any], str]]] = {}
    for name, game in wanted.items():
        folder = kept(name, game)
        if not folder.is_dir():
            missing.setdefault(game.slug, {})[name] = game.options, str(folder)
    if not missing:
        return
    begun, done, most = time.monotonic(), 0, sum(map(len, missing.values()))
    with ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("spawn"), wasm.set_up) as pool:
        jobs = [pool.submit(build, slug, some) for slug, some in missing.items()]
        for job in as_completed(jobs):
            done += job.result()
            print(f"{done} of {most} modules ({time.monotonic() - begun:.0f} s)", flush=True)


def write(folder: Path, rooms: Sequence[str] = ()) -> dict[str, Any]:
    """Builds what is missing and writes modules, tables and the index; what is in it."""
    wanted = modules(rooms)
    build_missing(wanted)
    folder.mkdir(parents=True, exist_ok=True)
    index = {name: placed(folder, name, game) for name, game in wanted.items()}
    (folder / INDEX).write_text(json.dumps(index, indent=1))
    if not rooms:
        remove_others(folder, index)
    return index


def remove_others(folder: Path, index: dict[str, Any]) -> None:
    """Nothing of an earlier version stays beside what is shipped."""
    named = {INDEX, *(facts[kind] for facts in index.values() for kind in ("code", "tables", "learnt"))}
    for file in folder.iterdir():
        if file.name not in named:
            file.unlink()


def placed(folder: Path, name: str, game: Game) -> dict[str, Any]:
    """Copies a module to where it is served; equal tables of several modules are one file."""
    source = kept(name, game)
    pieces, learnt = json.loads((source / "pieces").read_text()), said(game.room, "learnt")
    code, tables = f"{name}.wasm", beside(folder, game.slug, (source / "tables").read_bytes()) if pieces else None
    shutil.copyfile(source / "code", folder / code)
    return {
        "code": code, "tables": tables, "pieces": pieces,
        "learnt": beside(folder, game.slug, in_planes(learnt())) if learnt else None,
        "size": game.layout.size, "longest": game.room.longest_list,
    }  # fmt: skip


def in_planes(data: bytes) -> bytes:
    """The first bytes of all numbers, then the second ones, and so on: packed they then take a fifth less."""
    return b"".join(data[k::PLANES] for k in range(PLANES))


def beside(folder: Path, slug: str, data: bytes) -> str:
    """Writes bytes that travel beside a module, named after what is in them."""
    name = f"{slug}-{hashlib.sha256(data).hexdigest()[:8]}.bin"
    if not (folder / name).exists():
        (folder / name).write_bytes(data)
    return name


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", choices=[*all_rooms(), []], help="all of them where none is named")
    given = parser.parse_args()
    try:
        index = write(given.folder, given.games)
    except KeyboardInterrupt:
        print("stopped; what was finished is kept", file=sys.stderr)
        return 130
    print(f"{len(index)} modules in {given.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
