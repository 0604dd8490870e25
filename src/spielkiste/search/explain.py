"""Sentences about moves: what a tip says, how large an error is and why. From values alone, or from what the room knows
(`BACK.why`). A reason that explains less than half of the difference, or speaks for the other move, is left unsaid."""

from dataclasses import dataclass

from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE
from spielkiste.search.bots import back_of, is_closed
from spielkiste.search.judge import ROUNDING, Judge, Measure, Verdict
from spielkiste.search.ledger import Decision

HALF = 0.5
SURE = 1 - 1e-6  # of a result: won or lost
A_THREAT = 0.1  # a smaller chance to win at once is no reason


@dataclass(frozen=True)
class Why:
    """Why a move is better than another: a sentence, and how much of the difference it explains, in what the game is
    judged by."""

    text: str
    part: float


def reason(state: State, seat: int, better: str, worse: str, verdict: Verdict, gap: float, look: Look) -> str:
    """Why one move is better than another, if the room knows a reason that explains at least half of the gap."""
    own = back_of(state.game.room).why
    for why in (at_once, own):
        found = why(state, seat, better, worse, verdict, look) if why and better != worse else None
        if found is not None and found.part >= HALF * gap and (found.part > 0 or gap == 0):
            return found.text
    return ""


def at_once(state: State, seat: int, better: str, worse: str, verdict: Verdict, look: Look) -> Why | None:
    """What any open game shows: a move that wins at once, or one without which the other side does."""
    if is_closed(state.game) or state.game.players == 1 or not worse:
        return None
    gap = verdict.value - verdict.values.get(worse, verdict.value)
    if wins(state.play(better, seat=seat), seat):
        return Why(look.say("Damit gewinnst du sofort.", "This wins at once."), gap)
    theirs, still = threat(state.play(worse, seat=seat), seat), threat(state.play(better, seat=seat), seat)
    if theirs >= 1 and still == 0:
        return Why(look.say("Sonst gewinnt der andere sofort.", "Otherwise the other side wins at once."), gap)
    if theirs - still >= A_THREAT:
        chance = round(100 * (theirs - still))
        text = look.say(
            f"Sonst gewinnt der andere in {chance} von 100 Fällen sofort.",
            f"Otherwise the other side wins at once in {chance} cases of 100.",
        )
        return Why(text, 2 * (theirs - still))
    return None


def wins(after: State, seat: int) -> bool:
    return after.returns is not None and after.returns[seat] > 0


def threat(after: State, seat: int) -> float:
    """How probably the others can win with their next move."""
    if after.over:
        return 0.0
    if after.turn == (CHANCE,):
        return sum(chance * threat(after.play(move, seat=CHANCE), seat) for move, chance in after.chances())
    others = [other for other in after.turn if other >= 0 and after.game.teams[other] != after.game.teams[seat]]
    return float(any(wins(after.play(move, seat=other), other) for other in others for move in after.moves(other)))


# --- numbers in words ----------------------------------------------------------------------------------


def number(value: float, look: Look) -> str:
    """With one digit after the point, as the language writes it."""
    told = f"{value:.1f}".removesuffix(".0")
    return told.replace(".", ",") if look.lang == "de" else told


def games_of_100(value: float) -> int:
    """An expected result from -1 to 1 as games won of 100."""
    return round(50 * (1 + value))


def amount(measure: Measure, loss: float, look: Look) -> str:
    """How much was lost or won."""
    if measure.kind == "points":
        return counted(measure, loss, look)
    percent = max(1, round(50 * loss))
    return look.say(f"{percent} % Gewinnchance", f"{percent}% of winning")


def counted(measure: Measure, value: float, look: Look) -> str:
    """Points or stones."""
    told = number(value, look)
    if measure.stones:
        return look.say("1 Stein", "1 stone") if told == "1" else look.say(f"{told} Steine", f"{told} stones")
    return look.say("1 Punkt", "1 point") if told == "1" else look.say(f"{told} Punkte", f"{told} points")


def expectation(measure: Measure, value: float, look: Look) -> str:
    """What may be expected, as a sentence."""
    if measure.kind == "points":
        told = counted(measure, abs(value), look)
        return look.say(f"Am Ende sind es dann etwa {told}.", f"In the end that makes about {told}.")
    if value >= SURE:
        return look.say("So ist es gewonnen.", "This wins.")
    if value <= -SURE:
        return look.say("Gegen beste Züge ist es verloren.", "Against best play it is lost.")
    games = games_of_100(value)
    return look.say(f"So gewinnst du etwa {games} von 100 Spielen.", f"This wins about {games} games of 100.")


# --- tips ----------------------------------------------------------------------------------------------------


def tip(judge: Judge, state: State, seat: int, verdict: Verdict, look: Look) -> str:
    """One sentence why the best move is best; a second one where the room knows a reason."""
    best, second = verdict.best, verdict.second
    if second is None:
        told = reason(state, seat, best, "", verdict, 0.0, look)
        return told or look.say("Hier ist jeder Zug gleich gut.", "Here every move is as good as any other.")
    worse = next(move for move, value in verdict.values.items() if value == second)
    why = reason(state, seat, best, worse, verdict, verdict.value - second, look)
    return f"{why} {expectation(judge.measure, verdict.value, look)}".strip()


# --- reviews -------------------------------------------------------------------------------------------------


def told(judge: Judge, state: State, one: Decision, look: Look) -> str:
    """A decision in sentences: how large the error is, what was better and why; or what was found."""
    return error_told(judge, state, one, look) if one.size else praise(judge, state, one, look)


def error_told(judge: Judge, state: State, one: Decision, look: Look) -> str:
    words = {
        "small": look.say("Kleiner Fehler", "Small error"),
        "middle": look.say("Fehler", "Error"),
        "large": look.say("Großer Fehler", "Great error"),
    }
    cost = amount(judge.measure, one.blamed, look)
    better = state.tell(one.seat, one.best, look) if one.best != one.move else ""
    parts = [look.say(f"{words[one.size]}: Das kostet {cost}.", f"{words[one.size]}: this costs {cost}.")]
    if better:
        parts.append(look.say(f"Besser: {better}.", f"Better: {better}."))
    if one.verdict is not None:
        parts.append(reason(state, one.seat, one.best, one.move, one.verdict, one.blamed, look))
    return " ".join(part for part in (*parts, reply(state, one, look)) if part)


def reply(state: State, one: Decision, look: Look) -> str:
    """The answer that shows it, where the search has seen one that a player makes."""
    line = one.verdict.lines.get(one.move, ()) if one.verdict else ()
    after = state.play(one.move, seat=one.seat) if len(line) > 1 else state
    if len(line) < 2 or len(after.turn) != 1 or after.turn[0] < 0 or line[1] not in after.moves():
        return ""
    answer = after.tell(after.turn[0], line[1], look)
    return look.say(f"Darauf folgt: {answer}.", f"The answer: {answer}.")


def praise(judge: Judge, state: State, one: Decision, look: Look) -> str:
    if one.second is None or one.best_value - one.second <= ROUNDING:
        return look.say("Gut gespielt.", "Well played.")
    lead = amount(judge.measure, one.best_value - one.second, look)
    return look.say(
        f"Stark: Alles andere hätte mindestens {lead} gekostet.",
        f"Strong: anything else would have cost at least {lead}.",
    )
