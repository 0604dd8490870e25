"""Why the game ended: a stone at its goal, or a colour without stones."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .rules import goal, players, team


def at_goal(s: Record) -> int | None:
    """The seat whose stone has reached the corner opposite."""
    for seat in range(players(s)):
        code = s.board[goal(s, seat)]
        if code and code >> 3 == seat:
            return seat
    return None


def without_stones(s: Record) -> int:
    """The seat that has lost all its stones."""
    return next(seat for seat in range(players(s)) if s.left[seat] == 0)


def winners(s: Record) -> list[int]:
    """The seats of the team that has won; none before the end."""
    return [seat for seat in range(players(s)) if s.winner >= 0 and team(s, seat) == s.winner]


def reason(s: Record) -> str:
    return "captured" if at_goal(s) is None else "goal"


def words(s: Record, look: Look) -> str:
    """One sentence; with four players also who of the team it was."""
    arrived = at_goal(s)
    if arrived is None:
        lost = look.name(without_stones(s))
        return look.say(
            f"{lost} hat keinen Stein mehr: {who_wins(s, look)}.", f"{lost} has no stone left: {who_wins(s, look)}."
        )
    name = look.name(arrived)
    if players(s) == 2:
        return look.say(f"{name} ist am Ziel und gewinnt.", f"{name} has reached the goal and wins.")
    return look.say(f"{name} ist am Ziel: {who_wins(s, look)}.", f"{name} has reached the goal: {who_wins(s, look)}.")


def who_wins(s: Record, look: Look) -> str:
    names = [look.name(seat) for seat in winners(s)]
    if len(names) == 1:
        return look.say(f"{names[0]} gewinnt", f"{names[0]} wins")
    return look.say(f"{names[0]} und {names[1]} gewinnen", f"{names[0]} and {names[1]} win")
