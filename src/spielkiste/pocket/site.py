"""The offline app as a folder of files, for any host: `python -m spielkiste.pocket.site FOLDER`.

Everything but the first page lies in a folder named after its contents, so that two versions never mix. All addresses
are relative; the folder works wherever it is put.
"""

import argparse
import gzip
import hashlib
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from spielkiste.core.language import languages
from spielkiste.core.room import all_rooms
from spielkiste.pocket.bundle import PACKAGE, trim_library, write_bundle
from spielkiste.server.characters import CHARACTERS
from spielkiste.server.faces import face
from spielkiste.server.game_pages import typical_picture
from spielkiste.server.texts import catalogue

WEB = PACKAGE / "web"
PYODIDE = WEB / "client" / "node_modules" / "pyodide"
CODE = (
    "pocket.js",
    "pocket-early.js",
    "pocket-worker.js",
    "engine.js",
    "app.css",
    "favicon.svg",
)  # built by the client
# Pyodide would copy a whole snapshot into its first memory of 30 MB: ours is larger, and read where it belongs.
RESTORE = "API.restoreSnapshot=function(t){"
RESTORE_MEMORY = "API.config.restoreMemory(Module);"
PACKED = ".packed"
MUCH = 1_000_000
MOST_BYTES = 8_000_000  # that travel


def write_site(to: Path) -> None:
    """All files anew; what was there before is replaced when they are complete."""
    with tempfile.TemporaryDirectory(dir=made(to.parent)) as fresh:
        site = Path(fresh) / "site"
        files = site / "files"
        write_code(made(files))
        write_python(made(files / "pyodide"), files)
        write_pictures(files / "pictures")
        build = name_of(files)
        files.rename(site / build)
        write_front(site, build)
        shutil.rmtree(to, ignore_errors=True)
        site.rename(to)


def made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def write_code(to: Path) -> None:
    for name in CODE:
        shutil.copy(WEB / "static" / name, to / name)
    write_modules(made(to / "wasm"))


def write_modules(to: Path) -> None:
    """Modules of the engine with their tables and what was learnt, packed: not every host packs what it sends."""
    parts, index = ("code", "tables", "learnt"), json.loads((WEB / "wasm" / "index.json").read_text())
    for facts in index.values():
        for part in (one for one in parts if facts[one]):
            source, facts[part] = WEB / "wasm" / facts[part], f"{facts[part]}{PACKED}"
            if not (to / facts[part]).exists():
                pack(source, to)
    (to / "index.json").write_text(json.dumps(index, separators=(",", ":")))


def pack(file: Path, to: Path) -> None:
    (to / f"{file.name}{PACKED}").write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))


def write_python(to: Path, files: Path) -> None:
    shutil.copy(PYODIDE / "pyodide.mjs", to / "pyodide.mjs")
    code = (PYODIDE / "pyodide.asm.mjs").read_text(encoding="utf-8")
    if RESTORE not in code:
        raise ValueError("this version of Pyodide restores snapshots in another way: look how, and at RESTORE")
    (to / "pyodide.asm.mjs").write_text(code.replace(RESTORE, RESTORE + RESTORE_MEMORY), encoding="utf-8")
    pack(PYODIDE / "pyodide.asm.wasm", to)
    packed_archive(to / "python_stdlib.zip", lambda file: trim_library(PYODIDE / "python_stdlib.zip", file))
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text())
    (to / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}))
    packed_archive(files / "bundle.zip", lambda file: write_bundle(file, languages()))


def packed_archive(file: Path, write: Callable[[Path], None]) -> None:
    write(file)
    pack(file, file.parent)
    file.unlink()


def write_pictures(to: Path) -> None:
    for lang in languages():
        for slug in all_rooms():
            svg = gzip.decompress(typical_picture(slug, lang))
            (made(to / lang / "games" / slug) / "picture.svg").write_bytes(svg)
        for one in CHARACTERS:
            (made(to / lang / "faces") / f"{one.slug}.svg").write_text(face(one), encoding="utf-8")


def name_of(files: Path) -> str:
    """A name that changes with the contents."""
    mark = hashlib.sha256()
    for file in sorted(one for one in files.rglob("*") if one.is_file()):
        mark.update(str(file.relative_to(files)).encode() + hashlib.sha256(file.read_bytes()).digest())
    return mark.hexdigest()[:12]


def write_front(site: Path, build: str) -> None:
    """The first page, what makes it an app, and the list of everything that is kept for later."""
    page = (WEB / "pocket" / "index.html").read_text(encoding="utf-8")
    (site / "index.html").write_text(page.replace("BUILD", build), encoding="utf-8")
    older = re.sub('href="(?!BUILD)', 'href="../', page).replace('"BUILD/', '"')  # for games begun with this version
    (site / build / "index.html").write_text(older, encoding="utf-8")
    for file in (one for one in (WEB / "pocket").iterdir() if one.name != "index.html"):
        shutil.copy(file, site / file.name)
    shutil.copy(WEB / "static" / "favicon.svg", site / "icon.svg")
    everything = sorted(file for file in site.rglob("*") if file.is_file())
    listed = [[str(file.relative_to(site)), file.stat().st_size] for file in everything if not comes_later(file)]
    later = [[str(file.relative_to(site)), file.stat().st_size] for file in everything if comes_later(file)]
    worker = (WEB / "static" / "sw.js").read_text(encoding="utf-8")
    files = json.dumps({"build": build, "files": listed, "later": later}, separators=(",", ":"))
    (site / "sw.js").write_text(f"const LIST={files};\n{worker}", encoding="utf-8")
    (site / build / "files.json").write_text(files, encoding="utf-8")


def comes_later(file: Path) -> bool:
    """What a strong bot has learnt, where that is much: loaded with its first move, or after a few games."""
    return file.parent.name == "wasm" and file.stat().st_size > MUCH


def travels(site: Path) -> int:
    """Bytes that a visitor loads: packed, as every host sends text; what is packed already as it is."""
    return sum(len(packed(file)) for file in site.rglob("*") if file.is_file() and not comes_later(file))


def packed(file: Path) -> bytes:
    data = file.read_bytes()
    return data if file.suffix == PACKED else min(gzip.compress(data, 6), data, key=len)


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes the offline app.")
    parser.add_argument("folder", type=Path)
    asked = parser.parse_args()
    missing = [
        place for place in (WEB / "static" / "pocket.js", WEB / "wasm" / "index.json", PYODIDE) if not place.exists()
    ]
    if missing:
        sys.exit(f"{missing[0]} is missing: `make web pocket` builds it")
    assert catalogue("de").gettext("Rules") != "Rules", "the catalogues are compiled"
    write_site(asked.folder)
    size = travels(asked.folder)
    print(f"{asked.folder}: {size / 1e6:.2f} MB travel")
    if size > MOST_BYTES:
        print(f"That is more than {MOST_BYTES / 1e6:.0f} MB: something new has crept in.", file=sys.stderr)


if __name__ == "__main__":
    main()
