"""Why a cell is good: the line that gains most hope by the number."""

from typing import Any

from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.search.explain import Why, number
from spielkiste.search.judge import Verdict

from ..rules import FIRST_DIAGONAL, LINE_START, LINE_STEP, LINES, SIDE
from .hope import hope, with_number


def why(state: State, seat: int, better: str, worse: str, verdict: Verdict, look: Look) -> Why | None:
    s: Any = state.seen(seat)
    actions = state.actions(seat)
    gains = gains_by_line(s, seat, actions[better])
    against = gains_by_line(s, seat, actions[worse]) if worse in actions else {}
    more = {line: gain - against.get(line, 0.0) for line, gain in gains.items()}
    line = max(more, key=lambda each: more[each])
    points = number(more[line], look)
    name = line_name(line, look)
    return Why(look.say(f"{name} gewinnt etwa {points} Punkte.", f"{name} gains about {points} points."), more[line])


def gains_by_line(s: Any, seat: int, cell: int) -> dict[int, float]:
    """How much hope the rolled number adds to each line through a cell."""
    gains = {}
    for line in range(LINES):
        cells = [LINE_START[line] + LINE_STEP[line] * k for k in range(SIDE)]
        if cell in cells:
            held = tuple(sorted(s.sheet[seat][other] for other in cells if s.sheet[seat][other]))
            gain = hope(with_number(held, s.rolled)) - hope(held)
            gains[line] = 2 * gain if line >= FIRST_DIAGONAL else gain
    return gains


def line_name(line: int, look: Look) -> str:
    if line >= FIRST_DIAGONAL:
        return look.say("Die Diagonale", "The diagonal")
    if line < SIDE:
        return look.say(f"Reihe {line + 1}", f"Row {line + 1}")
    letter = "abcde"[line - SIDE]
    return look.say(f"Spalte {letter}", f"Column {letter}")
