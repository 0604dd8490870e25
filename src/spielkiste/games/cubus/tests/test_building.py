"""The building tool of Cubus: every touch leads to another draft, and what it would bring is told."""

import random
import re
import time
from xml.etree import ElementTree

import pytest

import spielkiste as sk
from spielkiste.core.look import Draft, Look
from spielkiste.core.state import State
from spielkiste.core.svg import cut
from spielkiste.games.cubus.board.draft_stack import LONGEST, fits, read_draft
from spielkiste.games.cubus.board.tiles import Place, standing
from spielkiste.games.cubus.notation import read_columns, spell
from spielkiste.games.cubus.rules import BUILD, DRAW, KNOCKED, LAST, OFFER, WINDOW
from spielkiste.games.cubus.stack import CLOSED, KINDS, LEFT, OPEN, RIGHT, can_be_drawn, tiles_of_kind

from .test_room import BAR, STAIRS, shown

CUBE = " ".join(f"{x},{y}=3" for x in range(4) for y in range(4))
SECONDS = 0.02  # a draft at most


def building(stack: str, tiles: tuple[int, ...] | None = None, phase: int = BUILD) -> State:
    """Seat 0 builds with these tiles, or with all that are not in the stack."""
    if tiles is None:
        laid = [tiles_of_kind(read_columns(stack), kind) for kind in range(KINDS)]
        lids = 16 - laid[CLOSED] - laid[OPEN]
        tiles = (16 - laid[LEFT], 16 - laid[RIGHT], lids - min(lids, 4 - laid[OPEN]), min(lids, 4 - laid[OPEN]))
    return shown(stack, phase, hand=[list(tiles)] + [[0, 0, 0, 0]] * 5 + [list(tiles)])


def touch(state: State, text: str, *ids: str, lang: str = "en") -> Draft:
    """The draft after touching these elements one after the other."""
    draft = state.draft(Look(0, lang), text)
    for id in ids:
        draft = state.draft(Look(0, lang), draft.steps[id])
    return draft


def shown_ids(draft: Draft) -> list[str]:
    elements = [str(one.get("id")) for one in ElementTree.fromstring(draft.picture.svg()).iter() if one.get("id")]
    return elements + [button.id for button in draft.picture.buttons]


# --- touching --------------------------------------------------------------------------------------


def test_a_draft_begins_with_the_stack_on_the_table() -> None:
    draft = building("0,0=1").draft(Look(0), "")
    assert set(draft.steps) == {
        *("column-0-0", "free-1-0", "free-0-1", "free--1-0", "free-0--1"),
        *("layer", "mode-remove", "mode-lids"),
    }
    assert draft.steps["column-0-0"] == "0,0=2" and draft.steps["free--1-0"] == "-1,0=1 0,0=1"
    assert draft.move is None


def test_boxes_are_added_on_columns_and_beside_the_stack() -> None:
    state = building("0,0=1")
    draft = touch(state, "", "free-1-0", "free-0-1", "column-0-0", "free-1-1")
    assert draft.move == "build 0,0=2 0,1=1 1,0=1 1,1=1"
    assert spell(state.play(draft.move).record().stack) == draft.move.removeprefix("build ")


def test_a_build_is_written_from_the_corner_wherever_the_draft_lies() -> None:
    assert touch(building("0,0=1"), "", "free--1-0", "free--2-0").move == "build 0,0=1 1,0=1 2,0=1"


def test_a_new_column_behind_others_is_as_high_as_they_are() -> None:
    steps = building("0,0=3").draft(Look(0), "").steps
    assert steps["free--1-0"] == "-1,0=3 0,0=3" and steps["free-1-0"] == "0,0=3 1,0=1"


def test_only_what_can_be_drawn_is_offered() -> None:
    """A column higher than the one behind it is not, and neither is a floor with a missing inner corner."""
    steps = building("0,0=1 1,0=1").draft(Look(0), "").steps
    assert "column-0-0" in steps and "column-1-0" not in steps
    assert "free-0-1" in steps and "free-1-1" not in steps and "free-0--1" not in steps


def test_nothing_is_put_on_an_open_lid() -> None:
    assert "column-0-0" not in building("0,0=1o").draft(Look(0), "").steps


def test_boxes_are_taken_off() -> None:
    state = building("0,0=2 0,1=1")
    assert touch(state, "", "mode-remove").steps["column-0-0"] == "remove;0,0=1 0,1=1"
    draft = touch(state, "", "mode-remove", "column-0-1", "column-0-0")
    assert "column-0-0" not in draft.steps  # the last box stays
    assert draft.steps["mode-add"] == "0,0=1"
    assert touch(building("0,0=2o"), "remove;", "column-0-0").steps["mode-add"] == "0,0=1"  # its lid goes with it


