"""Nobody can stop the server for others, or reach what is not theirs: what was found by attacking it, one by one."""

import asyncio
import contextlib
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import httpx
import pytest
from server import services
from server.harness import Server, csrf_in
from server.stored import match, move, standing
from starlette.requests import HTTPConnection, Request

import spielkiste as sk
from spielkiste.core.errors import OptionError
from spielkiste.core.language import Catalogue, translated
from spielkiste.core.room import room
from spielkiste.server import chores as chores_module
from spielkiste.server import messages as m
from spielkiste.server.app import ServerHouse, Settings
from spielkiste.server.broker import LocalBroker
from spielkiste.server.chores import Chores
from spielkiste.server.database import address
from spielkiste.server.desk import Desk
from spielkiste.server.events import StoreError
from spielkiste.server.forms import options_from, turn_seconds_from, whole
from spielkiste.server.guard import limited_as
from spielkiste.server.live_connection import id_of
from spielkiste.server.options import check_proxies
from spielkiste.server.pages import Pages, begin_in_turn
from spielkiste.server.people import cookie_of, unmasked
from spielkiste.server.presence import NotesInStore, Presence
from spielkiste.server.queues import IterationQuota
from spielkiste.server.rulings import CHAT_LENGTH, NAME_LENGTH, Refused, clean
from spielkiste.server.serve import claimed
from spielkiste.server.store import Store

REAL_TIME = time.time


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    file = tmp_path_factory.mktemp("guard") / "games.db"
    running = Server(str(file), address="https://spiele.example")
    running.start()
    yield running
    running.stop()


def ask(server: Server, path: str, **headers: str) -> httpx.Response:
    return httpx.get(server.base + path, headers=headers, timeout=20)


@pytest.mark.parametrize("step", ["²", "٣", "9" * 5000, "-1", "1e3", ""])
def test_a_step_that_is_no_number_shows_the_first(server: Server, step: str) -> None:
    answer = httpx.get(f"{server.base}/games/torris/first", params={"step": step[:1500]}, timeout=20)
    assert answer.status_code == 200


def test_a_cookie_takes_no_longer_for_a_long_one(server: Server) -> None:
    """The standard library needs 1.8 s for 30 KB of backslashes in quotes."""
    ask(server, "/me")
    begun = time.perf_counter()
    assert ask(server, "/me", cookie='x="' + "\\" * 30_000).status_code == 200
    assert time.perf_counter() - begun < 0.5


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("spielkiste=abc.d_e-f", "abc.d_e-f"),
        ('theme="dark; spielkiste=x"; spielkiste=mine; other=1', "mine"),
        ("a=b;spielkiste=mine", "mine"),
        ("notspielkiste=mine", ""),
        ("spielkiste=", ""),
        ("spielkiste=" + "a" * 501, ""),
        ("", ""),
    ],
)
def test_our_cookie_is_found_among_others(header: str, value: str) -> None:
    asked = HTTPConnection({"type": "http", "headers": [(b"cookie", header.encode())]})
    assert cookie_of(asked) == value


@pytest.mark.parametrize("length", [NAME_LENGTH, CHAT_LENGTH])
def test_a_name_takes_no_longer_for_a_long_one(length: int) -> None:
    """To order the marks of one letter takes the square of their number."""
    begun = time.perf_counter()
    assert len(clean("a" + "\u0301" * 16_000 + "\u0316" * 16_000, length)) <= length
    assert time.perf_counter() - begun < 0.02
    assert clean("  Anna \n Maria ", length) == "Anna Maria"


@pytest.mark.parametrize("field", ["opt-players", "opt-stack", "opt-mode", "opt-leftovers", "turn_seconds", "level"])
@pytest.mark.parametrize("typed", ["9" * 60_000, "' " * 30_000, "is no option; " * 4_000])
def test_a_refused_form_takes_no_longer_for_long_fields(field: str, typed: str) -> None:
    """The sentence that refuses it is translated."""
    form = {"game": "cubus", "mode": "bots", "opt-mode": "dismantle", field: typed}

    def seconds() -> float:
        begun = time.process_time()
        with contextlib.suppress(OptionError):
            sk.game("cubus", **options_from(room("cubus").card, form))
        with pytest.raises(OptionError) as wrong:
            sk.game("knister", **{field.removeprefix("opt-"): typed})
        with contextlib.suppress(OptionError):
            turn_seconds_from(form.get("turn_seconds", ""))
        assert len(str(wrong.value)) < 400
        translated("de", str(wrong.value))
        translated("de", typed)
        return time.process_time() - begun

    assert min(seconds() for _ in range(3)) < 0.05, "the first may load words, or look for garbage"


