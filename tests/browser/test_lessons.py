"""Everybody's first game: what the text asks for can be touched, and it leads to the end."""

import json

import pytest

import spielkiste as sk
from browser.conftest import Invite
from spielkiste.core.room import room


@pytest.mark.parametrize("slug", sk.games())
def test_a_first_game_leads_to_its_end(invite: Invite, slug: str) -> None:
    anna = invite(lang="en" if len(slug) % 2 else "de")
    steps = room(slug).part("examples").FIRST_GAME.steps
    anna.goes_to(f"/games/{slug}/first")
    page = anna.page
    for number, step in enumerate(steps):
        lesson = page.locator(f"#lesson[data-next$='step={number + 1}']")
        lesson.wait_for()
        paths = json.loads(lesson.get_attribute("data-paths") or "[]")
        tool = lesson.get_attribute("data-tool")
        assert bool(paths or tool) == bool(step.move), f"step {number}: {step.text['en']}"
        if not paths and not tool:
            anna.press("#go-on")
        for id in paths[0][1] if paths else []:
            if (button := page.locator(f"#buttons [data-touch='{id}']")).count():
                button.tap()
            else:
                spot = anna.spot(id)
                assert spot, f"step {number}: {id} cannot be touched"
                page.touchscreen.tap(*spot)
    page.locator("#lesson[data-next='']").wait_for()
    assert page.locator(f"a.strong[href='/games/{slug}']").is_visible()
    page.go_back()
    page.locator(f"#lesson[data-next$='step={len(steps)}']").wait_for()
