"""What a solver says of a position."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from spielkiste.core.card import Texts
from spielkiste.core.language import IN_CODE, Spoken, translated
from spielkiste.core.look import Look

Saying = str | Texts  # English alone, or by language


@dataclass(frozen=True)
class Answer:
    """One question about a position, answered for the seat that asks."""

    question: Saying
    answer: Saying
    exact: bool  # proved; else the best that was found in the time
    line: tuple[str, ...] = ()  # the moves that show it
    values: Mapping[str, float] = field(default_factory=dict)  # a number for each move, the best first
    unit: Saying = ""  # what the numbers are

    def told(self, lang: str) -> "Answer":
        """The same answer with all that it says in one language."""
        return replace(
            self,
            question=said(self.question, lang),
            answer=said(self.answer, lang),
            unit=said(self.unit, lang),
        )


def said(text: Saying, lang: str) -> str:
    if isinstance(text, str):
        return translated(lang, text)
    return (text if isinstance(text, InEach) else Spoken(text))[lang]


class InEach(Mapping[str, str]):
    """A sentence in every language, from what says it to a look: `InEach(lambda look: look.say(…, …))`."""

    def __init__(self, sentence: Callable[[Look], str]) -> None:
        self._sentence = sentence

    def __getitem__(self, lang: str) -> str:
        return self._sentence(Look(lang=lang))

    def __iter__(self) -> Iterator[str]:
        return iter(IN_CODE)

    def __len__(self) -> int:
        return len(IN_CODE)