@pytest.mark.parametrize(
    ("text", "known"), [("  ¡3 – done! 4", "done"), ("done", "done"), ("3 4", ""), ("done and done", "done and done")]
)
def test_what_stands_around_a_known_text_is_kept(text: str, known: str) -> None:
    found = Catalogue({known: "<>"}).inner(text) if known else Catalogue({}).inner(text)
    assert found == (text.replace(known, "<>") if known else None)


@pytest.mark.anyio
async def test_requests_of_one_address_let_others_come_in_between() -> None:
    pages = cast("Pages", SimpleNamespace(house=SimpleNamespace(beginning=IterationQuota(5.0))))
    begun: list[str] = []

    async def ask_from(address: str) -> None:
        await begin_in_turn(pages, Request({"type": "http", "headers": [], "client": (address, 1)}))
        begun.append(address)

    flood = [asyncio.create_task(ask_from("10.0.0.1")) for _ in range(200)]
    await asyncio.sleep(0)
    await ask_from("10.0.0.2")
    assert len(begun) <= 4, "one at once, and few until the next iteration"
    await asyncio.gather(*flood)
    assert len(begun) == 201 and not len(pages.house.beginning)


@pytest.mark.parametrize("text", ["²", "٣", "9" * 5000, "1_0", " 5", "+5"])
def test_only_plain_digits_are_numbers(text: str) -> None:
    assert whole(text) is None
    with pytest.raises(OptionError, match="turn_seconds"):
        turn_seconds_from(text)


def test_addresses_that_are_endless_or_hold_nul_are_refused(server: Server) -> None:
    assert ask(server, "/t/" + "a" * 10_000).status_code == 414
    assert ask(server, "/t/" + "a" * 60_000).status_code == 431
    assert ask(server, "/games/torris?" + "a" * 10_000).status_code in (400, 414)
    assert ask(server, "/games/torris?" + "a" * 60_000).status_code == 431
    for path in ("/t/a%00b", "/games/torris%00", "/w/%00", "/games/torris/first?step=%00"):
        assert ask(server, path).status_code == 400


@pytest.mark.parametrize(
    "origin", ["http://[", "http://", "null", "http://elsewhere.example", "https://spiele.example:99"]
)
def test_a_form_from_another_place_is_refused(server: Server, origin: str) -> None:
    answer = httpx.post(f"{server.base}/me/name", headers={"origin": origin}, data={"name": "x"}, timeout=20)
    assert answer.status_code == 403


def test_a_form_from_the_public_address_is_accepted(server: Server) -> None:
    """A proxy may pass its own name on."""
    with httpx.Client(base_url=server.base, timeout=20) as visitor:
        page = visitor.get("/me")
        token = csrf_in(page.text)
        cookie = page.headers["set-cookie"]
        assert "; Secure" in cookie and "HttpOnly" in cookie
        known = {"cookie": cookie.partition(";")[0], "origin": "https://spiele.example"}
        answer = visitor.post("/me/name", headers=known, data={"csrf": token, "name": "Ida"})
        assert answer.status_code == 303


def test_every_answer_is_protected(server: Server) -> None:
    for path in ("/", "/nothing", "/t/" + "a" * 5000, "/t/unknown"):
        answer = ask(server, path)
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "max-age" in answer.headers["strict-transport-security"]


def test_proxies_are_named(tmp_path: Path) -> None:
    check_proxies("127.0.0.1,::1,10.0.0.0/8")
    for wrong in ("*", "here", "127.0.0.1,", "10.0.0.0/99", "0.0.0.0/0", "::/0", "128.0.0.0/1"):
        with pytest.raises(OptionError, match="proxy="):
            check_proxies(wrong)


def test_a_new_database_is_private(server: Server) -> None:
    assert stat.S_IMODE(Path(server.settings["database"]).stat().st_mode) == 0o600


