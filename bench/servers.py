"""Servers as processes of their own: Spielkiste's, and boardgame.io's to compare with."""

import contextlib
import json
import os
import resource
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Self

from cores import Allowance

HERE = Path(__file__).parent
YARDSTICK = HERE / "boardgameio"
HOST = "127.0.0.1"
SERVE = """
import json, sys
from spielkiste.server.app import Settings
from spielkiste.server.serve import serve
settings, port, workers, before = json.loads(sys.argv[1])
exec(before)
serve(Settings(**settings), "127.0.0.1", port, workers)
"""  # like `spielkiste serve`, without loading the bots' compiled code in the background
START_SECONDS = 60.0


def free_port() -> int:
    """One that nobody has, nor its neighbour: boardgame.io's server takes two."""
    while True:
        with socket.socket() as probe, socket.socket() as other, contextlib.suppress(OSError):
            probe.bind((HOST, 0))
            port = int(probe.getsockname()[1])
            other.bind(("", lobby(port)))
            return port


def allow_many_sockets() -> None:
    """A thousand pages are a thousand open files here, and as many in the server."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 16_384 if most == resource.RLIM_INFINITY else most
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def stop_by_signal() -> None:
    """Ctrl-C and a plain kill end the run the same way, so that no server is left behind."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)


class Server:
    """A server process with whatever it starts, in a process group of its own."""

    def __init__(
        self,
        command: list[str],
        port: int,
        log: Path,
        environment: Mapping[str, str] = MappingProxyType({}),
        cores: float | None = None,
    ) -> None:
        """With `cores` it may use only so many, with all it starts."""
        self.port, self._log = port, log
        self._allowance = Allowance(cores) if cores else None
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                self._allowance.around(command) if self._allowance else command,
                stdout=output, stderr=output, env=os.environ | dict(environment), start_new_session=True,
            )  # fmt: skip

    @property
    def address(self) -> str:
        return f"{HOST}:{self.port}"

    def wait_until_there(self, port: int | None = None) -> None:
        """Returns when it takes connections, at another port if told."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server did not start:\n{self._log.read_text()[-2000:]}")
            try:
                socket.create_connection((HOST, port or self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.02)
        raise RuntimeError(f"the server took longer than {START_SECONDS:.0f} s to start")

    def kill(self) -> None:
        """kill -9 of the server alone, as a machine short of memory would do it."""
        self.process.kill()
        self.process.wait()

    def left_behind(self, patience: float = 0.0) -> bool:
        """Whether something the dead server had started is still alive after a while."""
        end = time.monotonic() + patience
        while True:
            try:
                os.killpg(self.process.pid, 0)
            except ProcessLookupError:
                return False
            if time.monotonic() >= end:
                return True
            time.sleep(0.02)

    def stop(self) -> None:
        """Asks it to end, and ends it and what it started."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()
        if self.left_behind():
            os.killpg(self.process.pid, signal.SIGKILL)
        if self._allowance:
            self._allowance.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.stop()


def spielkiste(
    port: int,
    log: Path,
    workers: int = 1,
    environment: Mapping[str, str] = MappingProxyType({}),
    cores: float | None = None,
    before: str = "",
    **settings: Any,
) -> Server:
    """All pages come from one address here: what one address may do is not what is measured. `before`: Python that the
    server process runs at first."""
    return Server(command_of(port, workers, settings, before), port, log, environment, cores)


def side_by_side(ports: Sequence[int], log: Path, cores: float | None = None, **settings: Any) -> Server:
    """A process at each of the ports, for the same tables, as behind a proxy that tells tables apart."""
    each = [shlex.join(command_of(port, 1, settings)) for port in ports]
    return Server(["sh", "-c", f"{' & '.join(each)} & wait"], ports[0], log, cores=cores)


def command_of(port: int, workers: int, settings: Mapping[str, Any], before: str = "") -> list[str]:
    usual = {"warm": False, "rate": 1000.0, "sockets": 100_000, "moment_seconds": 0.0}
    return [sys.executable, "-c", SERVE, json.dumps([{**usual, **settings}, port, workers, before])]


def boardgameio(port: int, log: Path, files: Path | None = None) -> Server:
    """Its server as its documentation starts it, for production; kept in memory, or in files."""
    kept = {"FILES": str(files)} if files else {}
    ports = {"PORT": str(port), "LOBBY": str(lobby(port))}
    return Server(["node", str(YARDSTICK / "server.js")], port, log, {"NODE_ENV": "production", **ports, **kept})


def lobby(port: int) -> int:
    """Where its matches are made: a port of its own, as the server does not find its lobby on the game's."""
    return port - 1 if port > 40_000 else port + 1


def install_boardgameio() -> str | None:
    """Makes sure its packages are there; says what is missing where that cannot be."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "Node.js is not installed"
    if (YARDSTICK / "node_modules" / "boardgame.io").is_dir():
        return None
    done = subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=YARDSTICK, capture_output=True, text=True)
    return None if done.returncode == 0 else f"npm could not install boardgame.io: {done.stderr.strip()[-200:]}"
