"""Why a game of 5er finden ended, who won, and which tie rule decided."""

import spielkiste as sk
from spielkiste.core.look import Look

from .positions import SIX, L, U, X, Y, done, drawn, edited, outlined

NAMES = ("Anna", "Ben", "Cem")


def words(state: sk.State, lang: str) -> str:
    assert state.outcome is not None
    return state.outcome.words(lang, NAMES)


def reason(state: sk.State) -> str | None:
    return state.outcome.reason if state.outcome else None


def base_end(*rounds: list[int]) -> sk.State:
    """The end of a base game in which nobody found anything in the last round."""
    points = [each + [0] * (12 - len(each)) for each in (*rounds, *[[0]] * (4 - len(rounds)))]
    seats = range(len(rounds))
    return done(edited(drawn(SIX, before=4, players=len(rounds)), points=points), *seats)


def level_puzzle(more: bool) -> sk.State:
    """Both have as many points; seat 0 has circled one shape more, or not."""
    state = outlined(outlined(drawn(SIX, mode="puzzle"), 0, L), 1, U).play("turn", seat=0)
    state = done(state, 1)
    if more:
        state = outlined(state.play("roll ABCDE"), 0, Y).play("done", seat=0).play("turn", seat=1)
        state = state.play("strike I j1 j2 j3 j4 j5", seat=1)
    return done(state.play("roll AABBC"), 0, 1)


def test_before_the_end_there_is_no_outcome() -> None:
    assert drawn(SIX).outcome is None


def test_a_base_game_ends_after_all_rounds() -> None:
    state = base_end([9], [4])
    assert reason(state) == "rounds"
    assert words(state, "de") == "Alle 5 Runden sind gespielt. Anna gewinnt 9 : 4."
    assert words(state, "en") == "All 5 rounds are played. Anna wins 9 : 4."


def test_the_winner_stands_first_in_the_result() -> None:
    assert words(base_end([3], [4], [9]), "de").endswith("Cem gewinnt 9 : 4 : 3.")


def test_the_best_single_round_is_named_where_it_decided() -> None:
    state = base_end([2, 2], [4])
    assert "4 : 4 – die beste einzelne Runde vor der letzten entscheidet (4 : 2): Ben gewinnt." in words(state, "de")
    assert "4 : 4, the best single round before the last decides (4 : 2): Ben wins." in words(state, "en")


def test_a_shared_win_says_that_the_tie_rule_did_not_decide() -> None:
    assert "auch die beste einzelne Runde ist gleich: Anna und Ben teilen sich den Sieg" in words(
        base_end([4], [4]), "de"
    )
    assert "Anna, Ben and Cem share the win" in words(base_end([4], [4], [4]), "en")


def test_a_puzzle_ends_when_nobody_finds_a_fiver() -> None:
    for before in (0, 11):
        state = drawn(SIX, mode="puzzle", before=before)
        s = state.record()
        used = [1] * before + [0] * (12 - before)
        over = done(edited(state, sheet=[used, used, *s.sheet[2:]]).play("turn", seat=0), 1)
        assert reason(over) == "nothing"
        assert words(over, "de").startswith(f"In Runde {before + 1} hat niemand einen Fünfer gefunden. Anna gewinnt")
        assert words(over, "en").startswith(f"In round {before + 1} nobody found a fiver. Anna wins")


def test_a_puzzle_ends_after_twelve_rounds() -> None:
    state = drawn(SIX, mode="puzzle", before=11)
    s = state.record()
    used = [1] * 12
    used[9] = 0  # X
    state = edited(state, sheet=[used, used, *s.sheet[2:]])
    over = done(outlined(outlined(state, 0, X), 1, X), 0, 1)
    assert reason(over) == "rounds" and words(over, "en").startswith("All 12 rounds are played.")


def test_more_circled_shapes_are_named_where_they_decided() -> None:
    state = level_puzzle(more=True)
    assert "3 : 3 – mehr eingekreiste Formen entscheiden (2 : 1): Anna gewinnt." in words(state, "de")
    assert "3 : 3, more circled shapes decide (2 : 1): Anna wins." in words(state, "en")
    assert "as many circled shapes, too: Anna and Ben share the win" in words(level_puzzle(more=False), "en")


def test_alone_it_says_what_was_reached() -> None:
    over = outlined(drawn(SIX, mode="solo", before=11), 0, X).play("done")
    assert reason(over) == "rounds" and words(over, "de") == "Zwölf Runden gespielt: 4 von 30 Punkten."
    assert words(over, "en") == "Twelve rounds played: 4 of 30 points."


def test_every_reason_of_the_card_is_reached() -> None:
    reached = {reason(base_end([9], [4])), reason(level_puzzle(more=True))}
    assert reached == set(sk.game("fuenfer_finden").card.reasons)


def test_the_terminal_speaks_both_languages_and_knows_names() -> None:
    state = outlined(drawn(SIX, mode="puzzle"), 0, L).play("turn", seat=0)
    german, english = (state.text(0, lang, NAMES) for lang in ("de", "en"))
    assert "5er finden, Puzzlespiel, Runde 1 von 12, Wurf A B C D E, Sanduhr umgedreht von Anna" in german
    assert "Umrandung 1: a9 a10 b10 c10 d10 (L, 1)" in german and "Ben: 0 Punkte, sucht" in german
    assert "Find the Fivers, puzzle game, round 1 of 12" in english and "hourglass turned by Anna" in english
    assert "seat" not in english and "Platz" not in german


def test_what_is_impossible_is_said_in_both_languages() -> None:
    state = drawn(SIX, mode="puzzle").play("turn", seat=1)
    for move in ("outline a1 a1", "outline a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 b1", "erase a1", "strike W", "turn", "sand"):
        german, english = (state.why_not(move, Look(0, lang)) for lang in ("de", "en"))
        assert german and english and german != english
    striking = done(outlined(drawn(SIX, mode="puzzle"), 0, L), 0, 1)
    for move in ("done", "strike W", "strike W a1 a2 a3 a4 a5"):
        german, english = (striking.why_not(move, Look(1, lang)) for lang in ("de", "en"))
        assert german and english and german != english
