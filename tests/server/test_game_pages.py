"""Pages about a game: who made it, and its rules in two layers."""

import dataclasses
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

import spielkiste as sk
from spielkiste.core.room import room
from spielkiste.server.app import Settings, create_app
from spielkiste.server.rendering import EXACTLY, in_two_layers, rules_html

pytestmark = pytest.mark.anyio
INDEPENDENT = {"de": "unabhängige, freie Umsetzung der Regeln", "en": "independent, free implementation of the rules"}
OWNERS = {"de": "gehören ihren Inhabern", "en": "belong to their owners"}
CREDITS = {"de": "Erdacht von Ada & Bo.", "en": "Made by Ada & Bo."}


@pytest.fixture
async def visitor(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(Settings(database=str(tmp_path / "games.db"), warm=False))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client,
    ):
        yield client


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("page", ["", "/rules"])
async def test_a_game_says_who_made_it_and_that_this_is_independent(
    visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, page: str, lang: str
) -> None:
    home = room("torris")
    monkeypatch.setitem(home.__dict__, "card", dataclasses.replace(home.card, credits=CREDITS))
    answer = await visitor.get(f"/games/torris{page}", headers={"accept-language": lang})
    assert answer.status_code == 200 and CREDITS[lang].replace("&", "&amp;") in answer.text
    assert answer.text.count(INDEPENDENT[lang]) == 1 and OWNERS[lang] in answer.text


async def test_a_game_nobody_is_named_for_still_says_that_this_is_independent(
    visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = room("torris")
    monkeypatch.setitem(home.__dict__, "card", dataclasses.replace(home.card, credits={}))
    answer = await visitor.get("/games/torris", headers={"accept-language": "en"})
    assert INDEPENDENT["en"] in answer.text and "<p></p>" not in answer.text


async def test_a_game_says_for_how_many_it_is_as_a_box_does(visitor: httpx.AsyncClient) -> None:
    for slug in sk.games():
        for lang in ("de", "en"):
            page = (await visitor.get(f"/games/{slug}", headers={"accept-language": lang})).text
            found = re.search(r"</span> ([^<]*)</li>", page)
            assert found and found[1] == room(slug).card.spoken_players(lang)


@pytest.mark.parametrize("heading", EXACTLY)
def test_what_is_exact_is_folded_away_under_its_heading(heading: str) -> None:
    html = in_two_layers(
        f"# A game\n\n## How\nIt [goes][1].\n\n## {heading}\nEvery detail.\n\n## More\nOf it.\n\n[1]: /x"
    )
    before, _, folded = html.partition('<details class="exactly">')
    assert before == '<h1>A game</h1>\n<h2>How</h2>\n<p>It <a href="/x">goes</a>.</p>\n'
    assert folded.startswith(f"<summary><h2>{heading}</h2></summary>\n<p>Every detail.</p>")
    assert folded.endswith("<h2>More</h2>\n<p>Of it.</p>\n</details>\n") and "open" not in html


def test_a_text_of_one_layer_is_all_to_be_seen() -> None:
    assert in_two_layers("## How\nIt goes.\n\nGenau genommen: so.") == (
        "<h2>How</h2>\n<p>It goes.</p>\n<p>Genau genommen: so.</p>\n"
    )


@pytest.mark.parametrize("slug", sk.games())
@pytest.mark.parametrize("lang", ["de", "en"])
def test_pictures_are_drawn_in_both_layers(slug: str, lang: str) -> None:
    text, html = room(slug).text(lang), rules_html(slug, lang)
    assert html.count("<figure") == text.count("](board:") and '"board:' not in html
    assert html.count("<details") == sum(f"## {heading}\n" in text for heading in EXACTLY)
