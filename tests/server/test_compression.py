"""Pages are compressed, and that tells nothing about the tokens in them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from server.harness import Server, Visitor, serving

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("compressed")
    with serving(str(folder / "games.db")) as started:
        yield started


async def test_rules_are_a_third_as_large(server: Server) -> None:
    async with Visitor(server.base) as anna:
        answer = await anna.http.get("/games/cubus/rules")
        assert answer.headers["content-encoding"] == "gzip" and "Accept-Encoding" in answer.headers["vary"]
        assert 3 * int(answer.headers["content-length"]) < len(answer.content)


async def test_who_cannot_unpack_gets_it_plain(server: Server) -> None:
    async with Visitor(server.base) as anna:
        answer = await anna.http.get("/games/cubus/rules", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in answer.headers and "</html>" in answer.text


async def test_a_token_is_never_written_the_same_way_and_always_good(server: Server) -> None:
    async with Visitor(server.base) as anna:
        await anna.http.get("/me")
        tokens = {await anna.token() for _ in range(3)}
        assert len(tokens) == 3
        for token in tokens:
            answer = await anna.http.post("/me/lang", data={"csrf": token, "lang": "de", "back": "/"})
            assert answer.status_code == 303
        for wrong in ("", "x", "ä", "AAAA", next(iter(tokens))[:-8], tokens.pop()[4:]):
            answer = await anna.http.post("/me/lang", data={"csrf": wrong, "lang": "de", "back": "/"})
            assert answer.status_code == 403
