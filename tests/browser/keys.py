"""Somebody without a pointer: Tab, arrows, Enter and Escape are all there is."""

import random
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass

from browser.people import Person

STOPS = 120  # presses of Tab after which something cannot be reached
STEPS = 100  # presses of arrows

FOCUS = """() => {
    const here = document.activeElement;
    const box = here.getBoundingClientRect();
    return {
        id: here.id, tag: here.localName, href: here.getAttribute("href") ?? "", text: here.textContent.trim(),
        board: Boolean(here.closest("#board")), buttons: Boolean(here.closest("#buttons")),
        x: box.x + box.width / 2, y: box.y + box.height / 2,
        ringed: here.matches(":focus-visible"),
    };
}"""
PLACES = """(ids) => ids.map((id) => {
    const box = document.getElementById(id)?.getBoundingClientRect();
    return box ? [id, box.x + box.width / 2, box.y + box.height / 2] : null;
}).filter(Boolean)"""


@dataclass(frozen=True)
class Focus:
    """Where the focus is."""

    id: str
    tag: str
    href: str
    text: str
    board: bool
    buttons: bool
    x: float
    y: float
    ringed: bool


class Keys:
    """A person's keyboard."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def focus(self) -> Focus:
        return Focus(**self.page.evaluate(FOCUS))

    def tab_to(self, holds: Callable[[Focus], bool], back: bool = False) -> Focus:
        for _ in range(STOPS):
            here = self.focus()
            if holds(here):
                return here
            self.press("Shift+Tab" if back else "Tab")
        raise AssertionError("Tab does not lead there")

    def follow(self, href: str) -> None:
        """Goes to a link and follows it."""
        self.tab_to(lambda here: here.href == href)
        self.press("Enter")
        self.page.wait_for_url(f"**{href}")

    def arrow_to(self, ids: Collection[str]) -> str:
        """Moves the focus on the board by arrows until it is on one of these elements."""
        tried: Counter[tuple[str, str]] = Counter()
        for _ in range(STEPS):
            here = self.focus()
            assert here.board, f"the focus has left the board: {here}"
            if here.id in ids:
                assert here.ringed
                return here.id
            places = self.page.evaluate(PLACES, list(ids))
            assert places, "nothing is there any more"
            _, x, y = min(places, key=lambda place: abs(place[1] - here.x) + abs(place[2] - here.y))
            gains = {"ArrowRight": x - here.x, "ArrowLeft": here.x - x, "ArrowDown": y - here.y, "ArrowUp": here.y - y}
            key = min(gains, key=lambda key: (tried[here.id, key], -gains[key]))  # not in a circle
            tried[here.id, key] += 1
            self.press(key)
        raise AssertionError(f"arrows do not lead to {sorted(ids)}")

    def acts(self, rng: random.Random) -> bool:
        """Does one thing if there is something to do."""
        sight = self.person.looks()
        moves = [button for button in sight.buttons if not button.startswith("own-")]
        if sight.over or not sight.free:
            return False
        if sight.touchable:
            self.tab_to(lambda here: here.board, back=self.focus().buttons)
            target = self.arrow_to([rng.choice(sight.touchable)])
        else:
            target = f"b-{rng.choice(moves)}"
            self.tab_to(lambda here: here.id == target)
        self.press("Enter")
        self.person.waits_until(lambda now: now != sight)
        return True