def test_a_layer_is_pushed_under_and_taken_away() -> None:
    state = building("0,0=2 0,1=1o")
    assert touch(state, "", "layer").move == "build 0,0=3 0,1=2o"
    assert touch(state, "remove;").steps["layer"] == "remove;0,0=1"
    assert "layer" not in touch(building("0,0=1"), "remove;").steps
    assert "layer" not in touch(building("0,0=16"), "").steps


def test_lids_are_swapped() -> None:
    state = building("0,0=1 0,1=1")
    draft = touch(state, "", "free-1-0", "mode-lids", "column-0-1")
    assert draft.steps["column-0-1"] == "lids;0,0=1 0,1=1 1,0=1" and draft.move == "build 0,0=1 0,1=1o 1,0=1"
    young = sk.game("cubus", young=True).start()
    while sk.CHANCE in young.turn:
        young = young.play("draw L")
    assert "mode-lids" not in young.draft(Look(0), "").steps
    with pytest.raises(sk.IllegalMove):
        young.draft(Look(0), "lids;0,0=1")


def test_a_stack_that_wanders_off_is_brought_back() -> None:
    state, text = building("0,0=1"), ""
    for k in range(40):
        text = touch(state, text, next(id for id in touch(state, text).steps if id.startswith("free"))).steps["layer"]
        text = touch(state, text, "mode-remove", "layer").steps["mode-add"]
        columns = read_draft(state.record(), text, Look(0))[1]
        if len(columns) > 1:
            last = max(columns)
            text = touch(state, text, "mode-remove", f"column-{last[0]}-{last[1]}").steps["mode-add"]
        assert max(abs(at) for place in columns for at in place) <= 21, k


# --- walking at random -----------------------------------------------------------------------------


@pytest.mark.parametrize("stack", ["0,0=1", STAIRS, BAR, "0,0=16", CUBE])
def test_every_step_leads_to_a_draft_that_can_be_drawn(stack: str) -> None:
    rng, state, text = random.Random(1), building(stack), ""
    for _ in range(60):
        draft = state.draft(Look(0, "de"), text)
        there = shown_ids(draft)
        assert len(set(there)) == len(there) and set(draft.steps) <= set(there)
        assert all(re.fullmatch(r"[a-z][a-zA-Z0-9_,-]*", id) for id in there)
        assert draft.note and len(text) <= LONGEST
        if draft.move is not None:
            state.play(draft.move)
        text = draft.steps[rng.choice(sorted(draft.steps))]


@pytest.mark.parametrize("goal", ["0,0=2 1,0=1", STAIRS, "0,1=1 1,0=3 1,1=1 2,0=2", "0,2=2 1,1=4 1,2=1 2,0=4 2,1=1"])
def test_every_stack_can_be_built_step_by_step(goal: str) -> None:
    """Down to a single box, then up again: never through a stack that cannot be drawn."""
    state = building(STAIRS.replace("o", ""))
    draft = touch(state, "remove;")
    while removable := [id for id in draft.steps if id.startswith("column")]:
        draft = touch(state, draft.steps[removable[0]])
    (corner,) = read_draft(state.record(), draft.steps["mode-add"], Look(0))[1]
    wanted = standing(read_columns(goal))
    first = min(wanted)
    aim = {moved(place, first, corner): one.height for place, one in wanted.items()}
    text = draft.steps["mode-add"]
    while True:
        steps = [new for id, new in touch(state, text).steps.items() if id.startswith(("column", "free"))]
        fitting = [new for new in steps if within(state, new, aim)]
        if not fitting:
            break
        text = fitting[0]
    for place, one in wanted.items():
        if one.open:
            x, y = moved(place, first, corner)
            text = touch(state, text, "mode-lids", f"column-{x}-{y}").steps["mode-add"]
    assert spell(read_columns(text)) == goal


def moved(place: Place, start: Place, to: Place) -> Place:
    return place[0] - start[0] + to[0], place[1] - start[1] + to[1]


def within(state: State, text: str, aim: dict[Place, int]) -> bool:
    return all(one.height <= aim.get(place, 0) for place, one in read_draft(state.record(), text, Look(0))[1].items())


def test_every_listed_build_can_be_made_from_its_text() -> None:
    state = building("0,0=2 0,1=1", (3, 3, 1, 1))
    builds = [move for move in state.moves(0) if move.startswith("build")]
    assert len(builds) > 10
    assert all(state.draft(Look(0), move.removeprefix("build ")).move == move for move in builds)


