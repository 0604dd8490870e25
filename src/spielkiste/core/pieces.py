"""Pieces of a picture that are drawn anew only if something they read has changed.

A room marks a drawing function with `@piece`. What it draws depends on its arguments, on the language, and on what it
reads of the record (which fields) and of the look (seat, names, colours); the first time it runs, every read is noted
in order. So each piece has a tree of reads: which value it asks for first, which one next after each answer, and, at
the end of each way, what was drawn. To draw a piece again is to walk down that tree with the values of the new
position; only where a way ends early the function runs. The quickest piece reads nothing: what it shows comes as plain
arguments, few enough to be the same again, at other tables too.

That gives the same as drawing anew because a drawing function is a function: with the same arguments its first read is
always the same, with the same answer its second, and at the end it draws the same. It must not look at anything else:
not at the picture it draws into (PieceInTheMaking refuses), nor change the record (Watched refuses). Arguments that are
equal must be drawn alike.
"""

import inspect
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache, wraps
from typing import Any, Concatenate, NamedTuple, NoReturn, ParamSpec, cast, get_type_hints

from spielkiste.core.look import Look
from spielkiste.core.record import Record
from spielkiste.core.svg import Button, Picture

P = ParamSpec("P")
Read = Callable[[Any, Look], Any]  # a value of a record or of a look
Key = tuple[Any, str, tuple[Any, ...]]  # a piece's function, the look's language, and the other arguments
BYTES_KEPT = 48 << 20
FIGURES_KEPT = 1_000  # of a kind, half a kilobyte each
NODE = 300  # bytes of a branch, roughly, beside the text


class Drawn(NamedTuple):
    """What a piece adds to a picture."""

    parts: tuple[str, ...]
    buttons: tuple[Button, ...]


class Branch:
    """A value that is read, and what follows after each answer."""

    __slots__ = ("after", "read")

    def __init__(self, read: Read) -> None:
        self.read = read
        self.after: dict[Any, Branch | Drawn] = {}


class LookOfAll(Look):
    """What everybody who looks at a table in a language has in common."""

    def __init__(self, look: Look) -> None:
        self.__dict__.update(lang=look.lang, names=look.names, colours=look.colours)

    @property
    def seat(self) -> NoReturn:
        raise AttributeError("an album is the same for all who look: what it shows must not depend on the seat")


class LookInALanguage(LookOfAll):
    """What everybody has in common who looks at any table in a language."""

    def __init__(self, lang: str) -> None:
        super().__init__(Look(lang=lang))

    def given(self, seat: int) -> NoReturn:
        raise AttributeError("a common album is the same for all tables: it must not show a name")

    def stone(self, seat: int, usual: tuple[str, ...] = ()) -> NoReturn:
        raise AttributeError("a common album is the same for all tables: it gets chosen colours as arguments")


class Album(dict[tuple[Any, ...], tuple[str, ...]]):
    """The variants of an element that one table has seen, by the arguments of what draws them; another is drawn when it
    is asked for."""

    def __init__(self, draw: Callable[..., None], look: Look) -> None:
        self._draw, self._look = draw, look
        self.bytes = 0

    def __missing__(self, arguments: tuple[Any, ...]) -> tuple[str, ...]:
        picture = PieceInTheMaking()
        self._draw(picture, *arguments, self._look)
        drawn = self[arguments] = tuple(picture.parts)
        size = sum(map(len, drawn)) + NODE
        self.bytes += size
        PIECES.count(size)
        return drawn


