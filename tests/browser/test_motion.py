"""What moved glides, unless the system asks for calm."""

import random

from browser.conftest import Invite
from browser.people import Person


def count_in_frames(person: Person, frames: int = 5) -> list[int]:
    """How many animations run in each of the next frames."""
    counted: list[int] = person.page.evaluate(
        """async (frames) => {
            const counts = [];
            for (let k = 0; k < frames; k++) {
                await new Promise((drawn) => requestAnimationFrame(drawn));
                counts.push(document.getAnimations().length);
            }
            return counts;
        }""",
        frames,
    )
    return counted


def moving(person: Person, slug: str, moves: int) -> int:
    """The most animations that ran at the same time after any of some moves."""
    rng = random.Random(slug)
    person.opens(slug, "bots")
    most = 0
    for _ in range(moves):
        before = person.waits_until(lambda sight: bool(sight.touchable)).moves
        while person.looks().moves == before:
            if touchable := person.looks().touchable:
                person.touches(rng.choice(touchable))
        most = max([most, *count_in_frames(person)])
    return most


def test_calm_where_the_system_asks_for_it(invite: Invite) -> None:
    for slug in ("zahlenluchs", "torris"):
        assert moving(invite(calm=True), slug, 4) == 0


def test_otherwise_things_glide(invite: Invite) -> None:
    assert moving(invite(calm=False), "torris", 4) > 0


WATCH_CARDS = """() => {
    window.backs = 0;
    new MutationObserver((changes) => {
        for (const change of changes) for (const node of change.addedNodes)
            if (node.matches?.(".leaving") && node.querySelector(".back")) window.backs += 1;
    }).observe(document.querySelector("#board svg"), { childList: true });
}"""


def backs_seen(person: Person, moves: int) -> int:
    """How often the back of a card was seen while some moves were made."""
    rng = random.Random(5)
    person.opens("zahlenluchs", "device")
    person.waits_until(lambda sight: bool(sight.touchable))
    person.page.evaluate(WATCH_CARDS)
    seen = {person.looks().moves}  # by the last line of the log: a touch may be answered after the next look
    while len(seen) <= moves:
        person.touches(rng.choice(person.waits_until(lambda sight: bool(sight.touchable)).touchable))
        seen.add(person.looks().moves)
    return int(person.page.evaluate("window.backs"))


def test_a_card_that_is_drawn_turns_over(invite: Invite) -> None:
    assert backs_seen(invite(calm=False), 3) >= 2
    assert backs_seen(invite(calm=True), 2) == 0