# --- what it would bring ---------------------------------------------------------------------------


def test_the_note_counts_boxes_points_and_tiles() -> None:
    state = building("0,0=1", (0, 1, 1, 0))
    assert touch(state, "", "free-1-0").note == "2 boxes (+1), 1 point. Spent: 1 right side, 1 closed lid."
    german = touch(state, "", "free-1-0", lang="de").note
    assert german == "2 Kisten (+1), 1 Punkt. Ausgegeben: 1 rechte Seite, 1 geschlossener Deckel."
    rebuilt = building("0,0=1 0,1=1 1,0=1", (2, 2, 0, 0)).draft(Look(0, "de"), "0,0=4").note
    assert rebuilt.endswith("Ausgegeben: 2 linke Seiten, 2 rechte Seiten; zurück: 2 geschlossene Deckel.")
    lost = touch(building("0,0=2 0,1=1"), "remove;", "column-0-1", lang="de").note
    assert lost == "2 Kisten (−1), −1 Punkte. Noch kein Bau: es müssen mehr als 3 Kisten werden."


@pytest.mark.parametrize(
    ("stack", "tiles", "text", "german", "english"),
    [
        ("0,0=1", (0, 0, 0, 0), "0,0=2", "es fehlen 1 linke Seite, 1 rechte", "missing 1 left side, 1 right side"),
        ("0,0=1", (1, 0, 0, 0), "0,0=2", "es fehlt 1 rechte Seite", "missing 1 right side"),
        ("0,0=2o", (9, 9, 9, 0), "0,0=3", "offene Deckel bleiben", "open lids stay"),
        ("0,0=2", (9, 9, 9, 0), "0,0=1 0,1=1", "es müssen mehr als 2 Kisten werden", "more than 2 boxes"),
        ("0,0=1", (9, 9, 9, 4), "0,0=1", "es müssen mehr als 1 Kiste werden", "more than 1 box"),
        ("0,0=2 0,1=2 1,0=2 1,1=2", (9, 9, 9, 0), "0,0=1 0,1=1 0,2=1 0,3=1 0,4=1 0,5=1 0,6=1 0,7=1 0,8=1",
         "statt mindestens 1", "instead of at least 1"),
    ],
)  # fmt: skip
def test_the_note_says_why_it_is_no_build(
    stack: str, tiles: tuple[int, ...], text: str, german: str, english: str
) -> None:
    state = building(stack, tiles)
    for lang, why in (("de", german), ("en", english)):
        draft = state.draft(Look(0, lang), text)
        assert why in draft.note and draft.move is None
        assert ("Noch kein Bau: " if lang == "de" else "No build yet: ") in draft.note
    with pytest.raises(sk.IllegalMove):
        state.play(f"build {text}")


def test_missing_tiles_are_shown() -> None:
    titles = re.findall(
        r"<title>([^<]+)</title>", building("0,0=1", (2, 0, 0, 0)).draft(Look(0), "0,0=2").picture.svg()
    )
    assert {"1 left side left", "missing: 1 right side", "0 closed lids left"} <= set(titles)


def test_after_a_knock_the_tiles_of_who_passed_are_used() -> None:
    hand = [[0, 0, 0, 0]] * 7
    hand[2] = [0, 1, 1, 0]
    state = shown("0,0=1", KNOCKED, turn=2, knocker=4, hand=hand)
    assert state.draft(Look(4), "0,0=1 1,0=1").move == "build 0,0=1 1,0=1"


@pytest.mark.parametrize("phase", [LAST, OFFER])
def test_the_last_build_uses_the_heap(phase: int) -> None:
    state = shown("0,0=1", phase, hand=[[0, 0, 0, 0]] * 6 + [[0, 1, 1, 0]])
    assert state.draft(Look(0), "0,0=1 1,0=1").move == "build 0,0=1 1,0=1"


# --- what is no draft ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        *("nonsense", "0,0", "0,0=", "0,0=1 ", " 0,0=1", "0,0=1  0,1=1", "0,0=0", "0,0=17", "0,0=1 0,0=1", "0,0=1O"),
        *("0,0=1 2,2=1", "0,0=1 0,1=2", "0,0=1 1,1=1", "0,0=1 99,0=1", "build 0,0=1", "0,0=1\n", "０,0=1", "\x00"),
        *(";", "add", "steal;0,0=1", "remove;remove;0,0=1", "remove", ";0,0=1", "remove;;0,0=1", "lids; 0,0=1"),
        *(BAR + " 16,0=1", "0,0=1 " * 100, "9" * 5000, "0,0=1" + "o" * 300),
    ],
)
def test_garbage_is_refused(text: str) -> None:
    with pytest.raises(sk.IllegalMove):
        building("0,0=1").draft(Look(0), text)


