"""Collects everything that is said to people, and keeps the catalogues of the languages up to date.

    python scripts/languages.py add fr       begin French: a catalogue of all messages, to be translated
    python scripts/languages.py update       after sentences changed: new messages in, old ones out, in every catalogue
    python scripts/languages.py template F   only write all messages to the file F (a .pot)

--locale FOLDER is where the catalogues are, --rooms FOLDER (again and again) names rooms outside the package.
"""

import argparse
import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).parent.parent / "src" / "spielkiste"
WEB = PACKAGE / "web"
SPOKEN = ("core", "search", "games", "cli")  # layers whose code speaks German and English
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "N_": None}
ERRORS = {"UnknownGame", "OptionError", "NotAMove", "IllegalMove", "NotYourTurn", "GameOver", "BadRecord", "ValueError"}
FOR_DEVELOPERS = {
    "cli/bench.py",
    "cli/tournament.py",
    "cli/check.py",
    "core/record.py",
    "core/storage.py",
    "search/matrix.py",
}
CLIENT_PAIR = re.compile(r'\[\s*("(?:[^"\\]|\\.)*"),\s*("(?:[^"\\]|\\.)*"),?\s*\]')
MOST = 200  # alternatives of one sentence; more are a mistake
WIDTH = 120

Part = str | ast.expr  # a piece of a sentence: literal, or what fills a gap
Sentence = tuple[Part, ...]


@dataclass
class Message:
    """Something that is said: English, with numbered gaps, and what helps to translate it."""

    text: str
    where: str
    german: str = ""
    gaps: tuple[str, ...] = ()
    context: str | None = None
    error: bool = False  # English until it is looked up, in German too

    @property
    def filled_by(self) -> list[str]:
        return [f"{{{k}}}: {gap}" for k, gap in enumerate(self.gaps)]

    @property
    def comments(self) -> list[str]:
        return [f"de: {self.german}", *self.filled_by] if self.german else self.filled_by


# --- reading code -------------------------------------------------------------------------------------


