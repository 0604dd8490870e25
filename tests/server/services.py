"""Real servers for the tests: PostgreSQL and Redis (or Valkey), private, on free ports, gone afterwards."""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import redis

PATIENCE = 30  # seconds a server may take to start or stop on a busy machine


def program(*names: str) -> str:
    """The first of these programs that is there; Debian keeps PostgreSQL's and nginx out of the PATH."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", *map(str, debian)])
    for name in names:
        if found := shutil.which(name, path=path):
            return found
    raise RuntimeError(f"{' or '.join(names)} is not installed; scripts/setup.sh dev does that")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def humble_user() -> str | None:
    """PostgreSQL refuses to run as root, so somebody with fewer rights has to run it."""
    if os.getuid():
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


@contextlib.contextmanager
def folder(user: str | None) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="spielkiste-") as name:
        if user:
            shutil.chown(name, user)
        yield Path(name)


def wait_until(ready: Callable[[], object], server: "subprocess.Popen[bytes]", failures: type[Exception]) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            ready()
            return
        except failures:
            if server.poll() is not None or time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def stop(server: "subprocess.Popen[bytes]", how: signal.Signals) -> None:
    server.send_signal(how)
    try:
        server.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


class Postgres:
    """A PostgreSQL server of its own that can be stopped in all its ways, and started again on the same data."""

    def __init__(self, home: Path, user: str | None) -> None:
        self._home, self._user, self._port = home, user, free_port()
        self._data = home / "data"
        self._server: subprocess.Popen[bytes] | None = None
        self.url = f"postgresql://test@127.0.0.1:{self._port}/postgres"
        initdb = [program("initdb"), "-D", str(self._data), "-U", "test", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run([*initdb, "--locale=C"], check=True, user=user, cwd=home, stdout=subprocess.DEVNULL)

    def start(self, *more: str) -> None:
        places = (f"port={self._port}", f"unix_socket_directories={self._home}")
        options = ("listen_addresses=127.0.0.1", *places, "fsync=off", *more)
        flags = [part for option in options for part in ("-c", option)]
        with (self._home / "log").open("ab") as log:
            command = [program("postgres"), "-D", str(self._data), *flags]
            self._server = subprocess.Popen(command, user=self._user, cwd=self._home, stderr=log)
        wait_until(lambda: psycopg.connect(self.url).close(), self._server, psycopg.OperationalError)

    @property
    def running(self) -> bool:
        return self._server is not None and self._server.poll() is None

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """SIGTERM: smart, waits for all to go. SIGINT: fast. SIGQUIT: immediate, as after a power cut."""
        if self._server:
            stop(self._server, how)
        self._server = None


@contextlib.contextmanager
def postgres(*options: str) -> Iterator[str]:
    """A fresh PostgreSQL server; gives the address of its database `postgres`. Unless told, it does not wait for the
    disk."""
    user = humble_user()
    with folder(user) as home:
        server = Postgres(home, user)
        server.start(*options)
        try:
            yield server.url
        finally:
            server.stop()  # at once: the data is not needed any more


def new_database(server: str, name: str) -> str:
    """An empty database on that server."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return server.removesuffix("postgres") + name


class Valkey:
    """A Valkey or Redis server that can be stopped and started again on the same port."""

    def __init__(self, home: Path) -> None:
        self._home, self._port = home, free_port()
        self._server: subprocess.Popen[bytes] | None = None
        self.url = f"redis://127.0.0.1:{self._port}/0"

    def start(self) -> None:
        keep_nothing = ("--save", "", "--appendonly", "no", "--dir", str(self._home))
        arguments = ["--port", str(self._port), "--bind", "127.0.0.1", *keep_nothing]
        self._server = subprocess.Popen(
            [program("valkey-server", "redis-server"), *arguments], stdout=subprocess.DEVNULL, cwd=self._home
        )
        with redis.Redis.from_url(self.url) as client:
            wait_until(client.ping, self._server, redis.exceptions.ConnectionError)

    def stop(self) -> None:
        if self._server:
            stop(self._server, signal.SIGKILL)
        self._server = None


@contextlib.contextmanager
def valkey() -> Iterator[Valkey]:
    with folder(None) as home:
        server = Valkey(home)
        server.start()
        try:
            yield server
        finally:
            server.stop()
