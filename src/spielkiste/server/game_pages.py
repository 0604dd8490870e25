"""Pages about the games: the list, one game, its rules, the first game."""

import gzip
import logging
import time
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec
from babel.dates import format_timedelta
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from spielkiste.core.course import course, reach
from spielkiste.core.errors import UnknownGame
from spielkiste.core.look import Look
from spielkiste.core.room import Room, all_rooms, room
from spielkiste.core.state import State
from spielkiste.core.svg import Button
from spielkiste.search.bots import levels
from spielkiste.server.characters import SLUGS
from spielkiste.server.colours import PALETTE
from spielkiste.server.events import Listed, Person
from spielkiste.server.faces import face
from spielkiste.server.familiar import why_unfamiliar
from spielkiste.server.forms import whole
from spielkiste.server.pages import LONGEST_ASKED, Pages
from spielkiste.server.rendering import NAMES, inline, rules_html
from spielkiste.server.texts import N_, catalogue

log = logging.getLogger("spielkiste.pages")
FEW = 3  # tables on the first page that wait for somebody
LISTED = 12  # tables that are over, or public
LISTED_AT_MOST = 100
MINUTE, DAY = 60, 86400
PICTURES_KEPT, SCENES_KEPT = 200, 1000
MOST_NAMES = 6
MOST_COUNTS = 12  # numbers of players offered at once


def game_facts(home: Room, lang: str) -> dict[str, Any]:
    card = home.card
    return {
        "slug": card.slug,
        "title": card.title[lang],
        "blurb": card.blurb[lang],
        "players": card.spoken_players(lang),
        "minutes": f"{card.minutes[0]}–{card.minutes[1]}",
        "age": card.age,
        "alone": 1 in card.players,
        "credits": card.credits.get(lang, ""),
        "picture": f"/games/{card.slug}/picture.svg",
    }


def asked_room(request: Request) -> Room:
    return known_room(request.path_params["slug"])


def known_room(slug: str) -> Room:
    try:
        return room(slug[:LONGEST_ASKED])
    except UnknownGame:
        raise HTTPException(404) from None


async def home(request: Request, pages: Pages, person: Person) -> Response:
    """The games, after a few of the tables that wait for somebody."""
    lang = person.lang or "en"
    mine = [row for row in await pages.house.store.mine(person.id, LISTED_AT_MOST) if row.standing.phase != "over"]
    mine.sort(key=lambda row: person.id not in row.standing.turn)
    public = [row for row in await pages.house.store.public(LISTED) if row.match.id not in {m.match.id for m in mine}]
    return pages.page(
        request, person, "home.html", title="", count=len(mine),
        games=[game_facts(one, lang) for one in all_rooms().values()],
        mine=[row_facts(row, person, lang) for row in mine[:FEW]],
        public=[row_facts(row, person, lang) for row in public],
    )  # fmt: skip


async def mine(request: Request, pages: Pages, person: Person) -> Response:
    """All of somebody's tables: those not over, and those that are with their results."""
    lang = person.lang or "en"
    rows = await pages.house.store.mine(person.id, LISTED_AT_MOST)
    running = [row_facts(row, person, lang) for row in rows if row.standing.phase != "over"]
    over = [row_facts(row, person, lang) for row in rows if is_over(row)]
    title = catalogue(lang).gettext(N_("My games"))
    return pages.page(request, person, "mine.html", title=title, running=running, over=over)


def is_over(row: Listed) -> bool:
    return row.standing.phase == "over"


def result(row: Listed, person: Person, lang: str) -> str:
    """How a game ended for somebody, in a few words; "" where nobody knows."""
    players, say = row.standing.players, catalogue(lang).gettext
    own = [player for player in players if player.get("person") == person.id]
    home = all_rooms().get(row.match.slug)
    if not own or home is None or own[0].get("score") is None:
        return ""
    if len(players) == 1:
        return home.card.say_score(own[0]["score"], lang)
    places = [player["place"] for player in own if player.get("place")]
    if len(own) > 1 or not places:
        return ", ".join(str(player["name"]) for player in players if player.get("place") == 1)
    if places[0] == 1:
        return say(N_("won")) if sum(player.get("place") == 1 for player in players) == 1 else say(N_("a draw"))
    return say(N_("place {place} of {count}")).format(place=places[0], count=len(players))


def row_facts(row: Listed, person: Person, lang: str) -> dict[str, Any]:
    """A table in a list; one whose rules are not here, or whose data cannot be shown, is listed with a note."""
    try:
        return told_facts(row, person, lang)
    except Exception as wrong:
        log.debug("%s cannot be listed as it is: %r", row.match.id, wrong)
        return {
            "id": row.match.id, "title": row.match.slug, "familiar": False, "phase": row.standing.phase,
            "turn": False, "players": "", "when": "", "result": "",
        }  # fmt: skip


def told_facts(row: Listed, person: Person, lang: str) -> dict[str, Any]:
    names = [str(player["name"]) for player in row.standing.players if player.get("name")]
    home, familiar = all_rooms().get(row.match.slug), why_unfamiliar(row.match) is None
    return {
        "id": row.match.id,
        "title": home.card.title[lang] if home else row.match.slug,
        "familiar": familiar,
        "phase": row.standing.phase,
        "turn": familiar and person.id in row.standing.turn,
        "players": ", ".join(names),
        "offline": not row.match.fair,
        "when": since(row.standing.changed, lang),
        "result": result(row, person, lang) if is_over(row) else "",
    }


