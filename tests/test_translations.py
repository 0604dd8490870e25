"""Every sentence of the pages and of the server is there in German, with the same gaps."""

import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po

import spielkiste

WEB = Path(spielkiste.__file__).parent / "web"
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "N_": None}


def used() -> dict[str, str]:
    """Every sentence in templates and server code, with a place where it stands."""
    found: dict[str, str] = {}
    with (WEB / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]  # Babel's own reader
    for folder in (WEB, WEB.parent / "server"):
        for name, line, message, *_ in extract_from_dir(folder, methods, options, KEYWORDS):
            for one in message if isinstance(message, tuple) else (message,):
                found[one] = f"{folder.name}/{name}:{line}"
    return found


def forms(text: Any) -> tuple[str, ...]:
    """One form, or singular and plural."""
    return tuple(text) if isinstance(text, tuple | list) else (str(text or ""),)


def german() -> dict[str, tuple[str, ...]]:
    with (WEB / "locale" / "de" / "LC_MESSAGES" / "messages.po").open("rb") as file:
        catalogue = read_po(file)
    spoken: dict[str, tuple[str, ...]] = {}
    for message in catalogue:
        if message.id and not message.fuzzy:
            spoken |= dict.fromkeys(forms(message.id), forms(message.string))
    return spoken


def test_every_sentence_has_a_translation() -> None:
    spoken = german()
    missing = {text: where for text, where in used().items() if not all(spoken.get(text, ("",)))}
    assert used() and not missing


@pytest.mark.parametrize(("english", "translated"), sorted(german().items()))
def test_gaps_are_the_same(english: str, translated: tuple[str, ...]) -> None:
    gaps = set(re.findall(r"{\w+}", english))
    for text in translated:
        assert set(re.findall(r"{\w+}", text)) == gaps, text


def test_people_are_addressed_as_friends() -> None:
    """With "du", never with "Sie"."""
    formal = [
        text for texts in german().values() for text in texts if re.search(r"\b(Ihnen|Ihren?|[a-zäöü,] Sie)\b", text)
    ]
    assert not formal
