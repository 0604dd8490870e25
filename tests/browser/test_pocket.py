"""The box in one's pocket: all nine games without a server, by touch, in a browser that is closed and opened again."""

import itertools
import random
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser
from server.harness import Server

import spielkiste as sk
from browser.travellers import Traveller, built_site, serving_folder, travelling
from spielkiste.core.room import room

LEVELS = {"fuenf_gewinnt": 5, "fuenfer_finden": 5, "huetchenspieler": 5, "torris": 5}  # the others: 2
WITH_BOTS = [slug for slug in sk.games() if 2 in room(slug).card.players]
ANSWERS = 2  # of a bot, that are timed
PATIENCE = 60.0  # seconds to wait for them
ANSWERS_WITHIN = 3.0  # seconds
FREEZES_AT_MOST = 100  # milliseconds
TRIES = 3  # this machine may have other things to do


def test_nine_games_in_a_train_and_at_home_they_are_handed_in(browser: Browser, tmp_path: Path) -> None:
    built_site()
    server, profile = Server(str(tmp_path / "games.db")), tmp_path / "profile"
    server.start()
    app = f"{server.base}/pocket/"
    try:
        with travelling(browser.browser_type, profile, app) as anna:
            anna.arrives_home()
            anna.kept()
        server.stop()
        with travelling(browser.browser_type, profile, app) as anna:
            anna.arrives_home()
            anna.hurries()
            ids = [play_whole(anna, slug) for slug in sk.games()]
            assert not anna.complaints
        with travelling(browser.browser_type, profile, app) as anna:
            anna.arrives_home()
            assert {f"/t/{id}" for id in ids} <= set(anna.tables())
            anna.goes_home()
            server.start()
            anna.press("#hand-in")
            anna.page.get_by_text("Deine Spiele sind jetzt auch auf dem Server.").wait_for()
            look_at_home(anna, server.base)
    finally:
        server.stop()


def play_whole(anna: Traveller, slug: str) -> str:
    id = anna.plays_whole(slug, LEVELS.get(slug, 2))
    assert anna.log(id)["match"]["slug"] == slug
    anna.goes_home()
    return id


def look_at_home(anna: Traveller, base: str) -> None:
    """On the server's own pages: all games are listed, under ids of the server, and each can be seen again."""
    anna.page.goto(f"{base}/mine")
    listed = {str(link.get_attribute("href")) for link in anna.page.locator("main li a").all()}
    assert len(listed) == len(sk.games())
    for table in listed:
        anna.page.goto(f"{base}{table}/replay")
        anna.page.locator("#board svg").wait_for()


def test_a_folder_behind_a_plain_file_server_plays_as_well(browser: Browser, tmp_path: Path) -> None:
    site, profile = built_site(), tmp_path / "profile"
    with serving_folder(site.parent) as host:  # so that the app lies in a sub-folder
        app = f"{host.base}/{site.name}/"
        with travelling(browser.browser_type, profile, app, lang="en") as anna:
            anna.arrives_home()
            anna.kept()
        host.stop()
        with travelling(browser.browser_type, profile, app, lang="en") as anna:
            anna.arrives_home()
            id = anna.plays_whole("fuenf_gewinnt", 5)
            anna.goes_home()
            for slug in WITH_BOTS:
                check_answers(anna, slug)
            assert f"/t/{id}" in anna.tables()
            assert not anna.complaints


def check_answers(anna: Traveller, slug: str) -> None:
    """A strong bot answers soon, and the page stays awake while it thinks."""
    tries = []
    for _ in range(TRIES):
        tries.append(answers(anna, slug))
        anna.goes_home()
        if all(waited <= ANSWERS_WITHIN and frozen <= FREEZES_AT_MOST for waited, frozen in tries[-1]):
            return
    raise AssertionError(f"{slug}: seconds until an answer, and the longest freeze in ms: {tries}")


def answers(anna: Traveller, slug: str) -> list[tuple[float, float]]:
    """The strongest bot's first answers: how long each took beyond what the rules ask for, and the longest task."""
    id, rng = anna.begins_game(slug, 5), random.Random(slug)
    until = time.monotonic() + PATIENCE
    while len(found := bot_moves(log := anna.log(id))) < ANSWERS and time.monotonic() < until:
        if not anna.acts(rng):
            anna.page.wait_for_timeout(20)
    game = sk.game(slug, **log["match"]["options"])
    tasks = anna.page.evaluate("() => window.longTasks")
    return [
        (
            end - begin - patience(game, move),
            max((length for at, length in tasks if begin < at < end and at + length / 1000 < end), default=0),
        )
        for begin, end, move in found
    ]


def bot_moves(log: dict[str, Any]) -> list[tuple[float, float, str]]:
    """When the event before it happened, when the bot moved, and how."""
    return [
        (before["at"], event["at"], event["data"]["moves"][0][1])
        for before, event in itertools.pairwise(log["events"])
        if event["kind"] == "played" and not event["by"] and event["data"]["moves"][0][0] >= 0
    ]


def patience(game: sk.Game, move: str) -> float:
    asked = game.card.patience
    return asked(game.start().record(), game.options, move) if asked else 0.0
