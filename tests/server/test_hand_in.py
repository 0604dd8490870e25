"""Games of the offline app at a server: every event is checked, each game is taken once, and nobody waits for it."""

import asyncio
import hashlib
import json
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
from pocket.test_house import Memory, Page, new_table, opened
from server.harness import Visitor, serving
from server.stored import match, move, standing
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from spielkiste.core.svg import breadth, cut
from spielkiste.server import hand_in
from spielkiste.server.app import create_app
from spielkiste.server.bot_seats import HICCUPS_AT_MOST
from spielkiste.server.bots import with_machine_code
from spielkiste.server.events import Person
from spielkiste.server.hand_in import (
    BYTES_OF_A_PERSON,
    GAMES_OF_A_PERSON,
    MOST_WAITING,
    SLICE,
    WORK_AT_MOST,
    Checked,
    Handed,
    HandedTable,
    NotReadable,
    Progress,
    check_queue,
    check_room,
    check_slice,
    decoded,
    replayed,
)
from spielkiste.server.house import Settings
from spielkiste.server.journal import ID
from spielkiste.server.pages import Pages, check_rate
from spielkiste.server.people import COOKIE
from spielkiste.server.routes import routes
from spielkiste.server.rulings import NAME_LENGTH, clean, unlike
from spielkiste.server.store import Store
from spielkiste.server.table import rematch_id

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "bench"))

import holds
from offline_games import finished_games
from servers import free_port, spielkiste

pytestmark = pytest.mark.anyio
NOW = time.time()
Told = dict[str, Any]  # a game as a device hands it in


async def finished() -> Told:
    """A game of a browser that was given up."""
    pocket = await opened(Memory())
    table = await new_table(pocket, name="Anna")
    page = Page(pocket, table.path)
    await page.says("chat", text="Los!")
    await page.says("resign", seat=0)
    whole: Told = json.loads((await pocket.ask("GET", f"/pocket/tables/{table.path[3:]}")).text)
    return whole


def checked(game: Told) -> Checked:
    """A game as the server checks it, slice by slice."""
    body = json.dumps(game).encode()
    found = check_slice(body, "me", NOW, Progress())
    while isinstance(found, Progress):
        found = check_slice(body, "me", NOW, found)
    return found


# --- what is refused ----------------------------------------------------------------------------------


def changed(game: Told, kind: str, **fields: Any) -> Told:
    """The game with other data in its last event of a kind."""
    game = deepcopy(game)
    [*_, event] = [one for one in game["events"] if one["kind"] == kind]
    event["data"].update(fields)
    return game


def with_event(game: Told, kind: str, before_last: int = 1, by: str = "", **data: Any) -> Told:
    """The game with another event in it, before the last one or so."""
    game = deepcopy(game)
    events = game["events"]
    at = len(events) - before_last
    events.insert(at, {"number": at, "by": by or game["match"]["host"], "kind": kind, "data": data, "at": 1.0})
    return {**game, "events": renumbered(events)}


def renumbered(events: list[Told]) -> list[Told]:
    return [{**event, "number": number} for number, event in enumerate(events)]


def dealt(game: Told) -> list[list[Any]]:
    [moves] = [one["data"]["moves"] for one in game["events"] if one["kind"] == "started"]
    assert moves
    return list(moves)


def of_match(**fields: Any) -> Callable[[Told], Told]:
    return lambda game: {**game, "match": {**game["match"], **fields}}


