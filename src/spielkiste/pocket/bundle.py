"""Python's side of the offline app as one file: this package without what only servers and learners need, the
libraries it leans on, and a plain msgspec. And the standard library without what nobody here imports."""

import ast
import importlib.util
import pickle
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from spielkiste.core.room import Room, all_rooms

PACKAGE = Path(__file__).parent.parent
OURS = ("core", "games", "search", "server", "pocket", "web")
LIBRARIES = ("starlette", "anyio", "itsdangerous", "jinja2", "markupsafe", "markdown_it", "mdurl", "segno")
NOT_THEIRS = ("anyio/_backends/_trio.py", "anyio/pytest_plugin.py", "starlette/testclient.py")
BABEL = (
    "__init__.py",
    "core.py",
    "localedata.py",
    "plural.py",
    "dates.py",
    "numbers.py",
    "support.py",
    "util.py",
    "lists.py",
    "localtime/",
    "messages/__init__.py",
    "messages/catalog.py",
    "messages/mofile.py",
    "messages/plurals.py",
    "messages/_compat.py",
    "_compat.py",
    "global.dat",
    "locale-data/root.dat",
)
NOT_BABELS = (
    "territory_languages",
    "territory_currencies",
    "windows_zone_mapping",
    "currency_names",
    "currency_names_plural",
    "unit_display_names",
)
KINDS = (".py", ".md", ".html", ".mo", ".npz", ".dat")
SERVERS_ALONE = (
    "store",
    "statements",
    "schema",
    "database",
    "serve",
    "loop",
    "door",
    "wire",
    "backup",
    "valkey",
    "lanes",
    "committer",
    "compile_queue",
    "metrics",
    "logs",
    "app",
    "health",
    "garbage",
    "bots",
)
NOT_OURS = (
    "tests",
    "client",
    "static",
    "wasm",
    "offline",
    "migrations",
    "__pycache__",
    "node_modules",
    "tools",
    "_template",
)
NOT_PYTHONS = (
    "_pyrepl/",
    "xmlrpc/",
    "wsgiref/",
    "sqlite3/",
    "unittest/",
    "multiprocessing/",
    "tomllib/",
    "pydoc.py",
    "doctest.py",
    "turtle.py",
    "pdb.py",
    "imaplib.py",
    "smtplib.py",
    "ftplib.py",
    "poplib.py",
    "mailbox.py",
    "webbrowser.py",
    "antigravity.py",
    "optparse.py",
    "pickletools.py",
    "_pyio.py",
    "_pydatetime.py",
    "_pydecimal.py",
    "difflib.py",
    "http/server.py",
    "http/cookiejar.py",
    "trace.py",
    "cProfile.py",
    "profile.py",
    "pstats.py",
    "wave.py",
    "xml/dom/",
    "xml/etree/",
    "ensurepip/",
    "__phello__/",
    "statistics.py",
    "logging/handlers.py",
    "logging/config.py",
    "socketserver.py",
    "netrc.py",
    "nntplib.py",
    "cmd.py",
    "bdb.py",
    "asyncio/windows_events.py",
    "asyncio/windows_utils.py",
    "importlib/_bootstrap.py",  # these two are compiled in
    "importlib/_bootstrap_external.py",
    "modulefinder.py",
    "plistlib.py",
    "configparser.py",
)
ENCODINGS = (
    "__init__",
    "aliases",
    "ascii",
    "utf_8",
    "utf_8_sig",
    "latin_1",
    "iso8859_1",
    "idna",
    "punycode",
    "cp437",
    "raw_unicode_escape",
    "unicode_escape",
    "utf_16",
    "utf_16_le",
    "utf_32",
    "undefined",
    "charmap",
)
AS_IT_IS = ("_pyodide/", "pyodide/")  # they read their own docstrings
NEEDS_NUMPY = re.compile(r"^(import|from) (numpy|numba)\b", re.MULTILINE)
TIME = (2020, 1, 1, 0, 0, 0)  # of all entries: the same contents are the same file


