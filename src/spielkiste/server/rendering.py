"""Templates, the rules as HTML, and pictures in them."""

import hashlib
import re
import sys
from collections.abc import Callable, Hashable, Iterable, MutableMapping
from functools import cache, lru_cache, partial
from gettext import NullTranslations
from operator import attrgetter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from jinja2 import Environment, PackageLoader, Template, nodes
from jinja2.visitor import NodeTransformer
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from spielkiste.core.course import reach
from spielkiste.core.language import client_words
from spielkiste.core.look import Look
from spielkiste.core.room import room
from spielkiste.server.kept import Kept
from spielkiste.server.texts import LANGUAGES, called, catalogue

STATIC = Path(__file__).parent.parent / "web" / "static"
OFFLINE = STATIC.parent / "offline"  # the offline app, where it was built (`make static`)
IN_A_BROWSER = sys.platform == "emscripten"  # where nobody else can come to a table
NAMES = ("Anna", "Ben", "Cem", "Dana", "Emil", "Fee")  # of players in examples
EXACTLY = ("Genau genommen", "To be exact")  # the heading of a rule text's second layer
PICTURE = re.compile(r'<p><img src="board:([a-z_0-9-]+)" alt="([^"]*)"\s*/?></p>')


class SpokenEnvironment(Environment):
    """Templates of one language: what is said in it is put in when a template is compiled, not when it is shown."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """A plain dict: Jinja's chain of two costs more with each rendering than all else of a small part."""
        return {**self.globals, **(d or {})}

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        return Spoken(catalogue(self.globals["lang"])).visit(super()._parse(source, name, filename))  # type: ignore[no-any-return]


class Spoken(NodeTransformer):
    """Puts the sentence of a catalogue in the place of `_('…')`."""

    def __init__(self, sentences: NullTranslations) -> None:
        self._sentences = sentences

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 - named after the node
        self.generic_visit(node)
        if isinstance(node.node, nodes.Name) and node.node.name == "_" and isinstance(node.args[0], nodes.Const):
            return nodes.Const(self._sentences.gettext(node.args[0].value), lineno=node.lineno)
        return node


@cache
def environment(lang: str) -> Environment:
    found = SpokenEnvironment(
        loader=PackageLoader("spielkiste.web", "templates"),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # in a browser all files are new after each start, and would be compiled again
    )
    found.install_gettext_translations(catalogue(lang), newstyle=False)  # type: ignore[attr-defined]  # the extension's
    found.globals |= {"lang": lang, "asset": asset, "client_words": client_words(lang), "piece": partial(piece, lang)}
    found.globals |= {"pocket": IN_A_BROWSER, "offline": OFFLINE.is_dir()}
    found.globals["pieces"] = partial(pieces, lang)
    found.globals["languages"] = [(other, called(other)) for other in LANGUAGES]
    return found


@cache
def template(name: str, lang: str) -> Template:
    return environment(lang).get_template(name)


# --- parts of a page ------------------------------------------------------------------------------

CUT = "\x1e"  # stands between the pieces of a part; no name and no chat line holds it
_pieces: Kept[Markup] = Kept(4 << 20)
_parts: Kept[tuple[str, ...]] = Kept(16 << 20)
BESIDE = 400  # bytes of a key and its facts, roughly, beside the text


def piece(lang: str, name: str, **facts: Hashable) -> Markup:
    """A piece of a part, such as a player, rendered from these facts alone and kept by them."""
    key = (lang, name, *facts.values())
    found = _pieces.get(key)
    if found is None:
        found = Markup(f"{CUT}{template(f'parts/{name}.html', lang).render(**facts)}{CUT}")
        _pieces.put(key, found, len(found) + BESIDE)
    return found


def pieces(lang: str, name: str, each: str, things: Iterable[Hashable]) -> Markup:
    """A piece for each of these things, one below the other, such as the lines of the log: most of them are there from
    the last time."""
    kept = kept_pieces(lang, name)
    return Markup("".join([kept.get(thing) or kept_anew(kept, lang, name, each, thing) for thing in things]))


def kept_anew(kept: Kept[str], lang: str, name: str, each: str, thing: Hashable) -> str:
    found = f"{CUT}{template(f'parts/{name}.html', lang).render({each: thing})}{CUT}"
    kept.put(thing, found, len(found) + BESIDE)
    return found


@cache
def kept_pieces(lang: str, name: str) -> Kept[str]:
    return Kept(1 << 20)


