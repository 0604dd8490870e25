"""What the picture shows and says."""

import re

import spielkiste as sk
from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.games.huetchenspieler import board
from spielkiste.games.huetchenspieler.examples import PICTURES, SLID


def after(*moves: str) -> State:
    state = sk.game("huetchenspieler").start()
    for move in moves:
        state = state.play(move, seat=0 if move == "cover" else None)
    return state


def placed(svg: str, kind: str) -> dict[str, str]:
    """Where the stones or hats of a picture are."""
    return dict(re.findall(rf'id="({kind}-[^"]+)"[^>]*transform="translate\(([\d.]+)', svg))


def test_a_slide_is_seen_and_stands_nowhere_in_the_picture() -> None:
    """Covered stones are named by their place: the picture is the same whatever was slid."""
    one, other = (after("lay 1234", "cover", slide) for slide in ("slide 1 4", "slide 2 3"))
    for seat in (None, 0, 1):
        assert one.svg(seat) == other.svg(seat)
    assert list(placed(one.svg(1), "hat")) == [f"hat-1-{place}" for place in (1, 2, 3, 4)]


def test_what_glides_where() -> None:
    """The slid stone passes the others, which close up; stone and hat go together."""
    before = after("lay 1234", "cover")
    glides = dict(board.glides(before.record(), 0, "slide 1 4"))
    assert {old: new for old, new in glides.items() if old.startswith("hat")} == {
        "hat-1-1": "hat-1-4",
        "hat-1-2": "hat-1-1",
        "hat-1-3": "hat-1-2",
        "hat-1-4": "hat-1-3",
    }
    assert {
        old.replace("stone", "hat"): new.replace("stone", "hat") for old, new in glides.items() if "stone" in old
    } == {old: new for old, new in glides.items() if "hat" in old}
    assert board.glides(before.record(), 0, "ask 1") == []


def test_an_uncovered_stone_has_no_hat_and_says_who_got_it() -> None:
    svg = after("lay 1234", "cover", "slide 1 4", "slide 4 2", "slide 3 4", "ask 3", "take 4").svg(0, "de")
    assert len(placed(svg, "hat")) == 3 and "Platz 4: Dreieck, ging an Spieler 2" in svg


def test_only_the_slider_has_a_button_to_cover() -> None:
    state = after("lay 3142")
    buttons = [[button.id for button in state.picture(Look(seat)).buttons] for seat in (0, 1, None)]
    assert buttons == [["cover"], [], []] and state.paths(0) == {"cover": ("cover",)}


def test_moves_are_made_by_touching_symbols_and_places() -> None:
    assert after().paths(0)["lay 3142"] == ("symbol-3", "symbol-1", "symbol-4", "symbol-2")
    assert after("lay 1234", "cover").paths(0)["slide 1 4"] == ("cell-1", "cell-4")


def test_what_is_told_never_gives_the_layout_away() -> None:
    told = {after().tell(0, move, Look(1, "de")) for move in after().moves(0)}
    assert told == {"legt die vier Steine aus"}


def test_the_row_that_was_laid_is_shown_when_the_hiding_is_over() -> None:
    assert SLID[0] == "lay 1234" and PICTURES["missed"].moves[:5] == SLID
    svg = after("lay 1234", "cover", "slide 1 4", "slide 4 2", "slide 3 4", "ask 3", "take 4", "ask 2", "take 2",
                "ask 2", "take 1").svg(1)  # fmt: skip
    assert "place 2: last time dot, went to player 1" in svg and "place 3: last time square, went to player 2" in svg
