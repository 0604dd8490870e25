"""A real server and a real Chromium for the tests; people come to it with browsers of their own."""

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from server.harness import Server, serving

from browser.people import Person

QUIET = (
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
FAILED: pytest.StashKey[bool] = pytest.StashKey()
Invite = Callable[..., Person]


def chromium() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    raise RuntimeError("Chromium is not installed; scripts/setup.sh dev does that")


def flags() -> list[str]:
    return [*QUIET, *([] if os.getuid() else ["--no-sandbox"])]  # Chromium's sandbox refuses to run for root


# Until the last test of this folder, not of the session: Playwright keeps an event loop running in this thread,
# and tests elsewhere begin loops of their own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium(), args=flags())
        yield opened
        opened.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(str(tmp_path_factory.mktemp("browser") / "games.db")) as running:
        yield running


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What fails here is tried once more, and the summary names it.

    A browser, a server and its bots share two cores with the other tests: once in some thousand tests something is
    later than any patience. What is broken fails twice.
    """
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture
def invite(browser: Browser, server: Server, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Invite]:
    """Makes people. None of their pages may complain; after a failure, what they saw is kept."""
    guests: list[Person] = []

    def come(name: str = "Anna", base: str = "", **wishes: Any) -> Person:
        guests.append(Person(browser, base or server.base, name, **wishes))
        return guests[-1]

    yield come
    if request.node.stash.get(FAILED, False):
        for guest in guests:
            print(f"{guest.name}'s page: {guest.keep(tmp_path)}")
    complaints = [f"{guest.name}: {complaint}" for guest in guests for complaint in guest.complaints]
    for guest in guests:
        guest.leave()
    assert not complaints, "\n".join(complaints)
