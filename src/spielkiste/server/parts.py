"""The live parts of a table's page, and the pieces they hold, such as the lines of the log.

A template says itself which facts decide how its text is built (what it compares, counts or walks through), which are
only asked whether there is anything, and which are only shown. So it is rendered once for all facts that decide alike,
with holes where the others are shown; a part is that text with its holes filled.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence, Set
from functools import cache, lru_cache
from operator import attrgetter, not_
from sys import intern
from types import SimpleNamespace
from typing import Any, Literal, NamedTuple, Self, get_args

from jinja2 import Environment, nodes, pass_environment
from markupsafe import Markup, escape

from spielkiste.server.kept import Kept

Use = Literal["decides", "asked", "shown"]
USES: tuple[Use, ...] = get_args(Use)
MARK = "\x1e"  # stands before and after the number of a hole; no name and no chat line holds it
HOLE = re.compile(rf"{MARK}(\d+)(?::(\d+))?{MARK}")
BESIDE = 400  # bytes of a key and its facts, roughly, beside the text
FORMS_KEPT = 4 << 20  # bytes
FORMS_OF_A_FRAME = 16
PIECES_KEPT = 4 << 20  # bytes, of each kind
FEW = 8  # pieces
ESCAPED_KEPT = 4096  # facts, mostly names and addresses


class Listing(NamedTuple):
    """A piece for each of several things stands here."""

    make: "Pieces"
    more: tuple[Hashable, ...]


class Hole(str):
    """Stands in a text for a fact that is only shown there; it is as true as the fact."""

    true: bool
    listings: list[Listing]

    @classmethod
    def dug(cls, number: int, true: bool, listings: list[Listing]) -> Self:
        hole = cls(f"{MARK}{number}{MARK}")
        hole.true, hole.listings = true, listings
        return hole

    def __bool__(self) -> bool:
        return self.true

    def listed(self, listing: Listing) -> Markup:
        self.listings.append(listing)
        return Markup(f"{self[:-1]}:{len(self.listings) - 1}{MARK}")


class Form(NamedTuple):
    """A part as its deciding facts make it: texts, and places between them for facts and for pieces of things. It is
    sent as it lies here: a page that has the texts needs only what is filled in."""

    places: list[str]
    facts: list[tuple[int, int]]  # place, and number of the fact to fill it with
    listings: list[tuple[int, int, Listing]]  # the last first: filling one moves those behind it

    @classmethod
    def of(cls, html: str, listings: Sequence[Listing]) -> Self:
        form = cls([], [], [])
        between = HOLE.split(html)  # a text, number and listing of a hole, a text, …
        for k in range(0, len(between) - 1, 3):
            form.places.append(intern(between[k]))
            place, number, listing = len(form.places), int(between[k + 1]), between[k + 2]
            if listing is None:
                form.facts.append((place, number))
            else:
                form.listings.insert(0, (place, number, listings[int(listing)]))
            form.places.append("")
        form.places.append(intern(between[-1]))
        return form

    def settled(self, facts: Sequence[Any], first: int) -> "Form":
        """The same with the facts from a number on filled in, so that only those before it are still to be."""
        numbers = [number for _, number in self.facts] + [number for _, number, _ in self.listings]
        if max(numbers, default=0) < first:
            return self
        form = Form(self.places.copy(), [], [])
        form.facts.extend(hole for hole in self.facts if hole[1] < first)
        for place, number in self.facts:
            if number >= first:
                form.places[place] = escaped(facts[number])
        for place, number, listing in self.listings:
            if number < first:
                form.listings.append((place, number, listing))
            else:
                form._listed_at(place, listing.make.all(facts[number], listing.more))
        return form

    def _listed_at(self, place: int, pieces: list[str]) -> None:
        """What lies behind them moves on."""
        self.places[place : place + 1] = pieces
        more = len(pieces) - 1
        self.facts[:] = [(at + more if at > place else at, number) for at, number in self.facts]
        self.listings[:] = [(at + more if at > place else at, number, one) for at, number, one in self.listings]

    def filled(self, facts: Sequence[Any]) -> tuple[str, ...]:
        places = self.places.copy()
        for place, number in self.facts:
            places[place] = escaped(facts[number])
        for place, number, listing in self.listings:
            places[place : place + 1] = listing.make.all(facts[number], listing.more)
        return tuple(places)


@lru_cache(maxsize=ESCAPED_KEPT, typed=True)
def escaped(fact: Hashable) -> str:
    """As it stands in HTML; most facts are shown again and again."""
    return str(escape(fact))


class Moulds:
    """The forms of one template in one language, of a thing that it calls by a name."""

    def __init__(
        self, environment: Environment, file: str, thing: str, more: tuple[str, ...] = (), first: Set[str] = frozenset()
    ) -> None:
        """`first`: those of the facts that are to stand before the others; of them, those that decide come first, then
        those that are asked for."""
        self.template = environment.get_template(file)
        self._key, self._thing, self._more = (file, environment), thing, more
        uses = uses_in(environment, file, thing)
        chief = {fact: min(use, key=USES.index) for fact, use in uses.items()}
        self.facts = tuple(sorted(uses, key=lambda fact: (fact not in first, USES.index(chief[fact]))))
        self.read = reader(self.facts)
        self.deciding = [k for k, fact in enumerate(self.facts) if chief[fact] == "decides"]
        self.asked = [k for k, fact in enumerate(self.facts) if chief[fact] == "asked"]

    def form(self, facts: Sequence[Any], more: tuple[Hashable, ...] = ()) -> Form:
        deciding = tuple([facts[k] for k in self.deciding])
        asked = tuple([not facts[k] for k in self.asked])
        key = (self._key, deciding, asked, more)
        form = _forms.get(key)
        if form is None:
            form = self._cast(facts, more)
            _forms.put(key, form, BESIDE + sum(map(len, form.places)))
        return form

    def _cast(self, facts: Sequence[Any], more: tuple[Hashable, ...]) -> Form:
        """Rendered with the facts that decide, and holes in the places of the others."""
        listings: list[Listing] = []
        shown = {
            name: facts[k] if k in self.deciding else Hole.dug(k, bool(facts[k]), listings)
            for k, name in enumerate(self.facts)
        }
        given = dict(zip(self._more, more, strict=True))
        return Form.of(self.template.render({self._thing: SimpleNamespace(**shown), **given}), listings)


_forms: Kept[Form] = Kept(FORMS_KEPT)


class Frame:
    """The facts that no move changes, as somebody sees them, and the forms of parts with these filled in."""

    __slots__ = ("facts", "forms", "made_of")

    def __init__(self, made_of: Sequence[Any], facts: dict[str, Any]) -> None:
        self.made_of, self.facts = made_of, facts
        self.forms: dict[Hashable, Form] = {}  # by part and what else decides them

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frame) and self.facts == other.facts

    __hash__ = None  # type: ignore[assignment]  # nothing is kept by them


class Part:
    """A live part of a table's page in one language. All that its text depends on are facts that a move may change, and
    those of a frame."""

    def __init__(self, environment: Environment, name: str, moving: Set[str]) -> None:
        self.name = name
        self._moulds = moulds = Moulds(environment, f"parts/{name}.html", "t", first=moving)
        self.moving = tuple([fact for fact in moulds.facts if fact in moving])
        self._still = moulds.facts[len(self.moving) :]
        self.read = reader(self.moving)
        deciding, asked = ([k for k in some if k < len(self.moving)] for some in (moulds.deciding, moulds.asked))
        self._decide = slice(len(deciding))
        self._are_asked = slice(len(deciding), len(deciding) + len(asked))
        self._newest: tuple[Form, Sequence[Any], tuple[str, ...]] | None = None

    def filled(self, frame: Frame, moving: tuple[Hashable, ...]) -> tuple[str, ...]:
        """The whole, piece by piece; pages of a table show the same, one right after the other."""
        decided = (self.name, moving[self._decide], *map(not_, moving[self._are_asked]))
        form = frame.forms.get(decided) or self._form(frame, moving, decided)
        newest = self._newest
        if newest is None or newest[0] is not form or newest[1] != moving:
            newest = self._newest = form, moving, form.filled(moving)
        return newest[2]

    def _form(self, frame: Frame, moving: tuple[Hashable, ...], decided: Hashable) -> Form:
        facts = (*moving, *[frame.facts[fact] for fact in self._still])
        if len(frame.forms) >= FORMS_OF_A_FRAME:
            frame.forms.clear()
        form = frame.forms[decided] = self._moulds.form(facts).settled(facts, len(moving))
        return form


class Pieces:
    """Pieces of one kind in one language, kept by the things they show."""

    def __init__(self, environment: Environment, name: str, each: str, more: tuple[str, ...]) -> None:
        self._moulds = Moulds(environment, f"parts/{name}.html", each, more)
        self._kept: Kept[str] = Kept(PIECES_KEPT)
        self._last: tuple[Sequence[Hashable], tuple[Hashable, ...], list[str]] = (), (), []

    def all(self, things: Sequence[Hashable], more: tuple[Hashable, ...]) -> list[str]:
        """One for each; most of them are there from the last time. Pages of a table show the very same, one right after
        the other."""
        if things is not self._last[0] or more != self._last[1]:
            made = things.made_by(self, more) if isinstance(things, Listed) else self.made(things, more)
            self._last = things, more, made
        return self._last[2]

    def made(self, things: Sequence[Hashable], more: tuple[Hashable, ...]) -> list[str]:
        """Few are made sooner than they are found among those of all tables; many show all who look the same."""
        if len(things) <= FEW:
            return [self.made_once(thing, more) for thing in things]
        known = self._kept.young.get
        return [known((thing, more)) or self._one(thing, more) for thing in things]

    def made_once(self, thing: Hashable, more: tuple[Hashable, ...]) -> str:
        """One that somebody else keeps."""
        facts = self._moulds.read(thing)
        return "".join(self._moulds.form(facts, more).filled(facts))

    def _one(self, thing: Hashable, more: tuple[Hashable, ...]) -> str:
        key = thing, more
        found = self._kept.get(key)
        if found is None:
            found = self.made_once(thing, more)
            self._kept.put(key, found, len(found) + BESIDE)
        return found


class Listed(tuple[Hashable, ...]):
    """Things to be shown piece by piece of which most, the very same objects, were in the list before: their pieces go
    on from there, however many tables there are."""

    before: "Listed | None"
    made: tuple[Pieces, tuple[Hashable, ...], list[str]] | None

    @classmethod
    def after(cls, before: "Listed | None", things: Iterable[Hashable]) -> Self:
        listed = cls(things)
        listed.made = None
        listed.before = before.before if before is not None and before.made is None else before  # nobody saw it
        return listed

    def made_by(self, make: Pieces, more: tuple[Hashable, ...]) -> list[str]:
        made = self.known_to(make, more)
        if made is None:
            before, self.before = self.before, None
            pieces = before.known_to(make, more) if before is not None else None
            made = [] if before is None or pieces is None else self._gone_on_from(before, pieces, make, more)
            made += [make.made_once(thing, more) for thing in self[len(made) :]]
            self.made = make, more, made
        return made

    def _gone_on_from(self, before: "Listed", pieces: list[str], make: Pieces, more: tuple[Hashable, ...]) -> list[str]:
        """The pieces of those that stand where they stood, counted from the first one that is still there."""
        gone = before.index(self[0]) if self and self[0] in before else 0
        stayed, known = before[gone:], pieces[gone:]
        if self[: len(stayed)] == stayed:  # mostly others have only come behind them
            return known
        each = zip(self, stayed, known, strict=False)
        return [piece if thing == was else make.made_once(thing, more) for thing, was, piece in each]

    def known_to(self, make: Pieces, more: tuple[Hashable, ...]) -> list[str] | None:
        """Its pieces, if they were made the same way."""
        if self.made is None or self.made[0] is not make or self.made[1] != more:
            return None
        return self.made[2]


@cache
def pieces_of(environment: Environment, name: str, each: str, more: tuple[str, ...]) -> Pieces:
    return Pieces(environment, name, each, more)


@pass_environment
def pieces(environment: Environment, name: str, each: str, things: Any, **more: Hashable) -> Markup:
    """In templates: a piece for each of these things, one below the other, rendered from it and these facts alone."""
    made = pieces_of(environment, name, each, tuple(more))
    if isinstance(things, Hole):
        return things.listed(Listing(made, tuple(more.values())))
    return Markup("".join(made.all(things, tuple(more.values()))))


def reader(names: tuple[str, ...]) -> Callable[[object], tuple[Hashable, ...]]:
    """Reads these facts, as a tuple."""
    if not names:
        return lambda shown: ()
    read = attrgetter(*names)
    return read if len(names) > 1 else lambda shown: (read(shown),)


def forget_forms() -> None:
    _forms.clear()
    pieces_of.cache_clear()
    escaped.cache_clear()


# --- what a template does with facts ----------------------------------------------------------------


@cache
def uses_in(environment: Environment, file: str, thing: str) -> dict[str, set[Use]]:
    """The facts (attributes of a thing) that a template needs, by name, and what it does with them."""
    assert environment.loader is not None
    found: dict[str, set[Use]] = {}
    source = environment.loader.get_source(environment, file)[0]
    for fact, use in uses_below(environment, environment.parse(source), thing, "decides"):
        if not fact:
            raise TypeError(f"{file} uses {thing} as a whole: it must name the facts it shows")
        found.setdefault(fact, set()).add(use)
    return dict(sorted(found.items()))


def uses_below(environment: Environment, node: nodes.Node, thing: str, use: Use) -> Iterator[tuple[str, Use]]:
    """Each use of a fact in a node that is itself shown, asked or decides."""
    if isinstance(node, nodes.Getattr) and is_called(node.node, thing):
        yield node.attr, use
    elif is_called(node, thing):
        yield "", use
    elif isinstance(node, nodes.Include):
        if not isinstance(node.template, nodes.Const):
            raise TypeError(f"line {node.lineno} includes something whose facts are not known")
        for fact, uses in uses_in(environment, node.template.value, thing).items():
            yield from ((fact, one) for one in uses)
    else:
        for below, its_use in below_it(node, use):
            yield from uses_below(environment, below, thing, its_use)


def below_it(node: nodes.Node, use: Use) -> Iterator[tuple[nodes.Node, Use]]:
    """What a node is made of, and what for."""
    shown = shown_by(node) if use == "shown" else ()
    asked = node.test if isinstance(node, nodes.If | nodes.CondExpr) else None
    still_asked = use == "asked" and isinstance(node, nodes.Not | nodes.And | nodes.Or)
    for below in node.iter_child_nodes():
        if isinstance(node, nodes.Output) or any(below is one for one in shown):
            yield below, "shown"
        elif below is asked or still_asked:
            yield below, "asked"
        else:
            yield below, "decides"


def shown_by(node: nodes.Node) -> Sequence[nodes.Node]:
    """What is shown as it is where a node is shown: things of which pieces are made, and names in a sentence."""
    if isinstance(node, nodes.Keyword):
        return [node.value]
    if not isinstance(node, nodes.Call):
        return []
    if is_called(node.node, "pieces"):
        return [node.args[2]]
    sentence = node.node.node if isinstance(node.node, nodes.Getattr) and node.node.attr == "format" else None
    return node.kwargs if isinstance(sentence, nodes.Const) else []


def is_called(node: nodes.Node, name: str) -> bool:
    return isinstance(node, nodes.Name) and node.name == name
