"""What the picture shows and says."""

import re

import spielkiste as sk
from spielkiste.core.look import Look
from spielkiste.core.state import State


def after(*moves: tuple[int, str], players: int = 3) -> State:
    state = sk.game("zahlenpoker", players=players).start()
    for seat, move in moves:
        state = state.play(move, seat=seat)
    return state


def where(svg: str, id: str) -> str | None:
    found = re.search(rf'id="{id}"[^>]*transform="translate\(([^)]+)', svg)
    return found[1] if found else None


def test_a_choice_lies_open_to_its_owner_and_face_down_to_the_others() -> None:
    state = after((1, "show 3"))
    own, other = state.svg(1, "de"), state.svg(0, "de")
    assert 'id="secret-1"' not in own and "gewählt, noch geheim: 3 (Dreieck)" in own
    assert 'id="secret-1"' in other and "Spieler 2 hat gewählt" in other and "geheim" not in other


def test_the_stone_chosen_goes_from_the_hand_to_the_slot() -> None:
    places = [where(after(*moves).svg(0), "stone-0-3-2") for moves in ((), ((0, "show 3"),))]
    assert None not in places and places[0] != places[1]
    shown = after((0, "show 3"), (1, "show 4"), (2, "show 4"))
    assert where(shown.svg(0), "stone-0-3-2") == places[1], "it lies there until the next choice"
    assert 'id="booty-0-3-1"' in shown.svg(None)


def test_hands_are_touched_and_the_thief_touches_what_is_shown() -> None:
    assert after().paths(1) == {f"show {value}": (f"hand-{value}",) for value in range(5)}
    stealing = after((0, "show 0"), (1, "show 4"), (2, "show 2"))
    assert stealing.paths(0) == {"steal 1": ("slot-1",), "steal 2": ("slot-2",)}
    assert stealing.tell(0, "steal 1", Look(None, "de", ("Anna", "Bob", "Cem"))) == "stiehlt die 4 von Bob"


def test_only_a_player_has_a_tray_and_sits_at_the_bottom() -> None:
    state = after(players=4)
    assert 'id="hand-1"' not in state.svg(None) and 'id="hand-of-0"' in state.svg(None)
    heights = [float(str(where(state.svg(1), f"player-{seat}")).split()[1]) for seat in (2, 3, 0, 1)]
    assert heights == sorted(heights) and 'id="hand-of-1"' not in state.svg(1)


def test_details_tell_what_is_still_held_and_what_became_of_the_last_stones() -> None:
    svg = after((0, "show 0"), (1, "show 4"), (2, "show 2"), (0, "steal 1")).svg(2, "de")
    assert "Auf der Hand: 1, 1, 2, 2, 3, 3, 4, leere Hand. Gezeigt: 4." in svg
    assert (
        "Spieler 2, letzte Runde: 4 (Quadrat), gestohlen" in svg and "Spieler 3, letzte Runde: 2 (Strich), Beute" in svg
    )
    assert "Spieler 1: Beute 1 (4), Summe 4" in svg


def test_the_winners_are_named_at_the_end() -> None:
    def title(*values: tuple[int, ...]) -> str:
        """All rounds, given by what each seat shows in its order."""
        moves = [(seat, f"show {hand[k]}") for k in range(8) for seat, hand in enumerate(values)]
        return after(*moves, players=len(values)).picture(Look(0, "de", ("Anna", "Bob", "Cem"))).title

    rising, late = (1, 1, 2, 2, 3, 3, 4, 4), (4, 1, 1, 2, 2, 3, 3, 4)
    assert title(rising, rising) == "Zahlenpoker: Unentschieden"
    assert title(rising, rising, rising) == "Zahlenpoker: Unentschieden"
    two = ((3, 4, 4, 3, 2, 1, 2, 1), (2, 3, 1, 3, 4, 4, 1, 2), (4, 2, 3, 1, 1, 3, 2, 4))
    assert title(*two) == "Zahlenpoker: Bob und Cem gewinnen"
    three = (
        (4, 3, 2, 1, 2, 3, 4, 1), (1, 4, 1, 2, 2, 4, 3, 3), (3, 1, 3, 2, 2, 4, 1, 4), (1, 1, 2, 4, 3, 3, 4, 2),
    )  # fmt: skip
    assert title(*three) == "Zahlenpoker: 3 teilen sich den Sieg"
    assert title(late, rising) == "Zahlenpoker: Bob gewinnt"


def test_the_terminal_speaks_the_language_of_the_looker() -> None:
    state = after((0, "show 0"), (1, "show 4"), (2, "show 2"))
    names = ("Anna", "Bob", "Cem")
    german, english = (state.text(0, lang, names) for lang in ("de", "en"))
    assert german.startswith("Runde 1: Anna stiehlt einen Stein") and "Bob: Hand 1122334+0" in german
    assert english.startswith("Round 1: Anna steals a stone") and "Bob: hand 1122334+0" in english
    assert "(du)" in german and "(you)" in english and "seat" not in german + english


def test_why_a_move_is_not_possible_is_said_in_both_languages() -> None:
    state = after((0, "show 0"), (1, "show 4"), (2, "show 2"))
    assert state.why_not("steal 3", Look(0, "de")) == "so viele spielen nicht mit"
    for move in ("show 1", "steal 0", "steal 3"):
        assert state.why_not(move, Look(0, "de")) != state.why_not(move, Look(0, "en")) != ""
