"""Each layer imports only those above it; no layer but a room's own knows a game by name."""

import ast
from pathlib import Path

import pytest

import spielkiste as sk
from spielkiste.core.room import HOME

PACKAGE = HOME.parent
MAY_IMPORT = {
    "core": {"core"},
    "games": {"core", "search", "lab", "games"},
    "search": {"core", "search"},
    "lab": {"core", "search", "lab"},
    "server": {"core", "search", "lab", "server"},
    "cli": {"core", "search", "lab", "server", "cli"},
}


def imported(file: Path) -> set[str]:
    """The layers a file imports, lazily or not; what stands under TYPE_CHECKING too."""
    names = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
    parts = [name.split(".") for name in names if name.startswith("spielkiste.")]
    return {part[1] for part in parts if (PACKAGE / part[1]).is_dir()}


@pytest.mark.parametrize("layer", MAY_IMPORT)
def test_layers_import_upwards_only(layer: str) -> None:
    for file in (PACKAGE / layer).rglob("*.py"):
        if "tests" not in file.parts:
            assert imported(file) <= MAY_IMPORT[layer], file


@pytest.mark.parametrize("layer", ["core", "search", "lab", "server", "cli"])
def test_only_rooms_know_games_by_name(layer: str) -> None:
    for file in (PACKAGE / layer).rglob("*.py"):
        code = "\n".join(
            node.value
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
            if " " not in node.value  # a docstring may give an example
        )
        assert not [slug for slug in sk.games() if slug in code.split()], file


def test_a_room_imports_no_other_room() -> None:
    for slug in sk.games():
        for file in (HOME / slug).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            assert not [other for other in sk.games() if other != slug and f"games.{other}" in text], file
