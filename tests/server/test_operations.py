"""docs/operations.md is followed to the letter: its commands upgrade a server and bring it back.

What a test cannot have (systemd, containers, a newer version) is played by `operators_machine.py`.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
import yaml  # type: ignore[import-untyped]
from server import services
from server.harness import Visitor, free_port

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parent.parent.parent
PLAYED = ("systemctl", "docker", "git")
PLAYER = Path(__file__).with_name("operators_machine.py")


def blocks(section: str) -> list[str]:
    """The commands of a section, block by block."""
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    found = re.search(rf"^### {section}\n(.*?)(?=^##)", page, re.MULTILINE | re.DOTALL)
    assert found
    return re.findall(r"^```sh\n(.*?)^```", found[1], re.MULTILINE | re.DOTALL)


class Machine:
    """A folder that stands for the root of an operator's machine."""

    def __init__(self, root: Path) -> None:
        self.root, self.port = root, free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        home = root / "opt" / "spielkiste"
        for folder in (".venv/bin", "scripts", "deploy/backups", "deploy/secrets"):
            (home / folder).mkdir(parents=True)
        for folder in ("bin", "etc", "var/backups", "var/lib/spielkiste"):
            (root / folder).mkdir(parents=True)
        (home / "scripts" / "setup.sh").write_text('[ "$1" = production ]\n', encoding="utf-8")
        script(home / ".venv/bin/spielkiste", f'exec {sys.executable} -m spielkiste "$@"')
        for name in PLAYED:
            script(root / "bin" / name, f'exec {sys.executable} {PLAYER} {name} "$@"')
        self.settings = {
            "PATH": f"{root / 'bin'}:{os.environ['PATH']}", "MACHINE": str(root), "SPIELKISTE_PORT": str(self.port),
        }  # fmt: skip

    def follow(self, commands: str) -> None:
        here = re.sub(r"(?<![\w.])/(?=(opt|etc|var)/)", f"{self.root}/", commands)
        done = subprocess.run(
            ["sh", "-eux"], input=here, text=True, env=os.environ | self.settings, cwd=self.root, capture_output=True
        )
        assert done.returncode == 0, done.stderr

    async def has(self, visitor: Visitor, table: str) -> bool:
        return (await visitor.http.get(f"/t/{table}")).status_code == 200


def script(file: Path, line: str) -> None:
    file.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    file.chmod(0o755)


def with_systemd(root: Path) -> Machine:
    machine = Machine(root)
    text = (ROOT / "deploy" / "spielkiste.toml").read_text(encoding="utf-8").replace("/var/", f"{root}/var/")
    text = re.sub(r"^(address|metrics_port|port|proxy) = .*\n", "", text, flags=re.MULTILINE)  # of another machine
    (root / "etc/spielkiste.toml").write_text(text, encoding="utf-8")
    return machine


def with_compose(root: Path, database: str) -> Machine:
    machine = Machine(root)
    deploy = root / "opt/spielkiste/deploy"
    (deploy / "secrets/database").write_text(database, encoding="utf-8")
    services = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text(encoding="utf-8"))["services"]
    place = services["command"]["environment"]["SPIELKISTE_DATABASE_FILE"]
    machine.settings["DATABASE_FILE"] = place.replace("/run/secrets", str(deploy / "secrets"))
    return machine


@pytest.mark.parametrize("way", ["systemd", "Compose"])
async def test_an_upgrade_and_the_way_back(way: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    if way == "systemd":
        machine, begin = with_systemd(tmp_path), "systemctl start spielkiste"
    else:
        url = services.new_database(request.getfixturevalue("postgres_server"), "composed")
        machine, begin = with_compose(tmp_path, url), "cd /opt/spielkiste/deploy; docker compose up -d"
    upgrade, back = blocks(way)
    try:
        machine.follow(begin)
        async with Visitor(machine.base) as anna:
            before = await anna.open("torris")
            machine.follow(upgrade)
            assert httpx.get(f"{machine.base}/readyz").json()["ready"]
            after = await anna.open("torris")
            assert await machine.has(anna, before) and await machine.has(anna, after)
            machine.follow(back)
            assert await machine.has(anna, before) and not await machine.has(anna, after)
    finally:
        machine.follow("systemctl stop spielkiste")