def since(moment: float, lang: str) -> str:
    """How long ago something was."""
    past = time.time() - moment
    if past < MINUTE:
        return catalogue(lang).gettext(N_("just now"))
    return str(format_timedelta(-int(past), add_direction=True, locale=lang))


async def game(request: Request, pages: Pages, person: Person) -> Response:
    home = asked_room(request)
    known = game_facts(home, person.lang or "en")
    alone = 1 in home.card.players
    return pages.page(
        request,
        person,
        "game.html",
        game=known,
        title=known["title"],
        solo=alone,
        levels=levels(home),
        counts=player_counts(home),
        most_names=most_names(home),
        palette=palette(home, person.lang or "en"),
    )


def most_names(home: Room) -> int:
    """How many people a page asks for their names; more are numbered."""
    return min(MOST_NAMES, home.card.players[-1])


def palette(home: Room, lang: str) -> list[tuple[str, str]]:
    """The colours people on one device may choose, and what they are called."""
    say = catalogue(lang).gettext
    return [(colour, say(called)) for colour, called in PALETTE.items()] if home.card.colours else []


def player_counts(home: Room) -> list[int]:
    """How many may play, where that can be chosen without scrolling."""
    options = {option.name: option for option in home.card.options}
    counts = options["players"].values if "players" in options else ()
    return list(counts)[:MOST_COUNTS] if isinstance(counts, range) else []


async def picture(request: Request, pages: Pages, person: Person) -> Response:
    """A typical position, for lists and previews."""
    headers = {"cache-control": f"private, max-age={DAY}", "content-encoding": "gzip"}
    svg = typical_picture(asked_room(request).slug, person.lang or "en")
    return Response(svg, media_type="image/svg+xml", headers=headers)


@lru_cache(PICTURES_KEPT)
def typical_picture(slug: str, lang: str) -> bytes:
    """Drawn once a language, packed: a picture takes up to a tenth of a second."""
    example = next(reversed(room(slug).front.examples.PICTURES.values()))
    svg = reach(slug, example).picture(Look(example.seat, lang, NAMES)).svg()
    return gzip.compress(svg.encode(), mtime=0)


async def portrait(request: Request, pages: Pages, person: Person) -> Response:
    """One of the computer's players."""
    character = SLUGS.get(request.path_params["slug"][:LONGEST_ASKED])
    if character is None:
        raise HTTPException(404)
    return Response(face(character), media_type="image/svg+xml", headers={"cache-control": f"public, max-age={DAY}"})


async def rules(request: Request, pages: Pages, person: Person) -> Response:
    home = asked_room(request)
    lang = person.lang or "en"
    html = rules_html(home.slug, lang)
    if request.query_params.get("part"):
        return HTMLResponse(html)
    known = game_facts(home, lang)
    return pages.page(request, person, "rules.html", game=known, html=html, title=known["title"])


async def first(request: Request, pages: Pages, person: Person) -> Response:
    """The first game, step by step; each step is an address of its own."""
    home, lang = asked_room(request), person.lang or "en"
    steps = len(home.front.examples.FIRST_GAME.steps)
    number = min(whole(request.query_params.get("step", "0")) or 0, steps)
    known, scene = game_facts(home, lang), lesson_scene(home.slug, lang, number)
    return pages.page(
        request, person, "first.html", title=known["title"], game=known, step=number, steps=steps,
        text=scene.text, board_svg=scene.svg, done=number == steps, paths=scene.paths, buttons=scene.buttons,
        next="" if number == steps else f"/games/{home.slug}/first?step={number + 1}",
    )  # fmt: skip


class Scene(NamedTuple):
    """What a step of a first game shows."""

    text: str
    svg: str
    paths: str
    buttons: tuple[Button, ...]


@lru_cache(SCENES_KEPT)
def lesson_scene(slug: str, lang: str, number: int) -> Scene:
    """Played and drawn once a language and step."""
    lesson = room(slug).front.examples.FIRST_GAME
    step = lesson.steps[number] if number < len(lesson.steps) else None
    state = lesson_course(slug)[number]
    look = Look(lesson.seat, lang, learner_names(lesson.seat, lang))
    wanted = step.move if step else None
    path = (step.touch if step else ()) or (elements_of(state, look, wanted) if wanted else ())
    picture = state.picture(look)
    text = (
        step.text[lang] if step else catalogue(lang).gettext(N_("That was your first game. Now you know how it goes!"))
    )
    buttons = tuple(button for button in picture.buttons if button.id in path)
    return Scene(inline(text), picture.svg("group"), json([[wanted, list(path)]] if path else []), buttons)


@cache
def lesson_course(slug: str) -> list[State]:
    return course(slug, room(slug).front.examples.FIRST_GAME)


def elements_of(state: State, look: Look, move: str) -> tuple[str, ...]:
    """What to touch for a move: its path; what is gathered for it; or the button that begins to build it."""
    assert look.seat is not None
    if path := state.paths(look.seat).get(move):
        return path
    words = move.split()
    for tool in state.tools(look):
        elements = tuple(element for element in tool.elements if element.rpartition("-")[2] in words)
        if elements and state.gathered(look, tool.id, elements) == move:
            return elements
    return tuple(button.id for button in state.picture(look).buttons if button.id == "draft")


def learner_names(seat: int, lang: str) -> tuple[str, ...]:
    """The learner among others."""
    names = list(NAMES)
    names.insert(seat, catalogue(lang).gettext(N_("You")))
    return tuple(names)


def json(value: object) -> str:
    return msgspec.json.encode(value).decode()
