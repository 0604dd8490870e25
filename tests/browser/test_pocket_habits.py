"""What the offline app does beside playing: it is shown in other pages, offers to be installed, and rolls fair dice."""

import json
import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from browser.travellers import FIRST_START, Traveller, built_site, serving_folder, travelling
from spielkiste.pocket.site import MOST_BYTES, travels

SEED = 32  # bytes that a table's dice come from
COUNTED = """() => {
    const real = crypto.getRandomValues.bind(crypto);
    self.drawn = 0;
    crypto.getRandomValues = (bytes) => { self.drawn += bytes.byteLength; return real(bytes); };
}"""

HAS_ALL = """async () => {
    const list = await caches.match(new URL("files.json", document.querySelector("script[src]").src));
    const { later } = await list.json();
    const kept = await Promise.all(later.map(([name]) => caches.match(name)));
    return later.length > 0 && kept.every(Boolean);
}"""
ASKED_TO_KEEP = """() => {
    window.asked = 0;
    navigator.storage.persisted = async () => false;
    navigator.storage.persist = async () => { window.asked += 1; return false; };
}"""


def test_no_more_travels_than_may() -> None:
    site = built_site()
    assert travels(site) <= MOST_BYTES
    manifest = json.loads((site / "manifest.webmanifest").read_text())
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    assert "maskable" in {icon["purpose"] for icon in manifest["icons"]}
    assert all((site / icon["src"]).stat().st_size for icon in manifest["icons"])


def test_after_two_games_it_may_be_installed_and_dice_are_fresh(browser: Browser, tmp_path: Path) -> None:
    with serving_folder(built_site()) as host:
        with travelling(browser.browser_type, tmp_path / "first", host.base) as anna:
            anna.arrives_home()
            gets_the_strongest(anna)
            anna.page.evaluate("() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))")
            anna.page.evaluate(ASKED_TO_KEEP)
            tables = [begins(anna)]
            assert not anna.page.locator("#install").count()
            assert anna.page.evaluate("() => asked") == 0
            tables.append(begins(anna))
            anna.page.locator("#install").wait_for()
            anna.page.wait_for_function("() => asked === 1")
            anna.press("h3 a[href='/games/torris']")
            anna.page.get_by_text("Dafür brauchst du Netz. An einem Gerät").wait_for()
            anna.press("a[href='/games/torris/first']")
            anna.press("#go-on")
            anna.page.wait_for_url("**/first?step=*")
            anna.page.go_back()
            anna.page.go_back()
            anna.page.locator(".ways").wait_for()
            anna.page.go_back()
            anna.page.locator(".games").wait_for()
            asks_for_a_tip(anna)
        for name in ("second", "third"):  # both from the same snapshot of Python's memory
            shutil.copytree(tmp_path / "first", tmp_path / name, ignore=shutil.ignore_patterns("Singleton*"))
        for name in ("second", "third"):
            with travelling(browser.browser_type, tmp_path / name, host.base) as anna:
                anna.arrives_home()
                assert anna.page.evaluate("() => document.documentElement.dataset.pocket") == "snapshot"
                [python] = anna.page.workers
                python.evaluate(COUNTED)
                tables.append(begins(anna))
                assert python.evaluate("() => self.drawn") >= SEED
        assert len({table["match"]["id"] for table in tables}) == len(tables)
        assert len({table["match"]["seed"] for table in tables}) == len(tables)


def gets_the_strongest(anna: Traveller) -> None:
    """What a strong bot has learnt and is much comes when the app is installed."""
    anna.kept()
    assert not anna.page.evaluate(HAS_ALL)
    anna.page.evaluate("() => dispatchEvent(new Event('appinstalled'))")
    anna.page.get_by_text("Jetzt ist alles da").wait_for()
    assert anna.page.evaluate(HAS_ALL)


def begins(anna: Traveller) -> dict[str, Any]:
    """A table as it is kept."""
    id = anna.begins_game("knister", 2)
    table = anna.log(id)
    anna.goes_home()
    return table


def asks_for_a_tip(anna: Traveller) -> None:
    """Without machine code nobody judges moves; what the strongest bot would do is told all the same."""
    anna.begins_game("torris", 2)
    anna.page.locator("#tip:enabled").wait_for()
    for text in ("Schau", "", "Das würde der stärkste Mitspieler der Kiste tun."):
        anna.press("#tip")
        anna.page.locator("#advice", has_text=text).wait_for()
    assert anna.page.locator("#board .ring-advice").count() >= 1


def test_boards_in_a_page_of_somebody_else(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "blog").mkdir()
    with serving_folder(built_site()) as host, serving_folder(tmp_path / "blog") as blog:
        frame = '<iframe src="{}/index.html?play={}&level=2" width="360" height="640"></iframe>'
        frames = [frame.format(host.base, game) for game in ("fuenf_gewinnt", "torris")]
        (tmp_path / "blog" / "index.html").write_text(f"<h1>Blog</h1>{''.join(frames)}")
        with travelling(browser.browser_type, tmp_path / "profile", blog.base) as anna:
            board, other = (anna.page.frame_locator("iframe").nth(k) for k in range(2))
            other.locator("#board [role=button]").first.wait_for(timeout=FIRST_START)  # neither is in the other's way
            board.locator("#board [role=button]").first.wait_for(timeout=FIRST_START)
            board.locator("#board [role=button]").first.tap()
            board.locator("#log-list li").nth(1).wait_for(state="attached")
            assert not board.locator(".page-head").is_visible()