def write_bundle(to: Path, languages: tuple[str, ...]) -> None:
    """All that Python imports there and its own standard library has not."""
    with zipfile.ZipFile(to, "w") as archive:
        data = {"babel/global.dat", *(f"babel/locale-data/{lang}.dat" for lang in languages)}
        plain = {"msgspec/__init__.py": Path(__file__).parent / "plain_msgspec.py"}
        for name, file in sorted({**dict(ours()), **dict(libraries(languages)), **plain}.items()):
            put(archive, name, known_by_babel(file, languages) if name in data else file.read_bytes())


def known_by_babel(file: Path, languages: tuple[str, ...]) -> bytes:
    """What it knows of the world, without money, time zones and languages that nobody here speaks."""
    known = {name: facts for name, facts in pickle.loads(file.read_bytes()).items() if name not in NOT_BABELS}
    if "likely_subtags" in known:
        known["likely_subtags"] = {
            tag: likely for tag, likely in known["likely_subtags"].items() if tag.partition("_")[0] in languages
        }
    return pickle.dumps(known, 2)  # as Babel writes them


def put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, TIME)  # not packed: the whole archive is, which takes a tenth less
    archive.writestr(entry, slim(data) if name.endswith(".py") and not name.startswith(AS_IT_IS) else data)


def slim(source: bytes) -> bytes:
    """A module without comments and docstrings, where this Python can read it: a third less travels, and is read."""
    try:
        tree = ast.parse(source)
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and said(node):
                node.body[:1] = [] if len(node.body) > 1 else [ast.Pass()]
        return ast.unparse(tree).encode()
    except (SyntaxError, ValueError):  # of a newer Python
        return source


def said(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return ast.get_docstring(node, clean=False) is not None


def ours() -> Iterator[tuple[str, Path]]:
    left_out = {room.folder / name for room in all_rooms().values() for name in not_needed(room)}
    left_out |= {PACKAGE / "server" / f"{name}.py" for name in SERVERS_ALONE}
    files = [*PACKAGE.glob("*.py"), *(one for part in OURS for one in (PACKAGE / part).rglob("*"))]
    wanted = [one for one in files if one.suffix in KINDS and one not in left_out and is_ours(one)]
    read = "".join(one.read_text("utf-8") for one in wanted if one.suffix == ".py")
    for file in wanted:
        if file.suffix != ".npz" or f'"{file.name}"' in read:  # the others only modules with NumPy read
            yield f"spielkiste/{file.relative_to(PACKAGE)}", file


def is_ours(file: Path) -> bool:
    """Whether it can be of use there: nobody imports a module that needs NumPy where there is none."""
    if set(NOT_OURS) & set(file.relative_to(PACKAGE).parts):
        return False
    return file.suffix != ".py" or NEEDS_NUMPY.search(file.read_text("utf-8")) is None


def not_needed(room: Room) -> tuple[str, ...]:
    """Files of a room that its levels do not read where there is no compiler."""
    return tuple(vars(room.part("pocket")).get("NOT_NEEDED", ())) if room.has("pocket") else ()


def libraries(languages: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    for name in LIBRARIES:
        home = folder_of(name)
        for file in home.rglob("*.py"):
            inside = f"{name}/{file.relative_to(home)}"
            if inside not in NOT_THEIRS:
                yield inside, file
    babel = folder_of("babel")
    wanted = (*BABEL, *(f"locale-data/{lang}.dat" for lang in languages))
    for file in (one for one in babel.rglob("*") if one.is_file() and "__pycache__" not in one.parts):
        if str(file.relative_to(babel)).startswith(wanted):
            yield f"babel/{file.relative_to(babel)}", file


def folder_of(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"{name} is not installed: the bundle needs it")
    return Path(spec.origin).parent


def trim_library(source: Path, to: Path) -> None:
    """Python's standard library without what nobody here imports."""
    with zipfile.ZipFile(source) as whole, zipfile.ZipFile(to, "w") as trimmed:
        for name in whole.namelist():
            if is_needed(name):
                put(trimmed, name, whole.read(name))


def is_needed(name: str) -> bool:
    if name.startswith("encodings/"):
        return name.removeprefix("encodings/").removesuffix(".py") in ENCODINGS
    return not name.startswith(NOT_PYTHONS)