@dataclass
class Source:
    """A file of Python, and where its names come from."""

    path: Path
    found: "Sources"

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.path.read_text(encoding="utf-8"))

    @cached_property
    def functions(self) -> dict[str, ast.FunctionDef]:
        return {node.name: node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)}

    @cached_property
    def constants(self) -> dict[str, ast.expr]:
        """What is assigned once, in the module or in one of its classes."""
        return dict(assignments(self.tree.body))

    @cached_property
    def imports(self) -> dict[str, tuple["Source", str]]:
        """Names that come from other files of the package: from which, and what they are called there."""
        told: dict[str, tuple[Source, str]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                source = self.found.named(node, self.path)
                told |= {alias.asname or alias.name: (source, alias.name) for alias in node.names if source}
        return told

    def definition(self, name: str) -> "tuple[Source, ast.FunctionDef | ast.expr] | None":
        """What a name means, here or where it is imported from."""
        if name in self.functions:
            return self, self.functions[name]
        if name in self.constants:
            return self, self.constants[name]
        if name in self.imports:
            source, there = self.imports[name]
            return source.definition(there) if source is not self else None
        return None


class Sources:
    """All files that are read, each once."""

    def __init__(self) -> None:
        self._read: dict[Path, Source] = {}

    def at(self, path: Path) -> Source:
        return self._read.setdefault(path, Source(path, self))

    def named(self, node: ast.ImportFrom, importer: Path) -> Source | None:
        """The file that names are imported from, if it is one of ours."""
        parts = (node.module or "").split(".") if node.module else []
        if node.level:
            base = importer.parents[node.level - 1]
        elif parts and parts[0] == PACKAGE.name:
            base, parts = PACKAGE, parts[1:]
        else:
            return None
        path = base.joinpath(*parts)
        there = [file for file in (path.with_suffix(".py"), path / "__init__.py") if parts and file.is_file()]
        return self.at(there[0]) if there else None


def assignments(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            yield node.target.id, node.value
        elif isinstance(node, ast.ClassDef):
            yield from assignments(node.body)


@dataclass
class Reader:
    """Finds what an expression can say, in one function of a file."""

    source: Source
    function: ast.FunctionDef | None
    tables: list[str] = field(default_factory=list)  # texts that fill gaps from a table of constants
    depth: int = 0

    def sentences(self, node: ast.expr) -> list[Sentence]:
        """All that this can be, as far as the code shows; what it does not show is a gap."""
        found = self._sentences(node)
        if len(found) > MOST:
            raise SystemExit(f"{self.source.path}:{node.lineno}: {len(found)} sentences in one")
        return found

    def _sentences(self, node: ast.expr) -> list[Sentence]:
        match node:
            case ast.Constant(value=str(text)):
                return [(text,)]
            case ast.JoinedStr(values=values):
                return joined([self._piece(value) for value in values])
            case ast.BinOp(left=left, op=ast.Add(), right=right) if not (is_number(left) or is_number(right)):
                return joined([self.sentences(left), self.sentences(right)])
            case ast.IfExp(body=body, orelse=orelse):
                return [*self.sentences(body), *self.sentences(orelse)]
            case ast.BoolOp(op=ast.Or(), values=values):
                return [one for value in values for one in self.sentences(value)]
            case ast.Name(id=name):
                return self._named(node, name)
            case ast.Subscript(value=table):
                return self._entries(node, table)
            case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name)):
                return self._called(node, name)
        return [(node,)]

    def _piece(self, value: ast.expr) -> list[Sentence]:
        """A piece of an f-string."""
        if isinstance(value, ast.FormattedValue):
            plain = value.conversion == -1 and value.format_spec is None
            return self.sentences(value.value) if plain else [(value.value,)]
        return self.sentences(value)

    def _named(self, node: ast.expr, name: str) -> list[Sentence]:
        """A local variable, where it is only ever assigned; or a constant."""
        if self.function is not None:
            arguments = self.function.args
            if name in [one.arg for one in (*arguments.args, *arguments.kwonlyargs)]:
                return [(node,)]
            values = self._assigned(name)
            if values is not None and self.depth < 4:
                inner = Reader(self.source, self.function, self.tables, self.depth + 1)
                return [one for value in values for one in inner.sentences(value)] or [(node,)]
        known = self.source.definition(name)
        if known is None or isinstance(known[1], ast.FunctionDef):
            return [(node,)]
        return Reader(known[0], None, self.tables).sentences(known[1]) if is_text(known[1]) else [(node,)]

    def _assigned(self, name: str) -> list[ast.expr] | None:
        """What a local variable may be; None: it is no simple one."""
        inside = list(ast.walk(self.function or self.source.tree))
        stores = [
            one for one in inside if isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Store)
        ]
        simple = [
            one.value
            for one in inside
            if isinstance(one, ast.Assign) and any(isinstance(to, ast.Name) and to.id == name for to in one.targets)
        ]
        return simple if simple and len(simple) == len(stores) else None

    def _entries(self, node: ast.expr, table: ast.expr) -> list[Sentence]:
        """An entry of a table of constants: a gap, filled from the table, each entry a message of its own."""
        texts = entries(self.source, table)
        if texts is None:
            return [(node,)]
        self.tables += [text for text in texts if re.search(r"[^\W\d_]{2}", text)]
        return [(node,)]

    def _called(self, node: ast.expr, name: str) -> list[Sentence]:
        """What a function returns; one that knows the language has translated it already."""
        known = self.source.definition(name)
        if known is None or not isinstance(known[1], ast.FunctionDef) or self.depth >= 4:
            return [(node,)]
        source, function = known[0], known[1]
        if {"look", "lang"} & {one.arg for one in function.args.args}:
            return [(node,)]
        returned = [one.value for one in ast.walk(function) if isinstance(one, ast.Return) and one.value]
        reader = Reader(source, function, self.tables, self.depth + 1)
        found = [one for value in returned for one in reader.sentences(value)]
        return found if any(map(has_words, found)) else [(node,)]


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr | ast.BinOp) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and not isinstance(node.value, str)


def has_words(sentence: Sentence) -> bool:
    return any(isinstance(part, str) and re.search(r"[^\W\d_]", part) for part in sentence)


def entries(source: Source, table: ast.expr) -> list[str] | None:
    """All texts of a table of constants, or the English ones where it has pairs; None: it is no such table."""
    if isinstance(table, ast.Subscript):
        return entries(source, table.value)
    if isinstance(table, ast.IfExp):
        both = [entries(source, one) for one in (table.body, table.orelse)]
        return [text for one in both for text in one or []]
    if isinstance(table, ast.Name):
        known = source.definition(table.id)
        return None if known is None or isinstance(known[1], ast.FunctionDef) else entries(known[0], known[1])
    if isinstance(table, ast.Dict):
        values = table.values
    elif isinstance(table, ast.Tuple | ast.List):
        values = table.elts
    else:
        return None
    found: list[str] = []
    for value in values:
        if isinstance(value, ast.Name) and (named := source.definition(value.id)) and isinstance(named[1], ast.expr):
            value = named[1]
        if isinstance(value, ast.Tuple) and len(value.elts) == 2:
            value = value.elts[1]
        if not (isinstance(value, ast.Constant) and isinstance(value.value, str)):
            return None
        found.append(value.value)
    return found


