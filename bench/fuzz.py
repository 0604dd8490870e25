"""Sends the server everything it should not get, and looks whether anybody notices.

Every address, form and message, right, nearly right and wrong (fuzz_cases.py), against a real server process, while
honest people have their pages open. No answer may be a 500, no traceback in the log, no memory lost, and the honest
people's pings stay quick. A case that does harm is printed as a line; `--replay LINE` sends it again.
"""

import asyncio
import contextlib
import itertools
import json
import multiprocessing
import random
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
from fuzz_cases import Case, any_case
from measures import busy_machine
from servers import HOST, Server, allow_many_sockets, free_port, spielkiste
from tables import Kind, Sitting, seed
from trials import asking, tried
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

CASES = 100_000
AT_ONCE = 6  # cases under way at a time
PATIENCE = 20.0  # seconds until an answer counts as missing
HONEST = 4  # people who only want to play
PING_EVERY = 0.05  # seconds
QUICK = 0.1  # seconds: the 99th part in a hundred of their pings must be below
GROWTH = 40.0  # MiB the server may grow by after its first third: finished games stay at hand for a while
KINDS = (Kind("torris", {}, people=1, bots=1), Kind("knister", {"players": 2}, people=2))
GAMES = ("torris", "zahlenpoker", "knister", "fuenfer_finden", "cubus", "huetchenspieler", "abraeumen")
NEW_TABLES_EVERY = 400  # cases: most tables are played to their end by then
SHOWN = 10  # failing cases
LOG_SHOWN = 6000  # characters


