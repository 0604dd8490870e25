"""Languages: which one a visitor wants, and the catalogue of sentences in it."""

import gettext
from functools import cache

from babel.core import Locale, negotiate_locale

from spielkiste.core.language import folders, languages

LANGUAGES = languages()


def N_(text: str) -> str:  # noqa: N802 - gettext's usual name for "to be translated later"
    return text


@cache
def catalogue(lang: str) -> gettext.NullTranslations:
    """The sentences of a language; English where none were compiled."""
    first, *more = [gettext.translation("messages", str(folder), [lang], fallback=True) for folder in folders()]
    for other in more:
        first.add_fallback(other)
    return first


def called(lang: str) -> str:
    """What a language calls itself."""
    return str(Locale.parse(lang).get_display_name() or lang).capitalize()


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