ODD: dict[str, Callable[[Told], Told]] = {
    "a name of 50,000 letters": lambda game: changed(game, "sat", name="W" * 50_000),
    "a name that changes the direction of writing": lambda game: changed(game, "sat", name="\u202eAnna"),
    "a name of nothing": lambda game: changed(game, "sat", name=" "),
    "a bot's name in a person's place": lambda game: with_event(game, "seated_bot", 3, seat=0, level=1),
    "a seat that is not there": lambda game: changed(game, "sat", seat=7),
    "a seat before the first": lambda game: changed(game, "sat", seat=-1),
    "somebody else on the seat": lambda game: changed(game, "sat", person="bob"),
    "a chat of 301 letters": lambda game: changed(game, "chatted", text="x" * 301),
    "a chat with control characters": lambda game: changed(game, "chatted", text="a\x07b"),
    "a chat under a long name": lambda game: changed(game, "chatted", name="x" * 25),
    "an unknown reaction": lambda game: with_event(game, "reacted", what="<b>", name="Anna"),
    "an odd colour": lambda game: with_event(game, "coloured", 3, seat=0, colour="url(x)"),
    "who resigned at a millionth seat": lambda game: changed(game, "stopped", seat=10**6),
    "who resigned at a seat before the first": lambda game: changed(game, "stopped", seat=-1),
    "forgotten without anybody": lambda game: changed(game, "stopped", why="forgotten", seat=-1),
    "an end by somebody else": lambda game: changed(game, "stopped", why="abandoned"),
    "a move after the end": lambda game: with_event(game, "played", 0, moves=[[0, "a1"]]),
    "no move": lambda game: with_event(game, "played", moves=[]),
    "a move that cannot be made": lambda game: with_event(game, "played", moves=[[0, "z9"]]),
    "a move of a thousand letters": lambda game: with_event(game, "played", moves=[[0, "a" * 1001]]),
    "a move of a seat that is not there": lambda game: with_event(game, "played", moves=[[3, "a1"]]),
    "a move whose dice are left open": lambda game: with_event(game, "played", moves=[[0, "a1"]]),
    "a move to be looked at for ever": lambda game: with_event(game, "played", moves=[[0, "a1"], [-1, "7"]], shows=1e9),
    "a number between two events left out": lambda game: {**game, "events": game["events"][1:]},
    "no beginning": lambda game: {**game, "events": renumbered(game["events"][1:])},
    "two beginnings": lambda game: with_event(game, "opened"),
    "an event of another person": lambda game: with_event(game, "went_on", by="bob"),
    "a question to take back": lambda game: with_event(game, "asked", number=1, name="Anna"),
    "a bot that replaces": lambda game: with_event(game, "replaced", seat=0, level=1),
    "somebody was erased": lambda game: with_event(game, "erased"),
    "a wish for another game": lambda game: with_event(game, "wanted_again", 0),
    "an unknown kind": lambda game: with_event(game, "cheated"),
    "more fields": lambda game: changed(game, "stopped", more=1),
    "data that is no object": lambda game: {**game, "events": [{**one, "data": []} for one in game["events"]]},
    "a turn for ever": of_match(turn_seconds=2**60),
    "a turn of no time": of_match(turn_seconds=0),
    "a short seed": of_match(seed="AAAA"),
    "an unknown option": of_match(options={"colour": "red"}),
    "a bad value of an option": of_match(options={"players": "all"}),
    "no text as id": of_match(id=7),
    "a deal by a player": lambda game: changed(game, "started", moves=[[0, move] for _, move in dealt(game)]),
    "a deal by a millionth seat": lambda game: changed(game, "started", moves=[[10**6, m] for _, m in dealt(game)]),
    "seen twice": lambda game: with_event(with_event(game, "went_on", 1), "went_on", 1),
    "a game that is not over": lambda game: {**game, "events": game["events"][:-1]},
}  # fmt: skip


async def test_what_no_live_table_would_have_stored_is_refused() -> None:
    game = await finished()
    assert checked(game).standing.phase == "over"
    for name, spoiled in ODD.items():
        with pytest.raises(NotReadable):
            pytest.fail(f"{name}: {checked(spoiled(game))}")
    deep: Any = 1
    for _ in range(5000):
        deep = [deep]
    for body in (b"", b"{", b"\xff", b"[" * 60_000, b'{"match": {}, "events": []}'):
        with pytest.raises(NotReadable):
            decoded(body, HandedTable)
    with pytest.raises(NotReadable):
        decoded(f'{{"match":{"[" * 20_000}'.encode(), Handed)


async def test_what_the_server_decides_is_not_the_callers() -> None:
    game = await finished()
    odd = of_match(
        created=1e308, join="j", watch="w", commitment="mine", public=True, handed_in=-5, previous="x" * 9000
    )(game)
    for event in odd["events"]:
        event["at"] = -1e308 if event["number"] % 2 else 1e308
    match, events, standing, members = checked(odd)
    told = game["match"]
    assert match.id not in (told["id"], told["join"]) and len(match.id) == 16
    assert match.id == checked(game).match.id, "the same game must get the same id"
    assert len(match.join) > 12 and match.join not in (match.watch, checked(odd).match.join)
    assert match.commitment == hashlib.sha256(match.seed).hexdigest()
    assert (match.public, match.host, match.handed_in > 500) == (False, "me", True)
    assert match.previous is not None and len(match.previous) == 16
    assert match.created <= NOW and {event.at for event in events} == {NOW} and standing.changed == NOW
    assert {event.by for event in events} == {"me"} and members == {"me": "player"}


