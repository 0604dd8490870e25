"""Starts the server: checks what was asked for, prints the address, and runs until it is stopped."""

import argparse
import asyncio
import gc
import ipaddress
import os
import socket
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path

import msgspec
import uvicorn

from spielkiste.core.errors import OptionError
from spielkiste.server import logs
from spielkiste.server.app import Settings, create_app
from spielkiste.server.broker import BrokerError, open_broker
from spielkiste.server.database import address, is_sqlite
from spielkiste.server.door import AT_ONCE, ask_for_files
from spielkiste.server.events import StoreError
from spielkiste.server.journal import Journal
from spielkiste.server.options import NAMES, settled
from spielkiste.server.store import Store

SETTINGS = "SPIELKISTE_SETTINGS"  # how worker processes learn theirs
GARBAGE = (20_000, 20, 20)  # seldom enough not to be felt: little here refers to each other in circles
SWITCHING = 0.0005  # seconds the writing thread waits for the event loop, a few times for each commit
MESSAGE_BYTES = 16 * 1024  # no message of a page is longer


def run(asked: argparse.Namespace) -> int:
    """`spielkiste serve`, with what was asked for on the command line, in the environment and in a file."""
    wanted = settled({name: vars(asked).get(name) for name in NAMES}, asked.config)
    check_proxies(wanted.proxy)
    check_metrics(wanted.metrics_port)
    settings = Settings(
        database=wanted.database, broker=wanted.broker, address=wanted.address, bot_processes=wanted.bots,
        proxy=wanted.proxy, metrics_host=wanted.metrics_host, metrics_port=wanted.metrics_port, log=wanted.log,
        log_requests=wanted.log_requests, abandoned_days=wanted.abandoned_days, forget_days=wanted.forget_days,
        store_seconds=wanted.store_seconds, broker_seconds=wanted.broker_seconds,
    )  # fmt: skip
    try:
        asyncio.run(try_out(settings))
    except (StoreError, BrokerError) as wrong:
        raise OptionError(str(wrong)) from None
    if asked.check:
        check_free(wanted.host, wanted.port)
        print("All settings can be used.")
        return 0
    serve(settings, wanted.host, wanted.port, wanted.workers)
    return 0


def check_proxies(given: str | None) -> None:
    """Addresses or networks, each one that can be compared with where a request comes from."""
    for one in (given or "").split(",") if given else ():
        try:
            ipaddress.ip_network(one.strip())
        except ValueError:
            raise OptionError(f"--proxy {one.strip()!r}: must be an address or a network, such as 127.0.0.1") from None


def check_metrics(port: int | None) -> None:
    """Figures need a library that players do not."""
    if port is not None and find_spec("prometheus_client") is None:
        raise OptionError("--metrics-port needs its library: pip install 'spielkiste[production]'")


async def try_out(settings: Settings) -> None:
    """Opens what the server needs once, so that a wrong address is answered by a sentence."""
    await (await Store.open(settings.database, settings.store_seconds)).close()
    await (await open_broker(settings.broker, settings.broker_seconds)).close()


def app_from_environment() -> Journal:
    """The application of a worker process."""
    gc.freeze()  # what was imported stays: no need to look through it again and again
    gc.set_threshold(*GARBAGE)
    sys.setswitchinterval(SWITCHING)
    settings = msgspec.json.decode(os.environ[SETTINGS], type=Settings)
    return Journal(create_app(settings), settings.proxy)


def serve(settings: Settings, host: str, port: int, workers: int) -> None:
    """Runs the server; OptionError says what cannot work."""
    if workers > 1 and not settings.broker:
        raise OptionError(f"workers={workers}: several processes need a broker to tell each other of moves (--broker)")
    check_free(host, port)
    ask_for_files()
    os.environ[SETTINGS] = msgspec.json.encode(asdict(settings)).decode()
    with only_one(settings):
        print(f"Spielkiste: {shown_address(host, port)}   (Ctrl-C stops it)", flush=True)
        uvicorn.run(
            "spielkiste.server.serve:app_from_environment", factory=True, host=host, port=port, workers=workers,
            log_level="warning", log_config=logs.config(settings.log, settings.log_requests), access_log=False,
            proxy_headers=False, server_header=False,  # the journal sees to proxies: it must see who really called
            forwarded_allow_ips=settings.proxy or "", http="spielkiste.server.door:DoorProtocol", backlog=AT_ONCE,
            ws="spielkiste.server.wire:PageProtocol", ws_max_size=MESSAGE_BYTES, ws_per_message_deflate=False,
            ws_ping_interval=None, timeout_graceful_shutdown=3,  # the house looks after open pages
        )  # fmt: skip


@contextmanager
def only_one(settings: Settings) -> Iterator[None]:
    """Holds a file of games for this server alone. Without a broker two servers on one file would never hear of each
    other's moves."""
    url = address(settings.database)
    with nullcontext() if settings.broker or not is_sqlite(url) else hold_alone(Path(url.database or "")):
        yield


@contextmanager
def hold_alone(database: Path) -> Iterator[None]:
    """No other server or restoring may use the file meanwhile: a small database beside it is held locked, as every
    system lets go of it however this process ends."""
    held = sqlite3.connect(database.with_name(database.name + ".lock"), timeout=0, isolation_level=None)
    with closing(held):
        try:
            held.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            what = f"another server uses {database} already"
            raise OptionError(f"{what}; stop it, or give both the same --broker") from None
        yield


def check_free(host: str, port: int) -> None:
    """A clear word if the place is taken, before anything is started."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as wrong:
            raise OptionError(f"cannot listen on {host} port {port}: {wrong.strerror}; choose another --port") from None


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
