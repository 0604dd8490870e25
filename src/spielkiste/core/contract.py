"""What a room says in front: a Protocol for each part, and `Front`, which names them.

A room's `front.py` holds FRONT. What every game has is a part; what only some have is a hook of its own, named there
and nowhere guessed: who reads `front.py` knows all a room can do, and the type checker holds it to the signatures.
How a room plays, its back, is described in `spielkiste.search.player`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from types import ModuleType
from typing import Any, Protocol, runtime_checkable

from spielkiste.core.card import Card, Options
from spielkiste.core.errors import RoomError
from spielkiste.core.features import Feature
from spielkiste.core.lesson import Example, Lesson
from spielkiste.core.look import Draft, Gather, Look
from spielkiste.core.record import Field, Out, Record
from spielkiste.core.svg import Picture

# --- what every room has ----------------------------------------------------------------------------


class Rules(Protocol):
    """`rules.py`: the law of the game over one flat record; plain Python that Numba compiles as it is."""

    MAX_MOVES: int  # the longest list `legal` writes

    def fields(self, options: Options) -> list[Field]: ...
    def start(self, s: Record, options: Options) -> None: ...
    def in_turn(self, s: Record) -> int: ...
    def legal(self, s: Record, seat: int, out: Out) -> int: ...
    def play(self, s: Record, seat: int, action: int) -> None: ...
    def score(self, s: Record, seat: int) -> int: ...


class Notation(Protocol):
    """`notation.py`: moves as text, and why one is not possible."""

    PATTERN: str  # what can be read as a move at all

    def write(self, s: Record, seat: int, action: int) -> str: ...
    def why_not(self, s: Record, seat: int, text: str, look: Look) -> str: ...


class View(Protocol):
    """`view.py`: what a seat knows, as JSON values."""

    def describe(self, s: Record, seat: int | None) -> dict[str, Any]: ...


class Board(Protocol):
    """`board.py`: the position as text and as a picture, what to touch for a move, and moves in words."""

    def text(self, s: Record, look: Look) -> str: ...
    def draw(self, s: Record, look: Look) -> Picture: ...
    def paths(self, s: Record, seat: int, moves: Mapping[str, int]) -> dict[str, tuple[str, ...]]: ...
    def tell(self, s: Record, seat: int, move: str, look: Look) -> str: ...


class Ending(Protocol):
    """`ending.py`: why the game ended; the reasons are listed on the card."""

    def reason(self, s: Record) -> str: ...
    def words(self, s: Record, look: Look) -> str: ...


class Examples(Protocol):
    """`examples.py`: pictures for the rule texts, and somebody's first game."""

    PICTURES: dict[str, Example]
    FIRST_GAME: Lesson


# --- what some rooms have -----------------------------------------------------------------------------


@runtime_checkable
class Chance(Protocol):
    """In `rules.py`: something is left to chance."""

    MAX_OUTCOMES: int  # the longest list `odds` writes

    def odds(self, s: Record, out: Out) -> int: ...


@runtime_checkable
class Falls(Protocol):
    """In `rules.py`: the outcome that `odds` and a random number make, found without listing all outcomes."""

    def fall(self, s: Record, dice: Any, out: Out) -> int: ...


@runtime_checkable
class Ties(Protocol):
    """In `rules.py`: what places go by besides points."""

    def standing(self, s: Record, seat: int) -> int: ...


@runtime_checkable
class Secrets(Protocol):
    """In `rules.py`: a seat does not know everything."""

    def conceal(self, s: Record, seat: int) -> None: ...


@runtime_checkable
class OpenQuestions(Protocol):
    """In `rules.py`: a move may leave a question open that needs a search."""

    def has_question(self, s: Record) -> bool: ...
    def resolve(self, s: Record) -> None: ...


@runtime_checkable
class QuickRules(Protocol):
    """In `quick_rules.py`: verbs of the rules once more, for plain Python alone, where those that compiled code
    understands would take long there. They do the same."""

    def legal(self, s: Record, seat: int, out: Out) -> int: ...
    def play(self, s: Record, seat: int, action: int) -> None: ...


@runtime_checkable
class Memory(Protocol):
    """In `rules.py`: fields that only remember; positions that differ in them alone are equal."""

    MEMORY: tuple[str, ...]