def test_every_honest_game_is_taken_whole() -> None:
    games = finished_games()
    assert len({game.game.slug for game in games}) == 9
    longest = 0.0
    for game in games:
        begun = time.perf_counter()
        first = with_machine_code(check_slice, json.dumps(game.handed).encode(), "me", NOW, Progress())
        longest = max(longest, time.perf_counter() - begun)
        found = first if isinstance(first, Checked) else checked(game.handed)
        assert len(found.events) == len(game.handed["events"]), game.game
    assert longest < 10 * SLICE, f"a slice took {longest:.2f} s"


def test_a_bot_fails_no_more_often_than_at_a_live_table() -> None:
    game = next(one.handed for one in finished_games() if any(e["kind"] == "seated_bot" for e in one.handed["events"]))
    [seat, *_] = [event["data"]["seat"] for event in game["events"] if event["kind"] == "seated_bot"]
    seats = sum(event["kind"] in ("sat", "seated_bot") for event in game["events"])
    for _ in range(HICCUPS_AT_MOST * seats):
        game = with_event(game, "hiccuped", seat=seat)
    assert checked(game).standing.phase == "over"
    with pytest.raises(NotReadable):
        checked(with_event(game, "hiccuped", seat=seat))


def test_moves_must_be_written_as_the_game_writes_them() -> None:
    """Else a stored move would be another text than the one on pages, in records and in `moves_made`."""
    for game in finished_games():
        if game.game.slug != "cubus" or game.game.options["mode"] != "build":
            continue
        for event in game.handed["events"]:
            for seat, made in event["data"].get("moves", ()):
                if len(made.split()) > 2:
                    other = "build " + " ".join(reversed(made.split()[1:]))
                    event["data"]["moves"] = [[seat, other], *event["data"]["moves"][1:]]
                    with pytest.raises(NotReadable):
                        checked(game.handed)
                    return
    pytest.fail("no build was found")


@pytest.mark.parametrize("name", ["Anna \u200e B", "x\u0000 \u0007\n y", "abcdefghijklmnopqrst uvwxyz", "  e\u0301  "])
async def test_a_name_as_a_live_table_stores_it_is_taken(name: str) -> None:
    live = clean(name, NAME_LENGTH)
    assert clean(live, NAME_LENGTH) == live and len(live) <= NAME_LENGTH
    another = unlike(live, [live])
    assert clean(another, NAME_LENGTH) == another
    game = await finished()
    for stored in (live, another, live.replace(" ", "  ")[:NAME_LENGTH].strip()):
        assert checked(changed(changed(game, "sat", name=stored), "chatted", name=stored))


async def test_games_of_another_browser_are_checked_alike() -> None:
    game = await finished()
    told = msgspec.json.decode(json.dumps(game).encode(), type=HandedTable)
    table, events = replayed(told, "me")
    assert table.match.id == game["match"]["id"] and len(events) == len(game["events"])
    for name, spoiled in ODD.items():
        if name in ("no text as id", "a game that is not over"):
            continue
        odd = msgspec.json.decode(json.dumps(spoiled(game)).encode(), type=HandedTable)
        with pytest.raises(NotReadable):
            pytest.fail(f"{name}: {replayed(odd, 'me')}")


# --- at a server --------------------------------------------------------------------------------------


