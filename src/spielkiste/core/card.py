"""A room's identity card: what the game is called, who can play it, and which options it has."""

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from spielkiste.core.errors import OptionError, brief
from spielkiste.core.language import IN_CODE, Spoken, translated
from spielkiste.core.look import Look
from spielkiste.core.record import Record

Options = Mapping[str, Any]
Texts = Mapping[str, str]  # "de" and "en"; cards and lessons find any other language by the English text


@dataclass(frozen=True)
class Option:
    """One option of a game. `values` names what it may be: a range of numbers, a tuple of choices, or a check.

    A check is a function that returns the value to keep, or raises ValueError saying what is wrong.
    `applies` says, from the options settled before this one, whether it may be given at all.
    """

    name: str
    default: Any
    values: range | tuple[Any, ...] | Callable[[Any], Any]
    text: Texts
    applies: Callable[[Options], bool] | None = None
    only: Texts = field(default_factory=dict)  # when it applies, in words
    named: Mapping[Any, Texts] = field(default_factory=dict)  # what its choices are called

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", Spoken(self.text))
        object.__setattr__(self, "only", Spoken(self.only))
        object.__setattr__(self, "named", {choice: Spoken(text) for choice, text in self.named.items()})

    def name_of(self, choice: Any, lang: str) -> str:
        """What a choice is called by players."""
        return self.named[choice][lang] if choice in self.named else str(choice)

    def keep(self, value: Any) -> Any:
        """The value in its own type; OptionError where it cannot be one."""
        if isinstance(self.values, range):
            try:
                number = operator.index(value) if not isinstance(value, bool) else None
            except TypeError:
                number = None
            if number is None or number not in self.values:
                raise OptionError(f"{self.name}={brief(value)}: {must_be(self.values)}")
            return number
        if isinstance(self.values, tuple):
            for choice in self.values:
                if type(value) is type(choice) and value == choice:
                    return choice
            raise OptionError(f"{self.name}={brief(value)}: must be one of {', '.join(map(repr, self.values))}")
        try:
            return self.values(value)
        except ValueError as wrong:
            raise OptionError(f"{self.name}={brief(value)}: {wrong}") from None


def must_be(numbers: range) -> str:
    if numbers.step == 1:
        return f"must be a whole number from {numbers[0]} to {numbers[-1]}"
    return f"must be one of {', '.join(map(str, numbers))}"


@dataclass(frozen=True)
class Sequel:
    """Another game of the same room that goes on from where one ended."""

    options: Options
    text: Texts  # what a button for it says

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", Spoken(self.text))


@dataclass(frozen=True)
class Card:
    """Identity card of a game."""

    slug: str
    title: Texts
    blurb: Texts  # one line
    players: range  # how many can play
    minutes: tuple[int, int]
    age: int
    kinds: tuple[str, ...]  # "perfect information", "chance", "hidden", "simultaneous", "real time", "puzzle", ...
    reasons: Mapping[str, Texts]  # why a game may end: a short word for each, and what it is called
    credits: Texts = field(default_factory=dict)  # who made the game, and who publishes it
    options: tuple[Option, ...] = ()
    version: int = 1  # of the rules; a stored position of another version is refused
    imply: Callable[[dict[str, Any]], dict[str, Any]] | None = None  # fills in what given options mean for others
    teams: Callable[[Options], tuple[int, ...]] | None = None  # team of each seat; default everybody alone
    solo_range: tuple[int, int] | None = None  # worst and best score alone, for `returns` in [0, 1]
    clock: Callable[[Record, Options], float] | None = None  # seconds the clock lasts at tables; rules know none
    patience: Callable[[Record, Options, str], float] | None = None  # seconds before a move may be made at tables
    sequel: Callable[[Record, Options], Sequel | None] | None = None  # what may follow a finished game
    scored: Callable[[int, str], str] | None = None  # how a score is said (score, language); default: the number
    colours: Callable[[int], tuple[str, ...]] | None = None  # of the seats, by players, where others may be chosen
    samples: tuple[dict[str, Any], ...] = ({},)  # options that between them show every side of the game, for tests

    def __post_init__(self) -> None:
        for name in ("title", "blurb", "credits"):
            object.__setattr__(self, name, Spoken(getattr(self, name)))
        object.__setattr__(self, "reasons", {reason: Spoken(text) for reason, text in self.reasons.items()})

    def settle(self, given: Options) -> dict[str, Any]:
        """All options that apply, given or by default, checked; OptionError names what is wrong."""
        names = [option.name for option in self.options]
        for name in given:
            if name not in names:
                raise OptionError(self.unknown(name, names))
        wanted = dict(given) if self.imply is None else self.imply(dict(given))
        settled: dict[str, Any] = {}
        for option in self.options:
            if option.applies is not None and not option.applies(settled):
                if option.name in given:
                    raise OptionError(f"{option.name}={brief(given[option.name])}: {option.only['en']}")
                continue
            settled[option.name] = option.keep(wanted.get(option.name, option.default))
        return settled

    def say_score(self, score: int, lang: str) -> str:
        if self.scored is None:
            return str(score)
        return self.scored(score, lang) if lang in IN_CODE else translated(lang, self.scored(score, "en"))

    def spoken_players(self, lang: str) -> str:
        """How many can play, as a box says it: 2, 2–4, or 2 oder 4."""
        numbers = self.players
        if len(numbers) == 1 or numbers.step == 1:
            return "–".join(dict.fromkeys((str(numbers[0]), str(numbers[-1]))))
        return Look(lang=lang).say(" oder ", " or ").join(map(str, numbers))

    def unknown(self, name: str, names: Iterable[str]) -> str:
        if name == "players":
            return f"{self.slug} has no option 'players': it is always played by {self.players[0]}"
        known = ", ".join(names)
        return f"{self.slug} has no option {brief(name)}; " + (
            f"its options are {known}" if known else "it has no options"
        )

    def seats(self, options: Options) -> int:
        return int(options.get("players", self.players[0]))
