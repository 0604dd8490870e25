"""Draws the icons of the installed app from the favicon: `python scripts/icons.py` (`make icons`).

A maskable icon fills its square and keeps the box in the middle, where no mask cuts anything off.
"""

import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from browser.conftest import chromium, flags

WEB = Path(__file__).parent.parent / "src" / "spielkiste" / "web"
GROUND = "#f4ecdd"  # as in the manifest
ICONS = {"icon-192": (192, 0.86), "icon-512": (512, 0.86), "icon-maskable": (512, 0.62)}  # pixels, share of the box


def draw(page: Page, size: int, share: float, to: Path) -> None:
    box = (WEB / "client" / "public" / "favicon.svg").read_text(encoding="utf-8")
    inside = round(size * share)
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(
        f"<style>body{{margin:0;height:{size}px;display:grid;place-items:center;background:{GROUND}}}"
        f"svg{{width:{inside}px;height:{inside}px}}</style>{box}"
    )
    page.screenshot(path=to)


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=flags())
        page = browser.new_page()
        for name, (size, share) in ICONS.items():
            draw(page, size, share, WEB / "pocket" / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
