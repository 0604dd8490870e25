"""Puts the docs site together and builds it: `python scripts/docs_site.py` (`make docs`), into build/docs/html.

The pages of docs/, the notebooks of examples/ and what is made from rooms and docstrings lie beside each other as in
the repository, so that every link is the same in both. `--sources` stops before Sphinx.
"""

import inspect
import shutil
import sys
from pathlib import Path

from docs_games import GamePages, known_pages, moving, table

import spielkiste as sk
from spielkiste.core.room import all_rooms

ROOT = Path(__file__).parent.parent
SITE = ROOT / "docs" / "site"
BUILD = ROOT / "build" / "docs"
COPIED = ("docs", "examples", "deploy", "bench/RESULTS.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE")
FIRST = ("api", "search", "data", "review", "adding-a-game", "architecture")  # guides, in this order; then the others
MODULES = {  # beside the package itself: what a program may use
    "spielkiste.lab": ("vec", "check"),
    "spielkiste.lab.vector": ("Vec", "Step"),
    "spielkiste.lab.observation": ("Observation",),
    "spielkiste.lab.learners": ("Learners",),
    "spielkiste.lab.dataset": ("load_matches", "load_positions", "Position"),
    "spielkiste.lab.export": ("Export", "self_play"),
    "spielkiste.lab.flipbook": ("Flipbook",),
    "spielkiste.lab.batch": ("Batch", "GpuBatch"),
    "spielkiste.search.bots": ("Bot",),
    "spielkiste.search.limit": ("Limit",),
    "spielkiste.search.thought": ("Thought",),
    "spielkiste.search.answers": ("answers",),
}


def assemble(source: Path) -> None:
    """All sources of the site, anew."""
    shutil.rmtree(source, ignore_errors=True)
    for name in COPIED:
        copy(ROOT / name, source / name)
    for room in all_rooms().values():
        GamePages(room, source).write()
    for page in (source / "docs" / "site").glob("*.md"):
        page.replace(source / page.name)
    shutil.rmtree(source / "docs" / "site")
    fill(source / "index.md", {"moving": pictures(), "games": games_table("en", "games"), "trees": trees()})
    fill(source / "players.md", {"games": games_table("de", "de"), "trees": tree("", [f"de/{s}" for s in sk.games()])})
    fill(source / "reference.md", {"names": reference()})


def copy(file: Path, target: Path) -> None:
    if file.is_dir():
        shutil.copytree(file, target)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)


def fill(page: Path, parts: dict[str, str]) -> None:
    """Puts what is made in the places of a page that name it, `<!-- name -->`."""
    text = page.read_text(encoding="utf-8")
    for name, part in parts.items():
        if f"<!-- {name} -->" not in text:
            raise SystemExit(f"{page.name} has no place for {name}")
        text = text.replace(f"<!-- {name} -->", part)
    page.write_text(text, encoding="utf-8")


def pictures() -> str:
    """Moving pictures of all games, each with a link to its page."""
    shown = []
    for slug, room in all_rooms().items():
        title = room.card.title["en"]
        shown.append(f"{moving(slug, 'games/pictures', title)}\n[{title}](games/{slug}.md)")
    return ":::{container} gallery\n" + "\n\n".join(shown) + "\n:::"


def games_table(lang: str, folder: str) -> str:
    german = lang == "de"
    heads = ("Spiel", "Personen", "Minuten", "Alter", "") if german else ("game", "players", "minutes", "age", "")
    rows = [
        (
            f"[{room.card.title[lang]}]({folder}/{slug}.md)",
            room.card.spoken_players(lang),
            f"{room.card.minutes[0]}–{room.card.minutes[1]}",
            f"{room.card.age}+",
            room.card.blurb[lang],
        )
        for slug, room in all_rooms().items()
    ]
    return table(heads, rows)


def trees() -> str:
    """The whole site as lists of pages, each page in one of them."""
    of_games = {name for slug in sk.games() for name in known_pages(slug)}
    guides = [file.stem for file in sorted((ROOT / "docs").glob("*.md")) if file.stem not in of_games]
    ordered = [name for name in FIRST if name in guides] + [name for name in guides if name not in FIRST]
    notebooks = [file.stem for file in sorted((ROOT / "examples").glob("*.ipynb"))]
    decisions = [file.stem for file in sorted((ROOT / "docs" / "decisions").glob("*.md"))]
    return "\n\n".join(
        [
            tree("Games", [f"games/{slug}" for slug in sk.games()]),
            tree("Guides", [f"docs/{name}" for name in ordered] + ["reference"]),
            tree("Notebooks", [f"examples/{name}" for name in notebooks]),
            tree("Measured", ["bench/RESULTS"]),
            tree("Decisions", [f"docs/decisions/{name}" for name in decisions]),
            tree("Project", ["CONTRIBUTING", "CHANGELOG"]),
            tree("Auf Deutsch", ["players"]),
        ]
    )


def tree(caption: str, pages: list[str]) -> str:
    options = [":hidden:", ":maxdepth: 1"] + ([f":caption: {caption}"] if caption else [])
    return "\n".join(["```{toctree}", *options, *pages, "```"])


def reference() -> str:
    """A directive for every public name, so that its docstring is shown."""
    sections = [named("spielkiste", tuple(name for name in sk.__all__ if name not in ("CHANCE", "CLOCK", "games")))]
    sections += [named(module, names) for module, names in MODULES.items()]
    return "\n\n".join(sections)


def named(module: str, names: tuple[str, ...]) -> str:
    home = __import__(module, fromlist=names)
    directives = [f".. {kind_of(getattr(home, name))}:: {module}.{name}" for name in names]
    shown = [f"{line}\n   :members:" if "class" in line.partition("::")[0] else line for line in directives]
    return f"## `{module}`\n```{{eval-rst}}\n" + "\n\n".join(shown) + "\n```"


def kind_of(thing: object) -> str:
    if not inspect.isclass(thing):
        return "autofunction"
    return "autoexception" if issubclass(thing, Exception) else "autoclass"


def build(source: Path, out: Path) -> int:
    from sphinx.cmd.build import main as sphinx

    return int(sphinx(["-W", "--keep-going", "-q", "-b", "html", "-c", str(SITE), str(source), str(out)]))


if __name__ == "__main__":
    assemble(BUILD / "source")
    if "--sources" in sys.argv:
        sys.exit()
    code = build(BUILD / "source", BUILD / "html")
    print(f"{(BUILD / 'html' / 'index.html').as_uri()}")
    sys.exit(code)
