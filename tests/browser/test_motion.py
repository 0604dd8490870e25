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
