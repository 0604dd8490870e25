"""What deploy/ holds is tried: nginx with TLS before a server, the systemd unit, and all settings it names."""

import asyncio
import contextlib
import ipaddress
import os
import re
import shutil
import ssl
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
import yaml  # type: ignore[import-untyped]
from server import services
from server.harness import Server, Visitor, free_port

from spielkiste.server.options import NAMES, settled

pytestmark = pytest.mark.anyio

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
WHOLE = """
{user}
daemon off;
error_log {home}/error.log;
pid {home}/pid;
events {{}}
http {{
    client_body_temp_path {home}/body;
    proxy_temp_path {home}/proxy;
    fastcgi_temp_path {home}/fastcgi;
    uwsgi_temp_path {home}/uwsgi;
    scgi_temp_path {home}/scgi;
    include {home}/spielkiste.conf;
}}
"""


def certificate(home: Path) -> ssl.SSLContext:
    """A certificate for localhost that signs itself; what a browser needs to trust it."""
    names = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
    files = ("-keyout", str(home / "privkey.pem"), "-out", str(home / "fullchain.pem"))
    kind = ("-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
    subprocess.run(["openssl", "req", *kind, *names, *files], check=True, capture_output=True)
    return ssl.create_default_context(cafile=str(home / "fullchain.pem"))


def configure(home: Path, server: str, http: int, https: int, resolver: str = "127.0.0.1") -> None:
    values = {
        "SPIELKISTE_NAME": "localhost", "SPIELKISTE_SERVER": server, "SPIELKISTE_HTTP": str(http),
        "SPIELKISTE_HTTPS": str(https), "SPIELKISTE_CERTIFICATES": str(home), "NGINX_LOCAL_RESOLVERS": resolver,
    }  # fmt: skip
    text = (DEPLOY / "nginx.conf.template").read_text(encoding="utf-8")
    filled = re.sub(r"\$\{(\w+)\}", lambda match: values[match[1]], text)
    (home / "spielkiste.conf").write_text(filled, encoding="utf-8")
    user = "" if os.getuid() else "user root;"
    (home / "nginx.conf").write_text(WHOLE.format(home=home, user=user), encoding="utf-8")


@contextlib.contextmanager
def nginx(home: Path, server_port: int, http: int, https: int) -> Iterator[None]:
    """nginx with our configuration, filled in as its container image does it."""
    configure(home, f"127.0.0.1:{server_port}", http, https)
    process = subprocess.Popen([services.program("nginx"), "-p", str(home), "-c", str(home / "nginx.conf")])
    try:
        services.wait_until(lambda: httpx.get(f"http://127.0.0.1:{http}"), process, httpx.TransportError)
        yield
    finally:
        process.terminate()
        process.wait(10)


async def test_a_move_is_played_through_nginx_with_tls(tmp_path: Path) -> None:
    tls = certificate(tmp_path)
    http, https = free_port(), free_port()
    base = f"https://localhost:{https}"
    server = Server(str(tmp_path / "games.db"), address=base, proxy="127.0.0.1", log_requests=True)
    server.log = tmp_path / "log"
    server.start()
    try:
        with nginx(tmp_path, server.port, http, https):
            async with Visitor(base, tls=tls) as anna:
                table = await anna.open("torris", "bots", level="1")
                assert [cookie for cookie in anna.http.cookies.jar if cookie.secure], "the cookie goes by https alone"
                async with anna.page(table) as page:
                    await page.until(lambda: bool(page.moves))
                    answer = await page.play(page.moves[0])
                    assert answer["is"] == "ack"
                    await page.until(lambda: page.number > answer["number"])
                home = await anna.http.get("/", headers={"x-forwarded-for": "203.0.113.9", "x-request-id": "mine"})
                assert "strict-transport-security" in home.headers and home.headers["x-request-id"] != "mine"
                assert (await anna.http.get("/readyz")).status_code == 404, "not for strangers"
            moved = httpx.get(f"http://localhost:{http}/games/knister")
            assert moved.status_code == 301 and moved.headers["location"] == "https://localhost/games/knister"
    finally:
        server.stop()
    log = server.log.read_text(encoding="utf-8")
    assert f"[{home.headers['x-request-id']}]: GET /: 200" in log, "proxy and server speak of the same request"
    assert "203.0.113.9" not in log, "who calls is what the proxy sees, not what the caller says"


class Names(asyncio.DatagramProtocol):
    """A name server that knows one address for every name."""

    address = "127.0.0.1"

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.DatagramTransport, transport)

    def datagram_received(self, data: bytes, addr: Any) -> None:
        question = data[12 : data.index(b"\0", 12) + 5]
        is_v4 = question.endswith(b"\0\x01\0\x01")
        head = data[:2] + b"\x81\x80\0\x01" + (b"\0\x01" if is_v4 else b"\0\0") + b"\0\0\0\0"
        found = b"\xc0\x0c\0\x01\0\x01\0\0\x02\x58\0\x04" + ipaddress.ip_address(self.address).packed
        self.transport.sendto(head + question + (found if is_v4 else b""), addr)


