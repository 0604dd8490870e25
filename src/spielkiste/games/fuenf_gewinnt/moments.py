"""What there is to see in Fünf gewinnt: stones cut off from the field."""

from collections.abc import Sequence

from spielkiste.core.look import Look
from spielkiste.core.record import Record


def moment(before: Record, after: Record, moves: Sequence[tuple[int, str]], look: Look) -> str:
    """Whose stones leave the game; putting and lifting without that go on."""
    seat = moves[0][0]
    lost = [max(0, before.men[k] - after.men[k]) for k in range(2)]
    gone = [stones(lost[k], look.name(k), look) for k in range(2) if lost[k]]
    if not gone:
        return ""
    by, said = look.name(seat), look.say(" und ", " and ").join(gone)
    return look.say(f"{by} trennt ab: {said}.", f"{by} cuts off {said}.")


def stones(number: int, name: str, look: Look) -> str:
    if number == 1:
        return look.say(f"einen Stein von {name}", f"one stone of {name}")
    return look.say(f"{number} Steine von {name}", f"{number} stones of {name}")
