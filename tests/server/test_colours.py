"""Everybody may choose a colour where a game has colours; nobody has another's, and the board shows them."""

import itertools
import re
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from server.harness import Visitor, serving
from server.test_table import GUEST, HOST, do, new_table, refused

from spielkiste.core.svg import STONES
from spielkiste.server import messages as m
from spielkiste.server.colours import settled
from spielkiste.server.presentation import board
from spielkiste.server.viewer import Viewer

STYLES = Path(__file__).parents[2] / "src" / "spielkiste" / "web" / "styles" / "parts.css"
# How colours look to people with no red, green or blue cones (Machado, Oliveira and Fernandes 2009, severity 1).
EYES = {
    "all cones": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = np.array([[0.4125, 0.3576, 0.1804], [0.2127, 0.7152, 0.0722], [0.0193, 0.1192, 0.9503]])
WHITE = np.array([0.9505, 1.0, 1.0888])
APART = 20.0  # in CIELAB; a difference of 2 can just be seen side by side


def lab(colour: str, eyes: object) -> NDArray[np.float64]:
    """A colour as such eyes see it, in CIELAB."""
    parts = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    x, y, z = np.cbrt(TO_XYZ @ np.clip(np.array(eyes) @ linear, 0, 1) / WHITE)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("eyes", EYES)
def test_colours_can_be_told_apart_by_everybody(eyes: str) -> None:
    for one, other in itertools.combinations(STONES, 2):
        apart = np.linalg.norm(lab(STONES[one][0], EYES[eyes]) - lab(STONES[other][0], EYES[eyes]))
        assert apart > APART, (one, other)


def test_pages_show_the_colours_of_the_boards() -> None:
    found = re.findall(r"\.stone-(\w+) \{ --stone: (#\w+); --stone-edge: (#\w+); \}", STYLES.read_text())
    assert {name: (fill, edge) for name, fill, edge in found} == STONES


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        (("", "", ""), ("light", "dark", "red")),
        (("", "", "light"), ("red", "dark", "light")),
        (("green", "", ""), ("green", "dark", "red")),
        (("dark", "light", ""), ("dark", "light", "red")),
        (("red", "", "dark"), ("red", "light", "dark")),
    ],
)
def test_who_has_not_chosen_gets_a_colour_that_is_left(chosen: tuple[str, ...], expected: tuple[str, ...]) -> None:
    assert settled(chosen, ("light", "dark", "red")) == expected


def test_a_colour_belongs_to_one_and_moves_with_its_owner() -> None:
    table = do(do(new_table("zahlenpoker"), m.Sit("1", 0, "Anna")), m.Sit("2", 1, "Ben"), by=GUEST)
    assert table.colours == ()
    table = do(table, m.Colour("3", 0, "dark"))
    assert table.colours == ("dark", "light")
    assert "Somebody has this colour" in refused(table, m.Colour("4", 1, "dark"), by=GUEST)
    assert "not your seat" in refused(table, m.Colour("5", 0, "red"), by=GUEST)
    assert "no such colour" in refused(table, m.Colour("6", 0, "purple"))
    table = do(do(table, m.Colour("7", 1, "red"), by=GUEST), m.Swap("8", 0, 1))
    assert table.colours == ("red", "dark") and table.names == ("Ben", "Anna")
    table = do(do(table, m.Rename("9", "Anja")), m.Start("10", first="seats"))
    assert table.colours == ("red", "dark")
    assert "begun already" in refused(table, m.Colour("11", 1, "blue"))


def test_fixed_colours_cannot_be_chosen() -> None:
    table = do(new_table("torris"), m.Sit("1", 0, "Anna"))
    assert "colours are fixed" in refused(table, m.Colour("2", 0, "red"))


def test_the_board_shows_them() -> None:
    table = do(do(new_table("fuenf_gewinnt"), m.Sit("1", 0, "Anna")), m.Sit("2", 1, "Ben"), by=GUEST)
    table = do(do(table, m.Colour("3", 0, "green")), m.Start("4", first="seats"))
    table = do(table, m.Play("5", 0, table.state.moves()[0]))
    seen = board(table, Viewer(HOST, "en", str)).picture.svg()
    assert STONES["green"][0] in seen and STONES["light"][0] not in seen


@pytest.mark.anyio
async def test_people_on_one_device_choose_when_they_sit_down(tmp_path: Path) -> None:
    with serving(str(tmp_path / "games.db")) as server:
        async with Visitor(server.base) as anna:
            chosen = {"colour-1": "red", "colour-2": "red", "first": "host"}
            id = await anna.open("zahlenpoker", mode="device", **chosen)
            page = (await anna.http.get(f"/t/{id}")).text
            assert re.findall(r'class="dot stone-(\w+)"', page) == ["red", "dark"]
            fixed = await anna.open("torris", mode="device", **chosen)
            assert "stone-red" not in (await anna.http.get(f"/t/{fixed}")).text
            async with anna.page(id) as table:
                await table.ask(do="resign", seat=0)
            frames = (await anna.http.get(f"/t/{id}/replay", follow_redirects=True)).url.path
            told = (await anna.http.get(f"{frames}/frames")).text
            assert STONES["red"][0] in told and STONES["light"][0] not in told
