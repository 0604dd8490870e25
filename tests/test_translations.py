"""Every sentence whose German is not in the code is there in German, with the same gaps; catalogues are up to date."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

import spielkiste
from spielkiste.core.language import IN_CODE, known_language, languages

LOCALE = Path(spielkiste.__file__).parent / "web" / "locale"
SCRIPT = Path(__file__).parent.parent / "scripts" / "languages.py"


def run(*words: str) -> str:
    done = subprocess.run([sys.executable, str(SCRIPT), *words], capture_output=True, text=True, check=True)
    return done.stdout


def forms(text: Any) -> tuple[str, ...]:
    """One form, or singular and plural."""
    return tuple(text) if isinstance(text, tuple | list) else (str(text or ""),)


def messages(file: Path) -> dict[str, tuple[str, ...]]:
    with file.open("rb") as opened:
        catalogue = read_po(opened)
    found: dict[str, tuple[str, ...]] = {}
    for message in catalogue:
        if message.id and not message.fuzzy:
            found |= dict.fromkeys(forms(message.id), forms(message.string))
    return found


def german() -> dict[str, tuple[str, ...]]:
    return messages(LOCALE / "de" / "LC_MESSAGES" / "messages.po")


def test_catalogues_are_up_to_date(tmp_path: Path) -> None:
    """`scripts/languages.py update` finds nothing new, nothing old, and nothing to translate."""
    shutil.copytree(LOCALE, tmp_path / "locale")
    told = run("update", "--locale", str(tmp_path / "locale"))
    assert told.count(", 0 to translate\n") == len(told.splitlines()) == len(languages())
    for file in LOCALE.glob("*/LC_MESSAGES/messages.po"):
        renewed = tmp_path / "locale" / file.relative_to(LOCALE)
        assert messages(renewed) == messages(file), f"run scripts/languages.py update: {file}"


def test_every_sentence_has_a_translation() -> None:
    spoken = german()
    assert spoken and all(all(texts) for texts in spoken.values())


@pytest.mark.parametrize(("english", "translated"), sorted(german().items()))
def test_gaps_are_the_same(english: str, translated: tuple[str, ...]) -> None:
    gaps = set(re.findall(r"{\w+}", english))
    for text in translated:
        assert set(re.findall(r"{\w+}", text)) == gaps, text


def test_a_language_is_begun_with_all_messages(tmp_path: Path) -> None:
    """Those of the rooms, the errors, the pages and the client; the German of the code beside them."""
    run("add", "fr", "--locale", str(tmp_path))
    file = tmp_path / "fr" / "LC_MESSAGES" / "messages.po"
    begun = messages(file)
    assert {"{0} of {1} stones dealt", "player {0}", "What shall we play?", "Cancel"} <= set(begun)
    assert set(german()) <= set(begun) and not any(map(any, begun.values()))
    assert "#. de: Spieler {0}\n" in file.read_text(encoding="utf-8")


def test_translations_stay_when_messages_change(tmp_path: Path) -> None:
    run("add", "fr", "--locale", str(tmp_path))
    file = tmp_path / "fr" / "LC_MESSAGES" / "messages.po"
    text = file.read_text(encoding="utf-8").replace(
        'msgid "player {0}"\nmsgstr ""', 'msgid "player {0}"\nmsgstr "joueur {0}"'
    )
    file.write_text(text + '\nmsgid "nobody says this"\nmsgstr "personne"\n', encoding="utf-8")
    told = run("update", "--locale", str(tmp_path))
    kept = messages(file)
    assert kept["player {0}"] == ("joueur {0}",) and "nobody says this" not in kept
    assert f"{len(kept) - 1} to translate" in told


def test_messages_of_other_rooms_are_found(tmp_path: Path) -> None:
    """Alternatives are messages of their own, what is not known is a gap, entries of a table fill one."""
    room = tmp_path / "rooms" / "own"
    room.mkdir(parents=True)
    code = """
COLOURS = ("teal", "mauve")

def of(n):
    return "one sheep" if n == 1 else f"{n} sheep"

def tell(s, look):
    look.say("x", f"{look.name(0)} shears {of(s.n)}")
    look.say("x", "Baa!" if s.n else "Moo!")
    look.say("x", f"a {COLOURS[s.n]} lamb, {s.n + 1} days old")
"""
    (room / "board.py").write_text(code, encoding="utf-8")
    run("template", str(tmp_path / "all.pot"), "--rooms", str(room))
    found = messages(tmp_path / "all.pot")
    wanted = {
        "{0} shears one sheep",
        "{0} shears {1} sheep",
        "Baa!",
        "Moo!",
        "a {0} lamb, {1} days old",
        "teal",
        "mauve",
    }
    assert wanted <= set(found)


@pytest.mark.parametrize(
    ("tag", "lang"),
    [("de", "de"), ("de-AT", "de"), ("en_US.UTF-8", "en"), ("de_DE@euro", "de"), ("tlh", None), ("", None)],
)
def test_languages_are_known_by_any_tag(tag: str, lang: str | None) -> None:
    assert known_language(tag) == lang and set(IN_CODE) <= set(languages())


def test_people_are_addressed_as_friends() -> None:
    """With "du", never with "Sie"."""
    formal = [
        text for texts in german().values() for text in texts if re.search(r"\b(Ihnen|Ihren?|[a-zäöü,] Sie)\b", text)
    ]
    assert not formal