class Pieces:
    """The pieces drawn lately. When the young ones fill half of the space, they become the old ones; an old one that
    is asked for is young again, the others are forgotten. With no space at all everything is drawn anew."""

    def __init__(self, most: int = BYTES_KEPT) -> None:
        self.most = most
        self.bytes = 0  # of the young ones
        self.young: dict[Key, Branch | Drawn] = {}
        self.old: dict[Key, Branch | Drawn] = {}
        self.young_albums: dict[Hashable, Album] = {}
        self.old_albums: dict[Hashable, Album] = {}

    def album(self, key: Hashable, draw: Callable[..., None], look: LookOfAll) -> Album:
        """One that is not among the young ones; a new one in place of one that has grown too large."""
        found = self.old_albums.get(key)
        if found is None or 8 * found.bytes > self.most:
            found = Album(draw, look)
        if self.most:
            self.count(found.bytes + NODE)
            self.young_albums[key] = found
        return found

    def again(self, key: Key, record: Any, look: Look) -> Drawn | None:
        """An old piece, made young."""
        found, way = self.old.get(key), []
        while isinstance(found, Branch):
            answer = found.read(record, look)
            way.append((found.read, answer))
            found = found.after.get(answer)
        if found is not None:
            self.keep(key, way, found)
        return found

    def keep(self, key: Key, way: Collection[tuple[Read, Any]], drawn: Drawn) -> None:
        """Notes what was drawn after these reads and their answers."""
        self.count(sum(map(len, drawn.parts)) + NODE * (1 + len(way)))
        place: dict[Any, Branch | Drawn] = self.young
        for read, answer in way:
            branch = place.get(key) or place.setdefault(key, Branch(read))
            assert isinstance(branch, Branch)
            place, key = branch.after, answer
        place[key] = drawn

    def count(self, size: int) -> None:
        """So many bytes more are kept."""
        if not self.most:
            return
        self.bytes += size
        if 2 * self.bytes > self.most:
            self.young, self.old, self.bytes = {}, self.young, 0
            self.young_albums, self.old_albums = {}, self.young_albums

    def clear(self) -> None:
        self.young, self.old, self.bytes = {}, {}, 0
        self.young_albums, self.old_albums = {}, {}


PIECES = Pieces()


@contextmanager
def everything_drawn_anew() -> Iterator[None]:
    """In here no piece is looked up, watched or kept: to see that it makes no difference."""
    most, PIECES.most = PIECES.most, 0
    albums, PIECES.young_albums = PIECES.young_albums, {}
    old_albums, PIECES.old_albums = PIECES.old_albums, {}
    for forget in forget_figures:
        forget()
    try:
        yield
    finally:
        PIECES.most, PIECES.young_albums, PIECES.old_albums = most, albums, old_albums


def piece(draw: Callable[Concatenate[Picture, P], None]) -> Callable[Concatenate[Picture, P], None]:
    """Marks a function that draws a piece. After the picture comes the record, if it reads one; a look is the last."""
    begin, end = -1, None  # where the other arguments begin and end, once that is known

    @wraps(draw)
    def kept(picture: Picture, *arguments: P.args, **named: P.kwargs) -> None:
        nonlocal begin, end
        if named or not PIECES.most:  # only arguments that come in order make a key
            draw(picture, *arguments, **named)
            return
        if begin < 0:
            begin, end = others_in(draw)
        look: Any = arguments[-1] if end else NOBODY
        key: Key = (draw, look.lang, arguments[begin:end])
        try:
            found = PIECES.young.get(key)
        except TypeError:  # an argument that is no key, such as a list
            key = (draw, look.lang, tuple(map(hashable, key[2])))
            found = PIECES.young.get(key)
        if found.__class__ is Branch:
            record = arguments[0] if begin else None
            while found.__class__ is Branch:
                found = found.after.get(found.read(record, look))
        drawn = found or looked_up(draw, key, arguments, begin == 1, end == -1)
        picture.parts += drawn.parts  # type: ignore[union-attr]
        if drawn.buttons:  # type: ignore[union-attr]
            picture.buttons += drawn.buttons  # type: ignore[union-attr]

    return cast(Callable[Concatenate[Picture, P], None], kept)


def album(draw: Callable[Concatenate[Picture, P], None]) -> Callable[[Look], Album]:
    """Marks a function that draws an element with names in it, or one of many of its kind, such as a cell. Arguments
    are plain values, and a look last of all, of which it must not ask the seat. `draw_cell(look)` gives the album of a
    table; `draw_cell(look)[cell, stone]` the elements. To find one there takes a fifth of the time for a piece, to draw
    one half of it."""

    @wraps(draw)
    def album_of(look: Look) -> Album:
        key = (draw, look.lang, look.names, look.colours)
        found = PIECES.young_albums.get(key)
        return PIECES.album(key, draw, LookOfAll(look)) if found is None else found

    return cast(Callable[[Look], Album], album_of)


