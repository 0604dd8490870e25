"""Why a game ended, and how good it was."""

from collections.abc import Sequence

import pytest

import spielkiste as sk
from spielkiste.core.state import State
from spielkiste.games.knister.notation import cell_name

NAMES = ("Anna", "Ben", "Cem")
IN_ROWS, IN_COLUMNS = range(25), [5 * (k % 5) + k // 5 for k in range(25)]
ANYWHERE = [7 * k % 25 for k in range(25)]


def ended(*orders: Sequence[int], number: int | None = None) -> State:
    """Five 2, five 3, ... five 6, or always one number, written in these orders of cells."""
    state = sk.game("knister", players=len(orders)).start()
    for k, cells in enumerate(zip(*orders, strict=True)):
        state = state.play(f"roll {number or 2 + k // 5}")
        for seat, cell in enumerate(cells):
            state = state.play(cell_name(cell), seat=seat)
    return state


def told(state: State) -> tuple[str, str, str]:
    assert state.outcome is not None
    return state.outcome.reason, state.outcome.words("de", NAMES), state.outcome.words("en", NAMES)


def test_the_highest_total_wins() -> None:
    state = ended(ANYWHERE, IN_ROWS)
    assert told(state) == (
        "points",
        "Alle Zettel sind voll: Ben gewinnt mit 158 Punkten.",
        "All sheets are full: Ben wins with 158 points.",
    )


def test_equal_totals_share_the_place() -> None:
    assert told(ended(IN_ROWS, IN_COLUMNS, ANYWHERE)) == (
        "shared",
        "Alle Zettel sind voll, gleiche Summen teilen sich den Platz: Anna und Ben mit je 158 Punkten.",
        "All sheets are full, equal totals share the place: Anna and Ben with 158 points each.",
    )


def test_alone_one_reads_how_good_it_was() -> None:
    assert told(ended(IN_ROWS, number=7)) == ("full", "140 Punkte: spektakulär!", "140 points: spectacular!")


@pytest.mark.parametrize(
    ("points", "said"),
    [(50, "Mehr als 50 sind gut"), (51, "gut!"), (80, "gut!"), (81, "super!"), (100, "super!"), (101, "spektakulär!")],
)
def test_the_steps_are_those_of_the_sheet(points: int, said: str) -> None:
    state = ended(IN_ROWS, number=7)
    record = state.record()
    record.points[0] = points
    outcome = state.with_record(record).outcome
    assert outcome is not None and said in outcome.words("de")


def test_every_reason_of_the_card_is_reached() -> None:
    reached = {told(state)[0] for state in (ended(IN_ROWS), ended(IN_ROWS, IN_ROWS), ended(ANYWHERE, IN_ROWS))}
    assert reached == set(sk.game("knister").card.reasons)
