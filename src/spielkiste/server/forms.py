"""Forms: the options of a game as fields, and fields as options again."""

from collections.abc import Mapping
from typing import Any

from spielkiste.core.card import Card, Option
from spielkiste.core.errors import OptionError, brief

DIGITS_AT_MOST = 9
TURN_SECONDS = range(10, 7 * 86400 + 1)


def capital(text: str) -> str:
    """A text that begins a line of its own."""
    return text[:1].upper() + text[1:]


def fields(card: Card, lang: str) -> list[dict[str, Any]]:
    """What a form asks, option by option."""
    return [field(option, lang) for option in card.options]


def field(option: Option, lang: str) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "name": option.name, "label": capital(option.text[lang]), "value": option.default, "kind": "text",
        "choices": [], "least": None, "most": None, "only": capital(option.only.get(lang, "")),
    }  # fmt: skip
    values = option.values
    if isinstance(values, range) and values.step == 1 and len(values) > 12:
        shown |= {"kind": "number", "least": values[0], "most": values[-1]}
    elif isinstance(values, range):
        shown |= {"kind": "choice", "choices": [(value, str(value)) for value in values]}
    elif values == (False, True):
        shown["kind"] = "flag"
    elif isinstance(values, tuple) or option.named:
        choices = values if isinstance(values, tuple) else tuple(option.named)
        shown |= {"kind": "choice", "choices": [(value, capital(option.name_of(value, lang))) for value in choices]}
    return shown


def options_from(card: Card, form: Mapping[str, str]) -> dict[str, Any]:
    """The options a form means: what was changed from the default and what applies. OptionError names what is wrong."""
    given: dict[str, Any] = {}
    for option in card.options:
        text = form.get(f"opt-{option.name}")
        if option.values == (False, True):
            if text:
                given[option.name] = True
        elif text is not None and text.strip() != str(option.default):
            given[option.name] = number(option, text.strip()) if isinstance(option.values, range) else text.strip()
    return given


def number(option: Option, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise OptionError(f"{option.name}={brief(text)}: must be a whole number") from None


def turn_seconds_from(text: str) -> int | None:
    """A table's limit for a turn; OptionError if it is none."""
    if not text:
        return None
    seconds = whole(text)
    if seconds not in TURN_SECONDS:
        raise OptionError(f"turn_seconds={brief(text)}: must be from {TURN_SECONDS[0]} to {TURN_SECONDS[-1]} seconds")
    return seconds


def whole(text: str) -> int | None:
    """A whole number as people write it; None for anything else, and for more digits than any number here has."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= DIGITS_AT_MOST else None