def test_random_letters_never_break_the_tool() -> None:
    rng, state = random.Random(2), building(STAIRS)
    for _ in range(2000):
        text = "".join(rng.choice("0123,=o ;-addremovlis") for _ in range(rng.randrange(1, 14)))
        try:
            draft = state.draft(Look(0), text)
        except sk.IllegalMove:
            continue
        assert draft.steps and can_be_drawn(read_columns(text.rpartition(";")[2] or STAIRS))


@pytest.mark.parametrize("phase", [DRAW, WINDOW])
def test_there_is_a_time_to_build(phase: int) -> None:
    with pytest.raises(sk.IllegalMove, match="nothing to build"):
        shown("0,0=1", phase, silent=1).draft(Look(1), "")
    with pytest.raises(sk.IllegalMove, match="nothing to build"):
        sk.game("cubus", mode="dismantle").start().draft(Look(0), "")
    with pytest.raises(sk.IllegalMove, match="nothing to build"):
        building("0,0=1").draft(Look(1), "")


# --- speed and size --------------------------------------------------------------------------------


@pytest.mark.parametrize("stack", [STAIRS, BAR, CUBE])
def test_a_draft_takes_no_time(stack: str) -> None:
    state, best = building(stack), 1.0
    for _ in range(10):
        begun = time.perf_counter()
        draft = state.draft(Look(0), "")
        best = min(best, time.perf_counter() - begun)
    assert best < SECONDS and len(draft.picture.svg().encode()) < 12_000


def test_pictures_and_what_a_build_changes_in_them_are_light() -> None:
    names = tuple(f"a rather long name, no. {k}" for k in range(6))
    state = building(CUBE)
    before, after = (one.picture(Look(0, "de", names)) for one in (state, state.play("pass")))
    assert len(before.svg().encode()) < 20_000
    assert sum(len(part.encode()) for part in after.parts if part not in before.parts) < 12_000
    before, after = (building(stack).picture(Look(0, "de", names)) for stack in (STAIRS, CUBE))
    assert sum(len(part.encode()) for part in after.parts if part not in before.parts) < 12_000


def test_nothing_is_offered_outside_the_box_of_tiles() -> None:
    assert not [id for id in building(BAR).draft(Look(0), "").steps if id.startswith("free")]
    assert not fits({})


def test_the_page_offers_to_build_without_telling_whether_one_can() -> None:
    for tiles in ((0, 0, 0, 0), (9, 9, 9, 4)):
        state = building("0,0=1", tiles)
        assert [button.id for button in state.picture(Look(0)).buttons] == ["draft", "pass"]
        assert state.paths(0) == {"pass": ("pass",)} and state.picture(Look(1)).buttons == []


def test_who_is_asked_may_knock() -> None:
    state = shown("0,0=1", WINDOW, turn=1, silent=2)
    assert [button.label for button in state.picture(Look(0, "de")).buttons] == ["Klopfen", "Still bleiben"]
    assert state.paths(0) == {"knock": ("knock",), "quiet": ("quiet",)}


def test_what_happened_is_told() -> None:
    state, german = building("0,0=1", (1, 1, 1, 0)), Look(None, "de")
    assert state.tell(0, "build 0,0=2", german) == "baut um auf 2 Kisten, 1 Punkt"
    assert state.tell(sk.CHANCE, "draw O", german) == "1 offener Deckel"
    assert shown("0,0=1", KNOCKED, knocker=1).tell(1, "pass", Look()) == "gives up, 2 points for all others"
    assert building("0,0=1", phase=OFFER).tell(0, "build 0,0=2", german) == "bietet 2 Kisten für 1 Punkt"


@pytest.mark.parametrize("stack", ["0,0=2o", "0,0=1o", "0,0=2 0,1=1", STAIRS])
def test_the_tiles_told_are_the_tiles_won(stack: str) -> None:
    state = sk.game("cubus", mode="dismantle", stack=stack).start()
    while not state.over:
        move = state.moves()[0]
        seat, told = state.turn[0], state.tell(state.turn[0], move, Look())
        after = state.play(move)
        assert f" {after.scores[seat] - state.scores[seat]} tile" in told
        state = after


def test_long_names_are_cut() -> None:
    picture = building("0,0=1").picture(Look(0, "de", ("Anneliese-Charlotte Maier",))).svg()
    assert re.search("Anne[^<]*…<", picture) and cut("Eva", 40, 13) == "Eva"