def test_two_servers_on_one_file_are_refused(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "games.db"))
    with claimed(settings), pytest.raises(StoreError, match="another server"), claimed(settings):
        pass
    together = Settings(database=str(tmp_path / "games.db"), broker="redis://localhost")
    with (
        claimed(together),
        claimed(together),  # they tell each other
        pytest.raises(StoreError, match="another server"),
        claimed(settings),
    ):
        pass
    with claimed(settings):
        pass


def test_a_password_is_not_echoed() -> None:
    with pytest.raises(StoreError) as wrong:
        address("postgresql://me:secret@host:port/games")
    assert "secret" not in str(wrong.value) and "host" in str(wrong.value)


def test_a_device_link_asks_first_and_works_once(server: Server) -> None:
    def form_token(page: httpx.Response) -> str:
        return csrf_in(page.text)

    def cookie_of(page: httpx.Response) -> dict[str, str]:
        return {"cookie": page.headers["set-cookie"].partition(";")[0]}

    one = ask(server, "/me")
    made = httpx.post(f"{server.base}/me/link", headers=cookie_of(one), data={"csrf": form_token(one)}, timeout=20)
    path = "/me/" + made.text.partition("https://spiele.example/me/")[2].partition('"')[0]
    other = ask(server, "/me")
    for _ in range(3):  # a preview of a messenger, a stranger's click
        assert httpx.head(server.base + path, timeout=20).status_code == 200
        page = ask(server, path, **cookie_of(other))
        assert page.status_code == 200 and "set-cookie" not in page.headers
    taken = httpx.post(server.base + path, headers=cookie_of(other), data={"csrf": form_token(page)}, timeout=20)
    assert taken.status_code == 303
    now = form_token(ask(server, "/me", **cookie_of(taken)))
    assert unmasked(now) == unmasked(form_token(one))  # the form's token is the person's
    again = httpx.post(server.base + path, headers=cookie_of(other), data={"csrf": form_token(page)}, timeout=20)
    assert again.status_code == 404 and ask(server, path).status_code == 404


# --- what is kept for strangers ----------------------------------------------------------------------


@pytest.mark.anyio
async def test_nothing_is_kept_for_tables_that_are_not_there(tmp_path: Path) -> None:
    async with await Store.open(str(tmp_path / "games.db")) as store:
        desk = Desk(store, LocalBroker())
        for id in ("nowhere", "a" * 8000, "../etc", "t\u00e4", ""):
            assert await desk.table(id) is None
            with pytest.raises(Refused):
                await desk.change(id, lambda table, now: [])
        assert not desk._changing and not desk._tables


@pytest.mark.anyio
async def test_sockets_of_one_address_are_limited_in_number_and_speed(tmp_path: Path) -> None:
    async with await Store.open(str(tmp_path / "games.db")) as store:
        house = ServerHouse(Settings(sockets=2, rate=0.01, bot_processes=1), store, LocalBroker(), [b"k" * 32])
        assert [house.is_too_quick("here") for _ in range(6)] == [False] * 4 + [True] * 2
        assert not house.is_too_quick("elsewhere")
        with house.connection("here"), house.connection("here"):
            assert house.may_connect("here")
            with house.connection("here"):
                assert not house.may_connect("here") and house.may_connect("elsewhere")
        assert not house._sockets
        house.bots.close()


@pytest.mark.anyio
async def test_what_is_stored_without_end_is_limited_by_person_and_address(tmp_path: Path) -> None:
    """Each rematch of a game that is given up at once opens a table."""
    async with await Store.open(str(tmp_path / "games.db")) as store:
        house = ServerHouse(Settings(bot_processes=1), store, LocalBroker(), [b"k" * 32])
        chat, rematch, play = m.Chat("1", "Hallo"), m.Rematch("2"), m.Play("3", 0, "c2n")
        said = [house.has_room(chat, "anna", "school") for _ in range(60)]
        assert 35 < said.count(True) < 45 and house.has_room(chat, "ben", "school"), "she mutes nobody else"
        assert sum(house.has_room(chat, f"cookie-{k}", "flood") for k in range(600)) < 350
        assert 115 < sum(house.has_room(rematch, f"cookie-{k}", "flood") for k in range(300)) < 130
        assert house.has_room(rematch, "anna", "school")
        assert all(house.has_room(play, "anna", "flood") for _ in range(600))
        swap, tips = m.Swap("4", 0, 1), m.SwitchTips("5", 1)
        assert 295 < sum(house.has_room((swap, tips)[k % 2], f"cookie-{k}", "flood") for k in range(600)) < 310
        house.bots.close()


