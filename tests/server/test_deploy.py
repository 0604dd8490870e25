"""What deploy/ holds is tried: nginx with TLS before a server, the systemd unit, and all settings it names."""

import contextlib
import os
import re
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
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


@contextlib.contextmanager
def nginx(home: Path, server_port: int, http: int, https: int) -> Iterator[None]:
    """nginx with our configuration, filled in as its container image does it."""
    values = {
        "NAME": "localhost", "SERVER": f"127.0.0.1:{server_port}", "HTTP": str(http), "HTTPS": str(https),
        "CERTIFICATES": str(home),
    }  # fmt: skip
    text = (DEPLOY / "nginx.conf.template").read_text(encoding="utf-8")
    filled = re.sub(r"\$\{SPIELKISTE_(\w+)\}", lambda match: values[match[1]], text)
    (home / "spielkiste.conf").write_text(filled, encoding="utf-8")
    user = "" if os.getuid() else "user root;"
    (home / "nginx.conf").write_text(WHOLE.format(home=home, user=user), encoding="utf-8")
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
    assert found.metrics_port == 9100 and found.address == "https://games.example.org"


def test_the_image_has_its_files_and_is_not_root() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert text.index("USER 10001") < text.index('CMD ["spielkiste"') and "HEALTHCHECK" in text
    assert (DEPLOY.parent / "requirements" / "production.txt").is_file()