@runtime_checkable
class Numbered(Protocol):
    """In `rules.py`: the moves of players are numbers below a count."""

    def action_count(self, options: Options) -> int: ...


@runtime_checkable
class FreeMoves(Protocol):
    """In `notation.py`: moves are accepted that are not listed. None: the rules do not allow this one."""

    def read(self, s: Record, seat: int, text: str) -> int | None: ...


@runtime_checkable
class SecretMoves(Protocol):
    """In `view.py`: moves are secret for a while, until the period (epoch) they were made in is over."""

    def epoch(self, s: Record) -> int: ...
    def hides(self, s: Record, viewer: int, seat: int, move: str) -> bool: ...


@runtime_checkable
class ForMemory(Protocol):
    """In `view.py`: moves of the current period that people must remember themselves. Pages show them happen, and keep
    them out of logs, speech and marks until the period is over."""

    def to_remember(self, s: Record, seat: int, move: str) -> bool: ...


@runtime_checkable
class Glides(Protocol):
    """In `board.py`: a move in which elements that look alike change places; for each the element it comes from. Their
    ids go by place, so that nobody can read from a page where they came from."""

    def glides(self, s: Record, seat: int, move: str) -> list[tuple[str, str]]: ...


@runtime_checkable
class Moments(Protocol):
    """In `moments.py`: what everybody should look at before anybody decides again: a reveal, a scoring, a capture."""

    def moment(self, before: Record, after: Record, moves: Sequence[tuple[int, str]], look: Look) -> str:
        """What these moves have brought about, in a sentence; "" where play simply goes on. It must not depend on the
        viewer whether there is something to see. `after` is the position that is looked at: chance goes on later."""


@runtime_checkable
class DeadTouches(Protocol):
    """In `notation.py`: a touch that makes no move gets its reason where moves are not written by what is touched."""

    def why_not_touch(self, s: Record, seat: int, elements: Sequence[str], look: Look) -> str:
        """Why nothing comes of touching the last of these elements after the others; "" where there is no word."""


@runtime_checkable
class Tools(Protocol):
    """In `board.py`: elements may be gathered to make a move that is not listed."""

    def tools(self, s: Record, look: Look) -> list[Gather]: ...
    def gathered(self, s: Record, look: Look, tool: str, elements: Sequence[str]) -> str: ...


@runtime_checkable
class Drafts(Protocol):
    """In `board.py`: a move is built step by step."""

    def draft(self, s: Record, look: Look, text: str) -> Draft: ...


# --- what players know beyond the rules, compiled like them (`knowledge.py`) ----------------------------


@runtime_checkable
class Estimates(Protocol):
    def estimate(self, s: Record, seat: int) -> float: ...


@runtime_checkable
class Leans(Protocol):
    def lean(self, s: Record, seat: int, action: int) -> int: ...


@runtime_checkable
class Guesses(Protocol):
    def guess(self, s: Record, seat: int, dice: Out) -> None: ...


@runtime_checkable
class Bounds(Protocol):
    def bound(self, s: Record, seat: int) -> int: ...


# --- what those who learn are shown, compiled too (`features.py`) ----------------------------------------


@runtime_checkable
class Features(Protocol):
    """A position as numbers: what they are called, and how they are written for a seat. `observe` gets a record in
    which what the seat may not know is blanked, and zeros to write to."""

    def features(self, options: Options) -> list[Feature]: ...
    def observe(self, s: Record, seat: int, out: Out) -> None: ...


