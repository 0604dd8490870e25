"""What is touched in 5er finden: cells to outline or hatch, outlines to erase; and how heavy the picture is."""

import re
from xml.etree import ElementTree

import pytest

import spielkiste as sk
from spielkiste.core.look import Look
from spielkiste.core.svg import cut

from ..actions import outline_action
from ..board.drawing import CELL, INSET, line_around
from ..notation import cell_number
from ..rules import STRUCK
from ..shapes import SHAPES
from .positions import MIXED, SIX, L, U, X, done, drawn, edited, outlined

ONE_SEAT, ONE_OUTLINE = 25_000, 8_000  # bytes of a picture, and of what an outline changes in it
NAMES = ("Anneliese-Charlotte Maier", "<Bob>")


def elements(cells: str) -> list[str]:
    return [f"cell-{cell}" for cell in cells.split()]


def striking() -> sk.State:
    """Seat 0 has circled L and must strike; seat 1 found a fiver."""
    state = done(outlined(outlined(drawn(MIXED, mode="puzzle"), 0, L), 1, L), 0, 1).play("roll ABCDE")
    return done(outlined(state, 1, U), 0, 1)


# --- outlining -------------------------------------------------------------------------------------


def test_fivers_are_gathered_and_never_offered_as_paths() -> None:
    state = drawn(SIX)
    assert any(move.startswith("outline") for move in state.moves(0))
    assert state.paths(0) == {"done": ("done",), "turn": ("turn",)}
    assert [(tool.id, len(tool.elements), tool.most) for tool in state.tools(Look(0))] == [("outline", 100, 10)]
    assert state.gathered(Look(0), "outline", elements("d10 c10 b10 a10 a9")) == f"outline {L}"
    assert state.play(state.gathered(Look(0), "outline", elements("j1")), seat=0).paths(0)["erase j1"] == (
        "outline-j1",
    )


def test_an_outline_is_touched_to_erase_it_and_its_cells_are_not_gathered() -> None:
    state = outlined(drawn(SIX), 0, L, X)
    (tool,) = state.tools(Look(0))
    assert not {*elements(L), *elements(X)} & {*tool.elements} and len(tool.elements) == 90
    assert state.paths(0)["erase a9"] == ("outline-a9",) and state.paths(0)["erase f8"] == ("outline-f8",)
    with pytest.raises(sk.IllegalMove, match="free cells"):
        state.gathered(Look(0), "outline", elements("a9 a8"))


def test_outlines_with_the_same_first_cell_are_erased_last_drawn_first() -> None:
    state = outlined(drawn(SIX), 0, "a1 a2", "a1 b1")
    assert re.findall(r'id="outline-([^"]+)"', state.svg(0)) == ["a1-0", "a1"]
    assert state.paths(0)["erase a1"] == ("outline-a1",)
    assert re.findall(r"outlined: ([a-z0-9 ]+)<", state.play("erase a1", seat=0).svg(0)) == ["a1 a2"]


@pytest.mark.parametrize("touched", [[], ["cell-k1"], ["shape-L"], ["cell-a1", "outline-a1"], [""]])
def test_what_is_no_cell_cannot_be_gathered(touched: list[str]) -> None:
    with pytest.raises(sk.IllegalMove, match="free cells"):
        drawn(SIX).gathered(Look(0), "outline", touched)


def test_too_many_cells_are_refused() -> None:
    with pytest.raises(sk.IllegalMove, match="at most 10"):
        drawn(SIX).gathered(Look(0), "outline", elements("a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 b1"))


def test_in_the_puzzle_one_outline_stands() -> None:
    state = outlined(drawn(MIXED, mode="puzzle"), 0, L)
    assert state.tools(Look(0)) == [] and set(state.paths(0)) == set(state.moves(0))
    with pytest.raises(sk.IllegalMove, match="nothing to do with this"):
        state.gathered(Look(0), "outline", elements("a1"))


# --- striking --------------------------------------------------------------------------------------


def test_the_shape_to_strike_is_found_from_its_cells() -> None:
    state = striking()
    (tool,) = state.tools(Look(0))
    assert (tool.id, tool.most, len(tool.elements)) == ("strike", 5, 95) and state.paths(0) == {}
    assert state.gathered(Look(0), "strike", elements("c3 b3 b2 a2 a1")) == "strike W a1 a2 b2 b3 c3"
    assert "struck: a1 a2 b2 b3 c3" in state.play("strike W a1 a2 b2 b3 c3", seat=0).svg(0)


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        ("a1 a2 a3 a4", "joined side to side"),
        ("a1 a2 a3 a4 c1", "joined side to side"),
        ("a1 a2 a3 a4 b1", "this shape any more"),
        ("a10 b10 c10 d10 e10", "free cells"),
    ],
)
def test_what_cannot_be_struck_says_why(cells: str, why: str) -> None:
    with pytest.raises(sk.IllegalMove, match=why):
        striking().gathered(Look(0), "strike", elements(cells))


