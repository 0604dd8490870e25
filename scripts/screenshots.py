"""Photographs the first page and every board in a running game: `python scripts/screenshots.py docs/pictures`.

A real server and a real Chromium; phone, desktop and dark, small enough to be shown side by side.
"""

import base64
import random
import sys
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import ViewportSize, sync_playwright

import spielkiste as sk

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from browser.conftest import chromium, flags
from browser.people import Person
from server.harness import serving

PHONE: ViewportSize = {"width": 360, "height": 740}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
LOOKS: dict[str, tuple[ViewportSize, Literal["light", "dark"]]] = {
    "phone": (PHONE, "light"),
    "desktop": (DESKTOP, "light"),
    "dark": (PHONE, "dark"),
}
AT_MOST = 80_000  # bytes of a picture
THINGS_DONE = (12, 7, 5, 3)  # touches after which a board has something to show; fewer if the game was over by then
SEED = 11


def photograph(person: Person, folder: Path, name: str) -> None:
    """The page as it is, in all looks."""
    person.waits_until(lambda sight: not sight.alerts)  # a plea for patience has gone
    tools = person.tools()
    for look, (size, scheme) in LOOKS.items():
        person.page.set_viewport_size(size)
        person.page.emulate_media(color_scheme=scheme)
        person.page.evaluate("() => scrollTo(0, 0)")
        for quality in range(85, 0, -10):
            shot = tools.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
            picture = base64.b64decode(shot["data"])
            if len(picture) <= AT_MOST:
                break
        (folder / f"{name}-{look}.webp").write_bytes(picture)
        print(f"{folder}/{name}-{look}.webp: {len(picture) / 1000:.0f} kB")
    person.page.set_viewport_size(PHONE)
    person.page.emulate_media(color_scheme="light")


def into_the_game(person: Person, slug: str) -> None:
    """A game against a bot, after a few moves."""
    for things in THINGS_DONE:
        person.opens(slug, "alone" if sk.game(slug).players == 1 else "bots")
        if slug == "fuenfer_finden":  # outlines of a random shape say little
            for columns, row in (("bcdef", 8), ("efghi", 3)):
                person.strokes([f"cell-{column}{row}" for column in columns])
            return
        if still_runs(person, things):
            return
    raise RuntimeError(f"{slug} is over too soon")


def still_runs(person: Person, things: int) -> bool:
    """Does some things at the table; whether it is this person's turn again then."""
    rng = random.Random(SEED)
    while not (sight := person.waits_until(lambda now: now.free or now.over)).over:
        idle = not any(button.startswith("own-") for button in sight.buttons)
        if things <= 0 and idle:
            return True
        things -= person.acts(rng)
    return False


def main(folder: str) -> None:
    """Writes all pictures."""
    with tempfile.TemporaryDirectory() as home, serving(f"{home}/games.db") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=flags())
        for slug in ("", *sk.games()):
            person = Person(browser, server.base, "Anna", lang="en", calm=True)
            if slug:
                into_the_game(person, slug)
            else:
                person.goes_to("/")
                person.page.wait_for_load_state("networkidle")
            photograph(person, Path(folder), slug or "home")
            person.leave()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
