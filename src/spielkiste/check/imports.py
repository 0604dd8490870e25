"""What a room's front reaches by imports, lazily or not."""

import ast
from collections.abc import Iterator
from pathlib import Path

from spielkiste.check.case import Case

FRONT = ("front",)
Module = tuple[str, ...]  # the path of a module inside its room


def front_needs_core_alone(case: Case) -> None:
    """What front.py reaches by imports needs spielkiste.core alone, so that a game can be shown without its players."""
    for sentence in wrong_imports(case.room.folder):
        case.say(sentence)


def wrong_imports(folder: Path) -> Iterator[str]:
    for module, way in reached(folder).items():
        file = file_of(folder, module)
        for name in sorted(of_spielkiste(file, folder, module)):
            if name.split(".")[:2] != ["spielkiste", "core"]:
                by = " → ".join(".".join(one) for one in way)
                yield f"{file.relative_to(folder)} imports {name}; what front.py reaches ({by}) may import core alone"


def reached(folder: Path) -> dict[Module, tuple[Module, ...]]:
    """The modules of a room that its front needs, each with the way of imports to it."""
    ways: dict[Module, tuple[Module, ...]] = {}
    todo: list[tuple[Module, ...]] = [(FRONT,)]
    while todo:
        way = todo.pop(0)
        if way[-1] in ways:
            continue
        ways[way[-1]] = way
        todo += [(*way, module) for module in sorted(own_imports(folder, way[-1]))]
    return ways


def own_imports(folder: Path, module: Module) -> set[Module]:
    """The modules of the same room that a module imports; with `board.words` also `board`, which runs first."""
    found = set()
    for name in imported(file_of(folder, module), folder, module):
        inside = own_part(name, folder)
        for length in range(1, len(inside) + 1):
            if exists(folder, inside[:length]):
                found.add(inside[:length])
    return found


def of_spielkiste(file: Path, folder: Path, module: Module) -> set[str]:
    """What a file imports of Spielkiste outside its room."""
    names = {name for name in imported(file, folder, module) if name.split(".")[0] == "spielkiste"}
    return {name for name in names if not own_part(name, folder)}


def own_part(name: str, folder: Path) -> Module:
    """The path inside the room of a full name; () where it lies elsewhere."""
    home, parts = home_of(folder).split("."), name.split(".")
    return tuple(parts[len(home) :]) if parts[: len(home)] == home else ()


def home_of(folder: Path) -> str:
    return f"spielkiste.games.{folder.name}"  # the name it would have among our own rooms


def imported(file: Path, folder: Path, module: Module) -> set[str]:
    """The full names a file imports; b may be a module in `from a import b`, so that gives a.b."""
    package = module if file.name == "__init__.py" else module[:-1]
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = [home_of(folder), *package[: len(package) + 1 - node.level]] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            names |= {f"{base}.{alias.name}" for alias in node.names}
    return names


def exists(folder: Path, module: Module) -> bool:
    return file_of(folder, module).is_file()


def file_of(folder: Path, module: Module) -> Path:
    """The file of a module or package of a room."""
    package = folder.joinpath(*module, "__init__.py")
    return package if package.is_file() else folder.joinpath(*module[:-1], f"{module[-1]}.py")
