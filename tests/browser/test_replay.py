"""Replay and review in a real browser: slider, arrows, keys, list, speeds, views, what was good, playing on, files."""

import json
from pathlib import Path

import pytest

import spielkiste as sk
from browser.conftest import Invite
from browser.people import Person
from browser.test_access import check_access


def plays_and_gives_up(anna: Person) -> None:
    """Two jumps of Abräumen; then it is over."""
    anna.opens("abraeumen", "alone")
    for stone, cell in (("cell-a3", "cell-a1"), ("cell-a5", "cell-a3")):
        anna.waits_until(lambda sight: sight.free)
        anna.touches(stone)
        anna.touches(cell)
    anna.waits_until(lambda sight: sight.free)
    anna.press("#table-menu > summary")
    anna.press("button[data-do=resign]")
    anna.press("#confirm button[value=yes]")
    anna.press("#to-replay")
    anna.page.wait_for_url("**/r/*")


def at(anna: Person) -> int:
    return int(anna.page.locator("#replay-slider").input_value())


@pytest.mark.parametrize(("phone", "lang"), [(True, "de"), (False, "en")])
def test_a_replay_is_watched_reviewed_and_played_on(invite: Invite, phone: bool, lang: str) -> None:
    anna = invite(phone=phone, lang=lang, calm=True)
    plays_and_gives_up(anna)
    page = anna.page
    page.locator("#replay-list li").nth(1).wait_for()
    assert at(anna) == 0
    anna.press("[data-replay=on]")
    assert at(anna) == 1
    assert page.locator("#replay-list [aria-current]").inner_text() in page.locator("#note").inner_text()
    page.keyboard.press("End")
    assert at(anna) == 2
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    assert at(anna) == 0
    page.locator("#replay-speed").select_option("350")
    anna.press("[data-replay=play]")
    page.locator("#replay-list [data-step='2'][aria-current]").wait_for()
    page.locator("#replay-list [data-step='1']").click()
    assert at(anna) == 1
    page.locator("#review-found .sums").wait_for()
    said = page.locator("#review").inner_text()
    assert ("Glück" if lang == "de" else "luck") in said
    page.locator("#replay-view").select_option("0")
    page.wait_for_load_state("networkidle")
    assert at(anna) == 1
    check_access(anna)
    if phone:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    anna.press("#play-on")
    page.wait_for_url("**/t/*")
    anna.arrives()
    anna.waits_until(lambda sight: sight.free)
    assert "a5" in page.locator("#board").inner_html() and page.locator("#result:visible").count() == 0


def test_a_record_of_a_file_is_watched_and_a_bad_one_refused(invite: Invite, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    sk.MatchRecord.of(sk.game("abraeumen").start().play("a3-a1"), ["Zoe"]).save(good)
    bad.write_text(json.dumps({"game": "halma"}), encoding="utf-8")
    anna = invite(lang="de")
    anna.goes_to("/replay")
    with anna.forgiving("400"):
        anna.page.locator("#replay-file").set_input_files(bad)
        anna.page.locator(".toast", has_text="keine Aufzeichnung").wait_for()
    anna.page.locator("#replay-file").set_input_files(good)
    anna.page.locator("#replay-list li").wait_for()
    assert anna.page.locator("#replay-view option").all_inner_texts() == ["alles offen", "Zoe"]
    check_access(anna)


@pytest.mark.parametrize(("phone", "lang"), [(True, "de"), (False, "en")])
def test_a_tip_comes_in_three_steps_and_the_lamp_shines(invite: Invite, phone: bool, lang: str) -> None:
    anna = invite(phone=phone, lang=lang, calm=True)
    anna.opens("abraeumen", "alone")
    anna.waits_until(lambda sight: sight.free)
    advice, told = anna.page.locator("#advice"), list[str]()
    for rings in (1, 2, 2):
        anna.press("#tip")
        anna.page.wait_for_timeout(100)
        advice.wait_for()
        told.append(advice.inner_text())
        assert anna.page.locator(".ring-advice").count() == rings
    assert len(set(told)) == 3
    anna.press("#lamp")
    anna.page.locator("#lamp.shines[aria-pressed=true]").wait_for()
    check_access(anna)
