"""axe-core on every page, light and dark: nothing serious."""

import random

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it ships no types

import spielkiste as sk
from browser.conftest import Invite
from browser.people import Person

GRAVE = ("serious", "critical")
DARK = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])


def check_access(person: Person) -> None:
    person.page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished))")
    found = Axe().run(person.page).response["violations"]
    grave = [
        f"{person.page.url}: {one['id']}: {one['help']}: {[node['html'][:200] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in GRAVE
    ]
    assert not grave, "\n".join(grave)


def check_names(person: Person) -> None:
    """Whatever can be touched has a name, and no two elements share an id."""
    page = person.page
    nameless = page.locator("#board [role=button]:not([aria-label])").evaluate_all("all => all.map((e) => e.id)")
    assert not nameless
    ids: list[str] = page.locator("[id]").evaluate_all("all => all.map((e) => e.id)")
    assert sorted(set(ids)) == sorted(ids), {id for id in ids if ids.count(id) > 1}


@DARK
def test_pages(invite: Invite, dark: bool) -> None:
    anna = invite(dark=dark, lang="en" if dark else "de")
    for path in ("/", "/me"):
        anna.goes_to(path)
        check_access(anna)
    with anna.forgiving("404"):
        anna.goes_to("/nowhere")
        check_access(anna)


@DARK
@pytest.mark.parametrize("slug", sk.games())
def test_a_game_from_its_rules_to_its_end(invite: Invite, slug: str, dark: bool) -> None:
    anna = invite(phone=not dark, dark=dark, calm=True)
    for page in ("", "/rules", "/first", "/new"):
        anna.goes_to(f"/games/{slug}{page}")
        check_access(anna)
    if sk.game(slug).players > 1:
        anna.opens(slug, "link")
        check_access(anna)
        check_names(anna)
    anna.opens(slug, "alone" if sk.game(slug).players == 1 else "bots")
    rng = random.Random(slug)
    for _ in range(3):
        if anna.waits_until(lambda sight: sight.free).touchable:
            anna.acts(rng)
    check_access(anna)
    check_names(anna)
    anna.press("#table-menu > summary")
    anna.press("button[data-do=resign]")
    anna.press("#confirm button[value=yes]")
    anna.page.locator("#result:visible").wait_for()
    check_access(anna)
    check_names(anna)
