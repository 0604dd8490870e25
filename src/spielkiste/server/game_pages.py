"""Pages about the games: the list, one game, its rules, the first game."""

import gzip
import time
from typing import Any

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
from spielkiste.search.bots import levels
from spielkiste.server.events import Listed, Person
from spielkiste.server.rendering import NAMES, inline, rules_html
from spielkiste.server.rulings import N_
from spielkiste.server.texts import catalogue
from spielkiste.server.visits import LONGEST_ASKED, Pages

LISTED = 12
DAY = 86400
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
    lang = person.lang or "en"
    mine = await pages.house.store.mine(person.id, LISTED)
    public = [row for row in await pages.house.store.public(LISTED) if row.match.id not in {m.match.id for m in mine}]
    return pages.page(
        request, person, "home.html", title="",
        games=[game_facts(one, lang) for one in all_rooms().values()],
        mine=[row_facts(row, person, lang) for row in mine], public=[row_facts(row, person, lang) for row in public],
    )  # fmt: skip


def row_facts(row: Listed, person: Person, lang: str) -> dict[str, Any]:
    names = [str(player["name"]) for player in row.standing.players if player.get("name")]
    ago = format_timedelta(int(row.standing.changed - time.time()), add_direction=True, locale=lang)
    return {
        "id": row.match.id,
        "title": room(row.match.slug).card.title[lang],
        "phase": row.standing.phase,
        "turn": person.id in row.standing.turn,
        "players": ", ".join(names),
        "when": ago,
    }


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
    )


def player_counts(home: Room) -> list[int]:
    """How many may play, where that can be chosen without scrolling."""
    options = {option.name: option for option in home.card.options}
    counts = options["players"].values if "players" in options else ()
    return list(counts)[:MOST_COUNTS] if isinstance(counts, range) else []


async def picture(request: Request, pages: Pages, person: Person) -> Response:
    """A typical position, for lists and previews."""
    home = asked_room(request)
    example = next(reversed(home.front.examples.PICTURES.values()))
    look = Look(example.seat, person.lang or "en", NAMES)
    svg = gzip.compress(reach(home.slug, example).picture(look).svg().encode(), mtime=0)
    headers = {"cache-control": f"private, max-age={DAY}", "content-encoding": "gzip"}
    return Response(svg, media_type="image/svg+xml", headers=headers)


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
    lesson = home.front.examples.FIRST_GAME
    asked = request.query_params.get("step", "0")
    number = min(int(asked), len(lesson.steps)) if asked.isdigit() and len(asked) < 4 else 0
    done = number == len(lesson.steps)
    state, known = course(home.slug, lesson)[number], game_facts(home, lang)
    step = None if done else lesson.steps[number]
    look = Look(lesson.seat, lang, learner_names(lesson.seat, lang))
    wanted = step.move if step else None
    path = (step.touch if step else ()) or (elements_of(state, look, wanted) if wanted else ())
    picture = state.picture(look)
    text = (
        step.text[lang] if step else catalogue(lang).gettext(N_("That was your first game. Now you know how it goes!"))
    )
    return pages.page(
        request, person, "first.html", title=known["title"], game=known, step=number, steps=len(lesson.steps),
        text=inline(text), board_svg=picture.svg("group"), done=done,
        paths=json([[wanted, list(path)]] if path else []),
        buttons=[button for button in picture.buttons if button.id in path],
        next="" if done else f"/games/{home.slug}/first?step={number + 1}",
    )  # fmt: skip


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
