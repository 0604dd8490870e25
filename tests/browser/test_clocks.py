"""Clocks run on the server; the page shows them rightly, whatever happened to it meanwhile."""

import random
import re
import time
from typing import Any

from browser.conftest import Invite
from browser.people import Person, sit_down


def clock(person: Person) -> dict[str, Any]:
    """The newest the page has been told about the clock."""
    told: dict[str, Any] = person.updates[-1]["clock"]
    return told


def shown(person: Person) -> int:
    """The seconds on the page."""
    minutes, seconds = person.page.locator("#clock .seconds").inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


def bar(person: Person) -> float:
    style = person.page.locator("#clock .sand").get_attribute("style") or ""
    found = re.search(r"scaleX\(([\d.]+)\)", style)
    assert found
    return float(found[1])


def check_clock(person: Person) -> None:
    """Seconds and bar agree with the server's deadline; this machine's clock is the server's."""
    seconds, sand = shown(person), bar(person)
    left = clock(person)["deadline"] - time.time()
    assert abs(seconds - left) <= 1.2, (seconds, left)  # shown in whole seconds
    assert abs(sand * clock(person)["total"] - left) <= 1


def freeze(person: Person, seconds: float) -> None:
    """The phone sleeps for a while."""
    tools = person.tools()
    tools.send("Page.setWebLifecycleState", {"state": "frozen"})
    time.sleep(seconds)
    tools.send("Page.setWebLifecycleState", {"state": "active"})


def test_the_hourglass_runs_out(invite: Invite) -> None:
    anna, bob = invite("Anna", lang="de"), invite("Bob", lang="en")
    sit_down(anna, bob, "fuenfer_finden", **{"opt-hourglass": "10"})
    cells = [f"cell-{column}3" for column in "abcde"]
    bob.strokes(cells)  # nobody judges it before the sand has run
    assert not anna.page.locator("#clock").is_visible()
    anna.presses("turn")
    for person in (anna, bob):
        person.page.locator("#clock:visible").wait_for()
        check_clock(person)
    before = bar(bob)
    freeze(bob, 3)
    bob.waits_until(lambda sight: bar(bob) < before - 0.2)
    check_clock(bob)
    deadline = clock(bob)["deadline"]
    for person, text in ((anna, "der Sand ist durch"), (bob, "the sand has run out")):
        person.page.locator("#log-list li", has_text=text).wait_for()
    assert -0.1 < time.time() - deadline < 3
    for person in (anna, bob):
        person.page.locator("#clock").wait_for(state="hidden")


def test_looking_at_the_stones_ends_by_the_clock(invite: Invite) -> None:
    rng = random.Random(3)
    anna, bob = invite("Anna", lang="de"), invite("Bob", lang="en")
    sit_down(anna, bob, "huetchenspieler")
    while not anna.page.locator("#clock").is_visible():
        if touchable := anna.looks().touchable:
            anna.touches(rng.choice(touchable))
    bob.page.locator("#clock:visible").wait_for()
    deadline = clock(bob)["deadline"]
    for person in (anna, bob):
        check_clock(person)
    anna.press("#b-cover")
    anna.page.locator(".toast.alert", has_text=re.compile(r"Warte noch \d+ Sekunden")).wait_for()
    freeze(anna, 4)
    anna.waits_until(lambda sight: shown(anna) <= 16)
    check_clock(anna)
    for person, text in ((anna, "Uhr:"), (bob, "Clock:")):
        person.page.locator("#log-list li", has_text=text).wait_for()
    assert -0.1 < time.time() - deadline < 3