@pytest.mark.anyio
async def test_messages_of_an_address_are_limited_by_what_they_cost(tmp_path: Path) -> None:
    """Each page has a limit of its own, and an address may have 2,000 pages."""
    async with await Store.open(str(tmp_path / "games.db")) as store:
        house = ServerHouse(Settings(bot_processes=1), store, LocalBroker(), [b"k" * 32])
        small, large = m.Play("1", 0, "c2n"), m.Sketch("2", 0, "0,0=3 " * 100)
        everything, nothing = m.Touch("3", 0, "", ["a1"] * 100), m.Touch("4", 0, "", [])
        costs = [m.cost(one) for one in (small, nothing, everything, m.Hello("5"), large)]
        assert costs == [1.0, 1.0, 6.0, 5.0, 31.0] and m.cost(small, seats=60) == 2.0
        assert 2990 < sum(house.has_room(small, f"cookie-{k}", "school") for k in range(5000)) < 3100
        assert 90 < sum(house.has_room(large, f"cookie-{k}", "flood", m.cost(large)) for k in range(500)) < 110
        assert house.has_room(large, "anna", "home", m.cost(large))
        house.bots.close()


def test_nonsense_takes_no_longer_for_what_is_dear_to_convert() -> None:
    fields = ",".join(["5e-324"] * 2000)
    text = f'{{"do": "chat", "id": "seven", "text": [{fields}]}}'
    begun = time.thread_time()
    assert id_of(text) == "seven" and id_of(f"[{fields}]") == ""
    assert id_of('{"id":"1-2","do":"chat","text":"half a letter: \\ud83d"}') == "1-2"
    assert time.thread_time() - begun < 0.004, "11 ms, if it were converted"


def test_a_socket_with_an_endless_address_is_refused_unread(server: Server) -> None:
    upgrade = {"connection": "upgrade", "upgrade": "websocket", "sec-websocket-version": "13"}
    for id in ("a" * 8000, "a" * 41, "%2e%2e"):
        key = {"sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA=="}
        assert ask(server, f"/t/{id}/live", **upgrade, **key).status_code == 403


@pytest.mark.parametrize("host", ["x" * 256, "a/b", "a b", "ü.example", "a<b>", "a@b"])
def test_a_host_that_can_be_none_is_refused(server: Server, host: str) -> None:
    """Links begin with it, and are drawn as QR codes: one of 2,000 letters held everybody up for 86 ms."""
    raw = {"host": host.encode()}
    assert httpx.get(f"{server.base}/", headers=raw, timeout=20).status_code == 400  # type: ignore[arg-type]
    upgrade = {"connection": "upgrade", "upgrade": "websocket", "sec-websocket-version": "13"}
    key = {"sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==", "origin": f"http://{host}".encode()}
    answer = httpx.get(f"{server.base}/t/abcdefghijkl/live", headers=upgrade | key | raw, timeout=20)  # type: ignore[arg-type]
    assert answer.status_code in (400, 403)


@pytest.mark.parametrize("host", ["games.example.org:8443", "[::1]:8000", "my_pc.local", "x" * 253, ""])
def test_a_host_that_can_be_one_is_served(server: Server, host: str) -> None:
    assert httpx.get(f"{server.base}/", headers={"host": host}, timeout=20).status_code == 200


# --- background work -------------------------------------------------------------------------------


@pytest.mark.anyio
async def test_a_failed_chore_is_begun_again_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chores_module, "FIRST_PAUSE", 0.0)
    monkeypatch.setattr(chores_module, "LONGEST_PAUSE", 0.0)
    chores, tries, going_on = Chores(), [], asyncio.Event()

    async def work() -> None:
        tries.append(1)
        if len(tries) < 3:
            raise OSError("the disk is full")
        going_on.set()
        await asyncio.sleep(60)

    chores.begin("writing", work)
    await asyncio.wait_for(going_on.wait(), 5)
    report = chores.report()["writing"]
    assert report["failures"] == 2 and report["last_error"] == "OSError: the disk is full" and not report["sound"]
    await chores.close()


