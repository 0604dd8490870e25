"""Sends the server everything it should not get, and looks whether anybody notices.

Every address, form, JSON body and message, right, nearly right and wrong (fuzz_cases.py, fuzz_bodies.py), against a
real server process, while honest people have their pages open. No answer may be a 500, also not from the pages of what
was stored; no traceback in the log, no memory lost, no request may hold the event loop for 20 ms of work, the database
stays small, and the honest people's pings stay quick. A case that does harm is printed as a line; `--replay LINE` sends
it again. Long lines are in build/fuzz, a file for each: `--replay FILE`.
"""

import asyncio
import contextlib
import itertools
import json
import random
import re
import secrets
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import holds
import httpx
from fuzz_bodies import NEW, games
from fuzz_cases import JSON, KINDS, Case, any_case, upgrade
from fuzz_report import LOG_SHOWN, Failure, Report, errors_in, write_long_lines
from honest_pages import honest
from measures import busy_machine
from offline_games import with_ids
from servers import HOST, Server, allow_many_sockets, free_port, spielkiste
from tables import Kind, seed
from trials import asking, tried
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from spielkiste.server.guard import BODY_AT_MOST

CASES = 100_000
AT_ONCE = 6  # cases under way at a time
PATIENCE = 20.0  # seconds until an answer counts as missing
HONEST = 4  # people who only want to play
SEATED = (Kind("torris", {}, people=1, bots=1), Kind("knister", {"players": 2}, people=2))
GAMES = ("torris", "zahlenpoker", "knister", "fuenfer_finden", "cubus", "huetchenspieler", "abraeumen")
NEW_TABLES_EVERY = 400  # cases: most tables are played to their end by then
SURE = 5 * holds.LONGEST  # seconds of work: what is shorter may have been the first of its kind, and is sent again
SENT_AGAIN = 2  # times: a case is to blame if it holds the loop each time
SUSPECTS = 5  # cases that are sent again after each batch, those that held it longest
UPGRADES = 20_000  # pages that are refused in the end
FLOOD = 600  # games of the largest size that one person hands in at the end
FRAMES, REVIEWS = 0.1, 0.02  # share of the games handed in whose pictures, or review, are asked for: both take long
DAY = 86400.0
SWITCHING = 101  # the status of an answer that makes a connection a page's


class Answer(NamedTuple):
    """What came back: no status if the connection was closed without one."""

    status: int = 0
    head: str = ""
    body: bytes = b""

    @property
    def location(self) -> str:
        return found(r"(?i)\r\nlocation: *([^\r]+)", self.head)

    @property
    def table(self) -> str:
        """The table that a game handed in has become."""
        with contextlib.suppress(ValueError, TypeError, KeyError):
            return str(json.loads(self.body)["table"])
        return ""


