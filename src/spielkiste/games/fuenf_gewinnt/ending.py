"""Why the game ended: five in a line, or one of three draws."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .rules import NO_CAPTURE, QUIET_TURNS, THIRD_TIME


def reason(s: Record) -> str:
    if s.winner >= 0:
        return "five"
    if s.drawn == THIRD_TIME:
        return "repetition"
    return "quiet" if s.drawn == NO_CAPTURE else "few"


def words(s: Record, look: Look) -> str:
    if s.winner >= 0:
        name = look.name(s.winner)
        return look.say(f"Fünf in einer Reihe: {name} gewinnt.", f"Five in a line: {name} wins.")
    return why_drawn(s, look) + "."


def why_drawn(s: Record, look: Look) -> str:
    if s.drawn == THIRD_TIME:
        return look.say("Unentschieden: zum dritten Mal dieselbe Stellung", "Draw: the same position a third time")
    if s.drawn == NO_CAPTURE:
        return look.say(
            f"Unentschieden: {QUIET_TURNS} Züge ohne Abtrennen", f"Draw: {QUIET_TURNS} turns without a capture"
        )
    return look.say("Unentschieden: keiner hat mehr fünf Steine", "Draw: nobody has five stones left")