@dataclass
class Report:
    """What was sent, and what went wrong."""

    cases: int = 0
    requests: int = 0
    messages: int = 0
    seconds: float = 0.0
    statuses: dict[int, int] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    tracebacks: int = 0
    log: str = ""  # the newest of them
    pings: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)  # MiB, now and then

    @property
    def growth(self) -> float:
        third = len(self.memory) // 3
        return max(self.memory[-1] - self.memory[third], 0.0) if self.memory else 0.0

    @property
    def ping(self) -> dict[str, float]:
        ordered = sorted(self.pings) or [0.0]
        return {"p50": ordered[len(ordered) // 2], "p99": ordered[int(len(ordered) * 0.99)], "max": ordered[-1]}

    @property
    def ok(self) -> bool:
        return not self.failures and not self.tracebacks and self.growth <= GROWTH and self.ping["p99"] < QUICK

    def __str__(self) -> str:
        ping = {name: f"{1000 * seconds:.0f} ms" for name, seconds in self.ping.items()}
        kinds = ", ".join(f"{count:,} × {status}" for status, count in sorted(self.statuses.items()))
        return "\n".join(
            [
                f"{self.cases:,} cases in {self.seconds:.0f} s: {self.requests:,} requests ({kinds}), "
                f"{self.messages:,} messages.",
                f"{len(self.failures)} did harm, {self.tracebacks} tracebacks; the server grew by {self.growth:.0f} "
                f"MiB; pings of honest people {ping['p50']}, p99 {ping['p99']}, longest {ping['max']} "
                f"({len(self.pings):,} pings).",
                *self.failures[:SHOWN],
                *([self.log] if self.log else []),
            ]
        )


class Fuzzer:
    """Sends cases to one server. It is a trusted proxy there, so that each line of the log names its case."""

    def __init__(self, server: Server, log: Path) -> None:
        self.server, self.log = server, log
        self.report = Report()
        self._cookie = ""
        self._known = {"<host>": server.address, "<origin>": f"http://{server.address}"}
        self._numbers = itertools.count()
        self._sent: dict[str, str] = {}  # cases by the id the log may name

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
                answer = await http.post("/tables", data=form)
                if answer.status_code == 303:  # else too many of this person's are open: the old one goes on
                    self._known[name] = answer.headers["location"].removeprefix("/t/")
            page = (await http.get(f"/t/{self._known['<other>']}")).text
            self._known["<join>"] = found(r"/j/([\w-]+)", page)
            self._known["<watch>"] = found(r"/w/([\w-]+)", page)
            page = (await http.post("/me/link", data={"csrf": self._known["<csrf>"]})).text
            self._known["<device>"] = found(r"/me/([\w-]{20,})", page)

    def filled(self, text: str) -> str:
        for word, meaning in self._known.items():
            text = text.replace(word, meaning)
        return text

    # --- sending ----------------------------------------------------------------------------------------

    async def send(self, case: Case) -> None:
        """One case; whatever does harm is noted."""
        id = f"case-{next(self._numbers)}"
        self._sent[id] = case.line()
        if len(self._sent) > 5000:
            self._sent.pop(next(iter(self._sent)))
        try:
            async with asyncio.timeout(PATIENCE):
                await (self._live(case, id) if case.live else self._request(case, id))
        except TimeoutError:
            self._fail("no answer", case)

    async def _request(self, case: Case, id: str) -> None:
        self.report.cases += 1
        self.report.requests += 1
        status = await asked(self.server.port, self._bytes(case, id))
        self.report.statuses[status] = self.report.statuses.get(status, 0) + 1
        if status >= 500:
            self._fail(f"answer {status}", case)

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
                for text in case.says:
                    self.report.cases += 1
                    self.report.messages += 1
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

    def _fail(self, why: str, case: Case) -> None:
        self.report.failures.append(f"{why}: {case.line()}")

    # --- looking ----------------------------------------------------------------------------------------

    def look(self) -> None:
        """At the log and at the memory of the server."""
        self.report.memory.append(memory_of(self.server.process.pid))
        text = self.log.read_text(encoding="utf-8", errors="replace")
        tracebacks = text.count("Traceback (most recent call last)")
        if tracebacks > self.report.tracebacks:
            self.report.tracebacks = tracebacks
            self.report.log = text[-LOG_SHOWN:]
            for id in re.findall(r"\[(case-\d+)\]", text):
                self._note(id)
        if self.server.process.poll() is not None:
            raise RuntimeError(f"the server has ended:\n{text[-3000:]}")

    def _note(self, id: str) -> None:
        line = f"traceback: {self._sent.get(id, id)}"
        if line not in self.report.failures:
            self.report.failures.append(line)


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

    async def _listen_a_while(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.02):
                while True:
                    self._hear(json.loads(await self.socket.recv()))

    def _hear(self, told: dict[str, Any]) -> None:
        if told.get("board"):
            self.moves = [move for move, _ in told["board"]["paths"]]

    async def until(self, id: str) -> None:
        while (told := json.loads(await self.socket.recv())).get("id") != id:
            self._hear(told)


async def asked(port: int, request: bytes) -> int:
    """Sends bytes, gives the status of the answer; 0 if the connection was closed without one."""
    reader, writer = await asyncio.open_connection(HOST, port)
    try:
        writer.write(request)
        line = await reader.readline()
        await reader.read()
    except ConnectionError:
        return 0
    finally:
        writer.close()
    words = line.split()
    return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0


def found(pattern: str, page: str) -> str:
    match = re.search(pattern, page)
    return match[1] if match else "nothing"


def memory_of(pid: int) -> float:
    """MiB in use by a process."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


# --- honest people, in a process of their own: our own work must not slow their watches -------------------


def play_honestly(address: str, people: Sequence[tuple[str, str]], results: "Connection[list[float], str]") -> None:
    """Pages that ping until they are told to stop; then how long each ping took."""
    asyncio.run(ping_all(address, people, results))


async def ping_all(address: str, people: Sequence[tuple[str, str]], results: "Connection[list[float], str]") -> None:
    times: list[float] = []
    tasks = [asyncio.create_task(ping(address, table, cookie, times)) for table, cookie in people]
    results.send([])
    await asyncio.to_thread(results.recv)
    for task in tasks:
        task.cancel()
    results.send(times)


async def ping(address: str, table: str, cookie: str, times: list[float]) -> None:
    headers = {"cookie": f"spielkiste={cookie}", "origin": f"http://{address}"}
    async with connect(f"ws://{address}/t/{table}/live", additional_headers=headers, proxy=None) as socket:
        await socket.send('{"do":"hello","id":"hello"}')
        for number in range(10**9):
            begun = time.perf_counter()
            await socket.send(f'{{"do":"ping","id":"p{number}"}}')
            while json.loads(await socket.recv()).get("id") != f"p{number}":
                pass
            times.append(time.perf_counter() - begun)
            await asyncio.sleep(PING_EVERY * random.uniform(1.7, 2.3))


@contextlib.contextmanager
def honest(address: str, sittings: Sequence[Sitting], report: Report) -> Any:
    here, there = multiprocessing.Pipe()
    people = [(sitting.game.table, sitting.people[0][1]) for sitting in sittings]
    process = multiprocessing.get_context("spawn").Process(target=play_honestly, args=(address, people, there))
    process.start()
    here.recv()
    try:
        yield
    finally:
        here.send("stop")
        report.pings = here.recv()
        process.join()


# --- a run ----------------------------------------------------------------------------------------------


def run(
    count: int = CASES, start: int = 0, replay: str = "", done: Callable[[int], object] = lambda cases: None
) -> Report:
    """So many cases from a seed, or one that is replayed."""
    allow_many_sockets()
    with tempfile.TemporaryDirectory(prefix="spielkiste-fuzz-") as folder:
        database, log = str(Path(folder) / "fuzz.db"), Path(folder) / "log"
        sittings = asyncio.run(seed(database, KINDS, HONEST))
        settings: dict[str, Any] = {"database": database, "rate": 1e6, "proxy": HOST, "bot_pause": (0.0, 0.1)}
        with spielkiste(free_port(), log, **settings) as server:
            server.wait_until_there()
            fuzzer = Fuzzer(server, log)
            with honest(server.address, sittings, fuzzer.report):
                asyncio.run(attack(fuzzer, count, start, replay, done))
        return fuzzer.report


async def attack(fuzzer: Fuzzer, count: int, start: int, replay: str, done: Callable[[int], object]) -> None:
    begun, chance = time.monotonic(), random.Random(start)
    await fuzzer.learn()
    if replay:
        await fuzzer.send(Case.read(replay))
    while not replay and fuzzer.report.cases < count:
        before = fuzzer.report.cases
        cases = iter([any_case(chance) for _ in range(NEW_TABLES_EVERY // 2)])
        await asyncio.gather(*(work(fuzzer, cases) for _ in range(AT_ONCE)))
        done(fuzzer.report.cases - before)
        fuzzer.look()
        await fuzzer.learn()
    fuzzer.look()
    fuzzer.report.seconds = time.monotonic() - begun


async def work(fuzzer: Fuzzer, cases: Any) -> None:
    for case in cases:
        await fuzzer.send(case)


def main() -> int:
    parser = asking(__doc__)
    parser.add_argument("--cases", type=int, default=CASES, help=f"how many (default: {CASES:,})")
    parser.add_argument("--seed", type=int, help="the same seed sends the same cases (default: a new one)")
    parser.add_argument("--replay", metavar="LINE", default="", help="send one case again, as it was printed")
    asked = parser.parse_args()
    start = random.randrange(10**6) if asked.seed is None else asked.seed

    def sending(done: Callable[[int], None]) -> Report:
        return run(asked.cases, start, asked.replay, done)

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
            "ping": report.ping, "pings": len(report.pings),
        },
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
