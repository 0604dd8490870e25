"""Templates, the rules as HTML, and pictures in them."""

import hashlib
import re
import sys
from collections.abc import MutableMapping
from functools import cache, lru_cache
from gettext import NullTranslations
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, Template, nodes
from jinja2.visitor import NodeTransformer
from markdown_it import MarkdownIt
from markdown_it.token import Token

from spielkiste.core.course import reach
from spielkiste.core.language import client_words
from spielkiste.core.look import Look
from spielkiste.core.room import room
from spielkiste.server.facts import MOVING
from spielkiste.server.parts import Part, pieces
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

    def visit_CondExpr(self, node: nodes.CondExpr) -> nodes.Node:  # noqa: N802
        """Without an else it is nothing: Jinja would look for an undefined value, and find out slowly that it is."""
        self.generic_visit(node)
        node.expr2 = node.expr2 or nodes.Const("", lineno=node.lineno)
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
    found.globals |= {"lang": lang, "asset": asset, "client_words": client_words(lang), "pieces": pieces}
    found.globals |= {"pocket": IN_A_BROWSER, "offline": OFFLINE.is_dir()}
    found.globals["languages"] = [(other, called(other)) for other in LANGUAGES]
    return found


@cache
def template(name: str, lang: str) -> Template:
    return environment(lang).get_template(name)


# --- live parts of a table's page -------------------------------------------------------------------


@cache
def part(name: str, lang: str) -> Part:
    """One of them, by the name of its template."""
    return Part(environment(lang), name, MOVING)


# --- pages ------------------------------------------------------------------------------------------


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
