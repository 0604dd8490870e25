"""Each layer imports only those above it; no layer but a room's own knows a game by name; nobody reaches inside."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import spielkiste as sk
from spielkiste.check.imports import file_of, reached, wrong_imports
from spielkiste.core.room import HOME, Room, all_rooms
from spielkiste.core.state import State

PACKAGE = HOME.parent
MAY_IMPORT = {
    "core": {"core"},
    "games": {"core", "search", "lab", "games"},  # a room's back; what its front may is tested for itself
    "search": {"core", "search"},
    "lab": {"core", "search", "lab"},
    "check": {"core", "search", "lab", "check"},
    "server": {"core", "search", "lab", "server"},
    "pocket": {"core", "search", "server", "pocket"},  # a house in a browser
    "cli": {"core", "search", "lab", "check", "server", "cli"},
}
ROOMS = [pytest.param(room, id=room.slug) for room in (*all_rooms().values(), Room("_template", HOME / "_template"))]
FRONT_FILES = {"card", "rules", "notation", "view", "board", "ending", "examples"}
ASKING = {"hasattr", "getattr"}
ASKED = {
    "room",
    "home",
    "part",
    "front",
    "rules",
    "notation",
    "view",
    "board",
    "ending",
    "examples",
    "knowledge",
    "bot",
}
MAY_ASK = {PACKAGE / "core" / "room.py", PACKAGE / "core" / "contract.py"}
PRIVATE = {name for name in (*vars(State), *State.__annotations__) if name[0] == "_" and not name.endswith("_")}


def imported(file: Path) -> set[str]:
    """The layers a file imports, lazily or not; what stands under TYPE_CHECKING too."""
    names = []
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
    parts = [name.split(".") for name in names if name.startswith("spielkiste.")]
    return {part[1] for part in parts if (PACKAGE / part[1]).is_dir()}


def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("layer", MAY_IMPORT)
def test_layers_import_upwards_only(layer: str) -> None:
    for file in (PACKAGE / layer).rglob("*.py"):
        if "tests" not in file.parts:
            assert imported(file) <= MAY_IMPORT[layer], file


def test_every_layer_is_known() -> None:
    layers = {folder.name for folder in PACKAGE.iterdir() if any(folder.glob("*.py"))}
    assert layers - {"web"} == set(MAY_IMPORT)


@pytest.mark.parametrize("room", ROOMS)
def test_the_front_of_a_room_imports_core_alone(room: Room) -> None:
    """Whatever front.py reaches inside the room, lazily or not, one module by another."""
    assert {module[0] for module in reached(room.folder)} >= FRONT_FILES
    assert not list(wrong_imports(room.folder))


@pytest.mark.parametrize("room", ROOMS)
def test_the_front_of_a_room_does_not_reach_its_back(room: Room) -> None:
    back = {"bot", "tools", "tests"} & {module[0] for module in reached(room.folder)}
    assert not back, [file_of(room.folder, (name,)) for name in back]


@pytest.mark.parametrize("layer", ["core", "search", "lab", "check", "server", "cli"])
def test_only_rooms_know_games_by_name(layer: str) -> None:
    for file in (PACKAGE / layer).rglob("*.py"):
        code = "\n".join(
            node.value
            for node in ast.walk(tree(file))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
            if " " not in node.value  # a docstring may give an example
        )
        assert not [slug for slug in sk.games() if slug in code.split()], file


def test_a_room_imports_no_other_room() -> None:
    for slug in sk.games():
        for file in (HOME / slug).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            assert not [other for other in sk.games() if other != slug and f"games.{other}" in text], file


def test_nobody_outside_core_reaches_inside_a_state() -> None:
    """What a class calls its own is its own matter; `state._data` is core's alone."""
    inside = [
        f"{file.relative_to(PACKAGE)}:{node.lineno}: {ast.unparse(node)}"
        for file in PACKAGE.rglob("*.py")
        if not file.is_relative_to(PACKAGE / "core")
        for node in ast.walk(tree(file))
        if isinstance(node, ast.Attribute) and node.attr in PRIVATE and ast.unparse(node.value) not in ("self", "cls")
    ]
    assert "_listed" in PRIVATE and "_data" in PRIVATE
    assert not inside, "\n".join(inside)


def questions(file: Path) -> Iterator[str]:
    """Where somebody asks by name what a room, or a part of one, has."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ASKING:
            asked = ast.unparse(node.args[0])
            last = asked.rpartition(".")[2]
            if last in ASKED or ".part(" in f".{asked}":
                yield f"{file.relative_to(PACKAGE)}:{node.lineno}: {ast.unparse(node)}"


def test_what_a_room_has_is_asked_in_one_place() -> None:
    """A hook is named in front.py and resolved in `Room`; nobody else guesses."""
    asked = [question for file in PACKAGE.rglob("*.py") if file not in MAY_ASK for question in questions(file)]
    assert not asked, "\n".join(asked)


def test_asking_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "PACKAGE", tmp_path)
    asks = ("hasattr(room.board, 'draft')", "getattr(home.part('bot'), 'pace', None)", "getattr(room, 'x')")
    (tmp_path / "asks.py").write_text("\n".join((*asks, "getattr(word, 'x')")), encoding="utf-8")
    assert len(list(questions(tmp_path / "asks.py"))) == 3
