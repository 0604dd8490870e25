"""What is written down: with time, level and request; without secrets; and not again and again."""

import asyncio
import contextlib
import io
import json
import logging
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from server import services
from server.harness import Server, Visitor, free_port
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from spielkiste.server import logs
from spielkiste.server.figures import FIGURES
from spielkiste.server.journal import Journal


def lines_of(handler: logs.Terse) -> list[str]:
    assert isinstance(handler.stream, io.StringIO)
    return handler.stream.getvalue().splitlines()


@pytest.fixture
def writing() -> logs.Terse:
    handler = logs.Terse()
    handler.setStream(io.StringIO())
    handler.setFormatter(logs.Text())
    return handler


def fail(handler: logs.Terse, what: str = "it failed") -> None:
    log = logging.Logger("spielkiste.test")
    log.addHandler(handler)
    try:
        raise ValueError("wrong")
    except ValueError:
        log.exception(what)


def test_the_same_traceback_comes_once_a_minute_then_how_often(
    writing: logs.Terse, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr("spielkiste.server.logs.time.monotonic", lambda: now)
    for _ in range(5):
        fail(writing)
    assert sum("Traceback" in line for line in lines_of(writing)) == 1
    now += logs.AGAIN_AFTER + 1
    fail(writing)
    text = lines_of(writing)
    assert sum("Traceback" in line for line in text) == 2
    assert sum(line.endswith("again 4 times: spielkiste.test: it failed") for line in text) == 1


def test_what_strangers_provoke_comes_once(writing: logs.Terse) -> None:
    log = logging.Logger("uvicorn.error")
    log.addHandler(writing)
    for _ in range(1000):
        log.warning("Invalid HTTP request received.")
    assert len(lines_of(writing)) == 1
    try:
        b"\xff".decode()
    except UnicodeDecodeError:
        log.exception("Invalid UTF-8 sequence received from client.")
    assert len(lines_of(writing)) == 2


def test_what_came_again_is_told_at_the_end(writing: logs.Terse) -> None:
    fail(writing)
    fail(writing)
    writing.close()
    assert lines_of(writing)[-1].endswith("again 1 times: spielkiste.test: it failed")


@pytest.mark.parametrize(
    ("path", "params", "shown"),
    [
        ("/j/sEcReT", {"token": "sEcReT"}, "/j/…"),
        ("/me/sEcReT", {"token": "sEcReT"}, "/me/…"),
        ("/t/abc/live", {"id": "abc"}, "/t/abc/live"),
        ("/games/knister", {"slug": "knister"}, "/games/knister"),
        ("/j/sEcReT/more", None, "/j/…"),
        ("/sEcReT", None, "/…"),
        ("/", {}, "/"),
    ],
)
def test_secrets_are_left_out_of_addresses(path: str, params: dict[str, str] | None, shown: str) -> None:
    assert logs.shown_path(path, params) == shown


@pytest.mark.anyio
async def test_the_log_of_requests_as_json(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "games.db"), log="json", log_requests=True, proxy="127.0.0.1")
    server.log = tmp_path / "log"
    server.start()
    try:
        async with Visitor(server.base) as anna:
            page = await anna.http.post("/me/link", data={"csrf": await anna.token()})
            secret = re.search(r"/me/([\w-]{30,})", page.text)
            assert secret
            known = {"x-request-id": "proxy-4711", "x-forwarded-for": "203.0.113.9"}
            answer = await anna.http.get(f"/me/{secret[1]}?again={secret[1]}", headers=known)
            assert answer.status_code == 200 and answer.headers["x-request-id"] == "proxy-4711"
            await anna.http.get(f"/me/{secret[1]}/typo")
    finally:
        server.stop()
    text = server.log.read_text(encoding="utf-8")
    assert secret[1] not in text
    said = [json.loads(line) for line in text.splitlines()]
    (entry,) = [one for one in said if one.get("request") == "proxy-4711"]
    assert entry["message"].startswith("GET /me/…: 200") and entry["client"] == "203.0.113.9"
    assert entry["level"] == "INFO" and entry["time"].endswith("+00:00") and entry["milliseconds"] > 0
    assert any(one["message"].startswith("GET /me/…: 404") for one in said)