def joined(pieces: list[list[Sentence]]) -> list[Sentence]:
    return [tuple(part for piece in chosen for part in piece) for chosen in product(*pieces)]


def written(sentence: Sentence) -> tuple[str, tuple[str, ...]]:
    """A sentence with numbered gaps, and what fills them; gaps side by side are one."""
    text, gaps = "", list[str]()
    for k, part in enumerate(sentence):
        if isinstance(part, str):
            text += part
        elif k and not isinstance(sentence[k - 1], str):
            gaps[-1] += f" {ast.unparse(part)}"
        else:
            text += f"{{{len(gaps)}}}"
            gaps.append(ast.unparse(part))
    return text, tuple(gaps)


# --- what is said ---------------------------------------------------------------------------------------


def said_in(path: Path, where: str, sources: Sources) -> Iterator[Message]:
    """What one file of Python says: `say(de, en)`, texts by language, errors and answers."""
    source = sources.at(path)
    for function, node in within(source.tree, None):
        reader = Reader(source, function)
        match node:
            case ast.Call(func=ast.Attribute(attr="say"), args=[ast.Starred(value=table)]):
                yield from (Message(text, where) for text in entries(source, table) or [])
            case ast.Call(func=ast.Attribute(attr="say"), args=[german, english]):
                yield from messages(reader, english, where, german)
            case ast.Dict(keys=keys) if {"de", "en"} <= (texts := by_key(keys, node.values)).keys():
                yield from messages(reader, texts["en"], where, texts["de"])
            case ast.Raise(exc=ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[text])):
                if name in ERRORS:
                    yield from of_an_error(reader, text, where)
            case ast.Call(func=ast.Name(id="Option"), args=given, keywords=named):
                for only in (*given[5:6], *(word.value for word in named if word.arg == "only")):
                    yield from when_it_applies(reader, only, where)
            case ast.Call(func=ast.Name(id="Answer"), args=given, keywords=named):
                told = [*given[:2], *given[5:6], *(word.value for word in named if word.arg in ANSWERED)]
                yield from (one for text in told for one in messages(reader, text, where, error=True))


def of_an_error(reader: Reader, text: ast.expr, where: str) -> Iterator[Message]:
    match text:
        case ast.Call(func=ast.Attribute(attr="say"), args=[german, english]):
            yield from messages(reader, english, where, german, error=True)
        case _:
            yield from messages(reader, text, where, error=True)


def when_it_applies(reader: Reader, only: ast.expr, where: str) -> Iterator[Message]:
    """When an option may be given: said in errors."""
    known = reader.source.definition(only.id) if isinstance(only, ast.Name) else (reader.source, only)
    if known and isinstance(known[1], ast.Dict):
        texts = by_key(known[1].keys, known[1].values)
        yield from messages(Reader(known[0], None), texts["en"], where, texts["de"], error=True)


ANSWERED = ("question", "answer", "unit")


def within(node: ast.AST, function: ast.FunctionDef | None) -> Iterator[tuple[ast.FunctionDef | None, ast.AST]]:
    """Every node with the function it stands in."""
    for child in ast.iter_child_nodes(node):
        yield function, child
        yield from within(child, child if isinstance(child, ast.FunctionDef) else function)


def by_key(keys: Sequence[ast.expr | None], values: Sequence[ast.expr]) -> dict[object, ast.expr]:
    return {key.value: value for key, value in zip(keys, values, strict=True) if isinstance(key, ast.Constant)}


def messages(
    reader: Reader, english: ast.expr, where: str, german: ast.expr | None = None, error: bool = False
) -> Iterator[Message]:
    """All that an expression can say, with the German beside it where the code has it."""
    if isinstance(english, ast.Subscript):
        yield from (Message(text, where, error=error) for text in entries(reader.source, english.value) or [])
    found = reader.sentences(english)
    beside = Reader(reader.source, reader.function).sentences(german) if german is not None else []
    for k, sentence in enumerate(found):
        text, gaps = written(sentence)
        if has_words(sentence) or (error and ": " in text):  # an error may have its words from elsewhere
            translation = written(beside[k])[0] if len(beside) == len(found) else ""
            yield Message(text, where, translation, gaps, error=error)
    yield from (Message(text, where, error=error) for text in reader.tables)