def part(name: str, lang: str, facts: tuple[Hashable, ...]) -> tuple[str, ...]:
    """The pieces of a live part of a table's page, kept by the facts it shows (`facts_of` gives them)."""
    key = (name, lang, facts)
    found = _parts.get(key)
    if found is None:
        names = facts_in(f"parts/{name}.html")
        shown = SimpleNamespace(**dict(zip(names, facts, strict=True)))
        found = pieces_of(template(f"parts/{name}.html", lang).render(t=shown))
        _parts.put(key, found, sum(map(len, found)) + BESIDE)
    return found


def pieces_of(html: str) -> tuple[str, ...]:
    return tuple(filter(None, html.split(CUT)))


def facts_of(name: str, shown: object) -> tuple[Hashable, ...]:
    """All that a part's text depends on."""
    return reader_of(name)(shown)


@cache
def reader_of(name: str) -> Callable[[object], tuple[Hashable, ...]]:
    first, *more = facts_in(f"parts/{name}.html")
    read = attrgetter(first, *more)
    return read if more else lambda shown: (read(shown),)


def forget_parts() -> None:
    _pieces.clear()
    _parts.clear()
    kept_pieces.cache_clear()


@cache
def facts_in(name: str) -> tuple[str, ...]:
    """The facts (`t.…`) that a template shows, as it says itself."""
    page = environment("en")
    assert page.loader is not None
    tree = page.parse(page.loader.get_source(page, name)[0])
    shown = [node.attr for node in tree.find_all(nodes.Getattr) if is_facts(node.node)]
    if len(shown) < sum(is_facts(node) for node in tree.find_all(nodes.Name)):
        raise TypeError(f"{name} uses t as a whole: it must name the facts it shows")
    for node in tree.find_all(nodes.Include):
        if not isinstance(node.template, nodes.Const):
            raise TypeError(f"{name} includes something whose facts are not known")
        shown += facts_in(node.template.value)
    return tuple(sorted(set(shown)))


def is_facts(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Name) and node.name == "t"


@cache
def asset(name: str) -> str:
    """The address of a built file; it changes when the file does, so browsers may keep it for ever."""
    file = STATIC / name
    mark = hashlib.sha256(file.read_bytes()).hexdigest()[:10] if file.is_file() else "missing"
    return f"/static/{name}?v={mark}"


@lru_cache(maxsize=64)
def rules_html(slug: str, lang: str) -> str:
    """The rule text with its pictures drawn by the board itself."""
    html = in_two_layers(room(slug).text(lang))
    pictures = room(slug).front.examples.PICTURES

    def drawn(found: re.Match[str]) -> str:
        example = pictures[found[1]]
        svg = without_ids(reach(slug, example).picture(Look(example.seat, lang, NAMES)).svg())
        return f'<figure class="example">{svg}<figcaption>{found[2]}</figcaption></figure>'

    return PICTURE.sub(drawn, html)


def in_two_layers(text: str) -> str:
    """A rule text as HTML: what a family reads first, and from the heading EXACTLY on, folded away, every detail."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    links: dict[str, Any] = {}  # that are defined in one place and used in another
    tokens = markdown.parse(text, links)

    def rendered(part: list[Token]) -> str:
        return str(markdown.renderer.render(part, markdown.options, links))

    for k, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2" and tokens[k + 1].content.strip() in EXACTLY:
            heading, details = tokens[k : k + 3], tokens[k + 3 :]  # a heading is opened, has its text, and is closed
            folded = f"<summary>{rendered(heading).strip()}</summary>\n{rendered(details)}"
            return f'{rendered(tokens[:k])}<details class="exactly">{folded}</details>\n'
    return rendered(tokens)


def without_ids(svg: str) -> str:
    """Several pictures on one page must not share ids; what refers to an id keeps its own copy."""
    if "url(#" in svg or 'href="#' in svg:
        mark = hashlib.sha256(svg.encode()).hexdigest()[:6]
        svg = re.sub(r'\bid="([^"]+)"', rf'id="{mark}-\g<1>"', svg)
        return re.sub(r'(url\(#|href="#)', rf"\g<1>{mark}-", svg)
    return re.sub(r'\sid="[^"]*"', "", svg)


def inline(text: str) -> str:
    """A short text with Markdown's emphasis, as HTML."""
    return str(MarkdownIt("commonmark", {"html": False}).render(text))
