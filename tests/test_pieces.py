"""A piece of a picture is drawn anew if, and only if, something it read has changed."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from spielkiste.core import pieces
from spielkiste.core.look import Look
from spielkiste.core.pieces import PIECES, Pieces, Watched, album, common_album, everything_drawn_anew, figure, piece
from spielkiste.core.record import Record
from spielkiste.core.svg import Picture

drawn: list[str] = []  # which functions ran


@piece
def draw_stone(picture: Picture, s: Record, cell: int, look: Look) -> None:
    """Reads another field where there is a stone."""
    drawn.append("stone")
    if s.turn == cell:
        picture.words(0, 0, f"{s.board[cell]} {look.name(cell)}")
    else:
        picture.words(0, 0, look.say("leer", "empty"))
        picture.button("pass", look.say("Passen", "Pass"))


@piece
def draw_hand(picture: Picture, s: Record, player: int) -> None:
    drawn.append("hand")
    picture.words(0, 0, f"{s.hand[player][0]} of {len(s.hand)}, {len(s.board)} cells")


@piece
def draw_all(picture: Picture, s: Record, look: Look) -> None:
    drawn.append("all")
    for cell in range(2):
        draw_stone(picture, s, cell, look)
    draw_hand(picture, s, 1)


@piece
def draw_cells(picture: Picture, cells: list[int]) -> None:
    drawn.append("cells")
    picture.words(0, 0, str(sum(cells)))


@album
def draw_name(picture: Picture, seat: int, points: int, look: Look) -> None:
    drawn.append("name")
    picture.words(0, 0, f"{look.name(seat)} {points} {look.stone(seat)}")


@common_album
def draw_cell(picture: Picture, cell: int, look: Look) -> None:
    drawn.append("cell")
    picture.words(0, 0, look.say(f"Feld {cell}", f"cell {cell}"))


@figure
def disc(picture: Picture, radius: float) -> None:
    drawn.append("disc")
    picture.words(radius, 0, str(radius))


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    PIECES.clear()
    drawn.clear()


def position(**changed: Any) -> Record:
    return cast(Record, SimpleNamespace(**{"turn": 0, "board": [5, 6], "hand": [[1], [2]], "unread": 0, **changed}))


def parts(draw: Any, *arguments: Any) -> list[str]:
    picture = Picture()
    draw(picture, *arguments)
    anew = Picture()
    with everything_drawn_anew():
        before = list(drawn)
        draw(anew, *arguments)
        drawn[:] = before
    assert (picture.parts, picture.buttons) == (anew.parts, anew.buttons)
    return drawn.copy()


ANN = Look(0, "de", ("Ann", "Bob"))


@pytest.mark.parametrize(
    ("changed", "look", "again"),
    [
        ({}, ANN, False),
        ({"unread": 7}, ANN, False),
        ({"hand": [[9], [9]]}, ANN, False),
        ({"board": [7, 6]}, ANN, True),
        ({"turn": 1}, ANN, True),
        ({}, Look(1, "de", ("Ann", "Eve")), False),  # of the look only the first name was read
        ({}, Look(0, "de", ("Eve", "Bob")), True),
    ],
)
def test_it_is_drawn_anew_only_if_something_it_read_has_changed(
    changed: dict[str, Any], look: Look, again: bool
) -> None:
    parts(draw_stone, position(), 0, ANN)
    assert parts(draw_stone, position(**changed), 0, look) == ["stone"] * (1 + again)


def test_other_values_lead_to_other_reads() -> None:
    parts(draw_stone, position(), 1, ANN)
    assert parts(draw_stone, position(board=[0, 0]), 1, ANN) == ["stone"], "where it is not the turn no board is read"
    assert parts(draw_stone, position(turn=1), 1, ANN) == ["stone"] * 2
    assert parts(draw_stone, position(turn=1), 1, ANN) == parts(draw_stone, position(board=[1, 1]), 1, ANN)


def test_what_is_said_is_kept_by_language() -> None:
    parts(draw_stone, position(), 1, ANN)
    assert parts(draw_stone, position(), 1, Look(0, "en")) == ["stone"] * 2


def test_lists_for_each_player_are_read_one_by_one() -> None:
    parts(draw_hand, position(), 1)
    assert parts(draw_hand, position(hand=[[9], [2]]), 1) == ["hand"]
    assert parts(draw_hand, position(hand=[[1], [3]]), 1) == ["hand"] * 2
    assert parts(draw_hand, position(hand=[[1], [2], [3]]), 1) == ["hand"] * 3, "with other options a list is longer"
    assert parts(draw_hand, position(board=[8, 8]), 1) == ["hand"] * 3, "of this list only the length was read"


def test_pieces_in_a_piece_are_drawn_anew_with_it() -> None:
    parts(draw_all, position(), ANN)
    assert parts(draw_all, position(unread=3), ANN) == ["all", "stone", "stone", "hand"]
    assert parts(draw_all, position(hand=[[0], [4]]), ANN) == ["all", "stone", "stone", "hand", "all", "hand"]


def test_lists_may_be_arguments() -> None:
    assert parts(draw_cells, [1, 2]) == ["cells"]
    assert parts(draw_cells, [1, 2]) == ["cells"]
    assert parts(draw_cells, [2, 2]) == ["cells"] * 2


def test_a_piece_knows_nothing_of_the_picture_around_it() -> None:
    with pytest.raises(AttributeError, match="must not ask for the width"):
        piece(Picture.table)(Picture(9, 9))


def test_a_piece_cannot_change_the_record() -> None:
    def cheat(picture: Picture, s: Record) -> None:
        s.turn = 1

    with pytest.raises(AttributeError, match="must not change"):
        piece(cheat)(Picture(), position())


def test_only_fields_can_be_read() -> None:
    with pytest.raises(AttributeError, match="may read the fields"):
        Watched(position(copy=lambda: None), pieces.Notes()).copy()


def test_the_order_of_arguments_is_checked() -> None:
    def wrong(picture: Picture, look: Look, cell: int) -> None: ...

    with pytest.raises(TypeError, match="the look last"):
        piece(wrong)(Picture(), ANN, 1)


def test_what_is_kept_is_bounded_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Pieces(100_000)
    monkeypatch.setattr(pieces, "PIECES", kept)
    for k in range(2000):
        draw_stone(Picture(), position(board=[k, 0]), 0, ANN)
        draw_stone(Picture(), position(board=[7, 0]), 0, ANN)
        assert kept.bytes <= 50_000
    assert len(drawn) < 2020, "what is asked for again and again stays"


@pytest.mark.parametrize(
    ("look", "again"),
    [
        (Look(0, "de", ("Ann", "Bob")), False),
        (Look(1, "de", ("Ann", "Bob")), False),  # an album is for all who look
        (Look(0, "en", ("Ann", "Bob")), True),
        (Look(0, "de", ("Ann", "Eve")), True),
        (Look(0, "de", ("Ann", "Bob"), ("red", "blue")), True),
    ],
)
def test_an_album_is_of_one_language_and_of_the_names_and_colours_of_one_table(look: Look, again: bool) -> None:
    draw_name(ANN)[0, 7]
    shown = draw_name(look)[0, 7]
    with everything_drawn_anew():
        anew = draw_name(look)[0, 7]
    assert shown == anew
    assert drawn == ["name"] * (2 + again), "and once to see what it would be anew"


def test_an_album_has_each_variant_once() -> None:
    assert draw_name(ANN)[0, 7] is draw_name(ANN)[0, 7] != draw_name(ANN)[0, 8]
    assert drawn == ["name"] * 2


def test_what_shows_no_names_is_drawn_once_for_all_tables() -> None:
    assert draw_cell(ANN)[(3,)] is draw_cell(Look(1, "de", ("Eve",), ("red",)))[(3,)]
    assert draw_cell(Look(0, "en"))[(3,)] != draw_cell(ANN)[(3,)]


@pytest.mark.parametrize("kind", [album, common_album])
def test_an_album_cannot_ask_for_the_seat(kind: Any) -> None:
    def mine(picture: Picture, seat: int, look: Look) -> None:
        picture.words(0, 0, str(seat == look.seat))

    with pytest.raises(AttributeError, match="must not depend on the seat"):
        kind(mine)(ANN)[(0,)]


@pytest.mark.parametrize("asked", [Look.name, Look.given, Look.stone])
def test_a_common_album_knows_neither_names_nor_chosen_colours(asked: Any) -> None:
    @common_album
    def named(picture: Picture, seat: int, look: Look) -> None:
        picture.words(0, 0, getattr(look, asked.__name__)(seat))

    with pytest.raises(AttributeError, match="same for all tables"):
        named(ANN)[(0,)]


def test_albums_are_bounded_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Pieces(100_000)
    monkeypatch.setattr(pieces, "PIECES", kept)
    for k in range(2000):
        draw_name(Look(0, "de", (f"Ann {k % 50}",)))[0, k]
        draw_name(ANN)[0, 7]
        assert kept.bytes <= 50_000
        assert sum(one.bytes for one in (*kept.young_albums.values(), *kept.old_albums.values())) <= 200_000
    assert len(drawn) < 2150, "what is asked for again and again stays"


def test_a_figure_is_drawn_once_for_each_kind_of_argument() -> None:
    assert disc(2) is disc(2) and disc(2) != disc(2.5)
    assert ">2.0<" in disc(2.0) and ">2<" in disc(2), "equal numbers may be written in different ways"
    assert drawn == ["disc"] * 3
    with everything_drawn_anew():
        disc(2)
    assert drawn == ["disc"] * 4