def test_a_shape_that_fits_nowhere_is_touched_on_the_sheet() -> None:
    """X and W are left, and marks on the columns c, f and i leave strips too narrow for them."""
    state = striking()
    s = state.record()
    strips = [outline_action([10 * column + row + k for k in range(5)]) for column in (2, 5, 8) for row in (0, 5)]
    marked = [shape for shape, letter in enumerate(SHAPES) if letter not in "XW"]
    for shape in marked:
        s.sheet[0][shape] = STRUCK
        s.mark[0][shape] = 0
    for shape, placement in zip(marked, strips, strict=False):
        s.mark[0][shape] = 1 + placement
    crowded = edited(state, sheet=s.sheet, mark=s.mark)
    assert crowded.tools(Look(0)) == []
    assert crowded.paths(0) == {"strike W": ("shape-W",), "strike X": ("shape-X",)}


# --- the picture -----------------------------------------------------------------------------------


def test_the_picture_is_light() -> None:
    state = outlined(drawn(SIX), 0, L, U)
    before, after = (one.picture(Look(0, "de", NAMES)) for one in (state, outlined(state, 0, X)))
    assert len(after.svg().encode()) < ONE_SEAT
    assert sum(len(part.encode()) for part in after.parts if part not in before.parts) < ONE_OUTLINE


def test_buttons_are_there_for_those_who_search() -> None:
    state = drawn(SIX)
    assert [button.id for button in state.picture(Look(0)).buttons] == ["turn", "done"]
    assert [button.label for button in state.picture(Look(1, "de")).buttons] == ["Sanduhr umdrehen", "Fertig"]
    turned = state.play("turn", seat=0)
    assert [button.id for button in turned.picture(Look(1)).buttons] == ["done"]
    assert turned.picture(Look(0)).buttons == turned.picture(Look(None)).buttons == []


def test_names_are_shown_and_cut() -> None:
    picture = drawn(SIX, players=4).picture(Look(0, "de", (*NAMES, "", "Jo"))).svg()
    words = [element.text or "" for element in ElementTree.fromstring(picture).iter() if element.tag.endswith("text")]
    assert {"<Bob>", "Spieler 3", "Jo"} <= set(words) and any(re.fullmatch("Anne.*…", word) for word in words)
    assert cut("Jo", 20, 12) == "Jo" and cut("WWWWWWWW", 60, 12) == "WWWW…"


def test_used_shapes_are_crossed_out() -> None:
    picture = outlined(drawn(SIX), 0, L).picture(Look(0, "de")).svg()
    assert "L, 1 Punkt, schon umrandet" in picture and "X, 4 Punkte, noch zu haben" in picture
    assert "L, 1 point, circled" in striking().svg(0)


@pytest.mark.parametrize("cells", ["a10", "a10 b9", "a10 b10 c10 c9 c8 b8 a8 a9"])
def test_a_line_runs_around_its_cells(cells: str) -> None:
    """Apart for cells that touch at a corner only; twice around a ring."""
    path = line_around(tuple(map(cell_number, cells.split())))
    assert path.count("M") == path.count("Z") == (1 if cells == "a10" else 2)
    assert path.startswith(f"M{INSET:g} {INSET:g}H{(CELL - INSET) if len(cells) < 7 else 3 * CELL - INSET:g}")


def test_what_happened_is_told() -> None:
    state, german = drawn(SIX), Look(None, "de")
    assert state.tell(0, f"outline {X}", german) == f"umrandet {X} (X, 4 Punkte)"
    assert state.tell(0, "outline a1", Look()) == "outlines a1"
    assert state.tell(0, "strike W", german) == "streicht W"
    assert state.tell(0, "strike W a1 a2 b2 b3 c3", german) == "streicht W: a1 a2 b2 b3 c3"
    assert state.tell(sk.CHANCE, "roll AABCF", german) == "Kreis, Kreis, Quadrat, Dreieck, Stern"
    assert sk.game("fuenfer_finden").start().play("deal A").tell(sk.CHANCE, "deal D", german) == "Raute auf b1"


def test_what_a_round_brought_is_told_with_the_next_roll() -> None:
    judged = done(outlined(drawn(SIX), 0, L, X, "a1"), 0, 1)
    told = judged.tell(sk.CHANCE, "roll ABCDE", Look(None, "de", ("Ada", "Bo")))
    assert told.startswith("Runde 1: Ada 5 Punkte (2 von 3 richtig), Bo 0 Punkte. Neuer Wurf: Kreis, Quadrat")
    searching = judged.play("roll ABCDE")
    assert ">+5<" in searching.svg(0) and ">+0<" in searching.svg(0) and "player 1: 5 = 5" in searching.svg(1)
