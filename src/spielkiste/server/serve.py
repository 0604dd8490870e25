"""Starts the server: checks what was asked for, prints the address, and runs until it is stopped."""

import asyncio
import gc
import logging
import os
import socket
import sys
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import asdict
from importlib.util import find_spec

import msgspec
import uvicorn

from spielkiste.core.errors import OptionError
from spielkiste.server import logs
from spielkiste.server.app import Settings, create_app
from spielkiste.server.broker import BrokerError, open_broker
from spielkiste.server.database import address, is_sqlite
from spielkiste.server.door import AT_ONCE, ask_for_files
from spielkiste.server.events import StoreError
from spielkiste.server.inspection import inspected
from spielkiste.server.journal import Journal
from spielkiste.server.locks import alone, shared
from spielkiste.server.options import Operation
from spielkiste.server.store import Store

log = logging.getLogger("spielkiste.serve")
SETTINGS = "SPIELKISTE_SETTINGS"  # how worker processes learn theirs
GARBAGE = (20_000, 20, 20)  # while it starts; afterwards `garbage.py` decides
SWITCHING = 0.0005  # seconds the writing thread waits for the event loop, a few times for each commit
LOOP = "auto" if sys.platform == "win32" else "spielkiste.server.loop:Loop"  # uvloop is not there for Windows
MESSAGE_BYTES = 16 * 1024  # no message of a page is longer


def run(wanted: Operation, *, check: bool) -> int:
    """`spielkiste serve` with these settings, or only the check whether they can be used."""
    if wanted.log == "json":
        logs.begin(wanted.log, wanted.log_requests)
    try:
        found = checked(wanted)
        if check:
            tell(wanted.log, f"{found}\nAll settings can be used.")
        else:
            serve(settings_of(wanted), wanted.host, wanted.port, wanted.workers)
    except OptionError as wrong:
        return refuse(wrong, wanted.log)
    return 0


def refuse(wrong: OptionError, kind: str) -> int:
    """Says in the form of the log what cannot be used; the exit status."""
    if kind != "json":
        raise wrong
    logs.begin(kind, requests=False)
    log.error("%s", wrong)
    return 2


def settings_of(wanted: Operation) -> Settings:
    return Settings(
        database=wanted.database, broker=wanted.broker, address=wanted.address, bot_processes=wanted.bots,
        proxy=wanted.proxy, metrics_host=wanted.metrics_host, metrics_port=wanted.metrics_port, log=wanted.log,
        log_requests=wanted.log_requests, abandoned_days=wanted.abandoned_days, forget_days=wanted.forget_days,
        store_seconds=wanted.store_seconds, broker_seconds=wanted.broker_seconds,
    )  # fmt: skip


def checked(wanted: Operation) -> str:
    """Looks at all that the server needs, and changes nothing: what it will find in the database, in a sentence.
    OptionError says what cannot be used."""
    check_metrics(wanted.metrics_port, wanted.metrics_host)
    check_free(wanted.host, wanted.port)
    try:
        found = inspected(wanted.database)
        asyncio.run(find_broker(wanted))
    except (StoreError, BrokerError) as wrong:
        raise OptionError(str(wrong)) from None
    return found


def check_metrics(port: int | None, host: str) -> None:
    """Figures need a library that players do not, and an address of this machine."""
    if port is None:
        return
    if find_spec("prometheus_client") is None:
        raise OptionError("--metrics-port needs its library: pip install 'spielkiste[production]'")
    if wrong := why_not_bound(host, 0):  # any port: each process takes the next one that is free
        raise OptionError(f"cannot listen on {host} for the figures: {wrong}; choose another --metrics-host")


async def find_broker(wanted: Operation) -> None:
    await (await open_broker(wanted.broker, wanted.broker_seconds)).close()


async def open_once(settings: Settings) -> None:
    """Makes the database, or brings it up to date, before any process needs it: what fails is said in a sentence."""
    await (await Store.open(settings.database, settings.store_seconds)).close()


def app_from_environment() -> Journal:
    """The application of a worker process."""
    settings = msgspec.json.decode(os.environ[SETTINGS], type=Settings)
    logs.begin(settings.log, settings.log_requests)
    gc.freeze()  # what was imported stays: no need to look through it again and again
    gc.set_threshold(*GARBAGE)
    sys.setswitchinterval(SWITCHING)
    return Journal(create_app(settings), settings.proxy)


def serve(settings: Settings, host: str, port: int, workers: int) -> None:
    """Runs the server; OptionError says what cannot work."""
    if workers > 1 and not settings.broker:
        raise OptionError(f"workers={workers}: several processes need a broker to tell each other of moves (--broker)")
    logs.begin(settings.log, settings.log_requests)
    check_free(host, port)
    ask_for_files()
    os.environ[SETTINGS] = msgspec.json.encode(asdict(settings)).decode()
    with ExitStack() as held:
        try:
            held.enter_context(claimed(settings))
            asyncio.run(open_once(settings))
        except StoreError as wrong:
            raise OptionError(str(wrong)) from None
        tell(settings.log, f"Spielkiste: {shown_address(host, port)}   (Ctrl-C stops it)")
        uvicorn.run(
            "spielkiste.server.serve:app_from_environment", factory=True, host=host, port=port, workers=workers,
            log_level="warning", log_config=None, access_log=False,  # `logs` sees to it in every process
            proxy_headers=False, server_header=False,  # the journal sees to proxies: it must see who really called
            forwarded_allow_ips=settings.proxy or "", http="spielkiste.server.door:DoorProtocol", backlog=AT_ONCE,
            ws="spielkiste.server.wire:PageProtocol", ws_max_size=MESSAGE_BYTES, ws_per_message_deflate=False,
            ws_ping_interval=None, timeout_graceful_shutdown=3,  # the house looks after open pages
            loop=LOOP,
        )  # fmt: skip


def tell(kind: str, text: str) -> None:
    """Something for the person who starts the server; where programs read along, in the form of the log."""
    if kind != "json":
        print(text, flush=True)
        return
    for line in text.splitlines():
        log.info("%s", line)


def claimed(settings: Settings) -> AbstractContextManager[None]:
    """Holds the database as long as a server runs. Without a broker a file is for this server alone: two on one file
    would never hear of each other's moves."""
    url = address(settings.database)
    if not is_sqlite(url):
        return nullcontext()  # its connections do that
    return (shared if settings.broker else alone)(url, "stop it, or give all servers of this file the same --broker")


def check_free(host: str, port: int) -> None:
    """A clear word if the place is taken, before anything is started."""
    if wrong := why_not_bound(host, port):
        raise OptionError(f"cannot listen on {host} port {port}: {wrong}; choose another --port, or --host")


def why_not_bound(host: str, port: int) -> str | None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as wrong:
            return wrong.strerror
    return None


def shown_address(host: str, port: int) -> str:
    """What to type into a browser; for all interfaces also the address in the house's network."""
    if host in ("0.0.0.0", "::"):
        return f"http://localhost:{port}   and for phones in your network http://{own_address()}:{port}"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def own_address() -> str:
    """This machine's address in its network; nothing is sent for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: never reached
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"