class Fuzzer:
    """Sends cases to one server. It is a trusted proxy there, so that each line of the log, and each step that holds
    the event loop, names its case."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.server, self.folder = server, folder
        self.report = Report()
        self._cookie = ""
        self._chance = random.Random(0)
        self._holds_read = 0  # of the file
        self._tables: dict[str, Case] = {}  # that games handed in have become, since the last look
        self._known = {"<host>": server.address, "<origin>": f"http://{server.address}"}
        self._numbers = itertools.count()
        self._sent: dict[str, Case] = {}  # by the id the log may name

    # --- what only a running server knows ---------------------------------------------------------------

    async def learn(self) -> None:
        """Somebody new, with tables, links and tokens: cases may have erased the last one, or ended their cookies."""
        headers = {"origin": f"http://{self.server.address}"}
        async with httpx.AsyncClient(base_url=f"http://{self.server.address}", headers=headers, timeout=60) as http:
            page = (await http.get("/me")).text
            self._cookie = self._known["<cookie>"] = f"spielkiste={http.cookies['spielkiste']}"
            self._known["<csrf>"] = found(r'name="csrf" value="([^"]+)"', page)
            for name, mode in (("<table>", "device"), ("<other>", "link")):
                form = {"csrf": self._known["<csrf>"], "game": random.choice(GAMES), "mode": mode, "name": "Anna"}
                if form["game"] == "knister":
                    form["opt-players"] = "60"  # no page is larger
                answer = await http.post("/tables", data=form)
                if answer.status_code == 303:  # else too many of this person's are open: the old one goes on
                    self._known[name] = answer.headers["location"].removeprefix("/t/")
            page = (await http.get(f"/t/{self._known['<other>']}")).text
            self._known["<join>"] = found(r"/j/([\w-]+)", page)
            self._known["<watch>"] = found(r"/w/([\w-]+)", page)
            page = (await http.post("/me/link", data={"csrf": self._known["<csrf>"]})).text
            self._known["<device>"] = found(r"/me/([\w-]{20,})", page)
            await self._learn_of_finished(http)

    async def _learn_of_finished(self, http: httpx.AsyncClient) -> None:
        """A game of this person's that is over, and the link of its replay."""
        short = min(games(), key=lambda game: len(game.record["events"][0]["moves"]))
        body = self.filled(json.dumps(with_ids(short.handed, NEW)))
        answer = await http.post("/pocket/hand-in", content=body.encode(), headers=JSON)
        if answer.status_code == 200:
            self._known["<done>"] = answer.json()["table"]
            page = await http.get(f"/t/{self._known['<done>']}/replay")
            self._known["<replay>"] = page.headers.get("location", "/r/nothing").removeprefix("/r/")

    async def warm_up(self) -> None:
        """Every kind of page once, in both languages: what is made once for a process is there afterwards."""
        for lang in ("de", "en"):
            headers = {"origin": f"http://{self.server.address}", "accept-language": lang}
            async with httpx.AsyncClient(base_url=f"http://{self.server.address}", headers=headers, timeout=60) as http:
                csrf = found(r'name="csrf" value="([^"]+)"', (await http.get("/me")).text)
                for slug in GAMES:
                    for page in ("", "/picture.svg", "/rules", "/first", "/new"):
                        await http.get(f"/games/{slug}{page}")
                    form = {"csrf": csrf, "game": slug, "mode": "device", "name": "Anna"}
                    await http.post("/tables", data=form, follow_redirects=True)
                for game in {game.game.slug: game for game in games()}.values():
                    body = self.filled(json.dumps(with_ids(game.handed, NEW)))
                    taken = Answer(
                        body=(await http.post("/pocket/hand-in", content=body.encode(), headers=JSON)).content
                    )
                    await http.get(f"/t/{taken.table}/replay", follow_redirects=True)
                for path in ("/", "/mine", "/me/export", "/replay"):
                    await http.get(path)

    def filled(self, text: str) -> str:
        for word, meaning in {**self._known, NEW: secrets.token_hex(8)}.items():
            text = text.replace(word, meaning)
        return text

    # --- sending ----------------------------------------------------------------------------------------

    async def send(self, case: Case) -> str:
        """One case; whatever does harm is noted. Its id."""
        id = f"case-{next(self._numbers)}"
        self._sent[id] = case
        if len(self._sent) > 5000:
            self._sent.pop(next(iter(self._sent)))
        try:
            async with asyncio.timeout(PATIENCE):
                await (self._live(case, id) if case.live else self._request(case, id))
        except TimeoutError:
            self._fail("no answer", case)
        return id

    async def _request(self, case: Case, id: str) -> None:
        self.report.cases += 1
        answer = await self._ask(case, id, case)
        if case.path.partition("?")[0] == "/pocket/hand-in" and answer.table:
            self.report.handed_in += 1
            self._tables[answer.table] = case
            await self._open_pages(case, id, answer.table)

    async def _ask(self, case: Case, id: str, request: Case) -> Answer:
        """A request of a case: the case itself, or a page of what it has left behind."""
        self.report.requests += 1
        answer = await asked(self.server.port, self._bytes(request, id))
        self.report.statuses[answer.status] = self.report.statuses.get(answer.status, 0) + 1
        if answer.status >= 500:
            self._fail(f"answer {answer.status}{'' if request is case else ' from ' + request.path}", case)
        return answer

    async def _open_pages(self, case: Case, id: str, table: str) -> None:
        """All pages of a game that was handed in."""

        def page(path: str) -> Case:
            return Case("GET", path, {"cookie": "<cookie>"})

        for path in (f"/t/{table}", "/mine", f"/t/{table}/record.json", f"/t/{table}/leave", f"/t/{table}/tip"):
            await self._ask(case, id, page(path))
        replay = (await self._ask(case, id, page(f"/t/{table}/replay"))).location
        if replay.startswith("/r/"):
            wanted = [share > self._chance.random() for share in (1, 1, FRAMES, REVIEWS)]
            paths = itertools.compress(("", "/record.json", "/frames?view=0", "/review"), wanted)
            for path in paths:
                await self._ask(case, id, page(replay + path))

    def _bytes(self, case: Case, id: str) -> bytes:
        body = self.filled(case.body or "").encode("utf-8", "surrogatepass")
        sent = {"host": self.server.address, "x-request-id": id, "connection": "close"}
        if case.body is not None:
            sent |= {"content-type": "application/x-www-form-urlencoded", "content-length": str(len(body))}
        sent |= {name: self.filled(value) for name, value in case.headers.items()}
        head = f"{case.method} {self.filled(case.path)} HTTP/1.1\r\n"
        return (head + "".join(f"{name}: {value}\r\n" for name, value in sent.items()) + "\r\n").encode(
            "utf-8", "surrogatepass"
        ) + body

    async def _live(self, case: Case, id: str) -> None:
        """An open page says its messages, then whether anybody is still there."""
        try:
            async with self._page(self.filled(case.open), id) as socket:
                page = Page(socket)
                await page.say('{"do":"hello","id":"hello"}')
                self.report.cases += len(case.says)
                self.report.messages += len(case.says)
                if case.at_once:
                    await page.say_at_once(case.says)
                else:
                    for text in case.says:
                        await page.say(text)
                await page.say('{"do":"ping","id":"last"}')
                await page.until("last")
        except ConnectionClosed as closed:
            if closed.rcvd.code == 1011 if closed.rcvd else not case.breaks_off:
                self._fail(f"connection lost: {closed}", case)
        except (OSError, WebSocketException) as wrong:
            self._fail(f"no connection: {wrong}", case)

    @contextlib.asynccontextmanager
    async def _page(self, table: str, id: str) -> AsyncIterator[ClientConnection]:
        headers = {"cookie": self._cookie, "origin": f"http://{self.server.address}", "x-request-id": id}
        address = f"ws://{self.server.address}/t/{table}/live"
        async with connect(address, additional_headers=headers, compression=None, proxy=None, max_size=None) as socket:
            yield socket

    def _fail(self, why: str, case: Case, seconds: float = 0.0) -> None:
        self.report.failures.append(Failure(why, case, seconds))

    async def flood(self, count: int = FLOOD) -> None:
        """One person hands in the largest game again and again, each time as another."""
        await self.learn()
        texts = [json.dumps(with_ids(game.handed, NEW), separators=(",", ":")) for game in games()]
        text = max((text for text in texts if len(text) < BODY_AT_MOST), key=len)
        case = Case("POST", "/pocket/hand-in", {**JSON, "origin": "<origin>", "cookie": "<cookie>"}, text)
        before = self.database_size()
        for number in range(count):
            await asked(self.server.port, self._bytes(case, f"flood-{number}"))
        self.report.flooded = (self.database_size() - before) / (count * len(text) / 2**20)

    # --- what holds the event loop ----------------------------------------------------------------------

    async def judge_holds(self) -> None:
        """Who held the event loop since the last time. What may have been the first of its kind is sent again."""
        known = [(hold, self._sent[id]) for id, hold in self._new_holds().items() if id in self._sent]
        for hold, case in known:
            if hold.cpu > self.report.longest:
                self.report.longest, self.report.slowest = hold.cpu, Failure(f"{hold.what} {hold}", case)
            if hold.cpu > SURE:
                self._fail(str(hold), case, hold.seconds)
        for hold, case in [one for one in known if one[0].cpu <= SURE][-SUSPECTS:]:
            if await self._holds_again(case):
                self._fail(str(hold), case, hold.seconds)

    def _new_holds(self) -> dict[str, holds.Hold]:
        """The longest of each request, in order."""
        new, self._holds_read = holds.read(self.folder / "holds", self._holds_read)
        self.report.background += [f"{hold.what} {hold}" for hold in new if not hold.request and hold.cpu > SURE]
        return {hold.request: hold for hold in sorted(new, key=lambda hold: hold.seconds)}

    async def _holds_again(self, case: Case) -> bool:
        for _ in range(SENT_AGAIN):
            await self.learn()
            self._new_holds()
            id = await self.send(case)
            if id not in self._new_holds():
                return False
        return True

    # --- looking ----------------------------------------------------------------------------------------

    def look(self) -> None:
        """At the log and at the memory of the server."""
        self.report.memory.append(memory_of(self.server.process.pid))
        text = (self.folder / "log").read_text(encoding="utf-8", errors="replace")
        tracebacks = text.count("Traceback (most recent call last)")
        if tracebacks > self.report.tracebacks:
            self.report.tracebacks = tracebacks
            self.report.errors = errors_in(text)
            self.report.log = text[-LOG_SHOWN:]
            for id in re.findall(r"\[(case-\d+)\]", text):
                self._note(id)
        self._look_at_times()
        if self.server.process.poll() is not None:
            raise RuntimeError(f"the server has ended:\n{text[-3000:]}")

    def _note(self, id: str) -> None:
        failure = Failure("traceback", self._sent.get(id, Case("", id)))
        if failure not in self.report.failures:
            self.report.failures.append(failure)

    def _look_at_times(self) -> None:
        """Of what was stored: a table from a time to come would never be forgotten."""
        tables, self._tables = self._tables, {}
        with contextlib.closing(sqlite3.connect(f"file:{self.folder / 'fuzz.db'}?mode=ro", uri=True)) as database:
            latest = time.time() + DAY
            rows = database.execute("SELECT id FROM match WHERE NOT max(created, changed) < ?", (latest,))
            for (id,) in rows:
                if id in tables:
                    self._fail("is never forgotten", tables[id])

    def database_size(self) -> float:
        """MiB of all its pages, also of those that are still in the log, which has 16 MiB at times, and is empty at
        others."""
        with contextlib.closing(sqlite3.connect(self.folder / "fuzz.db")) as database:
            pages, size = (database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
        return float(pages * size / 2**20)


class Page:
    """A page that only notes what it may play."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.moves: list[str] = []

    async def say(self, text: str) -> None:
        if "<move>" in text:
            await self._listen_a_while()
            text = text.replace("<move>", random.choice(self.moves or ["x"]).replace('"', ""))
        await self.socket.send(text.encode("utf-8", "surrogatepass"), text=True)

    async def say_at_once(self, texts: Iterable[str]) -> None:
        """All in one packet."""
        for text in texts:
            self.socket.protocol.send_text(text.encode("utf-8", "surrogatepass"))
        self.socket.transport.write(b"".join(self.socket.protocol.data_to_send()))

    async def _listen_a_while(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.02):
                while True:
                    self._hear(json.loads(await self.socket.recv()))

    def _hear(self, told: dict[str, Any]) -> None:
        update = told.get("update", told)  # an acknowledgement brings one along
        if "paths" in update.get("board", ()):  # the board of a draft has none
            self.moves = [move for move, _ in update["board"]["paths"]]

    async def until(self, id: str) -> None:
        while (told := json.loads(await self.socket.recv())).get("id") != id:
            self._hear(told)


async def asked(port: int, request: bytes) -> Answer:
    """Sends bytes, gives the answer; a connection that has become a page's is left at once."""
    reader, writer = await asyncio.open_connection(HOST, port)
    try:
        writer.write(request)
        line = await reader.readline()
        words = line.split()
        status = int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
        rest = b"" if status == SWITCHING else await reader.read()
    except ConnectionError:
        return Answer()
    finally:
        writer.close()
    head, _, body = rest.partition(b"\r\n\r\n")
    return Answer(status, "\r\n" + head.decode("latin-1"), body)


def found(pattern: str, page: str) -> str:
    match = re.search(pattern, page)
    return match[1] if match else "nothing"


def memory_of(pid: int) -> float:
    """MiB in use by a process."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


# --- a run ----------------------------------------------------------------------------------------------

Make = Callable[[random.Random], Case]


def run(
    count: int = CASES,
    start: int = 0,
    replay: str = "",
    done: Callable[[int], object] = lambda cases: None,
    *,
    make: Make = any_case,
    before: str = "",
    flooded: bool = False,
) -> Report:
    """So many cases from a seed, or one that is replayed. `make` gives the cases, `before` is Python that the server
    process runs at first."""
    allow_many_sockets()
    with tempfile.TemporaryDirectory(prefix="spielkiste-fuzz-") as name:
        folder = Path(name)
        database, log = str(folder / "fuzz.db"), folder / "log"
        sittings = asyncio.run(seed(database, SEATED, HONEST))
        settings: dict[str, Any] = {"database": database, "rate": 1e6, "proxy": HOST, "bot_pause": (0.0, 0.1)}
        before = f"{holds.before(folder / 'holds')}\n{before}"
        with spielkiste(free_port(), log, before=before, **settings) as server:
            server.wait_until_there()
            fuzzer = Fuzzer(server, folder)
            asyncio.run(fuzzer.warm_up())
            with honest(server.address, sittings, fuzzer.report.pings):
                if replay:
                    asyncio.run(again(fuzzer, Case.read(replay)))
                else:
                    asyncio.run(attack(fuzzer, count, random.Random(start), make, done))
                if flooded and not replay:
                    asyncio.run(attack(fuzzer, UPGRADES, random.Random(start), upgrade))
            if flooded and not replay:
                asyncio.run(fuzzer.flood())
        return fuzzer.report


async def attack(
    fuzzer: Fuzzer, count: int, chance: random.Random, make: Make, done: Callable[[int], object] = lambda cases: None
) -> None:
    report = fuzzer.report
    begun, size, first = time.monotonic(), fuzzer.database_size(), report.cases
    while report.cases - first < count:
        before = report.cases
        await fuzzer.learn()
        cases = iter([make(chance) for _ in range(min(NEW_TABLES_EVERY // 2, count))])
        await asyncio.gather(*(work(fuzzer, cases) for _ in range(AT_ONCE)))
        done(report.cases - before)
        fuzzer.look()
        await fuzzer.judge_holds()
    report.stored += fuzzer.database_size() - size
    report.seconds += time.monotonic() - begun


async def again(fuzzer: Fuzzer, case: Case) -> None:
    """One case alone."""
    await fuzzer.learn()
    await fuzzer.send(case)
    fuzzer.look()
    await fuzzer.judge_holds()


async def work(fuzzer: Fuzzer, cases: Any) -> None:
    for case in cases:
        await fuzzer.send(case)


def main() -> int:
    parser = asking(__doc__)
    parser.add_argument("--cases", type=int, default=CASES, help=f"how many (default: {CASES:,})")
    parser.add_argument("--seed", type=int, help="the same seed sends the same cases (default: a new one)")
    parser.add_argument("--replay", metavar="LINE", default="", help="send one case again, as printed or from a file")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS), help="only these (default: all)")
    asked = parser.parse_args()
    start = random.randrange(10**6) if asked.seed is None else asked.seed

    def sending(done: Callable[[int], None]) -> Report:
        replay = asked.replay if asked.replay.startswith("{") or not asked.replay else Path(asked.replay).read_text()
        report = run(asked.cases, start, replay, done, make=partial(any_case, kinds=asked.kinds), flooded=True)
        if not replay:
            write_long_lines(report)
        return report

    dry = asked.dry or asked.replay
    return tried(f"fuzzing, seed {start}", asked.cases, sending, None if dry else partial(keep, start=start))


def keep(report: Report, start: int) -> None:
    from report import save

    save(
        "fuzz",
        {
            "machine": busy_machine(), "seed": start,
            "cases": report.cases, "requests": report.requests, "messages": report.messages, "seconds": report.seconds,
            "failures": len(report.failures), "tracebacks": report.tracebacks, "growth": report.growth,
            "ping": report.ping, "pings": len(report.pings), "longest": report.longest, "handed_in": report.handed_in,
            "stored": report.stored, "flooded": report.flooded,
        },
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
