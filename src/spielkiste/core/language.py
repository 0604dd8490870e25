"""Languages: German and English stand in the code; any other is a catalogue, looked up by the English text.

A catalogue is `<language>/LC_MESSAGES/messages.mo` in the locale folder of the pages, or in the folders of the
environment variable SPIELKISTE_LOCALE. Its messages have numbered gaps ("{0} of {1} stones"), because what is looked up
has been put together already ("3 of 16 stones"). `scripts/languages.py` collects them from the code.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.messages.catalog import Message

LOCALE = Path(__file__).parent.parent / "web" / "locale"
IN_CODE = ("de", "en")
CLIENT = "client"  # the context of what the browser's own code says
GAP = re.compile(r"\{\d+\}")
QUOTED = re.compile(r"'.*'|\".*\"", re.DOTALL)  # what somebody has typed
LONGEST = 2000  # characters of a text that is looked up: matching patterns takes longer than the text grows
SURE = 12  # letters: a pattern with fewer fits by chance what is no English any more


def folders() -> list[Path]:
    """Where catalogues are."""
    return [LOCALE, *(Path(one) for one in os.environ.get("SPIELKISTE_LOCALE", "").split(os.pathsep) if one)]


@cache
def languages() -> tuple[str, ...]:
    """All languages there are: those of the code, and those with a catalogue."""
    found = {file.parent.parent.name for folder in folders() for file in folder.glob("*/LC_MESSAGES/messages.*")}
    return (*IN_CODE, *sorted(found - set(IN_CODE)))


def known_language(tag: str) -> str | None:
    """The language of a tag as the web, the system or gettext writes it: "pt-BR", "pt_BR.UTF-8"; None: unknown here."""
    name = re.split(r"[.@]", tag)[0].replace("-", "_")
    return next((one for one in (name, name.partition("_")[0]) if one in languages()), None)


class Catalogue:
    """The messages of one language."""

    def __init__(self, messages: Mapping[str, str]) -> None:
        self.messages = messages
        gapped = [Pattern(text) for text in messages if GAP.search(text)]
        self.patterns = sorted(gapped, key=lambda pattern: -pattern.size)

    def find(self, text: str, names: tuple[str, ...] = (), gap: bool = False) -> str | None:
        """What a text is called, whole or as a pattern with gaps. `gap`: it stood in a gap, and may be no English."""
        if text in self.messages:
            return self.messages[text]
        best: tuple[int, str] | None = None
        for pattern in self.patterns:
            held = pattern.held(text)
            if held is None or (gap and not pattern.sure and letters("".join(held)) > 1):  # one: a column of a board
                continue
            unknown, told = self.filled(self.messages[pattern.text], held, names)
            if pattern.sure:
                return told
            if best is None or unknown < best[0]:
                best = unknown, told
        return best[1] if best and not best[0] else self.inner(text) or (best and best[1])

    def inner(self, text: str) -> str | None:
        """A text that is known without what stands before its first letter and after its last."""
        first, end = 0, len(text)
        while first < end and not text[first].isalpha():
            first += 1
        while first < end and not text[end - 1].isalpha():
            end -= 1
        known = self.messages.get(text[first:end])
        return None if known is None else f"{text[:first]}{known}{text[end:]}"

    def filled(self, message: str, held: tuple[str, ...], names: tuple[str, ...]) -> tuple[int, str]:
        """A message with its gaps filled; what stood in them is translated too if it is known and no name or quote.
        Before it, how many letters were neither."""
        unknown, told = 0, []
        for one in held:
            kept = one in names or QUOTED.fullmatch(one)
            found = None if kept else self.find(one, names, gap=True)
            unknown += letters(one) if found is None and not kept else 0
            told.append(one if found is None else found)
        return unknown, GAP.sub(lambda gap: told[int(gap[0][1:-1])], message)


class Pattern:
    """A message with gaps, to be recognised when they are filled."""

    def __init__(self, text: str) -> None:
        self.text = text
        literal = GAP.split(text)
        self.size = sum(map(len, literal))
        self.sure = letters("".join(literal)) >= SURE
        self._longest = max(literal, key=len)  # looked for first: most texts do not have it
        self._order = [int(gap[1:-1]) for gap in GAP.findall(text)]
        self._regex = re.compile("(.*?)".join(map(re.escape, literal)), re.DOTALL)

    def held(self, text: str) -> tuple[str, ...] | None:
        """What the gaps hold, by their numbers; None if the text does not fit."""
        found = self._regex.fullmatch(text) if self._longest in text else None
        if found is None:
            return None
        by_number = dict(zip(self._order, found.groups(), strict=True))
        return tuple(by_number.get(number, "") for number in range(max(self._order) + 1))


def letters(text: str) -> int:
    return sum(map(str.isalpha, text))


@cache
def catalogue(lang: str) -> Catalogue:
    """The catalogue of a language: what the code says and the errors."""
    return Catalogue({text: said for (context, text), said in stored(lang).items() if not context})


@cache
def stored(lang: str) -> dict[tuple[str, str], str]:
    """All that the catalogues of a language hold, by context and English text."""
    from babel.messages.mofile import read_mo

    found: dict[tuple[str, str], str] = {}
    for folder in folders():
        file = folder / lang / "LC_MESSAGES" / "messages.mo"
        if not file.is_file():
            continue
        with file.open("rb") as opened:
            for message in read_mo(opened):
                if isinstance(message.id, str) and message.id and message.string:
                    found.setdefault((context_of(message), message.id), str(message.string))
    return found


def context_of(message: "Message") -> str:
    context: str | bytes | None = message.context  # Babel leaves it in bytes
    return context.decode() if isinstance(context, bytes) else context or ""


def translated(lang: str, text: str, names: tuple[str, ...] = ()) -> str:
    """An English text in a language, by its catalogue; English where that does not know it, or where it is long."""
    if lang == "en" or not text or len(text) > LONGEST:
        return text
    return _looked_up(lang, text, names)


@lru_cache(maxsize=20_000)
def _looked_up(lang: str, text: str, names: tuple[str, ...]) -> str:
    return catalogue(lang).find(text, names) or text


@cache
def client_words(lang: str) -> str:
    """What the browser's own code says in this language, by the English text, as JSON; "" where it has it in itself."""
    if lang in IN_CODE:
        return ""
    words = {text: said for (context, text), said in stored(lang).items() if context == CLIENT}
    return json.dumps(words, ensure_ascii=False)


class Spoken(Mapping[str, str]):
    """A text by language, German and English given; any other is looked up."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self._given = dict(given)

    def __getitem__(self, lang: str) -> str:
        if lang in self._given or "en" not in self._given:
            return self._given[lang]
        return translated(lang, self._given["en"])

    def __iter__(self) -> Iterator[str]:
        return iter(self._given)

    def __len__(self) -> int:
        return len(self._given)

    def __repr__(self) -> str:
        return repr(self._given)