def of_the_code(rooms: Sequence[Path]) -> Iterator[Message]:
    """What the rooms, the terminal and the layers between them say."""
    sources = Sources()
    for folder in (*(PACKAGE / layer for layer in SPOKEN), *rooms):
        for path in sorted(folder.rglob("*.py")):
            where = path.relative_to(folder.parent).as_posix()
            if "tests" not in path.parts and "tools" not in path.parts and where not in FOR_DEVELOPERS:
                yield from said_in(path, where, sources)


def of_the_pages() -> Iterator[tuple[str | tuple[str, ...], str]]:
    """What templates and server say."""
    with (WEB / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]  # Babel's own reader
    for folder in (WEB, PACKAGE / "server"):
        for name, _, message, *_ in extract_from_dir(folder, methods, options, KEYWORDS):
            yield message, f"{folder.name}/{name}"


def of_the_client() -> Iterator[Message]:
    """What the browser's own code says: pairs of German and English."""
    text = (WEB / "client" / "src" / "words.ts").read_text(encoding="utf-8")
    for german, english in CLIENT_PAIR.findall(text):
        yield Message(ast.literal_eval(english), "web/client/src/words.ts", ast.literal_eval(german), context="client")


# --- catalogues -----------------------------------------------------------------------------------------


def template(lang: str | None = None, rooms: Sequence[Path] = ()) -> Catalog:
    """All messages of a language: German lacks what stands in the code, English all that is no page."""
    made = Catalog(project="Spielkiste", charset="utf-8", fuzzy=False)
    for text, where in of_the_pages():
        made.add(text, locations=[(where, 0)])
    for one in (*of_the_code(rooms), *of_the_client()):
        if lang not in ("de", "en"):
            made.add(one.text, locations=[(one.where, 0)], auto_comments=one.comments, context=one.context)
        elif lang == "de" and one.error:
            made.add(one.text, one.german, [(one.where, 0)], auto_comments=one.filled_by)
    return made


def catalogue_file(locale: Path, lang: str) -> Path:
    return locale / lang / "LC_MESSAGES" / "messages.po"


def save(catalogue: Catalog, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    brief = catalogue.locale_identifier in ("de", "en")  # for others the German beside a message helps
    with file.open("wb") as opened:
        write_po(
            opened, catalogue, WIDTH, no_location=brief, sort_output=True, ignore_obsolete=True, include_lineno=False
        )


def add(lang: str, locale: Path, rooms: Sequence[Path]) -> None:
    file = catalogue_file(locale, lang)
    if file.exists():
        raise SystemExit(f"{file} is there already; update brings it up to date")
    begun = Catalog(locale=lang, project="Spielkiste", charset="utf-8", fuzzy=False)
    renew(begun, lang, file, rooms)


def update(locale: Path, rooms: Sequence[Path]) -> None:
    for file in sorted(locale.glob("*/LC_MESSAGES/messages.po")):
        lang = file.parent.parent.name
        with file.open("rb") as opened:
            renew(read_po(opened, locale=lang), lang, file, rooms)


def renew(catalogue: Catalog, lang: str, file: Path, rooms: Sequence[Path]) -> None:
    made = template(lang, rooms)
    made.creation_date = catalogue.creation_date
    catalogue.update(made, no_fuzzy_matching=True, update_creation_date=False)
    for one in made:
        if one.id and one.string:  # where the code has the German of an error, that is it
            catalogue.add(one.id, one.string)
    save(catalogue, file)
    missing = [one for one in catalogue if one.id and not all(forms(one.string))]
    print(f"{file}: {len(catalogue)} messages, {0 if lang == 'en' else len(missing)} to translate")


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """One form, or singular and plural."""
    return tuple(text) if isinstance(text, tuple | list) else (text or "",)


def main() -> None:
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("do", choices=("add", "update", "template"))
    told.add_argument("what", nargs="?", help="the language to add (a code such as fr or pt_BR), or the file to write")
    told.add_argument("--locale", type=Path, default=WEB / "locale")
    told.add_argument("--rooms", type=Path, action="append", default=[])
    asked = told.parse_args()
    if (asked.what is None) != (asked.do == "update"):
        told.error(f"{asked.do} {'takes nothing' if asked.what else 'what?'}")
    if asked.do == "add":
        add(asked.what, asked.locale, asked.rooms)
    elif asked.do == "update":
        update(asked.locale, asked.rooms)
    else:
        with Path(asked.what).open("wb") as opened:
            write_po(opened, template(rooms=asked.rooms), WIDTH, sort_output=True, include_lineno=False)


if __name__ == "__main__":
    main()