async def test_a_game_is_taken_once_and_marked_as_played_offline(tmp_path: Path) -> None:
    game, other = await finished(), await finished()
    with serving(str(tmp_path / "games.db")) as server:
        async with Visitor(server.base) as anna, Visitor(server.base) as bob:
            await anna.http.get("/me")
            answers = await asyncio.gather(*(anna.http.post("/pocket/hand-in", json=game) for _ in range(3)))
            assert {answer.status_code for answer in answers} == {200}
            [id] = {answer.json()["table"] for answer in answers}
            mine = await anna.http.get("/mine")
            assert mine.text.count(f'href="/t/{id}"') == 1 and "played offline" in mine.text
            page = await anna.http.get(f"/t/{id}")
            assert "The result is what the device reported." in page.text and 'id="proof"' not in page.text
            assert (await anna.http.get(f"/t/{id}/record.json")).json()["played_offline"] is True
            assert (await anna.http.get(f"/t/{id}/replay", follow_redirects=True)).status_code == 200
            assert (await bob.http.get(f"/t/{id}")).status_code == 403
            async with await Store.open(str(tmp_path / "games.db")) as store:
                stored = await store.match(id)
            assert stored and (await bob.follow(f"/w/{stored.watch}")).status_code == 200
            form = {"csrf": await anna.token()}
            assert (await anna.http.post(f"/t/{id}/remove", data=form)).status_code == 303
            for visitor in (anna, bob):
                assert (await visitor.http.get(f"/t/{id}")).status_code == 404, "it goes with its owner"
            assert (await anna.http.post("/pocket/hand-in", json=game)).json()["table"] == id
            copied = await bob.http.post("/pocket/hand-in", json=game)
            assert copied.status_code == 200 and copied.json()["table"] != id, "another person's is another table"
            older = of_match(version=0)(other)
            refused = await anna.http.post("/pocket/hand-in", json=older)
            assert refused.status_code == 409
            assert "older rules" in refused.text
            stranger = await anna.http.post("/pocket/hand-in", json=other, headers={"origin": "http://evil.example"})
            assert stranger.status_code == 403
            assert (await anna.http.post("/pocket/hand-in", json=other)).status_code == 200
            for odd in (ODD["a name of 50,000 letters"], ODD["an odd colour"], ODD["a turn for ever"]):
                assert (await anna.http.post("/pocket/hand-in", json=odd(game), timeout=5)).status_code == 400
    with closing(sqlite3.connect(tmp_path / "games.db")) as database:
        assert database.execute("SELECT count(*), min(handed_in) > 0 FROM match").fetchone() == (3, 1)


async def test_nobody_waits_while_a_game_is_checked(tmp_path: Path) -> None:
    """In plain Python the end of this game takes seconds to find."""
    [slow, *games] = finished_games()
    held = tmp_path / "held"
    database = str(tmp_path / "games.db")
    with spielkiste(free_port(), tmp_path / "log", before=holds.before(held), database=database) as server:
        server.wait_until_there()
        async with Visitor(f"http://{server.address}") as anna:
            await anna.http.get("/me")
            _, begin = holds.read(held)  # the first page of a process is drawn more slowly
            bodies = [slow.handed, *(game.handed for game in games[::9])]
            answers = []
            for k in range(0, len(bodies), MOST_WAITING):
                some = bodies[k : k + MOST_WAITING]
                asked = (anna.http.post("/pocket/hand-in", json=body, timeout=120) for body in some)
                answers += await asyncio.gather(*asked)
            ids = {answer.headers[ID] for answer in answers}
            assert [answer.status_code for answer in answers] == [200] * len(bodies), answers[0].text
            table = answers[0].json()["table"]
            assert (await anna.http.get(f"/t/{table}/replay", follow_redirects=True, timeout=60)).status_code == 200
    found = [f"{hold.what} {hold}" for hold in holds.read(held, begin)[0] if hold.request in ids]
    assert len(ids) == len(bodies) and not found


async def test_many_at_once_are_counted_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_in, "GAMES_OF_A_PERSON", 3)
    games = [of_match(id=f"game-{number}")(await finished()) for number in range(12)]
    app = create_app(Settings(database=str(tmp_path / "games.db"), bot_processes=1))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as anna:
            await anna.get("/me")
            answers = await asyncio.gather(*(anna.post("/pocket/hand-in", json=game, timeout=60) for game in games))
    assert sorted(answer.status_code for answer in answers) == [200] * 3 + [403] * (MOST_WAITING - 2) + [429] * (
        11 - MOST_WAITING
    )


