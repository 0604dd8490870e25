"""What `systemctl`, `docker` and `git` do on the machine of test_operations.py, where they are not what is tested.

They start and stop a real server, and run real commands with the settings that the unit and compose.yaml give them.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(os.environ["MACHINE"])
PID = ROOT / "pid"
SPIELKISTE = str(ROOT / "opt/spielkiste/.venv/bin/spielkiste")
PATIENCE = 30.0  # seconds


def main(program: str, words: list[str]) -> int:
    match program, words:
        case "git", ["pull"] | ["reset", "--keep", "ORIG_HEAD"]:
            return 0
        case "systemctl", [("start" | "stop" | "restart") as what, "spielkiste"]:
            if what != "start":
                stop()
            if what != "stop":
                start(["--config", str(ROOT / "etc/spielkiste.toml")], {})
            return 0
        case "docker", ["compose", "build"]:
            return 0
        case "docker", ["compose", "stop", "server"]:
            stop()
            return 0
        case "docker", ["compose", "up", "-d"]:
            stop()
            start([], database())
            return 0
        case "docker", ["compose", "run", "--rm", "command", *given]:
            return subprocess.run([SPIELKISTE, *given], cwd="backups", env=os.environ | database()).returncode
    print(f"this machine has no {program} {' '.join(words)}", file=sys.stderr)
    return 1


def database() -> dict[str, str]:
    return {"SPIELKISTE_DATABASE_FILE": os.environ["DATABASE_FILE"]}


def start(words: list[str], more: dict[str, str]) -> None:
    with (ROOT / "log").open("ab") as log:
        process = subprocess.Popen(
            [SPIELKISTE, "serve", "--bots", "1", *words], env=os.environ | more, cwd=ROOT, stdout=log, stderr=log,
            start_new_session=True,
        )  # fmt: skip
    PID.write_text(str(process.pid))
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            urlopen(f"http://127.0.0.1:{os.environ['SPIELKISTE_PORT']}/readyz", timeout=PATIENCE)
            return
        except URLError:
            time.sleep(0.05)
    raise SystemExit((ROOT / "log").read_text())


def stop() -> None:
    """Returns when its processes are gone."""
    if not PID.exists():
        return
    pid = int(PID.read_text())
    PID.unlink()
    os.kill(pid, signal.SIGTERM)
    until = time.monotonic() + PATIENCE
    while Path(f"/proc/{pid}/stat").exists() and Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z":
        if time.monotonic() > until:
            raise SystemExit("the server does not stop")
        time.sleep(0.05)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