async def test_nginx_follows_a_server_to_its_new_address(tmp_path: Path) -> None:
    """As compose has it: a name, asked for again and again. Nginx before 1.27.3 cannot, and says so at its start."""
    certificate(tmp_path)
    http, https, port = free_port(), free_port(), free_port()
    loop = asyncio.get_running_loop()
    transport, names = await loop.create_datagram_endpoint(Names, local_addr=("127.0.0.1", 0))
    resolver = f"127.0.0.1:{transport.get_extra_info('sockname')[1]}"
    configure(tmp_path, f"server.test:{port} resolve", http, https, resolver)
    command = [services.program("nginx"), "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    tried = await asyncio.to_thread(subprocess.run, [*command, "-t"], capture_output=True, text=True)
    if tried.returncode:
        transport.close()
        assert 'invalid parameter "resolve"' in tried.stderr
        return
    process = subprocess.Popen(command)
    try:
        async with httpx.AsyncClient(verify=False) as client:
            for names.address in ("127.0.0.1", "127.0.0.2"):
                server = await asyncio.start_server(partial(answer, names.address), names.address, port)
                async with asyncio.timeout(services.PATIENCE), server:
                    said = ""
                    while said != names.address:
                        with contextlib.suppress(httpx.TransportError):
                            said = (await client.get(f"https://localhost:{https}/")).text
    finally:
        process.terminate()
        process.wait(10)
        transport.close()


async def answer(text: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(f"HTTP/1.1 200 OK\r\ncontent-length: {len(text)}\r\nconnection: close\r\n\r\n{text}".encode())
    writer.close()


def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def version_in(pattern: str, text: str) -> tuple[int, ...]:
    found = re.search(pattern, text)
    assert found
    return tuple(map(int, found[1].split(".")))


def test_the_proxy_of_compose_asks_for_its_servers_again() -> None:
    proxy = compose()["services"]["proxy"]
    assert version_in(r"nginx:([\d.]+)", proxy["image"]) >= (1, 27, 3)
    assert proxy["environment"]["SPIELKISTE_SERVER"].endswith(" resolve")
    assert proxy["environment"]["NGINX_ENTRYPOINT_LOCAL_RESOLVERS"]


def test_compose_can_back_itself_up() -> None:
    """The image has PostgreSQL's tools, no older than the server, and a command a folder to write to."""
    services = compose()["services"]
    image = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    server = version_in(r"postgres:(\d+)", services["postgres"]["image"])
    assert version_in(r"postgresql-client-(\d+)", image.partition("USER 10001")[0]) >= server
    command = services["command"]
    assert command["entrypoint"] == ["spielkiste"] and command["profiles"], "`up` does not start it"
    assert command["environment"].items() <= services["server"]["environment"].items(), "the same database"
    assert command["secrets"] == services["server"]["secrets"]
    assert [volume.partition(":")[2] for volume in command["volumes"]] == [command["working_dir"]]


def test_production_has_the_offline_app(tmp_path: Path) -> None:
    """The setup, with a Python that only notes what it is asked to do."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(DEPLOY.parent / "scripts" / "setup.sh", tmp_path / "scripts")
    (tmp_path / "src/spielkiste/web").mkdir(parents=True)
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\necho "$*" >>asked\n{sys.executable} -c "$WORK" "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    work = "import os, sys; 'spielkiste.pocket.site' in sys.argv and os.makedirs(sys.argv[-1] + '/files')"
    command = ["sh", "scripts/setup.sh", "production"]
    subprocess.run(command, cwd=tmp_path, env=os.environ | {"WORK": work, "PYTHON": sys.executable}, check=True)
    asked = (tmp_path / "asked").read_text(encoding="utf-8").splitlines()
    assert [line for line in asked if "pocket" in line][1:] == [
        "-m spielkiste.lab.pocket src/spielkiste/web/wasm", "-m spielkiste.pocket.site build/site"
    ]  # fmt: skip
    assert (tmp_path / "src/spielkiste/web/offline/files").is_dir()


def test_the_unit_is_sound_and_gives_little_away(tmp_path: Path) -> None:
    unit = tmp_path / "spielkiste.service"
    text = (DEPLOY / "spielkiste.service").read_text(encoding="utf-8")
    unit.write_text(text.replace("/opt/spielkiste/.venv/bin/spielkiste", "/bin/true"), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True)
    assert done.returncode == 0 and "spielkiste" not in done.stderr, done.stderr
    told = ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(unit)]
    assert subprocess.run(told, capture_output=True).returncode == 0, "an exposure above 2.0"


def test_settings_named_in_deploy_exist() -> None:
    known = {f"SPIELKISTE_{name.upper()}" for name in NAMES} | {"SPIELKISTE_DATABASE_FILE", "SPIELKISTE_CACHE"}
    own = {f"SPIELKISTE_{name}" for name in ("NAME", "SERVER", "HTTP", "HTTPS", "CERTIFICATES")}  # of the proxy
    for file in ("Containerfile", "compose.yaml", "spielkiste.service"):
        named = set(re.findall(r"SPIELKISTE_\w+", (DEPLOY / file).read_text(encoding="utf-8")))
        assert named and named <= known | own, file
    found = settled({}, str(DEPLOY / "spielkiste.toml"), {})
    assert found.metrics_port == 19100 and found.address == "https://games.example.org"


def test_the_image_has_its_files_and_is_not_root() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert text.index("USER 10001") < text.index('CMD ["spielkiste"') and "HEALTHCHECK" in text
    assert (DEPLOY.parent / "requirements" / "production.txt").is_file()