@pytest.mark.parametrize("change", ["erased", "logged out", "renamed", "erased while it is stored"])
async def test_a_person_may_change_while_a_game_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    app = create_app(Settings(database=str(tmp_path / "games.db"), bot_processes=1))
    check, store_it = hand_in.checked_in_slices, hand_in.stored

    async def stored_late(store: Store, game: Checked, person: Person) -> None:
        if change == "erased while it is stored":
            await store.erase_person(person.id)
        await store_it(store, game, person)

    async def checked_slowly(request: Request, pages: Pages, body: bytes, person: Person) -> Checked:
        people = pages.house.people
        found = await check(request, pages, body, person)
        if change == "erased":
            await pages.house.store.erase_person(person.id)
        elif change == "logged out":
            await people.alone(person)
        elif change == "renamed":
            await people.named(person, "Ida")
        return found

    monkeypatch.setattr(hand_in, "checked_in_slices", checked_slowly)
    monkeypatch.setattr(hand_in, "stored", stored_late)
    async with app.router.lifespan_context(app):
        transport, house = httpx.ASGITransport(app), app.state.house
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as anna:
            known = await house.people.named(await house.people.who(request_from("10.0.0.1")), "Anna")
            anna.cookies.set(COOKIE, house.people.cookie(known.id))
            answer = await anna.post("/pocket/hand-in", json=await finished(), timeout=60)
        games, _ = await house.store.handed_in(known.id)
        person = await house.store.person(known.id)
    if change == "renamed":
        assert (answer.status_code, games, person.name) == (200, 1, "Ida"), "a new name stays"
    else:
        assert (answer.status_code, games) == (403, 0) and (person is None) == change.startswith("erased")


async def test_nobody_can_stand_in_the_way_of_a_rematch() -> None:
    """The seed of a game that is over can be read by all who have its link."""
    seed = b"s" * 32
    copied = rematch_id(match("handed", seed=seed, handed_in=1))
    assert copied != rematch_id(match("live", seed=seed)) == rematch_id(match("live", seed=seed))


def request_from(address: str) -> Request:
    return Request({"type": "http", "headers": [], "client": (address, 1)})


async def test_a_person_and_an_address_may_keep_so_many_games_and_bytes(tmp_path: Path) -> None:
    async with await Store.open(str(tmp_path / "games.db")) as store:
        house = SimpleNamespace(settings=Settings(), store=store)
        pages = Pages(house)  # type: ignore[arg-type]  # as much of a house as is asked for
        anna, bob = (Person(id, "", "en", 0.0, 0.0) for id in ("anna", "bob"))
        for number in range(GAMES_OF_A_PERSON - 1):
            made = match(f"t{number}", handed_in=1)
            await store.create(made, [move(0)], standing(0), {"anna": "host"})
        assert await store.handed_in("anna") == (GAMES_OF_A_PERSON - 1, GAMES_OF_A_PERSON - 1)
        await check_room(pages, anna, 1000)
        await store.create(match("last", handed_in=1), [move(0)], standing(0), {"anna": "host"})
        with pytest.raises(HTTPException, match="as many games as can be kept"):
            await check_room(pages, anna, 1000)
        await store.create(match("large", host="bob", handed_in=BYTES_OF_A_PERSON), [move(0)], standing(0))
        with pytest.raises(HTTPException, match="as many games as can be kept"):
            await check_room(pages, bob, 1000)
        newcomers = [Person(f"p{number}", "", "en", 0.0, 0.0) for number in range(400)]
        taken = 0
        with pytest.raises(HTTPException, match="being handed in at the moment"):
            for one in newcomers:
                check_queue(request_from("10.0.0.2"), pages, one, 64 << 10)
                taken += 64 << 10
        assert 7 << 20 < taken < 9 << 20, "an address, whatever its cookies"
        check_queue(request_from("10.0.0.3"), pages, newcomers[0], 64 << 10)
        with pytest.raises(HTTPException, match="being handed in at the moment"):
            for number in range(70):
                check_queue(request_from(f"10.0.1.{number}"), pages, anna, 1000)
        assert number >= 60, "a person, from wherever"


async def test_a_game_is_checked_only_while_somebody_waits_for_it() -> None:
    """Its body is kept in memory until then."""
    asked = list[bytes]()

    class Processes:
        async def ask(self, *given: Any, **_: Any) -> Progress:
            asked.append(given[-1].table)
            return Progress(f"slice {len(asked)}".encode())

    async def receive() -> dict[str, str]:
        return {"type": "http.disconnect" if len(asked) > 2 else "http.request"}

    request = Request({"type": "http", "headers": [], "client": ("10.0.0.1", 1)}, receive)
    store = SimpleNamespace(now=time.time)
    pages: Any = SimpleNamespace(house=SimpleNamespace(store=store, bots=Processes()))
    with pytest.raises(ClientDisconnect):
        await hand_in.checked_in_slices(request, pages, b"{}", Person("anna", "", "en", 0.0, 0.0))
    assert asked == [b"", b"slice 1", b"slice 2"]


