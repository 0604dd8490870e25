"""The modules in Node and in Chromium, asked one case after the other, to compare them with the CPU and time them."""

import functools
import http.server
import json
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any

CLIENT = Path(__file__).parent.parent / "web" / "client"


def spoken(asked: dict[str, Any]) -> dict[str, Any]:
    """A question as JSON: bytes as hexadecimal digits."""
    if asked["search"] == "call":
        return asked | {
            "given": [[one.hex() if isinstance(one, bytes) else one for one in given] for given in asked["given"]]
        }
    return asked | {"record": asked["record"].hex()}


class Engine:
    """Modules that answer. Used as a context, since something must be ended afterwards."""

    def run(self, case: dict[str, Any]) -> dict[str, Any]:
        """The value of a case and the seconds it took."""
        raise NotImplementedError

    def ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The answer to a question as the engine's worker gives it."""
        called = asked["search"] == "call"
        value: dict[str, Any] = self.run({"kind": "call" if called else "answer", "question": spoken(asked)})["value"]
        return value | {"spaces": [bytes.fromhex(space) for space in value["spaces"]]} if called else value

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        """Ends what was begun."""


class NodeEngine(Engine):
    def __init__(self, folder: Path) -> None:
        command = ["node", str(checker("node")), str(folder)]
        self.node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, case: dict[str, Any]) -> dict[str, Any]:
        assert self.node.stdin and self.node.stdout
        self.node.stdin.write(json.dumps(case) + "\n")
        self.node.stdin.flush()
        line = self.node.stdout.readline()
        if not line:
            raise RuntimeError(f"node ended ({self.node.wait()}): its last words are above")
        return json.loads(line)  # type: ignore[no-any-return]  # a result

    def __exit__(self, *_: object) -> None:
        self.node.terminate()
        self.node.wait()


class ChromiumEngine(Engine):
    """On a page of a plain file server, in a worker of its own as in the app."""

    def __init__(self, folder: Path) -> None:
        from playwright.sync_api import sync_playwright

        self.place = tempfile.TemporaryDirectory()
        site = Path(self.place.name)
        shutil.copytree(folder, site / "wasm")
        shutil.copyfile(checker("page"), site / "check.js")
        (site / "index.html").write_text("<!doctype html><title>check</title>")
        (site / "worker.js").write_text(WORKER)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.playwright = sync_playwright().start()
        chromium = self.playwright.chromium
        self.browser = chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        self.page = self.browser.new_page()
        self.page.goto(f"http://127.0.0.1:{self.server.server_address[1]}/")
        self.page.evaluate(BEGIN)

    def run(self, case: dict[str, Any]) -> dict[str, Any]:
        return self.page.evaluate(ASK, case)  # type: ignore[no-any-return]  # a result

    def __exit__(self, *_: object) -> None:
        self.browser.close()
        self.playwright.stop()
        self.server.shutdown()
        self.place.cleanup()


WORKER = """
import { Checker } from "./check.js";
const checker = new Checker(async (file) => (await fetch(`wasm/${file}`)).arrayBuffer());
self.onmessage = async ({ data }) => {
  try { self.postMessage(await checker.result(data)); } catch (error) { self.postMessage(String(error)); }
};
"""
BEGIN = """() => { self.worker = new Worker("worker.js", { type: "module" }); }"""
ASK = """(asked) => new Promise((resolve, reject) => {
  self.worker.onmessage = ({ data }) => (typeof data === "string" ? reject(new Error(data)) : resolve(data));
  self.worker.onerror = (event) => reject(new Error(event.message));
  self.worker.postMessage(asked);
})"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: Any) -> None:
        pass


def checker(kind: str) -> Path:
    """The client's own code for this, built."""
    subprocess.run(["node", "build.mjs", "--check"], cwd=CLIENT, check=True, capture_output=True)
    return CLIENT / "build" / "check" / f"{kind}.mjs"
