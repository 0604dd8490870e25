"""The computer's players: a name, a face and a temper each, never twice at a table, the level always to be seen."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from server.harness import Visitor, serving

from spielkiste.server.characters import CHARACTERS, known, newcomer
from spielkiste.server.faces import face
from spielkiste.server.texts import catalogue

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("level", range(1, 6))
def test_nobody_sits_twice_at_a_table(level: int) -> None:
    taken: list[str] = ["Ida"]
    for number in range(29):  # as many as a school class has
        taken.append(newcomer(level, taken, number))
        character = known(taken[-1])
        assert character is not None and character.level == level
    assert len(set(taken)) == 30


def test_every_face_is_another_and_can_be_drawn() -> None:
    drawn = {face(character) for character in CHARACTERS}
    assert len(drawn) == len(CHARACTERS) >= 24
    for svg in drawn:
        assert "{" not in svg and ElementTree.fromstring(svg).get("viewBox") == "0 0 64 64"


def test_tempers_are_told_in_german() -> None:
    say = catalogue("de").gettext
    assert all(say(character.temper) != character.temper for character in CHARACTERS)


async def test_a_table_shows_faces_and_levels(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'games.db'}") as server:
        await a_table_of_five(Visitor(server.base, "de"))


async def a_table_of_five(visitor: Visitor) -> None:
    async with visitor as anna:
        id = await anna.open("cubus", "bots", **{"opt-players": "5", "level": "4"})
        html = (await anna.http.get(f"/t/{id}")).text
        names = re.findall(r'<img class="face" src="/faces/(\w+).svg"', html)
        assert len(set(names)) == len(names) == 4
        assert html.count(", </span>stark") == 4
        portrait = await anna.http.get(f"/faces/{names[0]}.svg")
        assert portrait.headers["content-type"] == "image/svg+xml" and portrait.text.startswith("<svg")
        assert (await anna.http.get("/faces/nobody.svg")).status_code == 404