@pytest.mark.parametrize(("workers", "how"), [(1, signal.SIGINT), (1, signal.SIGTERM), (2, signal.SIGTERM)])
def test_every_line_of_a_server_is_json(
    workers: int, how: signal.Signals, tmp_path: Path, valkey_server: services.Valkey
) -> None:
    """From the start, with processes that compile, to the stop. Ctrl-C in a terminal goes to all of them."""
    words = ["serve", "--log", "json", "--port", str(free_port()), "--workers", str(workers)]
    words += ["--broker", valkey_server.url, "--bots", "1", "--database", str(tmp_path / "games.db")]
    command = [sys.executable, "-m", "spielkiste", *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        base = f"http://127.0.0.1:{words[4]}"
        services.wait_until(lambda: httpx.get(f"{base}/readyz"), process, httpx.TransportError)
        services.wait_until(lambda: begun_by(process.pid), process, OSError)
        os.killpg(process.pid, how) if how is signal.SIGINT else process.send_signal(how)
        output = process.communicate(timeout=services.PATIENCE)[0]  # of all processes, also the last
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        print(process.communicate()[0].decode())  # what it said explains the failure
        raise
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    said = [json.loads(line) for line in output.decode().splitlines()]
    assert said[0]["message"].startswith("Spielkiste: http://127.0.0.1") and said[0]["level"] == "INFO"


def begun_by(group: int) -> None:
    """OSError until there is a process that plays or compiles: beside the server, Python's own two helpers and one."""
    found = subprocess.run(["pgrep", "-g", str(group)], capture_output=True, text=True).stdout.split()
    if len(found) < 4:
        raise OSError("not yet")


def test_wrong_settings_are_said_as_json_too(tmp_path: Path) -> None:
    for more in (["--proxy", "foo"], ["--workers", "2"], ["--config", str(tmp_path / "nowhere")]):
        command = [sys.executable, "-m", "spielkiste", "serve", "--log", "json", *more]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        (said,) = [json.loads(line) for line in done.stdout.splitlines()]
        assert done.returncode == 2 and said["level"] == "ERROR"


def test_the_answer_of_the_check_is_json_too(tmp_path: Path) -> None:
    words = ["serve", "--check", "--log", "json", "--port", str(free_port()), "--database"]
    for database, code in ((tmp_path / "games.db", 0), (tmp_path / "nowhere" / "games.db", 2)):
        command = [sys.executable, "-m", "spielkiste", *words, str(database)]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert done.returncode == code
        said = [json.loads(line) for line in done.stdout.splitlines()]
        assert said and all(one["logger"] == "spielkiste.serve" for one in said)


async def broken(request: Request) -> Response:
    raise ValueError(request.path_params["token"][:0])


@pytest.mark.anyio
async def test_a_fault_is_written_down_with_its_request(caplog: pytest.LogCaptureFixture) -> None:
    app = Journal(Starlette(routes=[Route("/j/{token}", broken)]))
    faults = FIGURES.counts["faults"]
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client:
        answer = await client.get("/j/sEcReT", headers={"x-request-id": "a-stranger's"})
    assert answer.status_code == 500 and re.fullmatch("[0-9a-f]{16}", answer.headers["x-request-id"])
    assert FIGURES.counts["faults"] == faults + 1
    (record,) = [one for one in caplog.records if one.name == "spielkiste.faults"]
    assert record.getMessage() == "GET /j/… failed" and record.exc_info


@pytest.mark.anyio
async def test_who_lies_about_a_request_leaves_no_traceback(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "games.db"))
    server.log = tmp_path / "log"
    server.start()
    lie = b"POST /me/lang HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nname=Anna&lang=en\r\n"
    for _ in range(5):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(lie)
        assert (await reader.read()).startswith(b"HTTP/1.1 4")
        writer.close()
    server.stop()
    assert "Traceback" not in server.log.read_text(encoding="utf-8")


def test_ids_that_are_nonsense_are_replaced() -> None:
    assert logs.request_id("a-1.b_2") == "a-1.b_2"
    for given in ("", "x" * 65, "a b", "a\nb", "ä"):
        assert re.fullmatch("[0-9a-f]{16}", logs.request_id(given))


def test_the_usual_log_has_no_line_for_a_request(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "games.db"))
    server.log = tmp_path / "log"
    server.start()
    httpx.get(f"{server.base}/nowhere/at/all")
    server.stop()
    assert server.log.read_text(encoding="utf-8") == ""