def common_album(draw: Callable[Concatenate[Picture, P], None]) -> Callable[[Look], Album]:
    """The same for what shows neither names nor chosen colours: one album for all tables in a language."""

    @wraps(draw)
    def album_of(look: Look) -> Album:
        key = (draw, look.lang)
        found = PIECES.young_albums.get(key)
        return PIECES.album(key, draw, LookInALanguage(look.lang)) if found is None else found

    return cast(Callable[[Look], Album], album_of)


def figure(draw: Callable[Concatenate[Picture, P], None]) -> Callable[P, str]:
    """Marks a function that draws what comes in few variants and stands within elements, such as a die or the frame of
    a slip: what it draws, as text, by nothing but its arguments. An element with a name is soon made around it."""

    @lru_cache(maxsize=FIGURES_KEPT, typed=True)
    @wraps(draw)
    def drawn(*arguments: P.args, **named: P.kwargs) -> str:
        picture = PieceInTheMaking()
        draw(picture, *arguments, **named)
        return "".join(picture.parts)

    forget_figures.append(drawn.cache_clear)
    return cast(Callable[P, str], drawn)


forget_figures: list[Callable[[], None]] = []  # those of each kind


def looked_up(
    draw: Callable[..., None], key: Key, arguments: tuple[Any, ...], has_record: bool, has_look: bool
) -> Drawn:
    """A piece that is not among the young ones."""
    record, look = arguments[0] if has_record else None, arguments[-1] if has_look else NOBODY
    drawn = PIECES.again(key, record, look) if key in PIECES.old else None
    return drawn or drawn_anew(draw, key, arguments, has_record, has_look)


NOBODY = Look()


def others_in(draw: Callable[..., None]) -> tuple[int, int | None]:
    """Which of the arguments after the picture are neither the record nor the look, as a slice."""
    kinds = get_type_hints(draw)
    after = [kinds.get(name) for name in list(inspect.signature(draw).parameters)[1:]]
    begin, end = int(after[:1] == [Record]), -1 if after[-1:] == [Look] else None
    if Record in after[begin:end] or Look in after[begin:end]:
        raise TypeError(f"{draw.__qualname__}: in a piece the record comes first after the picture, the look last")
    return begin, end


def drawn_anew(
    draw: Callable[..., None], key: Key, arguments: tuple[Any, ...], has_record: bool, has_look: bool
) -> Drawn:
    notes, picture = Notes(), PieceInTheMaking()
    if has_look:
        arguments = (*arguments[:-1], WatchedLook(arguments[-1], notes))
    if has_record:
        arguments = (Watched(arguments[0], notes), *arguments[1:])
    draw(picture, *arguments)
    if has_record:
        arguments[0].__dict__.clear()  # it has lists that have it: a circle, which only a look at garbage would find
    drawn = Drawn(tuple(picture.parts), tuple(picture.buttons))
    PIECES.keep(key, notes.items(), drawn)
    return drawn


class PieceInTheMaking(Picture):
    """What a piece draws into: it cannot be asked for the whole picture, for it may be used in others."""

    def __init__(self) -> None:
        self.parts, self.buttons = [], []

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a piece must not ask for the {name} of the picture it is drawn into")


def hashable(value: Any) -> Any:
    """The same, as a key."""
    if value.__class__ is list and value and value[0].__class__ is int:
        return tuple(value)
    if isinstance(value, list | Noted):
        return tuple(map(hashable, value)) if len(value) and isinstance(value[0], list) else tuple(value)
    if isinstance(value, dict):
        return tuple((name, hashable(part)) for name, part in value.items())
    return frozenset(value) if isinstance(value, set) else value


# --- what is read ---------------------------------------------------------------------------------


class Notes(dict[Read, Any]):
    """The reads of one run, in order, each once, with their answers."""

    def take(self, read: Read, answer: Any) -> Any:
        return self.setdefault(read, answer)


