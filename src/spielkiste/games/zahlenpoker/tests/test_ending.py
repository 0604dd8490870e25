"""Why a game ended: what decided, in words."""

import pytest

import spielkiste as sk
from spielkiste.core.state import State

NAMES = ("Anna", "Ben", "Cem", "Dora")


def ended(*hands: tuple[int, ...]) -> State:
    """All rounds, given by what each seat shows in its order."""
    state = sk.game("zahlenpoker", players=len(hands)).start()
    for shown in zip(*hands, strict=True):
        for seat, value in enumerate(shown):
            state = state.play(f"show {value}", seat=seat)
    return state


RISING, LATE = (1, 1, 2, 2, 3, 3, 4, 4), (4, 1, 1, 2, 2, 3, 3, 4)
ENDS = {
    "booty": (
        ended(LATE, RISING),
        "1 : 3 Beutesteine: Ben gewinnt.",
        "1 : 3 booty stones: Ben wins.",
    ),
    "values": (
        ended((4, 2, 1, 3, 1, 2, 3, 4), (2, 1, 3, 4, 1, 2, 3, 4)),
        "2 : 2 Beutesteine – die höhere Summe der Werte gewinnt (6 : 7): Ben.",
        "2 : 2 booty stones – the higher sum of the values wins (6 : 7): Ben.",
    ),
    "shared": (
        ended((4, 1, 4, 2, 3, 3, 1, 2), (1, 4, 2, 4, 3, 3, 2, 1)),
        "3 : 3 Beutesteine, und auch die Summe der Werte ist gleich: Anna und Ben teilen sich den Sieg.",
        "3 : 3 booty stones, and the sum of the values is equal too: Anna and Ben share the win.",
    ),
}


@pytest.mark.parametrize("reason", ENDS)
def test_each_reason_of_the_card_in_both_languages(reason: str) -> None:
    state, de, en = ENDS[reason]
    assert state.outcome is not None and state.outcome.reason == reason
    assert state.outcome.words("de", NAMES) == de and state.outcome.words("en", NAMES) == en


def test_every_reason_is_reached() -> None:
    assert set(ENDS) == set(sk.game("zahlenpoker").card.reasons)


def test_two_of_three_may_win_by_the_sum() -> None:
    hands = ((3, 4, 4, 3, 2, 1, 2, 1), (2, 3, 1, 3, 4, 4, 1, 2), (4, 2, 3, 1, 1, 3, 2, 4))
    outcome = ended(*hands).outcome
    assert outcome is not None and "Ben und Cem" in outcome.words("de", NAMES)
    assert outcome.reason in ("values", "shared")


def test_nobody_is_named_before_the_end() -> None:
    assert sk.game("zahlenpoker").start().outcome is None