@pytest.mark.anyio
async def test_who_is_here_stays_here_when_the_store_fails_or_the_clock_jumps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(str(tmp_path / "games.db"))
    presence = Presence(store, LocalBroker(), grace=60)
    presence._notes = NotesInStore(store, 60)  # as where there are several processes
    await presence.come("table", "ida")
    real = time.time
    for jump in (0.0, 86400.0, -86400.0):
        monkeypatch.setattr("spielkiste.server.store.time.time", lambda jump=jump: real() + jump)
        await store.look_at_clock()
        there, lately = await presence.around("table")
        assert "ida" in there and "ida" in lately
    monkeypatch.undo()
    await presence.go("table", "ida")
    assert "ida" not in (await presence.around("table"))[0]
    await store.close()


@pytest.mark.anyio
async def test_a_clock_that_is_set_back_is_not_followed(
    database_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A limit of ten minutes does not become a day, neither at once nor when the server is started anew."""
    real, day = time.time, 86400.0
    async with await Store.open(database_url) as store:
        before = store.now()
        set_clock(monkeypatch, -day)
        await store.look_at_clock()
        await store.look_at_clock()
        assert 0 <= store.now() - before < 5 and len(caplog.records) == 1 and "set back" in caplog.text
        await store.create(match("t1"), [move(0)], standing(0, changed=store.now()))
        await store.create(match("t2"), [move(0)], standing(0, changed=store.now() + day, phase="over"))
    async with await Store.open(database_url) as again:
        assert 0 <= again.now() - before < 5
        set_clock(monkeypatch, +365 * day)
        await again.look_at_clock()
        set_clock(monkeypatch, +day)
        await again.look_at_clock()
        assert again.now() - before < 5, "a clock that is far ahead for a moment is not followed"
        await again.look_at_clock()
        assert day - 5 < again.now() - real() < day + 5, "a clock that was behind at the start is followed"


def set_clock(monkeypatch: pytest.MonkeyPatch, jump: float) -> None:
    """Of this machine, and of the database."""
    monkeypatch.setattr("spielkiste.server.store.time.time", lambda: REAL_TIME() + jump)
    monkeypatch.setattr("spielkiste.server.store.clock_of", lambda row: float(row.now) + jump)


@pytest.mark.anyio
async def test_processes_take_the_time_from_their_database(
    postgres_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine whose clock is an hour ahead calls nobody away, and gives no table an hour more."""
    store = await Store.open(services.new_database(postgres_server, "time"))
    notes, real = NotesInStore(store, 60), time.time
    await notes.note("table", "ida", 45)
    monkeypatch.setattr("spielkiste.server.store.time.time", lambda: real() + 3600)
    elsewhere = await Store.open(store._reading.url.render_as_string(hide_password=False))
    assert await NotesInStore(elsewhere, 60).around("table") == ({"ida"}, {"ida"})
    assert abs(elsewhere.now() - store.now()) < 1 and abs(store.now() - real()) < 5
    await elsewhere.close()
    await store.close()


@pytest.mark.anyio
async def test_one_process_remembers_who_left_and_asks_no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    presence = Presence(cast("Store", None), LocalBroker(), grace=60)
    now = time.monotonic()

    def after(seconds: float) -> None:
        monkeypatch.setattr("spielkiste.server.presence.time.monotonic", lambda: now + seconds)

    after(30)
    assert "ida" in (await presence.around("table"))[1], "a server begun anew gives everybody time to come back"
    after(100)
    assert "ida" not in (await presence.around("table"))[1]
    await presence.come("table", "ida")
    await presence.come("table", "ida")
    await presence.go("table", "ida")
    assert await presence.around("table") == ({"ida"}, {"ida"}), "another page is open"
    await presence.go("table", "ida")
    after(130)
    assert await presence.around("table") == (set(), {"ida"})
    after(170)
    assert await presence.around("table") == (set(), set())


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("10.0.0.1", "10.0.0.1", True),
        ("10.0.0.1", "10.0.0.2", False),
        ("10.0.0.1", "::ffff:10.0.0.1", True),
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:ff::1", True),
        ("2001:db8:0:1::1", "2001:db8:0:100::1", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("", "", True),
        ("x", "y", False),
    ],
)
def test_limits_count_the_network_that_a_household_has(one: str, other: str, same: bool) -> None:
    assert (limited_as(one) == limited_as(other)) is same