@pytest.mark.parametrize(("work", "code"), [(WORK_AT_MOST, 413), (0.0, 429)])
async def test_a_game_may_take_so_much_work_and_waits_for_others_so_long(
    monkeypatch: pytest.MonkeyPatch, work: float, code: int
) -> None:
    """What waits for other work is asked for again by the app; what takes too much work is not."""

    class Processes:
        async def ask(self, *_: Any, **__: Any) -> Progress:
            return Progress(b"table", work)

    async def receive() -> dict[str, str]:
        await asyncio.sleep(0.001)
        return {"type": "http.request"}

    monkeypatch.setattr(hand_in, "CHECK_AT_MOST", 0.05)
    request = Request({"type": "http", "headers": [], "client": ("10.0.0.1", 1)}, receive)
    pages: Any = SimpleNamespace(house=SimpleNamespace(store=SimpleNamespace(now=time.time), bots=Processes()))
    with pytest.raises(HTTPException) as refused:
        await hand_in.checked_in_slices(request, pages, b"{}", Person("anna", "", "en", 0.0, 0.0))
    assert refused.value.status_code == code


async def test_what_follows_a_game_of_a_device_says_so_too(tmp_path: Path) -> None:
    """Its deal and its dice up to there were the device's."""
    game = next(one.handed for one in finished_games() if one.game.slug == "torris")
    with serving(str(tmp_path / "games.db")) as server:
        async with Visitor(server.base) as anna:
            await anna.http.get("/me")
            table = (await anna.http.post("/pocket/hand-in", json=game)).json()["table"]
            for _ in range(2):
                replay = str((await anna.http.get(f"/t/{table}/replay")).headers["location"])
                form = {"csrf": await anna.token(), "step": "3"}
                table = (await anna.http.post(f"{replay}/play", data=form)).headers["location"].removeprefix("/t/")
                async with anna.page(table) as page:
                    assert (await page.ask(do="resign", seat=page.board["seat"]))["is"] == "ack"
                shown = (await anna.http.get(f"/t/{table}")).text
                assert "continued from one that was played offline" in shown and 'id="proof"' not in shown
                record = (await anna.http.get(f"/t/{table}/record.json")).json()
                assert record["played_offline"] and record["commitment"] is None
            assert (await anna.http.get("/mine")).text.count("played offline") == 3
    with closing(sqlite3.connect(tmp_path / "games.db")) as database:
        assert database.execute("SELECT count(*) FROM match WHERE handed_in = -1").fetchone() == (2,)


async def test_hand_ins_are_limited_and_keep_no_class_from_its_forms() -> None:
    [route] = [route for route in routes() if route.path == "/pocket/hand-in"]
    assert route.endpoint.__qualname__.startswith("posted."), "else they only count as pages"
    pages = Pages(SimpleNamespace(settings=Settings()))  # type: ignore[arg-type]  # as much of a house as is asked for
    request = request_from("10.0.0.2")
    for _ in range(300):
        check_rate(pages.handed_games, request)
    with pytest.raises(HTTPException):
        check_rate(pages.handed_games, request)
    check_rate(pages.changes, request)


def test_of_a_game_little_is_read_before_it_is_limited() -> None:
    """Numbers that are smaller than usual take long to convert."""
    options = ",".join(f'"o{number}": 5e-324' for number in range(4000))
    body = f'{{"match": {{"slug": "torris", "version": 1, "options": {{{options}}}}}, "events": []}}'.encode()
    begun = time.thread_time()
    assert decoded(body, Handed).match.slug == "torris"
    assert time.thread_time() - begun < 0.005, "20 ms, if it were converted"


@pytest.mark.parametrize("width", [3.0, 75.0, 200.0])
def test_cutting_a_text_takes_no_longer_for_a_long_one(width: float) -> None:
    def as_before(text: str) -> str:
        while text and sum(map(breadth, text + "…")) * 13 > width:
            text = text[:-1]
        return text.rstrip() + "…"

    for text in ("W" * 90, "ill il " * 30, "Ä漢 …m" * 40):
        assert cut(text, width, 13) == as_before(text)
    assert cut("Anna", 200.0, 13) == "Anna"
    begun = time.process_time()
    for number in range(100):
        cut(f"{number}" + "W" * 1_000_000, width, 13)
    assert time.process_time() - begun < 1.0