# --- the front ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Front:
    """All that a room says in front. `compiled`: modules besides rules and knowledge that compiled code calls."""

    card: Card
    rules: Rules
    notation: Notation
    view: View
    board: Board
    ending: Ending
    examples: Examples
    compiled: tuple[ModuleType, ...] = ()

    chance: Chance | None = None
    falls: Falls | None = None
    ties: Ties | None = None
    secrets: Secrets | None = None
    open_questions: OpenQuestions | None = None
    quick_rules: QuickRules | None = None
    memory: Memory | None = None
    numbered: Numbered | None = None
    free_moves: FreeMoves | None = None
    secret_moves: SecretMoves | None = None
    for_memory: ForMemory | None = None
    glides: Glides | None = None
    moments: Moments | None = None
    tools: Tools | None = None
    dead_touches: DeadTouches | None = None
    drafts: Drafts | None = None
    estimates: Estimates | None = None
    leans: Leans | None = None
    guesses: Guesses | None = None
    bounds: Bounds | None = None
    features: Features | None = None

    def hooks(self) -> dict[str, object]:
        """The hooks this room has, by name."""
        found = {name: getattr(self, name) for name in HOOKS}
        return {name: part for name, part in found.items() if part is not None}

    def forgotten(self) -> list[str]:
        """Hooks that a part has and `front.py` does not name: they would be silently without effect."""
        parts = {name: getattr(self, PART_OF[name]) if name in PART_OF else self.knowledge() for name in HOOKS}
        return [
            f"{_file(part)} has {', '.join(sorted(_members(hook)))}, but front.py does not name it as {name}="
            for name, hook in HOOKS.items()
            if (part := parts[name]) is not None and getattr(self, name) is None and isinstance(part, hook)
        ]

    def knowledge(self) -> object | None:
        """The part that says what players know beyond the rules, if any does."""
        return self.estimates or self.leans or self.guesses or self.bounds

    def check(self, slug: str) -> None:
        """RoomError where something is named that is not there, or there and not named."""
        if self.card.slug != slug:
            raise RoomError(f"{slug}: card.py must hold CARD, a Card with slug {slug!r}, not {self.card.slug!r}")
        wrong = [
            f"{_file(part)} lacks {', '.join(sorted(_lacking(part, kind)))}"
            for name, kind in (PARTS | HOOKS).items()
            if (part := getattr(self, name)) is not None and _lacking(part, kind)
        ]
        wrong += self.forgotten()
        if wrong:
            raise RoomError(f"{slug}: {'; '.join(wrong)}")


PARTS: dict[str, type] = {
    "rules": Rules,
    "notation": Notation,
    "view": View,
    "board": Board,
    "ending": Ending,
    "examples": Examples,
}
HOOKS: dict[str, type] = {
    "chance": Chance,
    "falls": Falls,
    "ties": Ties,
    "secrets": Secrets,
    "open_questions": OpenQuestions,
    "quick_rules": QuickRules,
    "memory": Memory,
    "numbered": Numbered,
    "free_moves": FreeMoves,
    "secret_moves": SecretMoves,
    "for_memory": ForMemory,
    "glides": Glides,
    "moments": Moments,
    "tools": Tools,
    "dead_touches": DeadTouches,
    "drafts": Drafts,
    "estimates": Estimates,
    "leans": Leans,
    "guesses": Guesses,
    "bounds": Bounds,
    "features": Features,
}
PART_OF = dict.fromkeys(("chance", "falls", "ties", "secrets", "open_questions", "memory", "numbered"), "rules") | {
    "quick_rules": "quick_rules",
    "moments": "moments",
    "free_moves": "notation",
    "dead_touches": "notation",
    "secret_moves": "view",
    "for_memory": "view",
    "glides": "board",
    "tools": "board",
    "drafts": "board",
}  # in which part a hook is looked for; the others belong to what players know
assert {*PARTS, *HOOKS, "card", "compiled"} == {field.name for field in fields(Front)}


def _members(kind: type) -> set[str]:
    """What a Protocol asks for."""
    return {name for name in (*vars(kind), *kind.__annotations__) if not name.startswith("_")}


def _lacking(part: object, kind: type) -> set[str]:
    return {name for name in _members(kind) if not hasattr(part, name)}


def _file(part: object) -> str:
    return f"{part.__name__.rpartition('.')[2]}.py" if isinstance(part, ModuleType) else repr(part)


# --- the verbs, all of them, as the rest of the house calls them -------------------------------------------


@dataclass(frozen=True)
class Verbs:
    """A room's verbs, what it leaves out filled in (`verbs.py` says what each means)."""

    in_turn: Callable[[Record], int]
    legal: Callable[[Record, int, Out], int]
    play: Callable[[Record, int, int], None]
    score: Callable[[Record, int], int]
    odds: Callable[[Record, Out], int]
    fall: Callable[[Record, Any, Out], int]
    standing: Callable[[Record, int], int]
    conceal: Callable[[Record, int], None]
    resolve: Callable[[Record], None]
    estimate: Callable[[Record, int], float]
    lean: Callable[[Record, int, int], int]
    guess: Callable[[Record, int, Out], None]
    bound: Callable[[Record, int], int]
    observe: Callable[[Record, int, Out], None]
