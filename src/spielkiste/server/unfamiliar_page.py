"""The page of a table that this server cannot go on with: why it stands still, when it began and who plays."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from babel.dates import format_date
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from spielkiste.core.room import all_rooms
from spielkiste.server.events import Match, Person, Standing
from spielkiste.server.familiar import Unfamiliar
from spielkiste.server.texts import catalogue

if TYPE_CHECKING:
    from spielkiste.server.pages import Pages

SHOWN_AT = ("t", "j", "w")  # how the addresses of a table's own page begin; elsewhere something else was asked for


async def unfamiliar_page(request: Request, pages: "Pages", person: Person, found: Unfamiliar) -> Response:
    """Shown instead of whatever was asked for; 409 where that was more than to see the table."""
    lang, match = person.lang or "en", found.match
    standing = await standing_of(pages, match)
    member = await pages.house.store.role(match.id, person.id) is not None
    return pages.page(
        request, person, "unfamiliar.html", 200 if shows_table(request.url.path) else 409,
        title=title_of(match, lang), slug=match.slug if match.slug in all_rooms() else "", id=match.id,
        text=found.in_words(catalogue(lang).gettext), phase=standing.phase, players=names_in(standing),
        began=day_of(match.created, lang), member=member,
        record=standing.phase == "over" or found.why == "older",
    )  # fmt: skip


def shows_table(path: str) -> bool:
    kind, *rest = path.strip("/").split("/")
    return kind in SHOWN_AT and len(rest) == 1


async def standing_of(pages: "Pages", match: Match) -> Standing:
    standing = await pages.house.store.standing(match.id)
    if standing is None:
        raise HTTPException(404)
    return standing


def title_of(match: Match, lang: str) -> str:
    home = all_rooms().get(match.slug)
    return home.card.title[lang] if home else match.slug


def day_of(moment: float, lang: str) -> str:
    """A date in words; nothing where it cannot be one."""
    try:
        return str(format_date(datetime.fromtimestamp(moment, UTC), "long", locale=lang))
    except (ValueError, OverflowError, OSError):
        return ""


def names_in(standing: Standing) -> list[str]:
    return [str(player.get("name", "")) for player in standing.players]


def people_in(standing: Standing) -> set[str]:
    return {str(player["person"]) for player in standing.players if player.get("person")}


def seats_of(person: str, players: tuple[Mapping[str, Any], ...]) -> list[int]:
    return [seat for seat, player in enumerate(players) if player.get("person") == person]
