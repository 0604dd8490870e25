"""A new version of the offline app in the middle of a game, which is finished with the rules it was begun with."""

import gzip
import io
import random
import shutil
import zipfile
from pathlib import Path

from playwright.sync_api import Browser

from browser.people import play_to_the_end
from browser.travellers import FIRST_START, Traveller, built_site, serving_folder, travelling
from spielkiste.pocket.bundle import put
from spielkiste.pocket.site import name_of, write_front

GAME = "knister"
CARD = f"spielkiste/games/{GAME}/card.py"
FETCHED = """async () => {
    const found = await navigator.serviceWorker.ready;
    await found.update();
    while (!found.waiting) await new Promise((done) => setTimeout(done, 50));
}"""


def first_of(site: Path) -> str:
    [folder] = [one for one in site.iterdir() if one.is_dir()]
    return folder.name


def publish_other_rules(site: Path) -> str:
    """The same app again in which a game has new rules, in the place of the one before; its name."""
    old = site / first_of(site)
    packed = old / "bundle.zip.packed"
    with zipfile.ZipFile(io.BytesIO(gzip.decompress(packed.read_bytes()))) as bundle:
        files = {name: bundle.read(name) for name in bundle.namelist()}
    files[CARD] = files[CARD].replace(f"slug='{GAME}'".encode(), f"slug='{GAME}', version=99".encode())
    with zipfile.ZipFile(made := io.BytesIO(), "w") as bundle:
        for name, data in files.items():
            put(bundle, name, data)
    packed.write_bytes(gzip.compress(made.getvalue()))
    for file in (old / "files.json", old / "index.html", site / "sw.js"):
        file.unlink()
    build = name_of(old)
    old.rename(site / build)
    write_front(site, build)
    return build


def test_a_game_is_finished_with_the_version_it_was_begun_with(browser: Browser, tmp_path: Path) -> None:
    site, profile = tmp_path / "site", tmp_path / "profile"
    shutil.copytree(built_site(), site)
    first = first_of(site)
    with serving_folder(site) as host:
        with travelling(browser.browser_type, profile, host.base) as anna:
            anna.arrives_home()
            anna.kept()
            id = anna.begins_game(GAME, 2)
            second = publish_other_rules(site)
            anna.page.evaluate(FETCHED)
            anna.page.reload()
            anna.page.get_by_text("Sie kommt nach diesem Spiel.").wait_for(timeout=FIRST_START)
            assert version(anna) == first
            anna.goes_home()
            anna.press("#fresh")
            anna.page.wait_for_function(
                "(build) => document.querySelector('script[src]').src.includes(build)", arg=second
            )
        host.stop()
        with travelling(browser.browser_type, profile, host.base) as anna:
            anna.arrives_home()
            assert version(anna) == second
            anna.press(f"#mine a[href='/t/{id}']")
            anna.page.wait_for_url(f"**/{first}/index.html?/t/{id}")
            anna.arrives()
            play_to_the_end([anna], random.Random(GAME))
            anna.press("a.logo")
            anna.page.wait_for_url(f"{host.base}/")
            anna.arrives_home()
            assert version(anna) == second
            assert anna.log(id)["match"]["version"] == 1
            assert anna.log(id)["events"][-1]["kind"] == "played"
            other = anna.begins_game(GAME, 2)
            assert anna.log(other)["match"]["version"] == 99
            assert not anna.complaints


def version(anna: Traveller) -> str:
    """Of the app that is on the page."""
    found: str = anna.page.evaluate(
        "() => new URL(document.querySelector('script[src]').src).pathname.split('/').at(-2)"
    )
    return found
