"""Moves that are drawn or built: outlining cells by a stroke or one by one, erasing, and drafts of a build."""

from collections.abc import Callable

from browser.conftest import Invite
from browser.people import Person, Sight, sit_down

STROKE = [f"cell-{column}7" for column in "bcdef"]
TAPS = ["cell-h2", "cell-h3", "cell-i3", "cell-i4", "cell-j4"]


def outlines(person: Person) -> int:
    return person.page.locator("#board [id^='outline-']").count()


def chosen(*ids: str) -> Callable[[Sight], bool]:
    return lambda sight: set(sight.chosen) == set(ids)


def test_outlining_and_erasing(invite: Invite) -> None:
    anna, bob = invite("Anna"), invite("Bob", lang="en")
    sit_down(anna, bob, "fuenfer_finden", **{"opt-hourglass": "120"})
    anna.strokes(STROKE)
    assert outlines(anna) == 1
    for count, id in enumerate(TAPS, 1):
        anna.touches(id, until=chosen(*TAPS[:count]))
    anna.touches(TAPS[0], until=chosen(*TAPS[1:]))
    anna.touches(TAPS[0], until=chosen(*TAPS))
    anna.presses("own-done", until=lambda _: outlines(anna) == 2)
    anna.touches("cell-a1", until=chosen("cell-a1"))
    anna.presses("own-clear", until=chosen())
    first = anna.page.locator("#board [id^='outline-']").first.get_attribute("id")
    assert first
    anna.touches(first, until=lambda _: outlines(anna) == 1)
    assert outlines(bob) == 0  # nobody sees it before the round is judged


def test_a_draft_is_seen_by_nobody_else_until_it_is_built(invite: Invite) -> None:
    anna, bob = invite("Anna"), invite("Bob", lang="en")
    sit_down(anna, bob, "cubus")
    start = anna.waits_until(lambda sight: "draft" in sight.buttons)
    told = len(bob.updates)
    begun = anna.presses("draft", until=lambda sight: any(id.startswith("free-") for id in sight.touchable))
    place = next(id for id in begun.touchable if id.startswith("free-"))
    first = anna.touches(place, until=lambda sight: sight.note != begun.note)
    column = next(id for id in first.touchable if id.startswith("column-"))
    second = anna.touches(column, until=lambda sight: sight.note != first.note)
    assert second.note != begun.note
    anna.presses("own-back", until=lambda sight: sight.note == first.note)
    anna.presses("own-restart", until=lambda sight: sight.note == begun.note)
    after = anna.presses("own-cancel", until=lambda sight: "draft" in sight.buttons)
    assert (after.buttons, after.moves) == (start.buttons, start.moves)
    assert len(bob.updates) == told
