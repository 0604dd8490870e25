"""Languages: which one a visitor wants, and the catalogue of sentences in it."""

import gettext
from functools import cache
from pathlib import Path

from babel.core import negotiate_locale

LANGUAGES = ("de", "en")
LOCALE = Path(__file__).parent.parent / "web" / "locale"


@cache
def catalogue(lang: str) -> gettext.NullTranslations:
    """The sentences of a language; English where none were compiled."""
    return gettext.translation("messages", str(LOCALE), [lang], fallback=True)


def wanted(header: str) -> str:
    """The language a browser asks for (Accept-Language), of those there are."""
    weighted = []
    for part in header.split(",")[:20]:
        tag, _, weight = part.partition(";q=")
        try:
            weighted.append((-float(weight or 1), tag.strip().replace("-", "_")))
        except ValueError:
            continue
    return str(negotiate_locale([tag for _, tag in sorted(weighted)], LANGUAGES, sep="_") or "en")
