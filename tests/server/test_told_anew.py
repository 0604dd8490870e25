"""What is kept makes no difference: pictures, paths and parts are those made anew, for everybody and in every language.

Here some positions of each room are looked at; `spielkiste check GAME` walks whole games.
"""

import random
from functools import partial
from typing import Any

import pytest
from markupsafe import Markup
from rooms import every_sample
from server.test_table import HOST, begun, then

from spielkiste.core.game import Game
from spielkiste.core.look import Look
from spielkiste.core.pieces import everything_drawn_anew
from spielkiste.server import messages as m
from spielkiste.server.facts import Facts, facts
from spielkiste.server.kept import Kept
from spielkiste.server.live_connection import PARTS
from spielkiste.server.pictures import KEPT, paths_of, picture_of
from spielkiste.server.presentation import board, runs
from spielkiste.server.rendering import part, template
from spielkiste.server.rulings import Refused, Who, decide
from spielkiste.server.shelf import resting, woken
from spielkiste.server.table import Table
from spielkiste.server.texts import catalogue
from spielkiste.server.viewer import Viewer

MOVES = 6
LATER = 1e9  # seconds: nobody has to wait until everybody has looked


def some_positions(game: Game, seed: int) -> list[Table]:
    table, rng = begun(game.slug, people=min(game.players, 9), **game.options), random.Random(seed)
    tables = [table]
    for _ in range(MOVES):
        seats = [seat for seat in table.state.turn if seat >= 0 and table.seats[seat].kind == "person"]
        if table.phase != "running" or not seats:
            break
        seat = rng.choice(seats)
        by = table.seats[seat].person
        try:
            news = decide(m.Play("1", seat, rng.choice(table.state.moves(seat)), table.number), table, Who(by), LATER)
        except Refused:
            break
        table = then(table, *news, by=by, at=0.0)
        tables.append(table)
    return tables


def viewers(table: Table) -> list[Viewer]:
    people = [*table.people[:3], "somebody else"]
    return [Viewer(one, lang, catalogue(lang).gettext, named=True) for one in people for lang in ("de", "en")]


@pytest.mark.parametrize("game", every_sample())
def test_what_a_page_is_told_is_what_it_would_be_told_anew(game: Game) -> None:
    told: dict[Any, Any] = {}
    for table in some_positions(game, 7):
        around = {*table.people, HOST}
        for viewer in viewers(table):
            shown = facts(table, viewer, "http://x", around, around)
            assert shown == facts(anew(table), viewer, "http://x", around, around), "what is shared and kept"
            parts_are_those_rendered_anew(shown, viewer, told)
            board_is_the_one_drawn_anew(table, viewer, told)


def anew(table: Table) -> Table:
    """As if nobody had looked at it or its past."""
    return woken(resting(table))


def parts_are_those_rendered_anew(shown: Any, viewer: Viewer, told: dict[Any, Any]) -> None:
    for name in PARTS:
        pieces = part_showing(name, viewer.lang, shown)
        pieces_anew = partial(rendered_anew, viewer.lang)
        anew = template(f"parts/{name}.html", viewer.lang).render(t=shown, pieces=pieces_anew)
        assert "".join(pieces) == anew
        before = told.get((viewer.person, viewer.lang, name), ())
        assert unfolded(before, runs(before, pieces)) == pieces
        told[viewer.person, viewer.lang, name] = pieces


def part_showing(name: str, lang: str, shown: Facts) -> tuple[str, ...]:
    return part(name, lang).filled(shown.frame, part(name, lang).read(shown))


def rendered_anew(lang: str, name: str, each: str, things: Any, **more: Any) -> Markup:
    piece = template(f"parts/{name}.html", lang)
    return Markup("".join(piece.render({each: thing}, **more) for thing in things))


def board_is_the_one_drawn_anew(table: Table, viewer: Viewer, told: dict[Any, Any]) -> None:
    seen = board(table, viewer)
    look = Look(seen.seat, viewer.lang, table.names)
    with everything_drawn_anew():
        anew = table.state.bare().picture(look)
    assert seen.picture.parts == anew.parts and seen.picture.head("group") == anew.head("group")
    before = told.get((viewer.person, viewer.lang))
    sent = seen.message(before, 0).svg
    assert sent.head == anew.head("group")
    assert list(unfolded(before.picture.parts if before else [], sent.runs)) == anew.parts
    told[viewer.person, viewer.lang] = seen
    if seen.seat is not None:
        assert paths_of(table.state, seen.seat) == table.state.paths(seen.seat)


def unfolded(before: Any, sent: list[Any]) -> tuple[str, ...]:
    """As a page puts it together."""
    return tuple(one for run in sent for one in ([run] if isinstance(run, str) else before[run[0] : run[1]]))


def test_a_page_is_sent_only_the_new_line_of_the_log() -> None:
    before, after = (facts(table, Viewer(HOST, "en", str), "", set(), set()) for table in two_positions())
    sent = runs(part_showing("log", "en", before), part_showing("log", "en", after))
    assert sum(isinstance(run, str) for run in sent) == 1


def test_what_is_told_of_an_open_game_is_made_once_for_all_seats() -> None:
    table = two_positions()[1]
    seen = [facts(table, Viewer(person, "en", str), "", set(), set()) for person in table.people]
    assert len(seen) == 2 and seen[0].log is seen[1].log and len(seen[0].log) > 1


def two_positions() -> list[Table]:
    game = begun("torris").game
    return some_positions(game, 1)[3:5]


def test_what_is_kept_is_bounded_in_bytes() -> None:
    kept: Kept[int] = Kept(1000)
    for k in range(1, 5000):
        kept.put(k, k, 10)
        assert kept.get(1) == 1, "what is asked for stays"
        assert len(kept) <= 101 and kept.bytes <= 500
    kept.clear()
    assert kept.get(1) is None


def test_a_state_keeps_a_bounded_number_of_pictures() -> None:
    state = begun("torris").state
    for k in range(3 * KEPT):
        assert picture_of(state, Look(0, "en", (f"name {k}", "Ben"))) is picture_of(
            state, Look(1, "en", (f"name {k}", "Ben"))
        )
        assert len(state.beside) <= KEPT


def test_pictures_are_kept_apart_by_what_is_seen() -> None:
    """Two seats of a game with secrets never share a picture that shows one's own."""
    table = begun("zahlenpoker")
    for seat in table.state.turn:
        table.state = table.state.play(table.state.moves(seat)[0], seat=seat) if seat == 0 else table.state
    seen = [picture_of(table.state, Look(seat, "en")).parts for seat in (0, 1, None)]
    assert seen == [table.state.picture(Look(seat, "en")).parts for seat in (0, 1, None)]
    assert len({tuple(parts) for parts in seen}) == 3