@cache
def field_of(name: str) -> Read:
    """A number of a record, or a list of numbers."""

    def read(record: Any, look: Look) -> Any:
        value = getattr(record, name)
        return value if value.__class__ is int else hashable(value)

    return read


@cache
def row_of(name: str, row: int) -> Read:
    """One of the lists in a list of a record."""
    return lambda record, look: hashable(getattr(record, name)[row])


@cache
def length_of(name: str) -> Read:
    """Of a list: it differs between games of other options."""
    return lambda record, look: len(getattr(record, name))


class Watched:
    """A record that notes which of its fields are read, and cannot be changed. A list is noted as a whole; of a field
    with a list for each player, or for each row of a board, every list by itself."""

    _record: Any
    _notes: Notes

    def __init__(self, record: Any, notes: Notes) -> None:
        own = self.__dict__
        own["_record"], own["_notes"] = record, notes

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._record, name)
        if isinstance(value, int):
            self._notes.take(field_of(name), value)
        elif isinstance(value, list | Numbers | Rows):
            deep = isinstance(value, Rows) or (isinstance(value, list) and value and isinstance(value[0], list))
            value = (Rows if deep else Numbers)(value, self, name)
        else:
            raise AttributeError(f"a piece may read the fields of a record, but not use its {name!r}")
        self.__dict__[name] = value  # from now on it is read like any other attribute
        return value

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a piece must not change the record it is drawn from")


class Noted(Sequence[Any]):
    """A list of a record of which nothing but the length has been read."""

    __hash__ = None  # type: ignore[assignment]  # like a list's

    def __init__(self, values: Any, watched: Watched, name: str) -> None:
        self._values, self._watched, self._name = values, watched, name

    def __len__(self) -> int:
        return self._watched._notes.take(length_of(self._name), len(self._values))  # type: ignore[no-any-return]

    def __iter__(self) -> Iterator[Any]:
        return (self[k] for k in range(len(self)))


class Numbers(Noted):
    """A list of numbers. Once one of them is read, the record has the list itself, which is quicker."""

    def __getitem__(self, at: Any) -> Any:
        return self._read()[at]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._read())

    def _read(self) -> Any:
        values = self._watched.__dict__[self._name] = list(self._values)
        self._watched._notes.take(field_of(self._name), tuple(values))
        return values


class Rows(Noted):
    """A list of lists."""

    def __init__(self, values: Any, watched: Watched, name: str) -> None:
        super().__init__(values, watched, name)
        self._read: dict[int, Any] = {}

    def __getitem__(self, at: Any) -> Any:
        if at not in self._read:
            row = self._read[at] = self._values[at]
            self._watched._notes.take(row_of(self._name, at), hashable(row))
        return self._read[at]


# A read of the look. Names are read one by one: what shows one player's name does not change with another's.


def its_seat(record: Any, look: Look) -> Any:
    return look.seat


def its_names(record: Any, look: Look) -> Any:
    return look.names


def its_colours(record: Any, look: Look) -> Any:
    return look.colours


@cache
def its_given(seat: int) -> Read:
    return lambda record, look: look.given(seat)


class NotedOnce:
    """A value of a look that is noted when it is read for the first time; from then on it is there."""

    def __init__(self, read: Read) -> None:
        self._read = read

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, look: Any, owner: type) -> Any:
        answer = look.__dict__[self._name] = look._notes.take(self._read, self._read(None, look._look))
        return answer


class WatchedLook(Look):
    """A look that notes what is read of it."""

    _look: Look
    _notes: Notes
    seat = NotedOnce(its_seat)
    names = NotedOnce(its_names)
    colours = NotedOnce(its_colours)

    def __init__(self, look: Look, notes: Notes) -> None:
        own = self.__dict__
        own["_look"], own["_notes"], own["lang"] = look, notes, look.lang  # in which language is known from the key

    def given(self, seat: int) -> str:
        return self._notes.take(its_given(seat), self._look.given(seat))  # type: ignore[no-any-return]
