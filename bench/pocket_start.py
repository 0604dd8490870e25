"""How long the offline app takes to begin on a slow phone: `python bench/pocket_start.py` after `make static`.

Chromium slowed down fourfold, as its developer tools do it: that is the page's thread, not Python's worker. Seconds
from the address to a board that can be touched: the first time; from the snapshot with the file server stopped; and the
same after a game, when the browser has kept the machine code of Pyodide.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from browser.travellers import FIRST_START, Traveller, built_site, serving_folder, travelling

SLOW_CPU = 4
STARTS = 5


def start(anna: Traveller, address: str) -> float:
    """Seconds until something on the board can be touched."""
    anna.tools().send("Emulation.setCPUThrottlingRate", {"rate": SLOW_CPU})
    begun = time.monotonic()
    anna.page.goto(address)
    anna.page.locator("#board [role=button], .games").first.wait_for(timeout=2 * FIRST_START)
    return time.monotonic() - begun


def main() -> None:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder, serving_folder(built_site()) as host:
        profile = Path(folder) / "profile"
        with travelling(playwright.chromium, profile, "about:blank") as anna:
            print(f"first start: {start(anna, host.base):.1f} s", flush=True)
            anna.kept()
            anna.begins_game("torris", 2)
            table = anna.page.url
        host.stop()

        def starts() -> str:
            times = []
            for _ in range(STARTS):
                with travelling(playwright.chromium, profile, "about:blank") as anna:
                    times.append(start(anna, table))
            return f"{', '.join(f'{one:.1f}' for one in times)} s; median {statistics.median(times):.1f} s"

        print(f"later starts: {starts()}", flush=True)
        with travelling(playwright.chromium, profile, host.base) as anna:
            anna.arrives_home()
            anna.plays_whole("knister", 2)
        print(f"after a game: {starts()}")


if __name__ == "__main__":
    main()
