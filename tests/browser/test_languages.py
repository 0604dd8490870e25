"""German or English: as the browser asks, or as the person has said."""

from browser.conftest import Invite
from browser.people import Person


def language(person: Person) -> str:
    return person.page.locator("html").get_attribute("lang") or ""


def test_the_browser_decides_first(invite: Invite) -> None:
    for lang, heading in (("de", "Was spielen wir?"), ("en", "What shall we play?")):
        anna = invite(lang=lang)
        anna.goes_to("/")
        assert language(anna) == lang
        assert anna.page.locator("h1").inner_text() == heading


def test_the_switch_works_and_stays(invite: Invite) -> None:
    anna = invite(lang="de")
    anna.goes_to("/games/torris")
    anna.press("button[name=lang]")
    anna.page.locator("html[lang=en]").wait_for()
    assert anna.page.url.endswith("/games/torris")
    for path in ("/", "/games/knister/rules", "/me"):
        anna.goes_to(path)
        assert language(anna) == "en"
    anna.goes_to("/games/abraeumen")
    anna.press("form.quick button")
    anna.page.wait_for_url("**/t/*")
    anna.arrives()
    assert anna.page.locator("#turn-text").inner_text() == "It is your turn"
    anna.press("button[name=lang]")
    anna.page.locator("html[lang=de]").wait_for()
    anna.arrives()
    assert anna.page.locator("#turn-text").inner_text() == "Du bist dran"
