"""The docs site: what is put together for it is whole. `make docs` builds it, with every warning an error."""

import re
import sys
from pathlib import Path

import pytest

import spielkiste as sk
from spielkiste.core.look import Look
from spielkiste.lab.flipbook import FRAMES, Flipbook, merged

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from docs_site import assemble, kind_of  # noqa: E402 - the script lies there

TREE = re.compile(r"```\{toctree\}\n(.*?)```", re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
LONG = 160  # letters; a shorter paragraph may stand on two pages


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "source"
    assemble(folder)
    return folder


def pages(source: Path) -> dict[Path, str]:
    return {file: file.read_text(encoding="utf-8") for file in sorted(source.rglob("*.md"))}


def anchors(text: str) -> set[str]:
    """Of the headings of a page, as pages of this kind number them."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_link_inside_leads_somewhere(source: Path) -> None:
    found = 0
    for page, text in pages(source).items():
        for link in LINK.findall(CODE.sub("", text)):
            if link.startswith(("http:", "https:", "mailto:")):
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            assert target.exists(), f"{page.relative_to(source)}: {link}"
            assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), f"{page}: {link}"
            found += 1
    assert found > 100


def test_every_page_is_in_one_list(source: Path) -> None:
    listed = [
        (page.parent / line).relative_to(source).as_posix() if page.parent == source else (page.parent / line).resolve()
        for page, text in pages(source).items()
        for tree in TREE.findall(text)
        for line in tree.splitlines()
        if not line.startswith(":")
    ]
    names = [source / one if isinstance(one, str) else one for one in listed]
    files = [*pages(source), *(source / "examples").glob("*.ipynb")]
    expected = {file.with_suffix("") for file in files} - {source / "index"}
    assert len(names) == len(set(names)) and set(names) == expected


def test_no_page_repeats_another(source: Path) -> None:
    homes: dict[str, Path] = {}
    for page, text in pages(source).items():
        for paragraph in {" ".join(part.split()) for part in text.split("\n\n")}:
            if len(paragraph) >= LONG:
                assert homes.setdefault(paragraph, page) == page, f"{page} and {homes[paragraph]}: {paragraph}"


@pytest.mark.parametrize("slug", sk.games())
def test_a_games_page_has_all_of_it(source: Path, slug: str) -> None:
    page = (source / "games" / f"{slug}.md").read_text(encoding="utf-8")
    for heading in ("Rules", "What is known", "Strength ladder", "Speed", "Observation and action spaces"):
        assert f"\n## {heading}\n" in page, heading
    german = (source / "de" / f"{slug}.md").read_text(encoding="utf-8")
    assert "(board:" not in page + german and german.count("## ") >= 3
    for light in ("light", "dark"):
        assert (source / "games" / "pictures" / f"{slug}-{light}.svg").stat().st_size < 300_000


def test_the_first_page_has_twelve_lines_that_run(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (snippet,) = re.findall(r"```python\n(.*?)```", (source / "index.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len([line for line in snippet.splitlines() if line]) == 12
    exec(compile(snippet, "index.md", "exec"), {})
    assert "wins" in capsys.readouterr().out


def test_the_page_about_data_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
    for snippet in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(snippet, "data.md", "exec"), {})
    assert (tmp_path / "knister-data" / "positions.parquet").is_file()


def test_every_public_name_is_in_the_reference(source: Path) -> None:
    text = (source / "reference.md").read_text(encoding="utf-8")
    for name in set(sk.__all__) - {"CHANCE", "CLOCK", "games"}:
        assert f".. {kind_of(getattr(sk, name))}:: spielkiste.{name}\n" in text and getattr(sk, name).__doc__


def test_a_moving_picture_shows_every_position(tmp_path: Path) -> None:
    """Frame by frame its parts are those of the board's own picture, in the same order."""
    record = sk.load_record(ROOT / "docs" / "matches" / "torris.json")
    book = Flipbook.of(record)
    assert 20 < len(book.pictures) <= FRAMES
    for number, picture in enumerate(book.pictures):
        assert [part.text for part in book.parts if number in part.frames] == picture.parts
    assert book.pictures[-1].parts == record.end.opened(Look(names=record.players)).parts
    still = [part for part in book.parts if len(part.frames) == len(book.pictures)]
    assert still and book.svg().count("<style>") == 1 and "prefers-reduced-motion" in book.svg()


def test_parts_that_come_and_go_keep_their_order() -> None:
    frames = [["cloth", "a", "b"], ["cloth", "b"], ["cloth", "c", "a", "b"], ["cloth", "b", "a"]]
    parts = merged(frames)
    for number, frame in enumerate(frames):
        assert [part.text for part in parts if number in part.frames] == frame
