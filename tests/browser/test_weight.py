"""How heavy the pages are, and how soon there is something to touch on a slow phone."""

import statistics
from urllib.parse import urlsplit

import pytest

import spielkiste as sk
from browser.conftest import Invite
from browser.people import Person

FIRST_PAGE = 150_000  # bytes over the wire
SOON = 2000  # milliseconds
FAST_3G = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
SLOW_CPU = 4
TRIES = 3  # this machine may have other things to do

# When the first element can be touched, by the page's own clock, which begins with the navigation.
WATCH = """() => {
    const look = () => {
        if (window.touchableAfter || !document.querySelector("#board [role=button], #buttons button:enabled")) return;
        window.touchableAfter = performance.now();
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}"""


def test_the_first_page_is_light_and_asks_nobody_else(invite: Invite) -> None:
    anna = invite()
    sizes: list[float] = []
    hosts: set[str | None] = set()
    tools = anna.tools()
    tools.send("Network.enable")
    tools.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    anna.page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    anna.goes_to("/")
    for picture in anna.page.locator("main img").all():  # they are fetched when they come into view
        picture.scroll_into_view_if_needed()
    anna.page.wait_for_load_state("networkidle")
    assert len(sizes) >= 3 + len(sk.games())
    assert sum(sizes) < FIRST_PAGE
    assert hosts == {urlsplit(anna.base).netloc}


def times_until_touchable(person: Person, address: str) -> list[float]:
    """Three visits with a slow phone that has nothing in its cache."""
    times = []
    for _ in range(3):
        page = person.context.new_page()
        tools = person.context.new_cdp_session(page)
        tools.send("Network.enable")
        tools.send("Network.setCacheDisabled", {"cacheDisabled": True})
        tools.send("Network.emulateNetworkConditions", FAST_3G)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_CPU})
        page.goto(address)
        page.locator("#board [role=button], #buttons button:enabled").first.wait_for(state="attached")
        times.append(page.evaluate("() => window.touchableAfter"))
        page.close()
    return times


@pytest.mark.parametrize("slug", sk.games())
def test_a_board_can_be_touched_soon_on_a_slow_phone(invite: Invite, slug: str) -> None:
    anna = invite(calm=True)
    anna.opens(slug, "alone" if sk.game(slug).players == 1 else "bots")
    anna.waits_until(lambda sight: sight.free)
    anna.context.add_init_script(f"({WATCH})()")
    tries = []
    for _ in range(TRIES):
        tries.append(times_until_touchable(anna, anna.page.url))
        if statistics.median(tries[-1]) < SOON:
            return
    raise AssertionError(f"milliseconds until something can be touched: {tries}")
