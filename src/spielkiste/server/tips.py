"""Tips: what a seat might do now, in three steps (which piece, where, why), and the lamp of games that have one.

They are given where nobody plays against another person, for one's own seat, from what that seat may know; thought of
where bots think, after their moves."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

import spielkiste as sk
from spielkiste.core.game import Game
from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.search.bots import back_of, levels
from spielkiste.search.explain import tip
from spielkiste.search.judge import Judge, judge_of
from spielkiste.search.limit import Limit
from spielkiste.server.events import Person
from spielkiste.server.facts import has_lamp, may_have_tips
from spielkiste.server.pages import Pages, address
from spielkiste.server.table import Table
from spielkiste.server.table_pages import asked_table
from spielkiste.server.texts import N_, catalogue
from spielkiste.server.turns import TIPS, Asker, BotFailed, Busy, NoMachineCode
from spielkiste.server.viewer import Viewer, place_of

SECONDS = 0.3  # of thought
AT_MOST = 4.0  # seconds of work: 0.7 for the first tip of a process, and some judges finish what they have begun
PATIENCE = 5.0
AMONG = 3  # moves that are shown at first, where a move is one touch
TOO_BUSY = N_("So many ask at the moment; please try again.")
NO_LAMP = N_("The lamp shines only at tables of a server.")
AS_THE_STRONGEST = N_("The strongest player of the box would do this.")


@dataclass(frozen=True)
class Advice:
    """A tip as it comes from a bot's process: the move, its path, and sentences."""

    move: str
    path: tuple[str, ...]
    among: tuple[str, ...]  # elements of which one is right, where a move is one touch
    told: str
    why: str


async def give_tip(request: Request, pages: Pages, person: Person) -> Response:
    """A tip for the seat this person looks from, as steps of words and elements."""
    at = await asked_table(request, pages, person)
    seat = asked_seat(request, at, person)
    lang = person.lang or "en"
    try:
        found = await thought(request, pages, at, person, advise, *asked_of(at), seat, lang)
    except NoMachineCode:
        found = await by_the_strongest(request, pages, at, person, seat)
    say = catalogue(lang).gettext
    if found is None:
        return JSONResponse({"steps": [{"text": say(N_("This you must remember yourself.")), "elements": []}]})
    first = {True: N_("Look here."), False: N_("One of these is good.")}[len(found.path) > 1]
    steps = [
        {"text": say(first), "elements": list(found.path[:1] if len(found.path) > 1 else found.among)},
        {"text": f"{found.told}.", "elements": list(found.path)},
        {"text": found.why, "elements": list(found.path)},
    ]
    return JSONResponse({"steps": steps, "number": at.number})


async def show_lamp(request: Request, pages: Pages, person: Person) -> Response:
    """Whether the goal can still be reached: exact."""
    at = await asked_table(request, pages, person)
    if not may_have_tips(at, person.id) or not has_lamp(at):
        raise HTTPException(403, N_("There are no tips at this table."))
    try:
        shines = await thought(request, pages, at, person, look_at_lamp, *asked_of(at))
    except NoMachineCode:
        raise HTTPException(403, NO_LAMP) from None
    say = catalogue(person.lang or "en").gettext
    text = say(N_("It can still be solved.")) if shines else say(N_("It cannot be solved any more."))
    return JSONResponse({"shines": bool(shines), "text": text, "number": at.number})


def asked_seat(request: Request, at: Table, person: Person) -> int:
    """The seat a tip is asked for: one's own, and in turn."""
    if not may_have_tips(at, person.id):
        raise HTTPException(403, N_("There are no tips at this table."))
    place = place_of(at, Viewer(person.id, person.lang or "en", str))
    asked = request.query_params.get("seat", "")
    seat = int(asked) if asked.isdecimal() and len(asked) < 4 else place.seat
    if seat is None or seat not in at.mine(person.id):
        raise HTTPException(403, N_("That is not your seat."))
    if seat not in at.state.turn:
        raise HTTPException(403, N_("It is not your turn."))
    return seat


def asked_of(at: Table) -> tuple[str, dict[str, Any], bytes]:
    """A position as a process is asked about it."""
    return at.match.slug, at.match.options, at.state.to_bytes()


def asker_at(request: Request, person: Person, at: Table) -> Asker:
    return Asker(person.id, at.match.id, address(request))


async def by_the_strongest(request: Request, pages: Pages, at: Table, person: Person, seat: int) -> Advice:
    """Where nothing can judge moves, what the strongest bot would do is a tip as well."""
    state, lang = at.state, person.lang or "en"
    best = max(levels(state.game.room))
    try:
        move = await pages.house.bots.choose(state.game, state, seat, best, 0, asker_at(request, person, at))
    except (Busy, BotFailed):
        raise HTTPException(429, TOO_BUSY) from None
    why = catalogue(lang).gettext(AS_THE_STRONGEST)
    return advice(state, seat, move, (move,), why, Look(seat, lang))


async def thought(request: Request, pages: Pages, at: Table, person: Person, work: Any, *given: Any) -> Any:
    asker = asker_at(request, person, at)
    try:
        return await pages.house.bots.ask(work, *given, asker=asker, seconds=AT_MOST, patience=PATIENCE, rank=TIPS)
    except NoMachineCode:
        raise
    except (Busy, BotFailed):
        raise HTTPException(429, TOO_BUSY) from None


# --- in a bot's process ---------------------------------------------------------------------------------------


def restored(slug: str, options: dict[str, Any], state: bytes) -> State:
    return sk.game(slug, **options).from_bytes(state)


@lru_cache(maxsize=8)
def known_judge(game: Game) -> Judge:
    """Kept for the next tip: what it has worked out of a board is asked for again and again."""
    return judge_of(game)


def advise(slug: str, options: dict[str, Any], data: bytes, seat: int, lang: str) -> Advice | None:
    """The best move for a seat and why; None where people must remember it themselves."""
    state, look = restored(slug, options, data), Look(seat, lang)
    judge = known_judge(state.game)
    if not judge.may_tip(state, seat):
        return None
    verdict = judge.verdict(state, seat, Limit(seconds=SECONDS))
    return advice(state, seat, verdict.best, verdict.values, tip(judge, state, seat, verdict, look), look)


def advice(state: State, seat: int, best: str, good: Iterable[str], why: str, look: Look) -> Advice:
    """A move in elements and words; `good`: moves among which it is shown at first, the best of them first."""
    told = state.tell(seat, best, look)
    single = [touched(state, seat, move) for move in islice(good, AMONG)]
    among = sorted(elements[0] for elements in single if len(elements) == 1)
    return Advice(best, touched(state, seat, best), tuple(among), told[:1].upper() + told[1:], why)


def touched(state: State, seat: int, move: str) -> tuple[str, ...]:
    """The elements of a move: its path, or of one that is gathered those that it names."""
    path = state.paths(seat).get(move)
    if path is not None:
        return tuple(path)
    named = set(move.split()[1:])
    gathered = [element for tool in state.tools(Look(seat)) for element in tool.elements]
    return tuple(element for element in gathered if element.rpartition("-")[2] in named)


def look_at_lamp(slug: str, options: dict[str, Any], data: bytes) -> bool:
    state = restored(slug, options, data)
    lamp = back_of(state.game.room).lamp
    return lamp is not None and lamp(state)
